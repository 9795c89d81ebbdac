"""The fields of the set-up form: what can be chosen in each, what it says, what it changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.bots.levels import BOTS
from engine.kingdom.quadrants import MARSHLANDS, printed
from engine.kingdom.setup import PLAYERS, TURNED, Setup
from kbtui.i18n import N_, _
from kbtui.pages.wishes import SETS, Wishes
from kbtui.session import HUMAN
from kbtui.words import explained, goal_name, goal_text, quadrant_name, tile_name, tile_text

_WHO: Final = {
    HUMAN: N_("person"),
    "random": N_("random bot"),
    "novice": N_("novice bot"),
    "greedy": N_("greedy bot"),
    "skilled": N_("skilled bot"),
    "expert": N_("expert bot"),
}
_ABOUT_WHO: Final = {
    HUMAN: N_("somebody who sits at this keyboard"),
    "random": N_("makes any legal move, each as likely"),
    "novice": N_("knows the rules, overlooks a lot"),
    "greedy": N_("takes what pays most at once"),
    "skilled": N_("plans the whole turn"),
    "expert": N_("thinks turns ahead, for a second or two"),
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
    return [
        [PLAYERS_FIELD, Field("start")],
        *seats,
        [Field("sets")],
        *places,
        *goals,
        [SEED],
        [Field("cards")],
        [BEGIN],
    ]


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
    now = choices.index(now_is)
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
        return _("random") if wishes.start is None else wishes.names[wishes.start]
    if kind == "who":
        return level_name(wishes.who[index])
    if kind == "sets":
        return _("base and Marshlands") if MARSHLANDS in wishes.sets else _("base game")
    if kind == "place":
        return short_name(wishes.quadrants[index] or setup.quadrants[index].id)
    if kind == "turn":
        asked = wishes.turned[index]
        is_turned = setup.rotated[index] if asked is None else asked
        return ("^v"[is_turned]) if has_sign else _("turned") if is_turned else _("upright")
    if kind == "goal":
        return goal_name(wishes.goals[index] or setup.goals[index])
    if kind == "cards":
        return _("two, you choose one") if wishes.two_cards else _("one, as printed")
    return str(value(wishes, field))


def level_name(level: str) -> str:
    """``greedy bot``; a person is one too."""
    return _(_WHO[level]) if level in _WHO else level


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
            "the Marshlands boards are our own layout, not the printed one; with six more goals "
            "and double cards"
        )
    if kind == "place":
        return _by_chance(wishes, field) + _about_quadrant(wishes, setup, index)
    if kind == "goal":
        return _by_chance(wishes, field) + goal_text(wishes.goals[index] or setup.goals[index])
    if kind == "turn" and is_random(wishes, field):
        return _by_chance(wishes, field) + _(_ABOUT[kind])
    return _(_ABOUT[kind]).format(key=new_seed)


_ABOUT: Final = {
    "players": N_("two, three or four; people and bots together"),
    "start": N_("who has the first turn"),
    "name": N_("type a name"),
    "sets": N_("eight printed quadrants and ten goals"),
    "turn": N_("the quadrant as it is printed, or turned upside down"),
    "seed": N_("the same seed gives the same game; {key} in another field makes a new one"),
    "cards": N_("a house rule: everybody holds two terrain cards and plays one of them"),
    "begin": N_("begins the game"),
}


def _by_chance(wishes: Wishes, field: Field) -> str:
    return _("left to chance, now: ") if is_random(wishes, field) else ""


def _about_quadrant(wishes: Wishes, setup: Setup, index: int) -> str:
    asked = wishes.quadrants[index]
    quadrant = setup.quadrants[index] if asked is None else printed()[asked]
    kinds = dict.fromkeys(kind for _digit, kind in quadrant.locations)
    tiles = "; ".join(explained(tile_name(kind), tile_text(kind)) for kind in kinds)
    return f"{quadrant_name(quadrant)}. {tiles}"
