"""The fields of a form: the choices of each, what it changes, what it shows and says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.rng import SEED_LENGTH
from kbtui.disk.settings import NAME_LENGTH
from kbtui.form.values import CLOCKS, LEVEL, OFF_TURN, WATCHING, RoomValues, Values, for_players
from kbtui.games.kit import Kit
from kbtui.hosted.mode import is_hosted
from kbtui.play.session import HUMAN
from kbtui.text import durations
from kbtui.text.i18n import N_, _
from kbtui.text.keys import key_name
from kbtui.text.levels import level_name


class Field(NamedTuple):
    """A place in the form; ``number`` is that among its kind, such as the seat, from 0."""

    kind: str
    number: int = 0

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.number}"


Grid = list[list[Field]]  # row by row

PLAYERS_FIELD: Final = Field("players")
START: Final = Field("start")
SEED: Final = Field("seed")
BEGIN: Final = Field("begin")


class Kind(NamedTuple):
    """How fields of a kind are read, written and told. Numbers are those of the fields, values
    those of the form; a table is what the values lead to."""

    choices: Callable[[Any], Sequence[Any]]
    value: Callable[[Any, int], Any]
    change: Callable[[Any, int, Any], Any]  # gets the new value; answers the values of the form
    words: Callable[[Any, Any, int], str]  # gets values and table: the value in a few letters
    about: Callable[[Any, Any, int], str]  # the same, in one or two sentences
    longest: int = 0  # characters, if it is typed
    is_drawn: bool = False  # where it is None, the seed decides
    apart: str = ""  # the values of the form no two of which are the same


Kinds = Mapping[str, Kind]


def value(kinds: Kinds, values: Values, field: Field) -> Any:
    return kinds[field.kind].value(values, field.number)


def changed(kinds: Kinds, values: Values, field: Field, new: Any) -> Any:
    return kinds[field.kind].change(values, field.number, new)


def stepped(kinds: Kinds, values: Values, field: Field, step: int) -> Any:
    """With the next or the previous value; the last one is followed by the first."""
    kind, now_is = kinds[field.kind], value(kinds, values, field)
    taken = {v for v in getattr(values, kind.apart, ()) if v != now_is} - {None}
    choices = [v for v in kind.choices(values) if v not in taken]
    if not choices:
        return values
    # The terms of an open room may have come from elsewhere, with a value that is not proposed.
    now = choices.index(now_is) if now_is in choices else -1
    return changed(kinds, values, field, choices[(now + step) % len(choices)])


def is_random(kinds: Kinds, values: Values, field: Field) -> bool:
    """Whether the seed decides."""
    return kinds[field.kind].is_drawn and value(kinds, values, field) is None


# How a game describes fields of its own


def one(name: str) -> tuple[Callable[[Any, int], Any], Callable[[Any, int, Any], Any]]:
    """Reads and changes a value of the form."""
    return lambda values, _n: getattr(values, name), lambda values, _n, new: values._replace(
        **{name: new}
    )


def several(name: str) -> tuple[Callable[[Any, int], Any], Callable[[Any, int, Any], Any]]:
    """Reads and changes one of several values of the form, by the number of the field."""

    def change(values: Any, number: int, new: Any) -> Any:
        all_ = [*getattr(values, name)]
        all_[number] = new
        return values._replace(**{name: tuple(all_)})

    return lambda values, number: getattr(values, name)[number], change


def always(text: str) -> Callable[[Any, Any, int], str]:
    """Words that do not depend on the value; to be translated when they are shown."""
    return lambda _values, _table, _n: _(text)


# Fields of every form


def common(kit: Kit) -> dict[str, Kind]:
    """The kinds of fields that every game has."""
    return {
        "players": Kind(
            lambda _values: kit.form.players,
            lambda values, _n: values.players,
            lambda values, _n, new: for_players(values, new),
            lambda values, _table, _n: str(values.players),
            always(N_("two, three or four, people and bots together")),
        ),
        "start": Kind(
            lambda values: (None, *range(values.players)),
            *one("start"),
            lambda values, _table, _n: _starter(values),
            always(N_("who takes the first turn")),
        ),
        "name": Kind(
            lambda _values: (),
            *several("names"),
            lambda values, _table, seat: values.names[seat],
            always(N_("type a name")),
            NAME_LENGTH,
        ),
        "who": Kind(
            lambda _values: _company([*kit.game.levels]),
            *several("who"),
            lambda values, _table, seat: who_name(values.who[seat]),
            lambda values, _table, seat: _about_who(values.who[seat]),
        ),
        "seed": Kind(
            lambda _values: (),
            lambda values, _n: values.seed,
            lambda values, _n, new: values.other_seed(new),
            lambda values, _table, _n: values.seed,
            lambda _values, _table, _n: _(
                "the same seed gives the same game; press {key} in another field for a new one"
            ).format(key=key_name("s")),
            SEED_LENGTH,
        ),
        "begin": Kind(
            lambda _values: (),
            lambda _values, _n: None,
            lambda values, _n, _new: values,
            always(N_("starts the game")),
            always(N_("starts the game")),
        ),
        **_ROOM,
    }


def _company(levels: Sequence[str]) -> tuple[str, ...]:
    """Bots by their strength; a person is one step away from the one that is proposed."""
    at = levels.index(LEVEL) if LEVEL in levels else 0
    return (*levels[:at], HUMAN, *levels[at:])


def who_name(who: str) -> str:
    """``greedy bot``, or a person."""
    return _("person") if who == HUMAN else level_name(who)


def _about_who(who: str) -> str:
    return _(_ABOUT_WHO[who]) if who in _ABOUT_WHO else who


_ABOUT_WHO: Final = {
    HUMAN: N_("somebody at this keyboard"),
    "random": N_("plays legal moves at random"),
    "novice": N_("knows the rules but misses a lot"),
    "greedy": N_("takes whatever pays most right away"),
    "skilled": N_("plans the whole turn"),
    "expert": N_("thinks several turns ahead, for a second or two"),
    "master": N_("thinks like the expert, but for several seconds"),
}


def _starter(values: Values) -> str:
    if values.start is None:
        return _("random")
    if values.room is None:
        return values.names[values.start]
    return _("seat {number}").format(number=values.start + 1)


# Fields of a room


def room_grid(room: RoomValues, has_off_turn: bool) -> Grid:
    """The fields of an online game; where it is played cannot be changed later."""
    is_asked = room.is_here is not None and not is_hosted()
    kinds = ["here"] * is_asked + ["listed", "watching", "clock"]
    return [[Field(kind)] for kind in (*kinds, *["off_turn"] * has_off_turn)]


def room_labels() -> dict[str, str]:
    return {
        "here": _("where"),
        "listed": _("room"),
        "watching": _("watching"),
        "clock": _("clock"),
        "off_turn": _("off turn"),
    }


def _of_room(
    name: str,
    choices: Sequence[Any],
    words: Callable[[RoomValues], str],
    about: Callable[[RoomValues], str],
) -> Kind:
    def room(values: Any) -> RoomValues:
        return values.room or RoomValues()

    return Kind(
        lambda _values: choices,
        lambda values, _n: getattr(room(values), name),
        lambda values, _n, new: values._replace(room=room(values)._replace(**{name: new})),
        lambda values, _table, _n: words(room(values)),
        lambda values, _table, _n: about(room(values)),
    )


def _watched(room: RoomValues) -> str:
    is_allowed, delay = room.watching
    if not is_allowed:
        return _("not allowed")
    return _("allowed, {time} delay").format(time=durations.span(delay)) if delay else _("allowed")


def _about_here(room: RoomValues) -> str:
    if room.is_here:
        return _(
            "this program runs the relay for your local network; connections are not encrypted, "
            "so use it only on a network you trust"
        )
    return _("the relay from your settings; all players need the same one")


_ROOM: Final[Kinds] = {
    "here": _of_room(
        "is_here",
        (False, True),
        lambda room: _("on this machine") if room.is_here else _("on the relay"),
        _about_here,
    ),
    "listed": _of_room(
        "listed",
        (False, True),
        lambda room: _("public") if room.listed else _("private, by code only"),
        lambda _room: _("a public room is listed on the relay, and anyone can join it"),
    ),
    "watching": _of_room(
        "watching",
        WATCHING,
        _watched,
        lambda _room: _("whether others may watch, and how much later they see the moves"),
    ),
    "clock": _of_room(
        "clock",
        CLOCKS,
        lambda room: durations.clock(*room.clock),
        lambda _room: _("when a player's time is up, a bot takes over"),
    ),
    "off_turn": _of_room(
        "off_turn",
        OFF_TURN,
        lambda room: durations.span(room.off_turn) if room.off_turn else _("no limit"),
        lambda _room: _(
            "how long a decision in somebody else's turn may take; then a bot makes it"
        ),
    ),
}
