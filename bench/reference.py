"""A plain random playout of the base game, to measure the engine against.

It is what a programmer writes who knows Python well and has never heard of bitboards: hexes are
the numbers 0..399 (row * 20 + column), neighbours come from a table, terrain and settlements are
sets, the state is changed in place and nothing is copied. The rule ids in the comments are
those of the rules document.

The state is the settlements, the tiles and the cards; which hexes are free and which a player
touches is looked up from them when it is needed. `playout_tracking` keeps both up to date instead,
which is the best we know of without bitboards.

Two policies are played:

* `playout` draws one of the possible actions (the mandatory build, each kind of usable tile, the
  end of the turn), then a place for it, and draws again if there is none;
* `playout_full_list` writes down every legal move before it draws one of them.

Run `python -m bench.reference` to see the speed of both.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parent.parent / "engine" / "kingdom" / "ground" / "data" / "quadrants.json"

SIZE = 20
HEXES = range(SIZE * SIZE)
EDGE = frozenset(h for h in HEXES if {h // SIZE, h % SIZE} & {0, SIZE - 1})

# The six straight directions as (row, column) steps, from an even row and from an odd one.
DIRECTIONS = (
    ((0, -1), (0, -1)),
    ((0, 1), (0, 1)),
    ((-1, -1), (-1, 0)),
    ((-1, 0), (-1, 1)),
    ((1, -1), (1, 0)),
    ((1, 0), (1, 1)),
)


def _ray(start: int, direction: int, length: int) -> tuple[int, ...]:
    """The next `length` hexes in one straight direction, or () if they leave the board."""
    row, column = divmod(start, SIZE)
    ray: list[int] = []
    for _ in range(length):
        row_step, column_step = DIRECTIONS[direction][row % 2]
        row += row_step
        column += column_step
        if not (0 <= row < SIZE and 0 <= column < SIZE):
            return ()
        ray.append(row * SIZE + column)
    return tuple(ray)


def _rays(start: int, length: int) -> tuple[tuple[int, ...], ...]:
    return tuple(ray for direction in range(6) if (ray := _ray(start, direction, length)))


NEIGHBOURS = tuple(tuple(ray[0] for ray in _rays(h, 1)) for h in HEXES)
NEIGHBOUR_SETS = tuple(frozenset(hexes) for hexes in NEIGHBOURS)
JUMPS = tuple(tuple(ray[1] for ray in _rays(h, 2)) for h in HEXES)
LINES_OF_THREE = tuple(_rays(h, 3) for h in HEXES)

GRASS, DESERT, WATER, MOUNTAIN, CASTLE, LOCATION = "G", "D", "W", "M", "K", "1"
LAND = "GFTCD"
NO_CARD = "-"
CARDS_PER_TERRAIN = 5
SETTLEMENTS = 40
TILES_PER_LOCATION = 2
MANDATORY_BUILDS = 3

BUILD, END = "build", "end"
MOVE_TILES = frozenset({"barn", "harbor", "paddock"})

Hexes = set[int] | frozenset[int]
Placement = tuple[str, bool]  # quadrant, rotated or not
Layout = tuple[Placement, Placement, Placement, Placement]


@dataclass(frozen=True, slots=True, eq=False)
class PlainBoard:
    """The printed board: everything that does not change during a game."""

    layout: Layout
    letters: tuple[str, ...]
    by_letter: dict[str, frozenset[int]]
    land: frozenset[int]
    edge_land: frozenset[int]
    castles: frozenset[int]
    specials: frozenset[int]
    locations: dict[int, str]
    locations_near: dict[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Quadrant:
    """One printed quadrant, upright: ten rows of letters and the kind of its locations."""

    rows: tuple[str, ...]
    location: str


@cache
def read_quadrants(path: Path = DATA) -> dict[str, Quadrant]:
    """The quadrants of the base game by id."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return {
        entry["id"]: Quadrant(tuple(entry["rows"]), entry["locations"][LOCATION])
        for entry in data["quadrants"]
        if entry["set"] == "base"
    }


def load_board(layout: Layout) -> PlainBoard:
    """The board of four quadrants: top left, top right, bottom left, bottom right."""
    quadrants = read_quadrants()
    letters = [""] * len(HEXES)
    locations: dict[int, str] = {}
    for corner, (name, rotated) in enumerate(layout):
        quadrant = quadrants[name]
        rows = [row[::-1] for row in quadrant.rows[::-1]] if rotated else quadrant.rows
        top, left = corner // 2 * 10, corner % 2 * 10
        for row in range(10):
            for column in range(10):
                at = (top + row) * SIZE + left + column
                letters[at] = rows[row][column]
                if letters[at] == LOCATION:
                    locations[at] = quadrant.location
    by_letter = {
        letter: frozenset(h for h in HEXES if letters[h] == letter)
        for letter in (*LAND, WATER, MOUNTAIN, CASTLE)
    }
    land = frozenset().union(*(by_letter[letter] for letter in LAND))
    return PlainBoard(
        layout=layout,
        letters=tuple(letters),
        by_letter=by_letter,
        land=land,
        edge_land=land & EDGE,
        castles=by_letter[CASTLE],
        specials=by_letter[CASTLE] | locations.keys(),
        locations=locations,
        locations_near={
            h: near for h in HEXES if (near := tuple(n for n in NEIGHBOURS[h] if n in locations))
        },
    )


def random_board(rng: random.Random) -> PlainBoard:
    """Four different quadrants, each upright or rotated."""
    a, b, c, d = ((name, rng.random() < 0.5) for name in rng.sample(sorted(read_quadrants()), 4))
    return load_board((a, b, c, d))


class Player:
    """One player's pieces, tiles and card."""

    def __init__(self, card: str) -> None:
        self.card = card
        self.reserve = SETTLEMENTS
        self.settlements: set[int] = set()
        self.tiles: dict[int, str] = {}  # location hex -> kind
        self.taken_from: set[int] = set()  # location hexes, also of tiles lost since (L-GEN-2)
        self.usable: dict[str, int] = {}  # kind -> how often in this turn

    @property
    def touched(self) -> set[int]:
        """The hexes adjacent to one of the settlements."""
        return {near for h in self.settlements for near in NEIGHBOURS[h]}

    def settle(self, target: int) -> None:
        self.settlements.add(target)

    def leave(self, source: int) -> None:
        self.settlements.remove(source)

    def touched_only_by(self, settlement: int) -> list[int]:
        """The hexes that touch this settlement and no other of the player's."""
        own = self.settlements
        return [h for h in NEIGHBOURS[settlement] if len(NEIGHBOUR_SETS[h] & own) == 1]

    def lose_tile(self, location: int) -> None:
        """Give up the tile; of two equal tiles the usable one stays (L-GEN-8)."""
        kind = self.tiles.pop(location)
        if kind in self.usable:
            left = sum(other == kind for other in self.tiles.values())
            self.usable[kind] = min(self.usable[kind], left)


class TrackingPlayer(Player):
    """The same, but the hexes touched are kept up to date with every placement."""

    def __init__(self, card: str) -> None:
        super().__init__(card)
        self._touched: set[int] = set()

    @property
    def touched(self) -> set[int]:
        return self._touched

    def settle(self, target: int) -> None:
        super().settle(target)
        self._touched.update(NEIGHBOURS[target])

    def leave(self, source: int) -> None:
        self._touched.difference_update(self.touched_only_by(source))
        super().leave(source)


Move = tuple[str, int, int]  # action, source, target
NOWHERE = -1


class Result(NamedTuple):
    moves: int
    gold: list[int]


class Game:
    """A game in progress; `player` is the one whose turn it is."""

    player_type: type[Player] = Player

    def __init__(self, board: PlainBoard, players: int, rng: random.Random) -> None:
        self.board = board
        self.rng = rng
        self.random = rng.random
        self.tiles_left = dict.fromkeys(board.locations, TILES_PER_LOCATION)
        self.pile = list(LAND * CARDS_PER_TERRAIN)
        self.discards: list[str] = []
        rng.shuffle(self.pile)
        self.players = [self.player_type(self.pile.pop()) for _ in range(players)]
        self.player = self.players[0]
        self.built = 0
        self.moves = 0

    # The course of the game

    def play(self, take_turn: Callable[[], None]) -> None:
        """Play whole rounds until a reserve is empty at the end of one (E-1, E-2), or no card is
        left in any pile or hand (D-29)."""
        while all(player.reserve for player in self.players) and self.has_cards():
            for player in self.players:
                self.player = player
                self.start_turn()
                take_turn()
                self.end_turn()

    def start_turn(self) -> None:
        self.built = 0
        self.player.usable = dict(Counter(self.player.tiles.values()))
        self.replace_exhausted_card()

    def end_turn(self) -> None:
        if self.player.card != NO_CARD:
            self.discards.append(self.player.card)
        self.player.card = self.draw()

    def has_cards(self) -> bool:
        held = any(player.card != NO_CARD for player in self.players)
        return held or bool(self.pile or self.discards)

    def draw(self) -> str:
        if not self.pile:
            self.pile, self.discards = self.discards, []
            self.rng.shuffle(self.pile)
        return self.pile.pop() if self.pile else NO_CARD

    def replace_exhausted_card(self) -> None:
        """Draw until the played terrain has a free hex (A-4, A-7)."""
        player = self.player
        while not self.free(player.card):
            player.card = self.draw()
            if player.card == NO_CARD:
                return

    def owed(self) -> int:
        """The mandatory builds still to be made (A-2, A-7)."""
        if self.player.card == NO_CARD:
            return 0
        return min(MANDATORY_BUILDS - self.built, self.player.reserve)

    def actions(self) -> list[str]:
        """The actions open now, whether or not there is a place for them."""
        owed = self.owed()
        if owed and self.built:
            return [BUILD]
        actions = [BUILD if owed else END]
        actions += [kind for kind, times in self.player.usable.items() if times]
        return actions

    # Legal places

    def taken(self) -> set[int]:
        return {h for player in self.players for h in player.settlements}

    def free(self, letter: str) -> Hexes:
        """The free hexes of a terrain."""
        return self.board.by_letter[letter] - self.taken() if letter != NO_CARD else frozenset()

    def free_land(self) -> Hexes:
        return self.board.land - self.taken()

    def build_targets(self, action: str) -> Hexes:
        """Where the action may put a settlement of the reserve."""
        player = self.player
        if action == BUILD:
            places = self.free(player.card)
        elif not player.reserve:
            return set()
        elif action == "oracle":
            places = self.free(player.card)
        elif action == "farm":
            places = self.free(GRASS)
        elif action == "oasis":
            places = self.free(DESERT)
        elif action == "tower":
            places = self.free_land() & self.board.edge_land
        else:
            return self.tavern_targets()
        return places & player.touched or places

    def tavern_targets(self) -> set[int]:
        """The free land at the ends of unbroken lines of three or more."""
        own = self.player.settlements
        return {
            place
            for place in self.player.touched & self.free_land()
            if any(a in own and b in own and c in own for a, b, c in LINES_OF_THREE[place])
        }

    def move_targets(self, kind: str, source: int) -> Hexes:
        """Where the move tile may put the settlement that stands on `source`."""
        if kind == "paddock":
            return self.free_land().intersection(JUMPS[source])
        player = self.player
        terrain = WATER if kind == "harbor" else player.card
        places = self.free(terrain)
        near = (places & player.touched).difference(player.touched_only_by(source))
        # The settlement is lifted first (B-6). If it could be put back beside another own one,
        # adjacency is possible, though that hex is not a target itself (L-MOVE-1).
        if near or (self.board.letters[source] == terrain and source in player.touched):
            return near
        return places

    def legal_moves(self) -> Iterator[Move]:
        for action in self.actions():
            if action == END:
                yield END, NOWHERE, NOWHERE
            elif action in MOVE_TILES:
                for source in self.player.settlements:
                    for target in self.move_targets(action, source):
                        yield action, source, target
            else:
                for target in self.build_targets(action):
                    yield action, NOWHERE, target

    # Changes

    def build(self, action: str, target: int) -> None:
        player = self.player
        if action == BUILD:
            self.built += 1
        else:
            player.usable[action] -= 1
        player.reserve -= 1
        self.put_down(target)
        self.take_tiles(target)
        self.replace_exhausted_card()

    def move(self, kind: str, source: int, target: int) -> None:
        player = self.player
        player.usable[kind] -= 1
        self.lift(source)
        self.put_down(target)
        for location in self.board.locations_near.get(source, ()):
            if location in player.tiles and player.settlements.isdisjoint(NEIGHBOURS[location]):
                player.lose_tile(location)
        self.take_tiles(target)
        self.replace_exhausted_card()

    def put_down(self, target: int) -> None:
        self.player.settle(target)

    def lift(self, source: int) -> None:
        self.player.leave(source)

    def take_tiles(self, target: int) -> None:
        """Take a tile of every location beside the hex, never two of one location."""
        player = self.player
        for location in self.board.locations_near.get(target, ()):
            if self.tiles_left[location] and location not in player.taken_from:
                self.tiles_left[location] -= 1
                player.taken_from.add(location)
                player.tiles[location] = self.board.locations[location]

    # The two policies

    def take_turn(self) -> None:
        """Draw an action, then a place for it, until the turn is ended."""
        action = ""
        while action != END:
            actions = self.actions()
            while True:
                at = int(self.random() * len(actions))
                action = actions[at]
                if self.try_action(action):
                    break
                del actions[at]
            self.moves += 1

    def try_action(self, action: str) -> bool:
        """Carry the action out at random; False if there is no place for it."""
        if action == END:
            return True
        if action in MOVE_TILES:
            return self.try_move(action)
        targets = self.build_targets(action)
        if not targets:
            return False
        self.build(action, tuple(targets)[int(self.random() * len(targets))])
        return True

    def try_move(self, kind: str) -> bool:
        sources = list(self.player.settlements)
        while sources:
            at = int(self.random() * len(sources))
            targets = self.move_targets(kind, sources[at])
            if targets:
                target = tuple(targets)[int(self.random() * len(targets))]
                self.move(kind, sources[at], target)
                return True
            del sources[at]
        return False

    def take_turn_full_list(self) -> None:
        """Draw one of all legal moves until the turn is ended."""
        action = ""
        while action != END:
            moves = list(self.legal_moves())
            action, source, target = moves[int(self.random() * len(moves))]
            if action in MOVE_TILES:
                self.move(action, source, target)
            elif action != END:
                self.build(action, target)
            self.moves += 1


# Scoring: each goal gives every player's gold for the settlements on the final board.

Settlements = list[set[int]]


def areas(settlements: set[int]) -> list[set[int]]:
    """The settlements in groups connected by adjacency."""
    left = set(settlements)
    groups: list[set[int]] = []
    while left:
        waiting = [left.pop()]
        group = set(waiting)
        while waiting:
            joined = left.intersection(NEIGHBOURS[waiting.pop()])
            left -= joined
            group |= joined
            waiting += joined
        groups.append(group)
    return groups


def touching(settlements: set[int], hexes: frozenset[int]) -> int:
    """How many of the settlements stand beside, and not on, one of the hexes."""
    return sum(h not in hexes and not hexes.isdisjoint(NEIGHBOURS[h]) for h in settlements)


def per_row(settlements: set[int]) -> Counter[int]:
    return Counter(h // SIZE for h in settlements)


def per_quadrant(settlements: set[int]) -> list[int]:
    counts = [0, 0, 0, 0]
    for h in settlements:
        counts[h // 200 * 2 + h % SIZE // 10] += 1
    return counts


def fishermen(board: PlainBoard, all_settlements: Settlements) -> list[int]:
    return [touching(own, board.by_letter[WATER]) for own in all_settlements]


def miners(board: PlainBoard, all_settlements: Settlements) -> list[int]:
    return [touching(own, board.by_letter[MOUNTAIN]) for own in all_settlements]


def workers(board: PlainBoard, all_settlements: Settlements) -> list[int]:
    return [touching(own, board.specials) for own in all_settlements]


def merchants(board: PlainBoard, all_settlements: Settlements) -> list[int]:
    gold: list[int] = []
    for own in all_settlements:
        linked: set[int] = set()
        for area in areas(own):
            reached = {s for s in board.specials if not area.isdisjoint(NEIGHBOURS[s])}
            if len(reached) > 1:
                linked |= reached
        gold.append(4 * len(linked))
    return gold


def discoverers(_board: PlainBoard, all_settlements: Settlements) -> list[int]:
    return [len(per_row(own)) for own in all_settlements]


def knights(_board: PlainBoard, all_settlements: Settlements) -> list[int]:
    return [2 * max(per_row(own).values(), default=0) for own in all_settlements]


def hermits(_board: PlainBoard, all_settlements: Settlements) -> list[int]:
    return [len(areas(own)) for own in all_settlements]


def citizens(_board: PlainBoard, all_settlements: Settlements) -> list[int]:
    return [max(map(len, areas(own)), default=0) // 2 for own in all_settlements]


def lords(_board: PlainBoard, all_settlements: Settlements) -> list[int]:
    gold = [0] * len(all_settlements)
    for counts in zip(*map(per_quadrant, all_settlements), strict=True):
        ranks = sorted(set(counts), reverse=True)
        for seat, count in enumerate(counts):
            gold[seat] += {0: 12, 1: 6}.get(ranks.index(count), 0)
    return gold


def farmers(_board: PlainBoard, all_settlements: Settlements) -> list[int]:
    return [3 * min(per_quadrant(own)) for own in all_settlements]


def castles(board: PlainBoard, all_settlements: Settlements) -> list[int]:
    return [
        3 * sum(not own.isdisjoint(NEIGHBOURS[castle]) for castle in board.castles)
        for own in all_settlements
    ]


GOALS: dict[str, Callable[[PlainBoard, Settlements], list[int]]] = {
    "fishermen": fishermen,
    "miners": miners,
    "merchants": merchants,
    "workers": workers,
    "discoverers": discoverers,
    "knights": knights,
    "hermits": hermits,
    "lords": lords,
    "citizens": citizens,
    "farmers": farmers,
}


def score(board: PlainBoard, goals: tuple[str, ...], all_settlements: Settlements) -> list[int]:
    """Every player's gold: the goals and the castles."""
    parts = [GOALS[goal](board, all_settlements) for goal in goals]
    parts.append(castles(board, all_settlements))
    return [sum(gold) for gold in zip(*parts, strict=True)]


class TrackingGame(Game):
    """The same, with the free hexes kept up to date instead of looked up."""

    player_type = TrackingPlayer

    def __init__(self, board: PlainBoard, players: int, rng: random.Random) -> None:
        super().__init__(board, players, rng)
        self._free = {letter: set(board.by_letter[letter]) for letter in (*LAND, WATER)}
        self._free[NO_CARD] = set()
        self._free_land = set(board.land)

    def free(self, letter: str) -> Hexes:
        return self._free[letter]

    def free_land(self) -> Hexes:
        return self._free_land

    def put_down(self, target: int) -> None:
        super().put_down(target)
        self._free[self.board.letters[target]].remove(target)
        self._free_land.discard(target)

    def lift(self, source: int) -> None:
        super().lift(source)
        letter = self.board.letters[source]
        self._free[letter].add(source)
        if letter != WATER:
            self._free_land.add(source)


# Entry points


def playout(board: PlainBoard, goals: tuple[str, ...], players: int, rng: random.Random) -> Result:
    """Play a random game: first the action is drawn, then its place."""
    game = Game(board, players, rng)
    game.play(game.take_turn)
    return _result(game, goals)


def playout_tracking(
    board: PlainBoard, goals: tuple[str, ...], players: int, rng: random.Random
) -> Result:
    """The same game with the free and the touched hexes kept up to date, not looked up."""
    game = TrackingGame(board, players, rng)
    game.play(game.take_turn)
    return _result(game, goals)


def playout_full_list(
    board: PlainBoard, goals: tuple[str, ...], players: int, rng: random.Random
) -> Result:
    """Play a random game: all legal moves are listed, then one is drawn."""
    game = Game(board, players, rng)
    game.play(game.take_turn_full_list)
    return _result(game, goals)


def _result(game: Game, goals: tuple[str, ...]) -> Result:
    gold = score(game.board, goals, [player.settlements for player in game.players])
    return Result(game.moves, gold)


class Speed(NamedTuple):
    games: int
    moves: int
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.games / self.seconds:7.0f} games/s {self.moves / self.seconds:9.0f} moves/s"
            f"   ({self.games} games, {self.moves / self.games:.1f} moves a game)"
        )


Playout = Callable[[PlainBoard, tuple[str, ...], int, random.Random], Result]


def measure(play: Playout, games: int, players: int = 2, seed: int = 1) -> Speed:
    """Play that many games on a fixed choice of boards and goals, set up before the clock runs."""
    rng = random.Random(seed)
    tables = [(random_board(rng), tuple(rng.sample(list(GOALS), 3))) for _ in range(100)]
    start = time.perf_counter()
    moves = sum(play(*tables[game % len(tables)], players, rng).moves for game in range(games))
    return Speed(games, moves, time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the plain reference playouts.")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--repeat", type=int, default=1, help="measure so often, print the best")
    options = parser.parse_args()
    runs: tuple[tuple[str, Playout, int], ...] = (
        ("action, then place", playout, 2000),
        ("the same, tracking", playout_tracking, 4500),
        ("list of all moves", playout_full_list, 1000),
    )
    for name, play, games in runs:
        speeds = [measure(play, games, options.players) for _ in range(options.repeat)]
        print(f"{name:18}", min(speeds, key=lambda speed: speed.seconds))


if __name__ == "__main__":
    main()
