"""Plays a game on, quickly and sensibly, to find what a plan is worth in the long run.

Every player builds on the hex with the highest appeal (``appeal``), or on the way to a better one
if the weights look at several builds together, and uses each tile once per turn: tiles that move a
settlement take one from where it brings least to where it brings most, a Temple takes it off the
board and it is built in the next turn, and a Canoe reacts to a last tile. Cards come from a draw
pile that fits what the bot knows. Details are left out: bonus tiles, and a card whose terrain is
full is not replaced. Plans are always compared with the same cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.contract import Seat
from engine.kingdom.bots.appeal import Ground, open_slots
from engine.kingdom.bots.outlook import Outlook
from engine.kingdom.bots.prospects import EXTRA_BUILDS, turns_left
from engine.kingdom.bots.slices import Slices, best, worst
from engine.kingdom.goals import GOALS, Count
from engine.kingdom.ground.hexes import (
    BITS,
    BOARD,
    JUMPS,
    NEIGHBOURS,
    Hex,
    Mask,
    dilate,
    jumps,
    once,
)
from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.terrain import KINDS_OF_CARDS, Card
from engine.kingdom.rules.locations import BUILD_RULES, PATH_RULES
from engine.kingdom.setup import SETTLEMENTS
from engine.kingdom.state import QUOTA, Phase, State

_NEAR: Final = {Action.PADDOCK: (jumps, JUMPS), Action.REFUGE: (dilate, NEIGHBOURS)}
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

    def play(self, seed: int, deck: Sequence[Card]) -> tuple[int, ...]:
        """The gold of each seat at the end."""
        self.advance(seed, deck)
        return self.gold()

    def advance(self, seed: int, deck: Sequence[Card]) -> bool:
        """Play a turn for each of these cards; whether the game is over by then."""
        state = self.state
        self.cut = numbers(seed)(BITS)
        self.masks = [*state.settlements]
        self.taken = 0
        for own in self.masks:
            self.taken |= own
        self.slots = [*state.tiles.taken]
        self.kinds = [[*kinds] for kinds in self._kinds]
        held = state.tiles.due, state.tiles.laid
        self.due = [a + b for a, b in zip(*held, strict=True)]  # from a Temple, in the next turn
        return state.phase is Phase.OVER or self._play_on(state.seat, state.setup.start, deck)

    def _play_on(self, seat: Seat, start: Seat, deck: Sequence[Card]) -> bool:
        faces, players, masks = self.state.setup.plain_faces, self.players, self.masks
        for card in deck:
            seat = seat + 1 if seat + 1 < players else 0
            if seat == start:
                for other in range(players):
                    if masks[other].bit_count() + self.due[other] >= SETTLEMENTS:
                        return True
            self._turn(seat, faces[card][0])
        return False

    def judged(self, outlook: Outlook) -> tuple[float, ...]:
        """What the position that was reached is worth to each seat."""
        masks = tuple(self.masks)
        self.turns = turns_left(masks, self.kinds)
        found = []
        for seat, own in enumerate(masks):
            settled = own.bit_count() + self.due[seat]
            slices = self._appeal(seat)
            found.append(outlook.worth(masks, seat, self.kinds[seat], settled, slices))
        return tuple(found)

    def _turn(self, seat: Seat, terrain: int) -> None:
        masks, played = self.masks, self.ground.board.terrain[terrain]
        self.turns = turns_left(masks, self.kinds)
        self.slices: Slices = []
        due, self.due[seat] = self.due[seat], 0
        left = SETTLEMENTS - due - masks[seat].bit_count()  # in the reserve
        later = []  # tiles that are used when the card is done
        for kind in tuple(self.kinds[seat]):
            if kind in EXTRA_BUILDS and left > QUOTA and self._is_better(seat, kind, played):
                left -= self._use(seat, kind, played)
            else:
                later.append(kind)
        ahead = self.ground.weights.builds_ahead
        for builds in range(min(QUOTA, left) + due, 0, -1):
            targets = self._targets(seat, Action.BUILD, played)
            if not targets:
                break
            if ahead > 1 < builds:
                self._settle(seat, self._one(self._way(seat, targets, played, min(builds, ahead))))
            else:
                self._place(seat, targets)
        left = SETTLEMENTS - masks[seat].bit_count()
        for kind in later:
            if kind in EXTRA_BUILDS:
                if left > 0:
                    left -= self._use(seat, kind, played)
            elif kind is not Action.CANOE:
                self._move(seat, kind, played)

    def _targets(self, seat: Seat, kind: Action, played: Mask) -> Mask:
        own = self.masks[seat]
        free = BOARD & ~self.taken
        return BUILD_RULES[kind](self.ground.board, own, dilate(own), free, (played,))

    def _way(self, seat: Seat, targets: Mask, played: Mask, builds: int) -> Mask:
        """Where to build first, with that many builds: on the best hex, or on the way to a better
        one that the next build or the one after can reach, if all of them together bring more
        than as many builds here."""
        slices, free = self._current(seat), played & BOARD & ~self.taken
        top, high = best(slices, targets)
        behind = dilate(targets) & free & ~targets
        if not behind:
            return top
        goal, second = best(slices, behind)
        further = dilate(behind) & free & ~targets & ~behind if builds > 2 else 0
        end, third = best(slices, further)
        if max(second, third) <= high:
            return top
        here = self._one(top)
        following = (targets | dilate(here) & free) & ~here
        more = best(slices, following)[1]
        if third > high:
            middle, between = best(slices, behind & dilate(end))
            way, first = best(slices, targets & dilate(middle))
            if first + between + third > high + 2 * more:
                return way
        if second > high:
            way, first = best(slices, targets & dilate(goal))
            if first + second > high + more:
                return way
        return top

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

    def _move(self, seat: Seat, kind: Action, played: Mask) -> None:
        """Move a settlement that brings little, if it brings enough more elsewhere. Those next to
        a castle or a location stay: they may hold a tile."""
        ground, own = self.ground, self.masks[seat]
        loose = own & ~ground.board.near_special
        if ground.is_linked:  # no group may fall apart
            loose &= ~dilate(own) | once(own)
        if not loose:
            return
        slices = self._current(seat)
        if kind is Action.TEMPLE:
            low, value = worst(slices, loose)
            if value <= ground.weights.most_lifted and self.turns > 1:
                self._lift(seat, self._one(low))
                self.due[seat] += 1
            return
        if kind in _NEAR:
            spread, places = _NEAR[kind]
            targets = spread(loose) & ground.board.buildable & ~self.taken
            if not targets:
                return
            top, high = best(slices, targets)
            target = self._one(top)
            low, value = worst(slices, loose & places[target.bit_length() - 1])
            origin = self._one(low)
        else:
            low, value = worst(slices, loose)
            origin = self._one(low)
            rule, hex_ = PATH_RULES[kind], origin.bit_length() - 1
            targets = rule(ground.board, own, BOARD & ~self.taken, (played,), hex_)
            top, high = best(slices, targets)
            target = self._one(top) if targets else 0
        if target and high >= value + ground.weights.least_gain:
            self._lift(seat, origin)
            self._settle(seat, target)

    def _lift(self, seat: Seat, bit: Mask) -> None:
        self.masks[seat] ^= bit
        self.taken ^= bit
        self.slices = []

    def _current(self, seat: Seat) -> Slices:
        """What each hex would bring the seat on turn; found when somebody asks."""
        self.slices = self.slices or self._appeal(seat)
        return self.slices

    def _appeal(self, seat: Seat) -> Slices:
        ground = self.ground
        return ground.appeal(self.masks, seat, open_slots(ground, self.slots, seat), self.turns)

    def _place(self, seat: Seat, candidates: Mask) -> None:
        found = candidates
        if found & (found - 1):
            found, _ = best(self._current(seat), candidates)
        self._settle(seat, self._one(found))

    def _one(self, found: Mask) -> Mask:
        """Of equal hexes the first from some place on, the same in all of a game."""
        high = found >> self.cut
        return (high & -high) << self.cut if high else found & -found

    def _settle(self, seat: Seat, bit: Mask) -> None:
        ground = self.ground
        self.masks[seat] |= bit
        self.taken |= bit
        if bit & ground.board.near_special:
            self.slices = []
            if bit & ground.board.near_locations:
                self._take(seat, bit.bit_length() - 1)
        elif ground.is_restless:
            self.slices = []

    def _take(self, seat: Seat, hex_: Hex) -> None:
        board = self.ground.board
        gained = board.slots_near[hex_] & open_slots(self.ground, self.slots, seat)
        if not gained:
            return
        others = 0
        for row in self.slots:
            others |= row
        self.slots[seat] |= gained
        self.kinds[seat] += kinds_of(self.ground, gained)
        if gained & others and board.canoes:
            self._react(seat)

    def _react(self, seat: Seat) -> None:
        """The others build with their Canoes, as somebody took a last tile (M-CANOE-1)."""
        for other in range(self.players):
            if other == seat or Action.CANOE not in self.kinds[other]:
                continue
            if self.masks[other].bit_count() + self.due[other] < SETTLEMENTS:
                self.slices = []
                self._use(other, Action.CANOE, 0)
        self.slices = []

    def gold(self) -> tuple[int, ...]:
        ground, masks = self.ground, tuple(self.masks)
        found = []
        for seat in range(self.players):
            count = Count(ground.board, masks, seat, ground.scouted)
            found.append(sum([GOALS[part](count).gold for part in ground.parts]))
        return tuple(found)


def kinds_of(ground: Ground, owned: int) -> tuple[Action, ...]:
    """The tiles of a seat by what they do; bonus tiles are left out."""
    slots = ground.board.slots
    return tuple(slot.kind for i, slot in enumerate(slots) if owned >> i & 1 and not slot.is_bonus)
