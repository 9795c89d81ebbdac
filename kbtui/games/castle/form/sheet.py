"""The form of Castle Builder: how many coins win, and the rules that can be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.castle.setup import COINS_TO_WIN, PAYMENTS, options_as_json, parse_options
from engine.castle.state import State
from kbtui.form.fields import SEED, Field, Grid, Kind, Kinds, always, common, one
from kbtui.form.pen import Pen
from kbtui.form.sheet import Draw, Group, Sheet
from kbtui.games.castle.form import preview
from kbtui.games.castle.form.values import FormValues
from kbtui.games.castle.kit import KIT
from kbtui.look.look import Look
from kbtui.paint.runs import Line, width
from kbtui.text.i18n import N_, _

_COINS, _ROYAL, _PEACE, _PAY = (Field(kind) for kind in ("coins", "royal", "peace", "pay"))


def _coins(values: FormValues, _state: State, _n: int) -> str:
    is_more = values.coins != COINS_TO_WIN[0]
    return f"{values.coins}, {_('Up to the Sky')}" if is_more else str(values.coins)


def _paid(values: FormValues, _state: State, _n: int) -> str:
    is_any = values.royal or values.pay != PAYMENTS[0]
    return _("without limit") if is_any else _("1 tile")


def _about_pay(values: FormValues, _state: State, _n: int) -> str:
    if values.royal:
        return _("under Royal Strategy you may always pay as much as you like")
    return _("each tile you pay changes the number of the tile you build by 1")


def _switch(name: str, about: str) -> Kind:
    """A rule that is on or off."""
    return Kind(
        lambda _values: (False, True),
        *one(name),
        lambda values, _state, _n: _("yes") if getattr(values, name) else _("no"),
        always(about),
    )


_KINDS: Final[Kinds] = {
    **common(KIT),
    "coins": Kind(
        lambda _values: COINS_TO_WIN,
        *one("coins"),
        _coins,
        always(N_("the first with this many coins wins; 9 means a longer game and higher castles")),
    ),
    "royal": _switch(
        "royal", N_("every player sets a Prince and a Princess aside, to build them at any time")
    ),
    "peace": _switch(
        "peace",
        N_("Thief, Sour Lady and Catapult take a tile from the market instead"),
    ),
    "pay": Kind(lambda values: () if values.royal else PAYMENTS, *one("pay"), _paid, _about_pay),
}


def _labels() -> dict[str, str]:
    return {"royal": _("Royal Strategy"), "peace": _("Peaceful Times"), "pay": _("payment")}


def _rules(pen: Pen, columns: int) -> Iterator[Line]:
    labels = _labels()
    room = max(map(width, labels.values()))
    for field in (_ROYAL, _PEACE, _PAY):
        text = labels[field.kind].ljust(room)
        yield pen.row(columns, *pen.label(text, field), *pen.value(field))


class _Castle:
    kit = KIT
    kinds: Kinds = _KINDS
    draws: Mapping[str, Draw] = {"new-seed": Draw("s", N_("new seed"), FormValues.other_seed)}

    def fresh(self, seed: str) -> FormValues:
        return FormValues(seed)

    def table(self, values: FormValues) -> Any:
        return KIT.game.new(self.options(values))

    def options(self, values: FormValues) -> dict[str, Any]:
        return options_as_json(values.options)

    def read(self, options: Any) -> FormValues:
        asked = parse_options(options)
        return FormValues(**asked._asdict())

    def has_off_turn(self, values: FormValues) -> bool:
        return True

    def grid(self, values: FormValues) -> Grid:
        return [[_COINS], [_ROYAL], [_PEACE], [_PAY], [SEED]]

    def labels(self) -> Mapping[str, str]:
        return {"coins": _("coins"), **_labels()}

    def groups(self, pen: Pen, columns: int) -> Iterator[Group]:
        coins = pen.row(columns, *pen.label(_("coins"), _COINS), *pen.value(_COINS))
        yield Group(_("COINS TO WIN"), "", [coins])
        yield Group(_("RULES"), "", [*_rules(pen, columns)])
        yield Group(_("OPTIONS"), "new-seed", [pen.seed(columns, _("seed"))])

    def preview_columns(self, look: Look) -> tuple[int, int]:
        return preview.columns(look)

    def preview(self, table: State, look: Look, columns: int, rows: int) -> list[Line]:
        return preview.preview(table, look, columns, rows)


SHEET: Final[Sheet] = _Castle()
