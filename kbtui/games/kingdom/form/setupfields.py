"""The fields of the set-up form: the choices of each, what it shows, what it changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.kingdom.bots.levels import BOTS
from engine.kingdom.ground.quadrants import MARSHLANDS, printed
from engine.kingdom.setup import PLAYERS, TURNED, Setup
from kbtui.games.kingdom.form.wishes import CLOCKS, SETS, WATCHING, RoomWishes, Wishes
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


def grid(wishes: Wishes) -> list[list[Field]]:
    """The fields, row by row."""
    seats = [[Field("name", seat), Field("who", seat)] for seat in range(wishes.players)]
    places = [
        [Field(kind, place) for place in pair for kind in ("place", "turn")]
        for pair in ((0, 1), (2, 3))
    ]
    goals = [[Field("goal", index)] for index in range(len(wishes.goals))]
    room = [] if wishes.room is None else room_grid(wishes.room)
    return [
        [PLAYERS_FIELD, Field("start")],
        *(seats if wishes.room is None else []),
        [Field("sets")],
        *places,
        *goals,
        [SEED],
        [Field("cards")],
        *room,
        [BEGIN],
    ]


def room_grid(room: RoomWishes) -> list[list[Field]]:
    """The fields of an online game; where it is played cannot be changed later."""
    where = [] if room.is_here is None else [[Field("here")]]
    return [*where, [Field("listed")], [Field("watching")], [Field("clock")]]


class _Kind(NamedTuple):
    """How a kind of field is read and written; indices are the numbers of fields."""

    choices: Callable[[Wishes], Sequence[Any]]
    value: Callable[[Wishes, int], Any]
    change: Callable[[Wishes, int, Any], Wishes]


def _put(name: str) -> Callable[[Wishes, int, Any], Wishes]:
    """A change of one of several values of a kind."""

    def change(wishes: Wishes, index: int, value: Any) -> Wishes:
        values = list(getattr(wishes, name))
        values[index] = value
        asked: dict[str, Any] = {name: tuple(values)}
        return wishes._replace(**asked)

    return change


def _of_room(name: str, choices: Sequence[Any]) -> _Kind:
    """A field of an online game."""

    def change(wishes: Wishes, index: int, value: Any) -> Wishes:
        asked: dict[str, Any] = {name: value}
        return wishes._replace(room=(wishes.room or RoomWishes())._replace(**asked))

    return _Kind(lambda _wishes: choices, lambda wishes, _i: getattr(wishes.room, name), change)


_KINDS: Final[Mapping[str, _Kind]] = {
    "players": _Kind(
        lambda _wishes: PLAYERS,
        lambda wishes, _index: wishes.players,
        lambda wishes, _index, value: wishes.for_players(value),
    ),
    "start": _Kind(
        lambda wishes: (None, *range(wishes.players)),
        lambda wishes, _index: wishes.start,
        lambda wishes, _index, value: wishes._replace(start=value),
    ),
    "name": _Kind(lambda _wishes: (), lambda wishes, seat: wishes.names[seat], _put("names")),
    "who": _Kind(
        lambda _wishes: (HUMAN, *BOTS),
        lambda wishes, seat: wishes.who[seat],
        _put("who"),
    ),
    "sets": _Kind(
        lambda _wishes: SETS,
        lambda wishes, _index: wishes.sets,
        lambda wishes, _index, value: wishes.of_sets(value),
    ),
    "place": _Kind(
        lambda wishes: (None, *wishes.known_quadrants),
        lambda wishes, place: wishes.quadrants[place],
        _put("quadrants"),
    ),
    "turn": _Kind(
        lambda _wishes: (None, False, True),
        lambda wishes, place: wishes.turned[place],
        _put("turned"),
    ),
    "goal": _Kind(
        lambda wishes: (None, *wishes.known_goals),
        lambda wishes, index: wishes.goals[index],
        _put("goals"),
    ),
    "seed": _Kind(
        lambda _wishes: (),
        lambda wishes, _index: wishes.seed,
        lambda wishes, _index, value: wishes.other_seed(value),
    ),
    "cards": _Kind(
        lambda _wishes: (False, True),
        lambda wishes, _index: wishes.two_cards,
        lambda wishes, _index, value: wishes._replace(two_cards=value),
    ),
    "here": _of_room("is_here", (False, True)),
    "listed": _of_room("listed", (False, True)),
    "watching": _of_room("watching", WATCHING),
    "clock": _of_room("clock", CLOCKS),
    "begin": _Kind(lambda _w: (), lambda _w, _i: None, lambda wishes, _i, _v: wishes),
}


def value(wishes: Wishes, field: Field) -> Any:
    return _KINDS[field.kind].value(wishes, field.number)


def changed(wishes: Wishes, field: Field, new: Any) -> Wishes:
    return _KINDS[field.kind].change(wishes, field.number, new)


def stepped(wishes: Wishes, field: Field, step: int) -> Wishes:
    """The next or the previous value; the last one is followed by the first."""
    now_is = value(wishes, field)
    taken = {v for v in getattr(wishes, _APART.get(field.kind, ""), ()) if v != now_is} - {None}
    choices = [v for v in _KINDS[field.kind].choices(wishes) if v not in taken]
    if not choices:
        return wishes
    # The terms of an open room may have come from elsewhere, with a value that is not proposed.
    now = choices.index(now_is) if now_is in choices else -1
    return changed(wishes, field, choices[(now + step) % len(choices)])


_APART: Final = {"goal": "goals", "place": "quadrants"}  # no two of them are the same


def is_random(wishes: Wishes, field: Field) -> bool:
    """Whether the seed decides."""
    return field.kind in ("place", "turn", "goal") and value(wishes, field) is None


# Words


def shown(wishes: Wishes, setup: Setup, field: Field, has_sign: bool = False) -> str:
    """The value in a few letters; in brackets if it is left to chance. ``setup`` is what lies on
    the table now."""
    words = _words(wishes, setup, field, has_sign)
    return f"({words})" if is_random(wishes, field) else words


def _words(wishes: Wishes, setup: Setup, field: Field, has_sign: bool) -> str:
    kind, index = field
    if kind == "start":
        return _starter(wishes)
    if wishes.room is not None and kind in _ROOM:
        return _ROOM[kind](wishes.room)
    if kind == "who":
        return who_name(wishes.who[index])
    if kind == "sets":
        return _("base and Marshlands") if MARSHLANDS in wishes.sets else _("base game")
    if kind == "place":
        return short_name(wishes.quadrants[index] or setup.quadrants[index].id)
    if kind == "turn":
        asked = wishes.turned[index]
        is_turned = setup.rotated[index] if asked is None else asked
        return ("^v"[is_turned]) if has_sign else _("rotated") if is_turned else _("upright")
    if kind == "goal":
        return goal_name(wishes.goals[index] or setup.goals[index])
    if kind == "cards":
        return _("hold two, play one") if wishes.two_cards else _("one, as in the rules")
    return str(value(wishes, field))


def _starter(wishes: Wishes) -> str:
    if wishes.start is None:
        return _("random")
    if wishes.room is None:
        return wishes.names[wishes.start]
    return _("seat {number}").format(number=wishes.start + 1)


def _watched(room: RoomWishes) -> str:
    is_allowed, delay = room.watching
    if not is_allowed:
        return _("not allowed")
    return _("allowed, {time} delay").format(time=durations.span(delay)) if delay else _("allowed")


_ROOM: Final[Mapping[str, Callable[[RoomWishes], str]]] = {
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


def about(wishes: Wishes, setup: Setup, field: Field, new_seed: str) -> str:
    """One or two sentences about the field and its value; ``new_seed`` is a key."""
    kind, index = field
    if kind == "who":
        level = wishes.who[index]
        return _(_ABOUT_WHO[level]) if level in _ABOUT_WHO else level
    if kind == "sets" and MARSHLANDS in wishes.sets:
        return _(
            "adds six goals and double cards; its quadrants are our own layouts, because we have "
            "no copy of the printed ones"
        )
    if kind == "place":
        return _by_chance(wishes, field) + _about_quadrant(wishes, setup, index)
    if kind == "goal":
        return _by_chance(wishes, field) + goal_text(wishes.goals[index] or setup.goals[index])
    if kind == "here" and wishes.room is not None and wishes.room.is_here:
        return _(
            "this program runs the relay for your local network; connections are not encrypted, "
            "so use it only on a network you trust"
        )
    if kind == "turn" and is_random(wishes, field):
        return _by_chance(wishes, field) + _(_ABOUT[kind])
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


def _by_chance(wishes: Wishes, field: Field) -> str:
    return _("drawn at random, currently: ") if is_random(wishes, field) else ""


def _about_quadrant(wishes: Wishes, setup: Setup, index: int) -> str:
    asked = wishes.quadrants[index]
    quadrant = setup.quadrants[index] if asked is None else printed()[asked]
    kinds = dict.fromkeys(kind for _digit, kind in quadrant.locations)
    tiles = "; ".join(explained(tile_name(kind), tile_text(kind)) for kind in kinds)
    return f"{quadrant_name(quadrant)}. {tiles}"
