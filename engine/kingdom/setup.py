"""What is fixed before the first card: a ``Setup`` and the game options it comes from.

Options are what a person asks for; a setup is what lies on the table. ``resolve`` draws whatever
the person left to chance from the table seed, so equal options give equal setups everywhere.
"""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from engine.errors import BadOptions
from engine.kingdom.goals import CASTLES, PALACES
from engine.kingdom.ground.board import Board, board_of
from engine.kingdom.ground.quadrants import (
    BASE,
    CUSTOM,
    MARSHLANDS,
    SETS,
    Quadrant,
    of_sets,
    parse_quadrant,
    printed,
)
from engine.kingdom.ground.terrain import FACES, KINDS_OF_CARDS, SINGLES, Terrain
from engine.rng import Stream, check_seed

SETTLEMENTS: Final = 40  # C-1
PLAYERS: Final = (2, 3, 4)
CORNERS: Final = 4
GOALS_IN_PLAY: Final = 3  # S-4
SINGLE_COPIES: Final = 5  # C-4
BASE_GOALS: Final = (  # C-5
    *("fishermen", "miners", "merchants", "workers", "discoverers"),
    *("knights", "hermits", "lords", "citizens", "farmers"),
)
MARSH_GOALS: Final = (  # C-7
    *("geologists", "messengers", "noblewomen", "vassals", "captains", "scouts"),
)
GOALS_OF: Final = {BASE: BASE_GOALS, MARSHLANDS: MARSH_GOALS}
ALL_GOALS: Final = BASE_GOALS + MARSH_GOALS
_SATURDAY: Final = 5  # weekdays are counted from 0
FIRST_QUADRANTS: Final = ("tavern", "paddock", "oasis", "farm")  # S-9
FIRST_GOALS: Final = ("fishermen", "knights", "merchants")
TURNED: Final = "/r"  # behind a quadrant's id: rotated by 180 degrees
RANDOM: Final = "random"
DEFAULT_SEED: Final = "kingdom"


class _Laid(NamedTuple):
    """What distinguishes one setup from another."""

    players: int
    start: int
    quadrants: tuple[Quadrant, ...]
    rotated: tuple[bool, ...]
    goals: tuple[str, ...]
    double_cards: bool  # the Marshlands cards are in the pile, whatever lies on the board (S-3)
    two_cards: bool = False  # H-1


class Setup(_Laid):
    """The table before the first card; every state of the game refers to it."""

    @cached_property
    def board(self) -> Board:
        return board_of(self.quadrants, self.rotated)

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """How many of each terrain card the whole pile has."""
        doubles = 1 if self.double_cards else 0
        return (SINGLE_COPIES,) * len(SINGLES) + (doubles,) * len(SINGLES)

    @cached_property
    def faces(self) -> tuple[tuple[Terrain, ...], ...]:
        """The terrains each card may be played as: marsh only if it is in play (M-CARD-3)."""
        if self.board.has_marshlands:
            return FACES
        return tuple(FACES[card][:1] for card in range(KINDS_OF_CARDS))

    @cached_property
    def plain_faces(self) -> tuple[tuple[int, ...], ...]:
        """The same as plain numbers, for states: to compare members of an enumeration, or to look
        something up by them, takes several times as long."""
        return tuple(tuple(map(int, terrains)) for terrains in self.faces)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """What pays gold on this board, in the order it is counted (E-5)."""
        return (*self.goals, CASTLES, *([PALACES] if self.board.palaces else []))

    @cached_property
    def hand_size(self) -> int:
        return 2 if self.two_cards else 1

    @cached_property
    def layout(self) -> tuple[str, ...]:
        """The quadrants as options name them: ``("tavern", "oasis/r", ...)``."""
        pairs = zip(self.quadrants, self.rotated, strict=True)
        return tuple(q.id + TURNED * turned for q, turned in pairs)

    @cached_property
    def key(self) -> str:
        """Canonical text of everything above; part of every digest."""
        return json.dumps(setup_as_json(self), sort_keys=True, separators=(",", ":"))


class Options(NamedTuple):
    """What a person asks for; ``None`` means: let the seed choose."""

    players: int = 2
    sets: tuple[str, ...] = (BASE,)
    quadrants: tuple[str, ...] | None = None
    goals: tuple[str, ...] | None = None
    start: int | None = 0
    two_cards: bool = False
    seed: str = DEFAULT_SEED
    custom: tuple[Quadrant, ...] = ()


def first_game(players: int = 2, seed: str = DEFAULT_SEED) -> Options:
    """The recommended first game (S-9)."""
    return Options(players, (BASE,), FIRST_QUADRANTS, FIRST_GOALS, 0, seed=seed)


def resolve(options: Options) -> Setup:
    """Lay the table; raises BadOptions for what cannot be played."""
    if options.players not in PLAYERS:
        raise BadOptions("players", "Kingdom Builder is for 2, 3 or 4 players")
    if options.start is not None and options.start not in range(options.players):
        raise BadOptions("start", "seats are 0 to {last}", last=options.players - 1)
    if BASE not in options.sets or not set(options.sets) <= set(SETS):
        raise BadOptions("sets", "choose base, or base and marshlands")
    check_seed(options.seed)
    stream = Stream(options.seed, "kingdom set-up")
    # All draws are made, even unneeded ones: fixing one thing never changes the others.
    pool = sorted(q.id for q in of_sets(options.sets))
    drawn = tuple(stream.sample(pool, CORNERS))
    drawn = tuple(id_ + TURNED * stream.below(2) for id_ in drawn)
    goals = tuple(stream.sample([g for s in SETS if s in options.sets for g in GOALS_OF[s]], 3))
    start = stream.below(options.players)
    quadrants, rotated = _lay(options.quadrants or drawn, options)
    setup = Setup(
        players=options.players,
        start=start if options.start is None else options.start,
        quadrants=quadrants,
        rotated=rotated,
        goals=_check_goals(options.goals or goals),
        double_cards=MARSHLANDS in options.sets,
        two_cards=options.two_cards,
    )
    if setup.board.buildable.bit_count() < SETTLEMENTS * setup.players:
        # Only hand-written quadrants can fall short.
        raise BadOptions("quadrants", "too few buildable hexes for all settlements")
    return setup


def _lay(names: tuple[str, ...], options: Options) -> tuple[tuple[Quadrant, ...], tuple[bool, ...]]:
    if len(names) != CORNERS:
        raise BadOptions("quadrants", "name four quadrants; you named {count}", count=len(names))
    known = dict(printed())
    for quadrant in options.custom:
        if quadrant.id in known:
            raise BadOptions("custom", "there is a quadrant {name} already", name=repr(quadrant.id))
        known[quadrant.id] = quadrant
    ids = [name.removesuffix(TURNED) for name in names]
    for id_ in ids:
        if id_ not in known:
            named = ", ".join(known)
            raise BadOptions(
                "quadrants", "{name} is unknown; known are {known}", name=repr(id_), known=named
            )
        if ids.count(id_) > 1:
            raise BadOptions(
                "quadrants", "{name} is named twice; there is one of each", name=repr(id_)
            )
        if known[id_].set not in (*options.sets, CUSTOM):
            raise BadOptions(
                "quadrants", "{name} needs the set {set}", name=repr(id_), set=known[id_].set
            )
    return tuple(known[id_] for id_ in ids), tuple(name.endswith(TURNED) for name in names)


def _check_goals(goals: tuple[str, ...]) -> tuple[str, ...]:
    if len(goals) != GOALS_IN_PLAY or len(set(goals)) != len(goals):
        raise BadOptions("goals", "choose three different goals")
    for goal in goals:
        if goal not in ALL_GOALS:
            known = ", ".join(ALL_GOALS)
            raise BadOptions(
                "goals", "{name} is unknown; known are {known}", name=repr(goal), known=known
            )
    return goals


def parse_options(data: object) -> Options:
    """Options from JSON; names the field that is wrong."""
    if not isinstance(data, Mapping):
        raise BadOptions("options", "expected an object")
    fields = dict(data)
    if _take(fields, "first_game", bool, False):
        first = {"sets": [BASE], "quadrants": [*FIRST_QUADRANTS], "goals": [*FIRST_GOALS]}
        clash = sorted(set(fields) & set(first))
        if clash:
            raise BadOptions(clash[0], "the first game fixes this")
        fields |= first
    defaults = Options()
    sets = _take_names(fields, "sets") if "sets" in fields else defaults.sets
    if sets is None:
        raise BadOptions("sets", "sets are named, not drawn")
    any_start = fields.get("start") == RANDOM and fields.pop("start")
    custom = fields.pop("custom", [])
    if not isinstance(custom, list):
        raise BadOptions("custom", "expected a list of quadrants")
    options = Options(
        players=_take(fields, "players", int, defaults.players),
        sets=sets,
        quadrants=_take_names(fields, "quadrants"),
        goals=_take_names(fields, "goals"),
        start=None if any_start else _take(fields, "start", int, defaults.start),
        two_cards=_take(fields, "two_cards", bool, False),
        seed=_take(fields, "seed", str, defaults.seed),
        custom=tuple(parse_quadrant(q, f"custom {i + 1}") for i, q in enumerate(custom)),
    )
    if fields:
        raise BadOptions(sorted(fields)[0], "there is no such option")
    return options


def _take(fields: dict[str, Any], name: str, kind: type, default: Any) -> Any:
    value = fields.pop(name, default)
    if type(value) is not kind:
        raise BadOptions(
            name, "expected {kind}, got {value}", kind=kind.__name__, value=repr(value)
        )
    return value


def _take_names(fields: dict[str, Any], name: str) -> tuple[str, ...] | None:
    value = fields.pop(name, RANDOM)
    if value == RANDOM:
        return None
    if not isinstance(value, list) or not value or not all(type(item) is str for item in value):
        raise BadOptions(name, "expected a list of names")
    return tuple(value)


def options_as_json(options: Options) -> dict[str, Any]:
    """The inverse of ``parse_options``; only what is not default is written."""
    data: dict[str, Any] = {
        "players": options.players,
        "sets": list(options.sets),
        "seed": options.seed,
    }
    if options.quadrants is not None:
        data["quadrants"] = list(options.quadrants)
    if options.goals is not None:
        data["goals"] = list(options.goals)
    if options.start != 0:
        data["start"] = RANDOM if options.start is None else options.start
    if options.two_cards:
        data["two_cards"] = True
    if options.custom:
        data["custom"] = [quadrant.as_json() for quadrant in options.custom]
    return data


def settled_as_json(options: Options) -> dict[str, Any]:
    """The options with everything drawn that they leave to chance, and their seed: what a record
    keeps, so that no later change of sets or of drawing leads it elsewhere."""
    return setup_as_json(resolve(options)) | {"seed": options.seed}


def setup_as_json(setup: Setup) -> dict[str, Any]:
    """The setup as options that leave nothing to chance."""
    sets = SETS if setup.double_cards else (BASE,)
    custom = tuple(quadrant for quadrant in setup.quadrants if quadrant.set == CUSTOM)
    fixed = Options(
        setup.players, sets, setup.layout, setup.goals, setup.start, setup.two_cards, "", custom
    )
    data = options_as_json(fixed)
    del data["seed"]
    return data


class DayOptions:
    """The game as the deal of a day."""

    level: str = "skilled"
    edition: int = 1

    def options(self, seed: str, weekday: int) -> dict[str, Any]:
        """With Marshlands at the weekend."""
        sets = SETS if weekday >= _SATURDAY else (BASE,)
        return options_as_json(Options(players=2, sets=sets, start=0, seed=seed))
