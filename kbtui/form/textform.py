"""The form of a game that draws none of its own: a table of options, and a preview in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from kbtui.form.fields import SEED, Field, Grid, Kind, Kinds, always, common
from kbtui.form.forms import SheetForms
from kbtui.form.pen import Pen
from kbtui.form.sheet import Draw, Group
from kbtui.form.values import LEVEL, RoomValues
from kbtui.games.kit import Kit
from kbtui.look.look import Look
from kbtui.paint.runs import Line, heading, paragraphs, width
from kbtui.play.playernames import NAMES
from kbtui.play.seeds import new_seed
from kbtui.play.session import HUMAN
from kbtui.play.start import NewGame
from kbtui.text.i18n import N_, _
from kbtui.text.levels import offered

_PREVIEW: Final = (24, 40)  # columns of the small and the large one
_RANDOM: Final = "random"  # in the options: the seed decides who begins


class Option(NamedTuple):
    """A game option with a few values; ``label`` and ``about`` are translated when shown."""

    label: str
    values: Sequence[Any]  # the first one is the default
    about: str


class TextValues(NamedTuple):
    """There are always four seats; those behind ``players`` stay empty."""

    seed: str
    players: int
    who: tuple[str, ...]  # people, or levels of bots
    own: Mapping[str, Any]  # the options of the game
    names: tuple[str, ...] = NAMES
    start: int | None = 0
    room: RoomValues | None = None  # of an online game; its seats are taken by those who come

    def other_seed(self, seed: str) -> TextValues:
        return self._replace(seed=seed)


class TextSheet:
    """The rules take ``players``, ``seed``, ``start`` (a seat, or "random") and the options."""

    draws: Mapping[str, Draw] = {"new-seed": Draw("s", N_("new seed"), TextValues.other_seed)}

    def __init__(self, kit: Kit, options: Mapping[str, Option]) -> None:
        self.kit = kit
        self._own = options
        self.kinds: Kinds = {
            **common(kit),
            **{name: _kind(name, option) for name, option in options.items()},
        }

    def fresh(self, seed: str) -> TextValues:
        bot = offered(LEVEL, self.kit.game.levels)
        own = {name: option.values[0] for name, option in self._own.items()}
        return TextValues(seed, min(self.kit.form.players), (HUMAN, bot, bot, bot), own)

    def table(self, values: TextValues) -> Any:
        return self.kit.game.new(self.options(values))

    def options(self, values: TextValues) -> dict[str, Any]:
        start = _RANDOM if values.start is None else values.start
        return {"players": values.players, "start": start, "seed": values.seed, **values.own}

    def read(self, options: Any) -> TextValues:
        table = self.kit.game.new(options)
        found = self.kit.game.settled(table) | options
        fresh = self.fresh(self.kit.game.seed(options))
        return fresh._replace(
            players=self.kit.game.seats(table),
            own={name: found.get(name, default) for name, default in fresh.own.items()},
            start=None if found["start"] == _RANDOM else found["start"],
        )

    def has_off_turn(self, values: TextValues) -> bool:
        return True

    def grid(self, values: TextValues) -> Grid:
        return [*([Field(name)] for name in self._own), [SEED]]

    def labels(self) -> Mapping[str, str]:
        return {name: _(option.label) for name, option in self._own.items()}

    def groups(self, pen: Pen, columns: int) -> Iterator[Group]:
        labels, seed = self.labels(), _("seed")
        wide = max(map(width, (*labels.values(), seed)))
        rows = [
            pen.row(columns, *pen.label(label.ljust(wide), Field(name)), *pen.value(Field(name)))
            for name, label in labels.items()
        ]
        yield Group(_("OPTIONS"), "new-seed", [*rows, pen.seed(columns, seed.ljust(wide))])

    def preview_columns(self, look: Look) -> tuple[int, int]:
        return _PREVIEW

    def preview(self, table: Any, look: Look, columns: int, rows: int) -> list[Line]:
        told = "\n".join(self.kit.plain.introduction(table))
        title = heading(_("PREVIEW"), columns, stroke=look.signs.stroke)
        return [title, *paragraphs(told, columns)][:rows]


def _kind(name: str, option: Option) -> Kind:
    def change(values: TextValues, _n: int, new: Any) -> TextValues:
        return values._replace(own={**values.own, name: new})

    return Kind(
        lambda _values: option.values,
        lambda values, _n: values.own[name],
        change,
        lambda values, _table, _n: str(values.own[name]),
        always(option.about),
    )


class TextForms(SheetForms):
    """All of ``kit.Forms``."""

    def __init__(self, kit: Kit, options: Mapping[str, Option]) -> None:
        super().__init__(TextSheet(kit, options))

    def first_game(self, name: str) -> NewGame:
        """Against the weakest bot."""
        start = self.play_now(name)
        weakest = next(iter(self._sheet.kit.game.levels))
        return start._replace(players=(HUMAN, *[weakest] * (len(start.players) - 1)))

    def again(self, state: Any) -> dict[str, Any]:
        game = self._sheet.kit.game
        laid = game.settled(state)
        return {**laid, "start": (laid["start"] + 1) % game.seats(state), "seed": new_seed()}
