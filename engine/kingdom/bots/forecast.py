"""Plays a game to its end quickly and sensibly, to find what a plan is worth in the long run.

Every player builds on the hex with the highest appeal (``appeal``) and uses each tile once per
turn. Cards come from a draw pile that fits what the bot knows. Details are left out: moving
settlements, Temples and Canoes count as some gold per turn, and a card whose terrain is full is not
replaced. Plans are always compared with the same cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.contract import Seat
from engine.kingdom.bots.appeal import TILE_GOLD, Ground, Slices, best, open_slots
from engine.kingdom.bots.prospects import EXTRA_BUILDS, turns_left
from engine.kingdom.goals import GOALS, Count
from engine.kingdom.ground.hexes import BITS, BOARD, Hex, Mask, dilate
from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.terrain import KINDS_OF_CARDS, Card
from engine.kingdom.rules.locations import BUILD_RULES
from engine.kingdom.setup import SETTLEMENTS
from engine.kingdom.state import QUOTA, Phase, State

_ROUNDS: Final = 30  # no game is longer
_MASK: Final = (1 << 64) - 1


def numbers(seed: int) -> Callable[[int], int]:
    """Quick random numbers below a bound; good enough to break ties and to shuffle."""
    x = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & _MASK

    def below(bound: int) -> int:
        nonlocal x
        x = (x * 6364136223846793005 + 1442695040888963407) & _MASK
        return (x >> 33) * bound >> 31

    return below


def deck_of(state: State, seed: int) -> list[Card]:
    """The cards of the turns to come: first all that are unseen, then all again."""
    below = numbers(seed)
    cards = state.cards
    deck = _shuffled(cards.unseen, below)
    whole = [a + b for a, b in zip(cards.unseen, cards.discard, strict=True)]
    while len(deck) < _ROUNDS * state.setup.players:
        deck += _shuffled(whole, below) or [0]
    return deck


def _shuffled(counts: Sequence[int], below: Callable[[int], int]) -> list[Card]:
    deck = [card for card in range(KINDS_OF_CARDS) for _ in range(counts[card])]
    for i in range(len(deck) - 1, 0, -1):
        j = below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


class Forecast:
    """One game from the end of somebody's turn on, in plain variables."""

    def __init__(self, ground: Ground, state: State) -> None:
        self.ground, self.state = ground, state
        tiles = state.tiles
        self.players = len(state.settlements)
        self._kinds = tuple(kinds_of(ground, owned) for owned in tiles.owned)

    def play(self, seed: int, deck: Sequence[Card]) -> tuple[float, ...]:
        """The gold of each seat at the end."""
        state = self.state
        self.cut = numbers(seed)(BITS)
        self.masks = [*state.settlements]
        self.taken = 0
        for own in self.masks:
            self.taken |= own
        self.slots = [*state.tiles.taken]
        self.kinds = [[*kinds] for kinds in self._kinds]
        self.extra = [0.0] * self.players
        held = state.tiles.due, state.tiles.laid
        self.limit = [SETTLEMENTS - a - b for a, b in zip(*held, strict=True)]
        seat, start = state.seat, state.setup.start
        if state.phase is not Phase.OVER:
            self._play_on(seat, start, deck)
        return self._gold()

    def _play_on(self, seat: Seat, start: Seat, deck: Sequence[Card]) -> None:
        faces, players, masks = self.state.setup.plain_faces, self.players, self.masks
        for card in deck:
            seat = seat + 1 if seat + 1 < players else 0
            if seat == start:
                for other in range(players):
                    if masks[other].bit_count() >= self.limit[other]:
                        return
            self._turn(seat, faces[card][0])

    def _turn(self, seat: Seat, terrain: int) -> None:
        masks, played = self.masks, self.ground.board.terrain[terrain]
        self.turns = turns_left(masks, self.kinds)
        self.slices: Slices = []
        left = self.limit[seat] - masks[seat].bit_count()
        later = []  # tiles that are used when the card is done
        for kind in tuple(self.kinds[seat]):
            if kind not in EXTRA_BUILDS:
                self.extra[seat] += TILE_GOLD[kind]
            elif left > QUOTA and self._is_better(seat, kind, played):
                left -= self._use(seat, kind, played)
            else:
                later.append(kind)
        for _ in range(min(QUOTA, left)):
            targets = self._targets(seat, Action.BUILD, played)
            if not targets:
                break
            self._place(seat, targets)
            left -= 1
        for kind in later:
            if left > 0:
                left -= self._use(seat, kind, played)

    def _targets(self, seat: Seat, kind: Action, played: Mask) -> Mask:
        own = self.masks[seat]
        free = BOARD & ~self.taken
        return BUILD_RULES[kind](self.ground.board, own, dilate(own), free, (played,))

    def _is_better(self, seat: Seat, kind: Action, played: Mask) -> bool:
        """Whether the tile brings more now than the first build of the card."""
        tile, card = (
            best(self._current(seat), self._targets(seat, one, played))[1]
            for one in (kind, Action.BUILD)
        )
        return tile > card

    def _use(self, seat: Seat, kind: Action, played: Mask) -> bool:
        """Use a tile, if there is a place for it."""
        targets = self._targets(seat, kind, played)
        if targets:
            self._place(seat, targets)
        return bool(targets)

    def _current(self, seat: Seat) -> Slices:
        """What each hex would bring the seat on turn; found when somebody asks."""
        self.slices = self.slices or self._appeal(seat)
        return self.slices

    def _appeal(self, seat: Seat) -> Slices:
        ground = self.ground
        return ground.appeal(self.masks, seat, open_slots(ground, self.slots, seat), self.turns)

    def _place(self, seat: Seat, candidates: Mask) -> None:
        ground = self.ground
        found = candidates
        if found & (found - 1):
            found, _ = best(self._current(seat), candidates)
        high = found >> self.cut  # of equal ones the first from some place on, the same in a game
        found = (high & -high) << self.cut if high else found & -found
        self.masks[seat] |= found
        self.taken |= found
        if found & ground.board.near_special:
            if found & ground.board.near_locations:
                self._take(seat, found.bit_length() - 1)
            self.slices = []
        elif ground.is_restless:
            self.slices = []

    def _take(self, seat: Seat, hex_: Hex) -> None:
        board = self.ground.board
        gained = board.slots_near[hex_] & open_slots(self.ground, self.slots, seat)
        self.slots[seat] |= gained
        self.kinds[seat] += kinds_of(self.ground, gained)

    def _gold(self) -> tuple[float, ...]:
        ground, masks = self.ground, tuple(self.masks)
        found = []
        for seat in range(self.players):
            count = Count(ground.board, masks, seat, ground.scouted)
            gold = sum([GOALS[part](count).gold for part in ground.parts])
            found.append(gold + self.extra[seat])
        return tuple(found)


def kinds_of(ground: Ground, owned: int) -> tuple[Action, ...]:
    """The tiles of a seat by what they do; bonus tiles are left out."""
    slots = ground.board.slots
    return tuple(slot.kind for i, slot in enumerate(slots) if owned >> i & 1 and not slot.is_bonus)
