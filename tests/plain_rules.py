"""The complete rules of Kingdom Builder with Marshlands, written as plainly as possible.

This is the second, independent implementation of docs/rules.md, whose ids are in the comments. It
knows nothing of the fast engine and shares no code with it, so that a test can play the same random
game on both and compare legal moves, tiles, reserves and scores after every step.

Everything is a set of hexes or a short list. A hex is (row, column) from 0, with odd rows shifted
right. A game is driven by tokens: `legal()` lists those of the seat to act, `play()` carries one
out. The dealer (seat -1) plays too, so the game itself contains no chance at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Hex = tuple[int, int]

SIZE = 20
STOCK = 40  # C-1
DEALER = -1
ALL_HEXES: list[Hex] = [(row, col) for row in range(SIZE) for col in range(SIZE)]  # board order

# The six straight directions, in the same order for both kinds of row (GEO-1, GEO-8).
STEPS_EVEN: list[Hex] = [(0, -1), (0, 1), (-1, -1), (-1, 0), (1, -1), (1, 0)]
STEPS_ODD: list[Hex] = [(0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, 1)]
DIRECTIONS = range(6)

BUILDABLE = "GFTCDS"  # GEO-4
SPECIAL = "LKP"  # location, castle, palace
LETTER = {"grass": "G", "flowers": "F", "forest": "T", "canyon": "C", "desert": "D", "marsh": "S"}
SINGLES = ["grass", "flowers", "forest", "canyon", "desert"]
MARSH_KINDS = ["canoe", "fountain", "temple", "refuge"]
BUILD_KINDS = ["oracle", "farm", "oasis", "tower", "tavern", "fountain", "canoe+"]
MOVE_KINDS = ["barn", "harbor", "paddock", "refuge", "refuge+"]

USABLE, USED, NEW = "usable", "used", "new"


def step(where: Hex, direction: int) -> Hex | None:
    """The next hex in a straight direction, None beyond the rim."""
    row, col = where
    down, right = (STEPS_ODD if row % 2 else STEPS_EVEN)[direction]
    target = (row + down, col + right)
    return target if 0 <= target[0] < SIZE and 0 <= target[1] < SIZE else None


def ray(where: Hex, direction: int) -> list[Hex]:
    """All hexes in a straight direction up to the rim, without the start."""
    found: list[Hex] = []
    following = step(where, direction)
    while following is not None:
        found.append(following)
        following = step(following, direction)
    return found


RAYS: dict[Hex, list[list[Hex]]] = {h: [ray(h, d) for d in DIRECTIONS] for h in ALL_HEXES}
NEIGHBOURS: dict[Hex, frozenset[Hex]] = {
    h: frozenset(line[0] for line in RAYS[h] if line) for h in ALL_HEXES
}
EDGE = frozenset(h for h in ALL_HEXES if h[0] in (0, SIZE - 1) or h[1] in (0, SIZE - 1))  # GEO-7


def name(where: Hex) -> str:
    """People's name of a hex: (6, 6) is g7."""
    return f"{chr(ord('a') + where[1])}{where[0] + 1}"


def parse(text: str) -> Hex:
    """The hex of a people's name."""
    return int(text[1:]) - 1, ord(text[0]) - ord("a")


def halo(hexes: Iterable[Hex]) -> set[Hex]:
    """All hexes that touch at least one of the given ones."""
    return set().union(*(NEIGHBOURS[h] for h in hexes))


def groups(hexes: Iterable[Hex]) -> list[set[Hex]]:
    """The maximal connected groups of a set: settlement areas, mountain ranges."""
    rest = set(hexes)
    found: list[set[Hex]] = []
    while rest:
        group: set[Hex] = set()
        frontier = {min(rest)}
        while frontier:
            group |= frontier
            frontier = (halo(frontier) & rest) - group
        rest -= group
        found.append(group)
    return found


def distance(one: Hex, two: Hex) -> int:
    """Steps between two hexes on the plain grid, by way of cube coordinates."""
    rows = one[0] - two[0]
    slant = (one[1] - (one[0] - one[0] % 2) // 2) - (two[1] - (two[0] - two[0] % 2) // 2)
    return max(abs(rows), abs(slant), abs(rows + slant))


@dataclass
class Tile:
    """A location tile in front of a player (L-GEN-8: a pair of kind and source)."""

    kind: str
    source: Hex
    status: str


@dataclass
class Player:
    """All that one seat owns. The reserve is what is neither on the board nor on a Temple."""

    board: set[Hex] = field(default_factory=set)
    hand: list[str] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)
    bonus: dict[str, str] = field(default_factory=dict)  # kind -> status
    taken: set[Hex] = field(default_factory=set)  # location hexes ever served by (L-GEN-2)
    due: int = 0  # on Temples, owed in the next (or this) mandatory action
    laid: int = 0  # on Temples, laid there in the turn that is running (D-25)

    def reserve(self) -> int:
        """Settlements not yet placed."""
        return STOCK - len(self.board) - self.due - self.laid

    def ready(self, kind: str) -> bool:
        """Is there a usable tile of this kind (`kind+`: the bonus tile)?"""
        if kind.endswith("+"):
            return self.bonus.get(kind[:-1]) == USABLE
        return any(t.kind == kind and t.status == USABLE for t in self.tiles)

    def permits(self, kind: str) -> bool:
        """Does a bonus tile that is not new give its permission (M-FOUNT-5, M-TEMPLE-8)?"""
        return self.bonus.get(kind, NEW) != NEW

    def use(self, kind: str) -> None:
        """Turn over one usable tile of this kind."""
        if kind.endswith("+"):
            self.bonus[kind[:-1]] = USED
            return
        usable = [t for t in self.tiles if t.kind == kind and t.status == USABLE]
        min(usable, key=lambda tile: tile.source).status = USED

    def refresh(self, worn: Sequence[str]) -> None:
        """All tiles of one of these statuses become usable."""
        for tile in self.tiles:
            if tile.status in worn:
                tile.status = USABLE
        for kind, status in self.bonus.items():
            if status in worn:
                self.bonus[kind] = USABLE

    def lose_tiles(self) -> None:
        """Give up every tile whose source is touched no longer (L-GEN-6)."""
        kept = [t for t in self.tiles if NEIGHBOURS[t.source] & self.board]
        lost = [t for t in self.tiles if t not in kept]
        self.tiles = kept
        for tile in lost:  # L-GEN-8: the usable one of two stays
            heirs = [t for t in kept if t.kind == tile.kind and t.status != USABLE]
            if tile.status == USABLE and heirs:
                min(heirs, key=lambda heir: heir.source).status = USABLE
        for kind in list(self.bonus):  # M-BONUS-4
            if self.count(kind) < 2:
                del self.bonus[kind]

    def count(self, kind: str) -> int:
        """How many tiles of a kind are owned."""
        return sum(t.kind == kind for t in self.tiles)


@dataclass
class Turn:
    """The turn that is running; it begins before its card is shown."""

    seat: int
    shown: bool = False  # has the card of the turn been shown (T-1)?
    card: str | None = None  # the card in play
    bound: str | None = None  # terrain chosen by the first use of the card (M-CARD-2)
    quota: int | None = None  # builds owed from the reserve, 2 or 3, once fixed (D-19)
    from_reserve: int = 0  # mandatory builds made from the reserve
    builds: int = 0  # all mandatory builds made
    lapsed: bool = False  # no card left that fits


class PlainGame:
    """One game from the first card to the last turn."""

    def __init__(
        self,
        rows: Sequence[str],
        kinds: Mapping[tuple[int, int], str],
        *,
        players: int,
        start: int,
        goals: Sequence[str],
        marsh_cards: bool,
        two_cards: bool = False,
    ) -> None:
        """Set up the board, the deck and the seats; the dealer acts first."""
        self.terrain: dict[Hex, str] = {(r, c): rows[r][c] for r, c in ALL_HEXES}
        self.land: dict[str, set[Hex]] = {
            letter: {h for h in ALL_HEXES if self.terrain[h] == letter} for letter in "GFTCDSWMKPL"
        }
        self.kinds: dict[Hex, str] = dict(kinds)
        self.left: dict[Hex, int] = dict.fromkeys(kinds, 2)  # S-2
        self.goals: list[str] = list(goals)
        self.start: int = start
        self.hand_size: int = 2 if two_cards else 1
        self.two_cards: bool = two_cards
        # M-CARD-3: is a Marshlands quadrant in play?
        self.marshlands: bool = bool(
            self.land["S"] or self.land["P"] or set(kinds.values()) & set(MARSH_KINDS)
        )
        self.draw: list[str] = SINGLES * 5  # C-4
        if marsh_cards:
            self.draw = self.draw + [f"marsh/{single}" for single in SINGLES]  # C-7
        self.discard: list[str] = []
        self.seats: list[Player] = [Player() for _ in range(players)]
        self.scouting: bool = "scouts" in goals  # S-8: a card is still to be turned up
        self.removed: str | None = None  # letter of the terrain removed for Scouts
        self.over: bool = False
        self.events: list[list[int]] = []  # last tiles taken: who may still react; top is last
        self.now: Turn = Turn(start)
        self.ended: int | None = None  # whose turn was the last to end

    # ---- what the outside may ask ---------------------------------------------------------

    def to_act(self) -> int | None:
        """The seat to act, -1 for the dealer, None when the game is over."""
        stage = self._stage()
        if stage == "over":
            return None
        if stage == "react":
            return self.events[-1][0]
        return self.now.seat if stage in ("play", "act") else DEALER

    def legal(self) -> list[str]:
        """All tokens of the seat that is to act, sorted."""
        stage = self._stage()
        tokens: list[str] = []
        if stage == "scout":
            tokens = [f"show:{card}" for card in self.draw]
        elif stage == "deal":
            tokens = [f"deal:{card}" for card in self._pile()]
        elif stage == "show":
            tokens = [f"show:{card}" for card in self.seats[self.now.seat].hand]
        elif stage == "play":
            tokens = [f"play:{card}" for card in self.seats[self.now.seat].hand]
        elif stage == "replace":
            tokens = [f"show:{card}" for card in self._pile()]
        elif stage == "react":
            hexes = self._canoe_hexes(self.seats[self.events[-1][0]])
            tokens = ["pass"] + [f"canoe@{name(h)}" for h in hexes]
        elif stage == "act":
            tokens = self._turn_tokens()
        return sorted(set(tokens))

    def play(self, token: str) -> None:
        """Carry out one legal token."""
        if token not in self.legal():
            raise ValueError(f"not legal now: {token}")
        stage = self._stage()
        card = token.partition(":")[2]
        if stage == "scout":
            self._remove_terrain(card)
        elif stage == "deal":
            self._draw(card)
            self.seats[self._short_seat()].hand.append(card)
        elif stage in ("show", "play"):
            self.seats[self.now.seat].hand.remove(card)
            self.now.card, self.now.shown = card, True
        elif stage == "replace":
            self._draw(card)
            self.now.card, self.now.bound = card, None
        elif stage == "react":
            self._react(token)
        elif token == "end":
            self._end_turn()
        else:
            self._act(token)
        self._settle()

    def reserve(self, seat: int) -> int:
        """Settlements of a seat that are not yet placed."""
        return self.seats[seat].reserve()

    def on_temple(self, seat: int) -> int:
        """Settlements of a seat that lie on Temple tiles."""
        return self.seats[seat].due + self.seats[seat].laid

    def tiles(self, seat: int) -> list[tuple[str, tuple[int, int] | None, str]]:
        """Location tiles as (kind, source, status), bonus tiles as (kind+, None, status)."""
        player = self.seats[seat]
        found: list[tuple[str, Hex | None, str]] = []
        found += [(t.kind, t.source, t.status) for t in player.tiles]
        found += [(f"{kind}+", None, status) for kind, status in player.bonus.items()]
        return sorted(found)

    def settlements(self, seat: int) -> set[tuple[int, int]]:
        """The hexes of a seat's settlements."""
        return set(self.seats[seat].board)

    def scores(self) -> list[dict[str, int]]:
        """Gold per seat: the goals by key, castles, palaces, as the board lies now (E-5)."""
        return [self._score(seat) for seat in range(len(self.seats))]

    # ---- course of the game ---------------------------------------------------------------

    def _stage(self) -> str:
        """What the game waits for."""
        if self.over:
            return "over"
        if self.scouting:
            return "scout"
        if self.events:
            return "react"
        if not self.now.shown:
            if self._short_seat() != DEALER and self._pile():
                return "deal"
            return "play" if self.two_cards else "show"
        if self.now.card is None and not self.now.lapsed:
            return "replace"
        return "act"

    def _settle(self) -> None:
        """After every token: drop idle reactions, then replace an exhausted card (D-23)."""
        while self.events and not self._may_react():
            self.events[-1].pop(0)
            if not self.events[-1]:
                self.events.pop()
        if self.events or self.over or self.scouting:
            return
        if not self.now.shown and not self.seats[self.now.seat].hand and not self._pile():
            self.now.shown = True  # no card at all to play: A-7 from the beginning of the turn
        if self.now.card is not None and not any(self._free(t) for t in self._terrains()):
            self.now.card = None  # M-CARD-4: the useless card leaves the game
        if self.now.shown and self.now.card is None and not self._pile():
            self.now.lapsed = True

    def _end_turn(self) -> None:
        """T-6, then the next seat or the end of the game (E-1, E-2)."""
        player = self.seats[self.now.seat]
        self.ended = self.now.seat
        if self.now.card is not None:
            self.discard.append(self.now.card)
        player.refresh([NEW, USED])
        player.due, player.laid = player.due + player.laid, 0
        following = (self.now.seat + 1) % len(self.seats)
        triggered = any(p.reserve() == 0 for p in self.seats)  # M-TEMPLE-6: the reserve alone
        no_cards = not self._pile() and not any(p.hand for p in self.seats)  # D-29
        if following == self.start and (triggered or no_cards):
            self.over = True
        else:
            self.now = Turn(following)
            self.seats[following].refresh([NEW])  # M-CANOE-6, D-20: gained in others' turns

    # ---- cards ----------------------------------------------------------------------------

    def _pile(self) -> list[str]:
        """The pile the next card comes from: the discards when the draw pile is empty (T-7)."""
        return self.draw or self.discard

    def _draw(self, card: str) -> None:
        """Take a card off the draw pile."""
        if not self.draw:
            self.draw, self.discard = self.discard, []
        self.draw.remove(card)

    def _short_seat(self) -> int:
        """Who draws next, else the dealer's -1: the seats in turn order from the start player
        (S-5), then only the one whose turn has ended, whatever the others hold (T-6, D-29)."""
        count = len(self.seats)
        order = [(self.start + k) % count for k in range(count)]
        if self.ended is not None:
            order = [self.ended]
        short = [seat for seat in order if len(self.seats[seat].hand) < self.hand_size]
        return short[0] if short else DEALER

    def _remove_terrain(self, card: str) -> None:
        """G-SCOUTS-2: all cards of that terrain go, the double card included."""
        terrain = card.removeprefix("marsh/")
        self.draw = [c for c in self.draw if c.removeprefix("marsh/") != terrain]
        self.removed = LETTER[terrain]
        self.scouting = False

    def _terrains(self) -> str:
        """The terrains the card in play allows now: none, one, or two before the choice."""
        if self.now.card is None:
            return ""
        if self.now.bound is not None:
            return self.now.bound
        letters = [LETTER[part] for part in self.now.card.split("/")]
        return "".join(letter for letter in letters if letter != "S" or self.marshlands)

    def _use_card(self, where: Hex) -> None:
        """A build, Oracle or Barn binds the choice (M-CARD-2) and fixes the number (D-19)."""
        self.now.bound = self.terrain[where]
        if self.now.quota is None:
            self.now.quota = 2 if self.now.bound == "S" else 3

    # ---- where settlements may go ---------------------------------------------------------

    def _free(self, terrains: str) -> set[Hex]:
        """Hexes of these terrains without a settlement (B-1, B-2)."""
        hexes = set().union(*(self.land[letter] for letter in terrains))
        for player in self.seats:
            hexes -= player.board
        return hexes

    def _near(self, own: set[Hex], hexes: set[Hex]) -> set[Hex]:
        """B-3: the hexes that touch an own settlement, or all of them if none does."""
        return (hexes & halo(own)) or hexes

    def _mandatory_hexes(self, player: Player) -> set[Hex]:
        """Where the next mandatory settlement may go (A-1, M-CARD-1)."""
        anywhere = self.now.builds == 0 and player.permits("temple")  # M-TEMPLE-7
        found: set[Hex] = set()
        for terrain in self._terrains():
            hexes = self._free(terrain)
            found |= hexes if anywhere else self._near(player.board, hexes)
        return found

    def _canoe_hexes(self, player: Player) -> set[Hex]:
        """M-CANOE-2: marsh and water, each with its own B-3."""
        return self._near(player.board, self._free("S")) | self._near(player.board, self._free("W"))

    def _tavern_hexes(self, player: Player) -> set[Hex]:
        """L-TAVERN-1: three own settlements in a row, seen from a free buildable hex."""
        return {
            h
            for h in self._free(BUILDABLE)
            if any(len(line) >= 3 and player.board.issuperset(line[:3]) for line in RAYS[h])
        }

    def _fountain_hexes(self, player: Player) -> set[Hex]:
        """M-FOUNT-1, M-FOUNT-3: beside exactly one own settlement and nobody else's."""
        others = set().union(*(p.board for p in self.seats if p is not player))
        return {
            h
            for h in self._free(BUILDABLE + ("M" if player.permits("fountain") else ""))
            if len(NEIGHBOURS[h] & player.board) == 1 and not NEIGHBOURS[h] & others
        }

    def _build_hexes(self, player: Player, kind: str) -> set[Hex]:
        """Where an extra build of this kind may go."""
        if kind == "oracle":  # L-ORACLE-1, M-CARD-2
            return set().union(*(self._near(player.board, self._free(t)) for t in self._terrains()))
        if kind == "tavern":
            return self._tavern_hexes(player)
        if kind == "fountain":
            return self._fountain_hexes(player)
        if kind == "canoe+":  # M-CANOE-10
            return self._canoe_hexes(player)
        if kind == "tower":  # L-TOWER-1
            return self._near(player.board, self._free(BUILDABLE) & EDGE)
        return self._near(player.board, self._free("G" if kind == "farm" else "D"))

    def _far_targets(self, player: Player, start: Hex, terrains: str) -> set[Hex]:
        """Barn and Harbor, for each terrain separately: lift first (B-6), then B-3 (L-MOVE-1)."""
        found: set[Hex] = set()
        for terrain in terrains:
            hexes = self._free(terrain) | ({start} & self.land[terrain])
            found |= self._near(player.board - {start}, hexes)
        return found - {start}

    def _move_targets(self, player: Player, kind: str, start: Hex) -> set[Hex]:
        """Where a move of this kind may take the settlement at `start`."""
        if kind == "barn":
            return self._far_targets(player, start, self._terrains())  # L-BARN-1
        if kind == "harbor":
            return self._far_targets(player, start, "W")  # L-HARBOR-1
        free = self._free(BUILDABLE)
        if kind == "paddock":  # L-PADDOCK-1, 2
            return {line[1] for line in RAYS[start] if len(line) >= 2} & free
        if kind == "refuge":  # M-REFUGE-1
            return free & NEIGHBOURS[start]
        nearest = [[h for h in line if h in free][:1] for line in RAYS[start]]  # M-REFUGE-2
        return {h for hit in nearest for h in hit}

    # ---- a player's own turn --------------------------------------------------------------

    def _owed(self, player: Player) -> int:
        """Mandatory builds still to be made (A-2)."""
        quota = 3 if self.now.quota is None else self.now.quota
        return player.due + min(quota - self.now.from_reserve, player.reserve())

    def _turn_tokens(self) -> list[str]:
        """All moves of the seat on turn, its card being in play."""
        player = self.seats[self.now.seat]
        done = self.now.lapsed or self._owed(player) == 0
        tokens = ["end"] if done else [name(h) for h in self._mandatory_hexes(player)]
        if done or self.now.builds == 0:  # T-4
            tokens += self._extra_tokens(player)
        return tokens

    def _extra_tokens(self, player: Player) -> list[str]:
        """All extra actions and bonus actions (T-3, M-BONUS-2)."""
        tokens: list[str] = []
        for kind in BUILD_KINDS:
            if player.ready(kind) and player.reserve() > 0:  # L-GEN-12
                tokens += [f"{kind}@{name(h)}" for h in self._build_hexes(player, kind)]
        for kind in MOVE_KINDS:
            if player.ready(kind):
                for start in player.board:
                    targets = self._move_targets(player, kind, start)
                    tokens += [f"{kind}@{name(start)}-{name(h)}" for h in targets]
        if player.ready("temple"):
            tokens += [f"temple@{name(h)}" for h in player.board]
        return tokens

    def _act(self, token: str) -> None:
        """A mandatory build, an extra action or a bonus action."""
        player = self.seats[self.now.seat]
        kind, _, rest = token.rpartition("@")
        hexes = [parse(part) for part in rest.split("-")]
        if kind in ("", "oracle", "barn"):
            self._use_card(hexes[-1])
        if kind == "":
            self._mandatory_build(player, hexes[0])
            return
        player.use(kind)
        if kind in BUILD_KINDS:
            self._place(self.now.seat, hexes[0])
            return
        player.board.remove(hexes[0])
        if kind == "temple":  # M-TEMPLE-1, 4
            player.laid += 1
            player.lose_tiles()
            return
        player.board.add(hexes[1])
        player.lose_tiles()  # L-GEN-7, D-28: loss before gain
        self._gain_tiles(self.now.seat, hexes[1])

    def _mandatory_build(self, player: Player, where: Hex) -> None:
        """One build of the mandatory action; those from the Temple come first (D-21)."""
        if player.due > 0:
            player.due -= 1
        else:
            self.now.from_reserve += 1
        self.now.builds += 1
        self._place(self.now.seat, where)

    def _place(self, seat: int, where: Hex) -> None:
        """Put a settlement on the board and take what it touches."""
        self.seats[seat].board.add(where)
        self._gain_tiles(seat, where)

    def _gain_tiles(self, seat: int, where: Hex) -> None:
        """L-GEN-1 to L-GEN-3; each last tile taken is an event for the Canoes (M-CANOE-3)."""
        player = self.seats[seat]
        count = len(self.seats)
        events: list[list[int]] = []
        for source in sorted(NEIGHBOURS[where] & self.kinds.keys()):
            if self.left[source] == 0 or source in player.taken:
                continue
            kind = self.kinds[source]
            self.left[source] -= 1
            player.taken.add(source)
            player.tiles.append(Tile(kind, source, NEW))  # L-GEN-5
            if kind in MARSH_KINDS and player.count(kind) >= 2:
                player.bonus.setdefault(kind, NEW)  # M-BONUS-1, M-BONUS-3
            if self.left[source] == 0:  # M-CANOE-4: the left neighbour of the taker first
                events.append([(seat + k) % count for k in range(1, count)])
        self.events += reversed(events)  # the first one on top of the stack

    # ---- Canoe reactions ------------------------------------------------------------------

    def _may_react(self) -> bool:
        """Is the first seat of the top event really to be asked (M-CANOE-1, M-CANOE-7)?"""
        player = self.seats[self.events[-1][0]]
        return player.ready("canoe") and player.reserve() > 0 and bool(self._canoe_hexes(player))

    def _react(self, token: str) -> None:
        """Use a Canoe, the seat staying first in line (D-22), or decline."""
        seat = self.events[-1][0]
        if token == "pass":
            self.events[-1].pop(0)
            if not self.events[-1]:
                self.events.pop()
            return
        self.seats[seat].use("canoe")
        self._place(seat, parse(token.removeprefix("canoe@")))  # M-CANOE-5: may add events on top

    # ---- gold -----------------------------------------------------------------------------

    def _score(self, seat: int) -> dict[str, int]:
        """The gold of one seat."""
        gold = {goal: GOALS[goal](self, seat) for goal in self.goals}
        reach = halo(self.seats[seat].board)
        gold["castles"] = 3 * len(self.land["K"] & reach)  # K-1
        gold["palaces"] = self.majority_gold(seat, self.land["P"])  # M-PALACE-1
        return gold

    def majority_gold(self, seat: int, hexes: Iterable[Hex]) -> int:
        """5 gold for each of these hexes where nobody has more settlements (M-PALACE-1, 2)."""
        gold = 0
        for special in hexes:
            counts = [len(NEIGHBOURS[special] & player.board) for player in self.seats]
            if counts[seat] > 0 and counts[seat] == max(counts):
                gold += 5
        return gold

    def specials(self) -> set[Hex]:
        """All location, castle and palace hexes (G-MERCH-3)."""
        return set().union(*(self.land[letter] for letter in SPECIAL))

    def beside_not_on(self, seat: int, hexes: set[Hex]) -> int:
        """Settlements that touch one of these hexes and stand on none of them."""
        return len((self.seats[seat].board & halo(hexes)) - hexes)

    def linked(self, seat: int, places: list[set[Hex]]) -> int:
        """How many places one own area joins to another one (G-MERCH-2, G-GEO-3)."""
        scored: set[int] = set()
        for area in groups(self.seats[seat].board):
            reach = area | halo(area)
            touched = {index for index, place in enumerate(places) if place & reach}
            if len(touched) >= 2:
                scored |= touched
        return len(scored)

    def per_row(self, seat: int) -> list[int]:
        """Settlements on each horizontal line (GEO-6)."""
        return [sum(h[0] == row for h in self.seats[seat].board) for row in range(SIZE)]

    def per_quadrant(self, seat: int) -> list[int]:
        """Settlements in each of the four quadrants."""
        half = SIZE // 2
        homes = [(row // half, col // half) for row, col in self.seats[seat].board]
        return [homes.count(quadrant) for quadrant in ((0, 0), (0, 1), (1, 0), (1, 1))]


def fishermen(game: PlainGame, seat: int) -> int:
    """G-FISH-1 to 3."""
    return game.beside_not_on(seat, game.land["W"])


def miners(game: PlainGame, seat: int) -> int:
    """G-MINERS-1, 2."""
    return game.beside_not_on(seat, game.land["M"])


def merchants(game: PlainGame, seat: int) -> int:
    """G-MERCH-1 to 3."""
    return 4 * game.linked(seat, [{special} for special in game.specials()])


def workers(game: PlainGame, seat: int) -> int:
    """G-WORK-1."""
    return game.beside_not_on(seat, game.specials())


def discoverers(game: PlainGame, seat: int) -> int:
    """G-DISC-1."""
    return sum(count > 0 for count in game.per_row(seat))


def knights(game: PlainGame, seat: int) -> int:
    """G-KNIGHT-1."""
    return 2 * max(game.per_row(seat))


def hermits(game: PlainGame, seat: int) -> int:
    """G-HERMIT-1."""
    return len(groups(game.seats[seat].board))


def lords(game: PlainGame, seat: int) -> int:
    """G-LORDS-1 to 4: zero is a number like any other."""
    gold = 0
    for counts in zip(*(game.per_quadrant(s) for s in range(len(game.seats))), strict=True):
        rank = sorted(set(counts), reverse=True).index(counts[seat])
        gold += (12, 6, 0, 0)[rank]
    return gold


def citizens(game: PlainGame, seat: int) -> int:
    """G-CITIZ-1."""
    return max((len(area) for area in groups(game.seats[seat].board)), default=0) // 2


def farmers(game: PlainGame, seat: int) -> int:
    """G-FARM-1, 2."""
    return 3 * min(game.per_quadrant(seat))


def geologists(game: PlainGame, seat: int) -> int:
    """G-GEO-1 to 3."""
    return 2 * game.linked(seat, groups(game.land["M"]))


def messengers(game: PlainGame, seat: int) -> int:
    """G-MESS-1 to 3."""
    widest = 0
    for area in groups(game.seats[seat].board):
        widest = max([widest] + [distance(one, two) for one in area for two in area])
    return 2 * (widest + 1) if widest > 0 else 0


def noblewomen(game: PlainGame, seat: int) -> int:
    """G-NOBLE-1 to 3: palaces are counted by themselves."""
    return game.majority_gold(seat, game.land["L"] | game.land["K"])


def vassals(game: PlainGame, seat: int) -> int:
    """G-VASSAL-1."""
    return sum(row in (9, 10) or col in (9, 10) for row, col in game.seats[seat].board)


def captains(game: PlainGame, seat: int) -> int:
    """G-CAPT-1."""
    own = game.seats[seat].board
    return sum(len(NEIGHBOURS[h] & own) >= 3 for h in own)


def scouts(game: PlainGame, seat: int) -> int:
    """G-SCOUTS-1, 5, 6; nothing before the card has been turned up."""
    return 0 if game.removed is None else game.beside_not_on(seat, game.land[game.removed])


Goal = Callable[[PlainGame, int], int]
BASE_AREA_GOALS: list[Goal] = [fishermen, miners, merchants, workers, hermits, citizens]
BASE_OTHER_GOALS: list[Goal] = [discoverers, knights, lords, farmers]
MARSH_GOALS: list[Goal] = [geologists, messengers, noblewomen, vassals, captains, scouts]
GOALS: dict[str, Goal] = {
    goal.__name__: goal for goal in BASE_AREA_GOALS + BASE_OTHER_GOALS + MARSH_GOALS
}
