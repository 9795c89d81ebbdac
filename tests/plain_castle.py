"""The complete rules of Castle Builder, written as plainly as possible.

This is the second, independent implementation of docs/rules-castle.md, whose ids are in the
comments. It knows nothing of the fast engine and shares no code with it, so that a test can play
the same random game on both and compare everything after every step.

A game is a generator: it runs until somebody has to decide or the dealer has to act, and waits
there. So the code reads from top to bottom in the order in which things happen at the table. It
contains no chance: what the dealer turns up is told from outside, like every decision.

A step is a tuple, of a player or of the dealer:

    ("draw",)                                      ("deal", face)   a tile to a rack
    ("build", source, face, cell, (face, ...))     ("show", face)   a tile to the market
    ("discard", (face, ...))                       ("mint", effect) a coin to the market
    ("coin", effect)                               ("steal", face)  the Thief's tile
    ("rob", seat)                                  ("lose", face)   a tile lost to the Sour Lady
    ("collapse", cell)                             ("shuffle",)     the discard pile
    ("catapult", seat, cell)                       ("start", seat)  the start player
    ("mill", face)     ("take", face)

A source is "rack", "market" or "aside" (the royals of CB-79). Several faces are sorted by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

from tests.plain_pieces import COINS, FACES, GATE_X, SPACES, STARTS, TRACK, WIDTH

Cell = tuple[int, int]  # (level, x): x is the left edge in half tiles (CB-24)
Step = tuple[Any, ...]
Tile = dict[str, Any]  # the properties of CB-2
Castle = dict[Cell, str]  # which face stands where; the gate is not among them

DEALER = -1
GATE = "gate"
STONE, SKY = "#", "."
LEFT, RIGHT = 0, 1
RED = ("catapult", "thief", "lady")  # CB-74
RACK_LIMIT = 7  # CB-17
IDLE_ROUNDS = 8  # CB-57
UNDOABLE = ("build", "discard", "collapse", "catapult")  # CB-103


class Due(NamedTuple):
    """What the game waits for."""

    who: int  # a seat or the dealer
    what: str  # turn, surplus, coin, rob, collapse, catapult, mill, take, or the dealer's word
    steps: Callable[[], Mapping[Step, int]]  # every possible step, with its weight
    owner: int | None = None  # for the dealer: whose rack the tile goes to or comes from


T = TypeVar("T")
Course = Generator[Due, Step, T]


class GameOver(Exception):
    """Somebody has the last coin that was needed (CB-56)."""


class PlainCastle:
    """One game from the setup to the end."""

    def __init__(
        self,
        players: int,
        *,
        start: int | None = None,
        sky: bool = False,
        peace: bool = False,
        royal: bool = False,
        unlimited: bool = False,
    ) -> None:
        """Put everything on the table; the dealer acts first.

        ``start`` is the start player if the host has set one; ``unlimited`` is the option of CB-44.
        """
        self.tiles: dict[str, Tile] = {GATE: {"base": "##", "top": "##", "topNumber": 2}}  # CB-5
        self.reserve: list[str] = []
        for line in FACES.strip().splitlines():
            face, copies, tile = read_tile(line)
            self.tiles[face] = tile
            self.reserve += [face] * copies
        self.coin_reserve: list[str] = [
            effect for effect, copies in COINS.items() for _ in range(copies)
        ]
        self.ground: list[Cell] = [(1, 2 * n) for n in range(WIDTH)]
        self.gate: Cell = (1, GATE_X)
        self.spaces: list[str] = [SPACES[letter] for letter in TRACK]
        self.goal = 9 if sky else 7  # CB-56, CB-73
        self.peace = peace
        self.royal = royal
        self.max_paid = len(self.reserve) if royal or unlimited else 1  # CB-40, CB-44, CB-98
        self.discards: list[str] = []
        self.market: list[str] = []
        self.coin_market: list[str] = []
        self.players = range(players)
        self.racks: list[list[str]] = [[] for _ in self.players]
        self.aside: list[list[str]] = [[] for _ in self.players]
        self.castles: list[Castle] = [{} for _ in self.players]
        self.coins: list[list[str]] = [[] for _ in self.players]
        self.barons: list[int] = []
        self.start: int | None = None
        if start is not None:
            self._begin_with(start)
        self.on_turn: int | None = None
        self.idle = 0  # rounds in a row in which nobody built (CB-94)
        self.built = False  # has somebody built in this round?
        self.winners: list[int] | None = None
        self.last: tuple[int, Step] | None = None  # the last step, and who made it
        self.due: Due | None = None
        self._listed: Mapping[Step, int] | None = None
        self._course = self._game()
        self._go_on(lambda: next(self._course))

    # ---- what the outside may ask ---------------------------------------------------------

    def to_act(self) -> int | None:
        """The seat to decide, -1 for the dealer, None when the game is over."""
        return None if self.due is None else self.due.who

    def legal(self) -> Mapping[Step, int]:
        """All steps of the seat to act; for the dealer, how many pieces lead to each (CB-90)."""
        self._listed = {} if self.due is None else self.due.steps()
        return self._listed

    def play(self, step: Step) -> None:
        """Carry out one legal step."""
        if step not in (self.legal() if self._listed is None else self._listed):
            raise ValueError(f"not legal now: {step}")
        assert self.due is not None
        self.last, self._listed = (self.due.who, step), None
        self._go_on(lambda: self._course.send(step))

    def may_undo(self) -> int | None:
        """Who may undo the last step, while the game goes on (CB-103)."""
        if self.due is None or self.last is None:
            return None
        seat, (word, *rest) = self.last
        from_market = word == "build" and rest[0] == "market"
        return seat if word in UNDOABLE and not from_market else None

    def witnesses(self) -> set[int]:
        """The seats that will see which piece comes up in the dealer's step now due (CB-96)."""
        if self.due is None or self.due.what not in ("deal", "steal"):
            return set(self.players)
        seats = {self.due.owner, self.on_turn if self.due.what == "steal" else self.due.owner}
        return {seat for seat in seats if seat is not None}

    def height(self, seat: int) -> int:
        """CB-66: the gate makes it at least 1."""
        return max([1, *(level for level, _ in self.castles[seat])])

    def count(self, seat: int, what: str) -> int:
        """Windows, roofs or people of a castle (CB-67 to CB-69, CB-72)."""
        return sum(self.tiles[face][what] for face in self.castles[seat].values())

    # ---- course of the game ---------------------------------------------------------------

    def _go_on(self, run: Callable[[], Due]) -> None:
        try:
            self.due = run()
        except StopIteration:
            self.due = None

    def _game(self) -> Course[None]:
        yield from self._set_up()
        try:
            while self.idle < IDLE_ROUNDS:
                yield from self._round()
            self.winners = self._best_after_the_safety_stop()
        except GameOver:
            assert self.on_turn is not None
            self.winners = [self.on_turn]

    def _set_up(self) -> Course[None]:
        """CB-10 to CB-13 and CB-79, in the order of CB-90."""
        if self.royal:
            for seat in self.players:
                for face in ("prince", "princess"):
                    self.reserve.remove(face)
                    self.aside[seat].append(face)
        yield from self._fill()
        yield from self._fill_coins()
        for seat in self.players:
            yield from self._gain(seat, 3)
        if self.start is None:
            seats = {("start", seat): 1 for seat in self.players}
            _, start = yield Due(DEALER, "start", lambda: seats)
            self._begin_with(start)

    def _begin_with(self, start: int) -> None:
        """CB-13."""
        self.start = start
        self.barons = [0 for _ in self.players]
        for place, seat in enumerate(self._clockwise(start)):
            self.barons[seat] = STARTS[place]

    def _round(self) -> Course[None]:
        """CB-14, CB-94."""
        assert self.start is not None
        self.built = False
        for seat in self._clockwise(self.start):
            self.on_turn = seat
            yield from self._turn(seat)
        self.idle = 0 if self.built else self.idle + 1

    def _clockwise(self, start: int) -> list[int]:
        return [(start + n) % len(self.players) for n in self.players]

    def _best_after_the_safety_stop(self) -> list[int]:
        """CB-57."""

        def standing(seat: int) -> tuple[int, int, int]:
            return len(self.coins[seat]), self.height(seat), len(self.castles[seat])

        best = max(standing(seat) for seat in self.players)
        return [seat for seat in self.players if standing(seat) == best]

    def _turn(self, seat: int) -> Course[None]:
        """CB-15."""
        step = yield Due(seat, "turn", lambda: self._turn_steps(seat))
        if step == ("draw",):
            yield from self._gain(seat, 2)  # CB-16
        else:
            _, source, face, cell, payment = step
            yield from self._build(seat, source, face, cell, payment)

    # ---- taking and discarding tiles ------------------------------------------------------

    def _has_tile(self) -> Course[bool]:
        """Is there a tile to take? An empty reserve is shuffled first (CB-18, CB-19, CB-100)."""
        if not self.reserve and self.discards:
            yield Due(DEALER, "shuffle", lambda: {("shuffle",): 1})
            self.reserve, self.discards = self.discards, []
        return bool(self.reserve)

    def _fill(self) -> Course[None]:
        """CB-21, CB-91."""
        while len(self.market) < 3 and (yield from self._has_tile()):
            _, face = yield Due(DEALER, "show", partial(pieces, "show", self.reserve))
            self.reserve.remove(face)
            self.market.append(face)

    def _fill_coins(self) -> Course[None]:
        while len(self.coin_market) < 3:
            _, effect = yield Due(DEALER, "mint", partial(pieces, "mint", self.coin_reserve))
            self.coin_reserve.remove(effect)
            self.coin_market.append(effect)

    def _gain(self, seat: int, tiles: int) -> Course[None]:
        """All tiles of one gain first, then the surplus (CB-17)."""
        for _ in range(tiles):
            if (yield from self._has_tile()):
                _, face = yield Due(DEALER, "deal", partial(pieces, "deal", self.reserve), seat)
                self.reserve.remove(face)
                self.racks[seat].append(face)
        yield from self._discard_surplus(seat)

    def _discard_surplus(self, seat: int) -> Course[None]:
        """CB-17, in one decision (CB-92)."""
        rack = self.racks[seat]
        surplus = len(rack) - RACK_LIMIT
        if surplus > 0:

            def steps() -> dict[Step, int]:
                return {("discard", faces): 1 for faces in choices(rack, surplus)}

            _, discarded = yield Due(seat, "surplus", steps)
            for face in discarded:
                rack.remove(face)
                self.discards.append(face)
            yield from self._fill()

    # ---- building -------------------------------------------------------------------------

    def _turn_steps(self, seat: int) -> dict[Step, int]:
        steps: dict[Step, int] = {("draw",): 1}
        sources = {
            "rack": self.racks[seat],
            "market": self.market,
            "aside": self.aside[seat],  # CB-80
        }
        cells = self._cells(seat)
        for source, faces in sources.items():
            for face in set(faces):
                others = list(self.racks[seat])
                if source == "rack":
                    others.remove(face)  # CB-42
                for cell in cells:
                    need = self.need(seat, face, cell)
                    if need is not None and need <= self.max_paid:
                        for paid in choices(others, need):  # none if there are too few
                            steps["build", source, face, cell, paid] = 1
        return steps

    def _cells(self, seat: int) -> list[Cell]:
        """Every cell of the grid up to the level above the highest, wider than any castle."""
        top = self.height(seat) + 1
        right = self.ground[-1][1]
        return [
            (level, x)
            for level in range(1, top + 1)
            for x in range(-top, right + top + 1)
            if (x - (level - 1)) % 2 == 0  # CB-24
        ]

    def _at(self, seat: int, cell: Cell) -> Tile | None:
        """The tile in a cell; the gate is one (CB-5, CB-6)."""
        if cell == self.gate:
            return self.tiles[GATE]
        face = self.castles[seat].get(cell)
        return None if face is None else self.tiles[face]

    def need(self, seat: int, face: str, cell: Cell) -> int | None:
        """How many tiles must be paid to build a tile there; None if it cannot stand there."""
        level, x = cell
        tile = self.tiles[face]
        if self._at(seat, cell) is not None:
            return None  # CB-28
        for x_above, top, base in ((x - 1, LEFT, RIGHT), (x + 1, RIGHT, LEFT)):
            above = self._at(seat, (level + 1, x_above))
            if above is not None and above["base"][base] != tile["top"][top]:
                return None  # CB-31
        if level == 1:
            fits = cell in self.ground and tile["base"] == "##"
            return 0 if fits else None  # CB-25, CB-32, CB-35
        total = 0
        for x_below, base, top in ((x - 1, LEFT, RIGHT), (x + 1, RIGHT, LEFT)):
            below = self._at(seat, (level - 1, x_below))
            if tile["base"][base] != (SKY if below is None else below["top"][top]):
                return None  # CB-29
            if below is not None and tile["base"][base] == STONE:
                total += below["topNumber"]  # CB-36, CB-37, CB-39
        if STONE not in tile["base"]:
            return None  # CB-30
        if tile["noNewLevel"] and not any(built == level for built, _ in self.castles[seat]):
            return None  # CB-33; CB-34: the first level has the gate
        return 0 if tile["any"] else abs(tile["number"] - total)  # CB-38, CB-41, CB-78

    def _build(
        self, seat: int, source: str, face: str, cell: Cell, payment: tuple[str, ...]
    ) -> Course[None]:
        """CB-20."""
        taken = {"rack": self.racks[seat], "market": self.market, "aside": self.aside[seat]}
        taken[source].remove(face)
        for paid in payment:
            self.racks[seat].remove(paid)
            self.discards.append(paid)
        self.castles[seat][cell] = face
        self.built = True
        yield from self._fill()
        level = cell[0]
        if level > 1:  # CB-45
            yield from self._move(seat, level + self.tiles[face]["rubies"])  # CB-46

    # ---- the baron ------------------------------------------------------------------------

    def _move(self, seat: int, spaces: int) -> Course[None]:
        """CB-47 to CB-55."""
        due = 0

        def forward() -> str:
            self.barons[seat] = (self.barons[seat] + 1) % len(self.spaces)
            return self.spaces[self.barons[seat]]

        for _ in range(spaces):
            due += forward() == "coin"
        while self._must_go_on(seat):
            due += forward() == "coin"
        if self.spaces[self.barons[seat]] == "tile":
            yield from self._gain(seat, 1)  # CB-51
        for _ in range(due):
            yield from self._take_coin(seat)  # CB-52, CB-54

    def _must_go_on(self, seat: int) -> bool:
        """CB-48 to CB-50."""
        space = self.barons[seat]
        is_taken = any(self.barons[other] == space for other in self.players if other != seat)
        return is_taken or self.spaces[space] == "ruby"

    def _take_coin(self, seat: int) -> Course[None]:
        """CB-53, CB-56."""
        _, effect = yield Due(seat, "coin", lambda: {("coin", e): 1 for e in self.coin_market})
        self.coin_market.remove(effect)
        self.coins[seat].append(effect)
        yield from self._fill_coins()
        if len(self.coins[seat]) == self.goal:
            raise GameOver
        if self.peace and effect in RED:
            yield from self._take_from_market(seat, "take")  # CB-74, CB-75
        else:
            yield from self._resolve(seat, effect)

    # ---- coin effects ---------------------------------------------------------------------

    def _resolve(self, seat: int, effect: str) -> Course[None]:
        opponents = self._clockwise(seat)[1:]
        if effect == "ruby":
            yield from self._move(seat, 1)  # CB-58
        elif effect == "thief":
            yield from self._thief(seat, opponents)
        elif effect == "lady":
            yield from self._sour_lady(opponents)
        elif effect == "mill":
            self.discards += self.market  # CB-61
            self.market.clear()
            yield from self._fill()
            yield from self._take_from_market(seat, "mill")
        elif effect == "collapse":
            yield from self._take_down(seat, [seat], "collapse")  # CB-63
        elif effect == "catapult":
            yield from self._take_down(seat, opponents, "catapult")  # CB-64
        elif effect == "tower":
            yield from self._reward(seat, 2, [self.height(s) for s in self.players])  # CB-66
        elif effect == "people":
            yield from self._reward_count(seat, "people")  # CB-67
        elif effect == "windows":
            yield from self._reward_count(seat, "windows")  # CB-68
        elif effect == "roofs":
            yield from self._reward_count(seat, "roofs")  # CB-69
        elif effect == "monk":
            coins = [len(self.coins[s]) - (s == seat) for s in self.players]  # CB-71
            yield from self._reward(seat, 3, [-n for n in coins])
        else:
            raise ValueError(effect)

    def _thief(self, seat: int, opponents: list[int]) -> Course[None]:
        """CB-59."""
        victims = {("rob", other): 1 for other in opponents if self.racks[other]}
        if victims:
            _, victim = yield Due(seat, "rob", lambda: victims)
            rack = self.racks[victim]
            _, face = yield Due(DEALER, "steal", partial(pieces, "steal", rack), victim)
            rack.remove(face)
            self.racks[seat].append(face)
            yield from self._discard_surplus(seat)

    def _sour_lady(self, opponents: list[int]) -> Course[None]:
        """CB-60, CB-95."""
        for other in opponents:
            rack = self.racks[other]
            if rack:
                _, face = yield Due(DEALER, "lose", partial(pieces, "lose", rack), other)
                rack.remove(face)
                self.discards.append(face)
                yield from self._fill()

    def _take_from_market(self, seat: int, word: str) -> Course[None]:
        """CB-61 and CB-74: fill before the surplus is discarded (CB-93)."""
        if self.market:
            _, face = yield Due(seat, word, lambda: {(word, face): 1 for face in self.market})
            self.market.remove(face)
            self.racks[seat].append(face)
            yield from self._fill()
            yield from self._discard_surplus(seat)

    def free(self, seat: int) -> list[Cell]:
        """CB-62: the cells of the free tiles of a castle."""
        castle = self.castles[seat]
        return [
            (level, x)
            for level, x in castle
            if (level + 1, x - 1) not in castle and (level + 1, x + 1) not in castle
        ]

    def _take_down(self, seat: int, victims: list[int], word: str) -> Course[None]:
        """CB-63 to CB-65."""
        targets: dict[Step, int] = {}
        for victim in victims:
            for cell in self.free(victim):
                targets[("collapse", cell) if word == "collapse" else (word, victim, cell)] = 1
        if targets:
            step = yield Due(seat, word, lambda: targets)
            victim = seat if word == "collapse" else step[1]
            self.discards.append(self.castles[victim].pop(step[-1]))
            yield from self._fill()

    def _reward_count(self, seat: int, what: str) -> Course[None]:
        counts = [self.count(s, what) for s in self.players]
        if max(counts) >= 1:
            yield from self._reward(seat, 2, counts)

    def _reward(self, seat: int, tiles: int, amounts: list[int]) -> Course[None]:
        """Everyone with the most gains, the taker of the coin first (section 8, CB-70)."""
        best = max(amounts)
        for other in self._clockwise(seat):
            if amounts[other] == best:
                yield from self._gain(other, tiles)


def read_tile(line: str) -> tuple[str, int, Tile]:
    """One line of the table: face, copies and properties."""
    face, copies, bottom, top_number, base, top, *rest = line.split()
    marks = rest[0] if rest else ""
    tile: Tile = {
        "any": bottom == "any",
        "number": None if bottom == "any" else int(bottom),
        "topNumber": None if top_number == "-" else int(top_number),
        "base": base,
        "top": top,
        "rubies": marks.count("*"),
        "windows": marks.count("w"),
        "roofs": marks.count("^"),
        "people": marks.count("@"),
        "noNewLevel": "!" in marks,
    }
    return face, int(copies), tile


def pieces(word: str, pile: list[str]) -> dict[Step, int]:
    """The dealer's steps with a pile: each piece is as likely as any other (CB-90)."""
    return {(word, piece): count for piece, count in Counter(pile).items()}


def choices(faces: list[str], number: int) -> set[tuple[str, ...]]:
    """Every different choice of that many tiles; none if there are fewer."""
    return set(combinations(sorted(faces), number))
