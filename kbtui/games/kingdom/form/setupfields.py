"""The fields of the setup form: the choices of each, what it shows, what it changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.kingdom.bots.levels import BOTS
from engine.kingdom.ground.quadrants import MARSHLANDS, printed
from engine.kingdom.setup import PLAYERS, TURNED, Setup
from kbtui.games.kingdom.form.values import CLOCKS, SETS, WATCHING, FormValues, RoomValues
from kbtui.games.kingdom.words.words import (
    goal_name,
    goal_text,
    quadrant_name,
    tile_name,
    tile_text,
)
from kbtui.play.session import HUMAN
from kbtui.text import durations
from kbtui.text.i18n import N_, _
from kbtui.text.levels import level_name
from kbtui.text.words import explained

_ABOUT_WHO: Final = {
    HUMAN: N_("somebody at this keyboard"),
    "random": N_("plays legal moves at random"),
    "novice": N_("knows the rules but misses a lot"),
    "greedy": N_("takes whatever pays most right away"),
    "skilled": N_("plans the whole turn"),
    "expert": N_("thinks several turns ahead, for a second or two"),
}


class Field(NamedTuple):
    """A place in the form; ``number`` is that of the seat, the quadrant or the goal, from 0."""

    kind: str
    number: int = 0

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.number}"


PLAYERS_FIELD: Final = Field("players")
SEED: Final = Field("seed")
BEGIN: Final = Field("begin")
TEXTS: Final = ("name", "seed")  # kinds that are typed


def grid(values: FormValues) -> list[list[Field]]:
    """The fields, row by row."""
    seats = [[Field("name", seat), Field("who", seat)] for seat in range(values.players)]
    places = [
        [Field(kind, place) for place in pair for kind in ("place", "turn")]
        for pair in ((0, 1), (2, 3))
    ]
    goals = [[Field("goal", index)] for index in range(len(values.goals))]
    room = [] if values.room is None else room_grid(values.room)
    return [
        [PLAYERS_FIELD, Field("start")],
        *(seats if values.room is None else []),
        [Field("sets")],
        *places,
        *goals,
        [SEED],
        [Field("cards")],
        *room,
        [BEGIN],
    ]


def room_grid(room: RoomValues) -> list[list[Field]]:
    """The fields of an online game; where it is played cannot be changed later."""
    where = [] if room.is_here is None else [[Field("here")]]
    return [*where, [Field("listed")], [Field("watching")], [Field("clock")]]


class _Kind(NamedTuple):
    """How a kind of field is read and written; indices are the numbers of fields."""

    choices: Callable[[FormValues], Sequence[Any]]
    value: Callable[[FormValues, int], Any]
    change: Callable[[FormValues, int, Any], FormValues]


def _put(name: str) -> Callable[[FormValues, int, Any], FormValues]:
    """A change of one of several values of a kind."""

    def change(values: FormValues, index: int, value: Any) -> FormValues:
        several = list(getattr(values, name))
        several[index] = value
        asked: dict[str, Any] = {name: tuple(several)}
        return values._replace(**asked)

    return change


def _of_room(name: str, choices: Sequence[Any]) -> _Kind:
    """A field of an online game."""

    def change(values: FormValues, index: int, value: Any) -> FormValues:
        asked: dict[str, Any] = {name: value}
        return values._replace(room=(values.room or RoomValues())._replace(**asked))

    return _Kind(lambda _values: choices, lambda values, _i: getattr(values.room, name), change)


_KINDS: Final[Mapping[str, _Kind]] = {
    "players": _Kind(
        lambda _values: PLAYERS,
        lambda values, _index: values.players,
        lambda values, _index, value: values.for_players(value),
    ),
    "start": _Kind(
        lambda values: (None, *range(values.players)),
        lambda values, _index: values.start,
        lambda values, _index, value: values._replace(start=value),
    ),
    "name": _Kind(lambda _values: (), lambda values, seat: values.names[seat], _put("names")),
    "who": _Kind(
        lambda _values: (HUMAN, *BOTS),
        lambda values, seat: values.who[seat],
        _put("who"),
    ),
    "sets": _Kind(
        lambda _values: SETS,
        lambda values, _index: values.sets,
        lambda values, _index, value: values.of_sets(value),
    ),
    "place": _Kind(
        lambda values: (None, *values.known_quadrants),
        lambda values, place: values.quadrants[place],
        _put("quadrants"),
    ),
    "turn": _Kind(
        lambda _values: (None, False, True),
        lambda values, place: values.turned[place],
        _put("turned"),
    ),
    "goal": _Kind(
        lambda values: (None, *values.known_goals),
        lambda values, index: values.goals[index],
        _put("goals"),
    ),
    "seed": _Kind(
        lambda _values: (),
        lambda values, _index: values.seed,
        lambda values, _index, value: values.other_seed(value),
    ),
    "cards": _Kind(
        lambda _values: (False, True),
        lambda values, _index: values.two_cards,
        lambda values, _index, value: values._replace(two_cards=value),
    ),
    "here": _of_room("is_here", (False, True)),
    "listed": _of_room("listed", (False, True)),
    "watching": _of_room("watching", WATCHING),
    "clock": _of_room("clock", CLOCKS),
    "begin": _Kind(lambda _w: (), lambda _w, _i: None, lambda values, _i, _v: values),
}


def value(values: FormValues, field: Field) -> Any:
    return _KINDS[field.kind].value(values, field.number)


def changed(values: FormValues, field: Field, new: Any) -> FormValues:
    return _KINDS[field.kind].change(values, field.number, new)


def stepped(values: FormValues, field: Field, step: int) -> FormValues:
    """The next or the previous value; the last one is followed by the first."""
    now_is = value(values, field)
    taken = {v for v in getattr(values, _APART.get(field.kind, ""), ()) if v != now_is} - {None}
    choices = [v for v in _KINDS[field.kind].choices(values) if v not in taken]
    if not choices:
        return values
    # The terms of an open room may have come from elsewhere, with a value that is not proposed.
    now = choices.index(now_is) if now_is in choices else -1
    return changed(values, field, choices[(now + step) % len(choices)])


_APART: Final = {"goal": "goals", "place": "quadrants"}  # no two of them are the same


def is_random(values: FormValues, field: Field) -> bool:
    """Whether the seed decides."""
    return field.kind in ("place", "turn", "goal") and value(values, field) is None


# Words


def shown(values: FormValues, setup: Setup, field: Field, has_sign: bool = False) -> str:
    """The value in a few letters; in brackets if it is left to chance. ``setup`` is what lies on
    the table now."""
    words = _words(values, setup, field, has_sign)
    return f"({words})" if is_random(values, field) else words


def _words(values: FormValues, setup: Setup, field: Field, has_sign: bool) -> str:
    kind, index = field
    if kind == "start":
        return _starter(values)
    if values.room is not None and kind in _ROOM:
        return _ROOM[kind](values.room)
    if kind == "who":
        return who_name(values.who[index])
    if kind == "sets":
        return _("base and Marshlands") if MARSHLANDS in values.sets else _("base game")
    if kind == "place":
        return short_name(values.quadrants[index] or setup.quadrants[index].id)
    if kind == "turn":
        asked = values.turned[index]
        is_turned = setup.rotated[index] if asked is None else asked
        return ("^v"[is_turned]) if has_sign else _("rotated") if is_turned else _("upright")
    if kind == "goal":
        return goal_name(values.goals[index] or setup.goals[index])
    if kind == "cards":
        return _("hold two, play one") if values.two_cards else _("one, as in the rules")
    return str(value(values, field))


def _starter(values: FormValues) -> str:
    if values.start is None:
        return _("random")
    if values.room is None:
        return values.names[values.start]
    return _("seat {number}").format(number=values.start + 1)


def _watched(room: RoomValues) -> str:
    is_allowed, delay = room.watching
    if not is_allowed:
        return _("not allowed")
    return _("allowed, {time} delay").format(time=durations.span(delay)) if delay else _("allowed")


_ROOM: Final[Mapping[str, Callable[[RoomValues], str]]] = {
    "here": lambda room: _("on this machine") if room.is_here else _("on the relay"),
    "listed": lambda room: _("public") if room.listed else _("private, by code only"),
    "watching": _watched,
    "clock": lambda room: durations.clock(*room.clock),
}


def who_name(who: str) -> str:
    """``greedy bot``, or a person."""
    return _("person") if who == HUMAN else level_name(who)


def short_name(quadrant: str) -> str:
    """``Tavern``; a star says that the layout is our own."""
    known = printed()[quadrant.removesuffix(TURNED)]
    return tile_name(known.locations[0][1]) + "*" * (not known.official)


def about(values: FormValues, setup: Setup, field: Field, new_seed: str) -> str:
    """One or two sentences about the field and its value; ``new_seed`` is a key."""
    kind, index = field
    if kind == "who":
        level = values.who[index]
        return _(_ABOUT_WHO[level]) if level in _ABOUT_WHO else level
    if kind == "sets" and MARSHLANDS in values.sets:
        return _(
            "adds six goals and double cards; its quadrants are our own layouts, because we have "
            "no copy of the printed ones"
        )
    if kind == "place":
        return _by_chance(values, field) + _about_quadrant(values, setup, index)
    if kind == "goal":
        return _by_chance(values, field) + goal_text(values.goals[index] or setup.goals[index])
    if kind == "here" and values.room is not None and values.room.is_here:
        return _(
            "this program runs the relay for your local network; connections are not encrypted, "
            "so use it only on a network you trust"
        )
    if kind == "turn" and is_random(values, field):
        return _by_chance(values, field) + _(_ABOUT[kind])
    return _(_ABOUT[kind]).format(key=new_seed)


_ABOUT: Final = {
    "players": N_("two, three or four, people and bots together"),
    "start": N_("who takes the first turn"),
    "name": N_("type a name"),
    "sets": N_("eight printed quadrants and ten goals"),
    "turn": N_("the quadrant as printed, or rotated by half a turn"),
    "seed": N_("the same seed gives the same game; press {key} in another field for a new one"),
    "cards": N_("house rule: everyone holds two terrain cards and plays one of them"),
    "here": N_("the relay from your settings; all players need the same one"),
    "listed": N_("a public room is listed on the relay, and anyone can join it"),
    "watching": N_("whether others may watch, and how much later they see the moves"),
    "clock": N_("when a player's time is up, a bot takes over"),
    "begin": N_("starts the game"),
}


def _by_chance(values: FormValues, field: Field) -> str:
    return _("drawn at random, currently: ") if is_random(values, field) else ""


def _about_quadrant(values: FormValues, setup: Setup, index: int) -> str:
    asked = values.quadrants[index]
    quadrant = setup.quadrants[index] if asked is None else printed()[asked]
    kinds = dict.fromkeys(kind for _digit, kind in quadrant.locations)
    tiles = "; ".join(explained(tile_name(kind), tile_text(kind)) for kind in kinds)
    return f"{quadrant_name(quadrant)}. {tiles}"
