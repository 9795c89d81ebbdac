"""Plays random games of Kingdom Builder to the end at full speed, for search.

Moves are picked from target masks, so no list of moves is ever created. Each available action is
equally likely, then each of its hexes (for actions that move: each settlement, then each hex).

``random_move`` with ``steps.step`` plays such a game state by state. ``playout`` plays the very
same game, number for number, but keeps it in plain variables through all ordinary turns, since
nobody looks at the states in between; everything unusual (a Canoe may react, a card is exhausted or
unbound, a Marshlands tile is used) goes through ``steps``. Either way, hexes and tiles come from
the functions of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add
from typing import Final

from engine.contract import Seat
from engine.kingdom.ground.board import Slots
from engine.kingdom.ground.hexes import ALL, BIT, BOARD, NEIGHBOURS, Hex, Mask, dilate
from engine.kingdom.ground.moves import END, NOWHERE, PASS, Action, Move
from engine.kingdom.ground.terrain import UNKNOWN, Card
from engine.kingdom.rules.actions import actions, legal, outcomes
from engine.kingdom.rules.locations import (
    BUILD_RULES,
    PATH_RULES,
    Grounds,
    PathRule,
    build_targets,
    path_targets,
)
from engine.kingdom.rules.steps import step
from engine.kingdom.rules.tiles import lose, pass_turn, take, use
from engine.kingdom.state import (
    OPEN,
    QUOTA,
    Cards,
    Phase,
    State,
    make,
    occupied,
    pile_size,
    replaced,
    reserve,
    usable,
)

Random = Callable[[], float]  # a number from 0 up to, not including, 1

_BUILD: Final = Action.BUILD
_END: Final = Action.END
_ORACLE: Final = Action.ORACLE
_BARN: Final = Action.BARN
_DEAL: Final = Action.DEAL
_DEALING: Final = Phase.DEAL
_DEALER_PHASES: Final = (Phase.DEAL, Phase.SHOW, Phase.REPLACE, Phase.SCOUTS)
_SHOW: Final = Phase.SHOW
_TURN: Final = Phase.TURN
_OVER: Final = Phase.OVER
_HIDDEN: Final = (UNKNOWN,)  # a hand that this copy of the game may not see
_MANY: Final = 24  # from this many hexes on, one is found faster by trying than by counting


def pick(mask: Mask, random: Random) -> Hex:
    """One hex of the mask, each as likely; the mask is not empty."""
    count = mask.bit_count()
    if count > _MANY:
        while not mask & BIT[hex_ := ALL[int(random() * len(ALL))]]:
            pass
        return hex_
    skip = int(random() * count)
    over = count - skip - 1
    if over < skip:  # it is counted from the nearer end
        while over:
            mask ^= BIT[mask.bit_length() - 1]
            over -= 1
        return mask.bit_length() - 1
    while skip:
        mask &= mask - 1
        skip -= 1
    return (mask & -mask).bit_length() - 1


def random_move(state: State, random: Random) -> Move:
    """A move of the player to act, or an outcome of the dealer by its chances."""
    left = [*actions(state)]
    if not left:
        return _outcome(state, random)
    seat = state.reactions[0][0] if state.reactions else state.seat
    while True:
        action = left.pop(int(random() * len(left)) if len(left) > 1 else 0)
        move = _try(state, seat, action, random)
        if move is not None:
            return move


def _try(state: State, seat: Seat, action: Action, random: Random) -> Move | None:
    """A move of this action, or None if it has no place."""
    if action is _END:
        return END
    if action in BUILD_RULES:
        mask = build_targets(state, action, seat)
        return (action, NOWHERE, pick(mask, random)) if mask else None
    if action in PATH_RULES:
        return _try_path(state, seat, action, random)
    if action is Action.TEMPLE:
        own = state.settlements[seat]
        return (action, pick(own, random), NOWHERE) if own else None
    if action is Action.PLAY:
        moves = legal(state)
        return moves[int(random() * len(moves))]
    return PASS


def _try_path(state: State, seat: Seat, action: Action, random: Random) -> Move | None:
    own = state.settlements[seat]
    while own:
        origin = pick(own, random)
        mask = path_targets(state, action, seat, origin)
        if mask:
            return action, origin, pick(mask, random)
        own ^= BIT[origin]
    return None


def _outcome(state: State, random: Random) -> Move:
    if state.phase is _SHOW and len(state.cards.hands[state.seat]) == 1:
        card = state.cards.hands[state.seat][0]
        if card != UNKNOWN:
            return Action.SHOW, NOWHERE, card
    possible = outcomes(state)
    chances = [number for _, number in possible]
    return possible[_drawn(chances, int(random() * sum(chances)))][0]


def _drawn(chances: Sequence[int], number: int) -> int:
    """The index that the number falls on when each counts as often as it has chances."""
    for index, count in enumerate(chances):
        number -= count
        if number < 0:
            return index
    raise AssertionError("the number was drawn from all of them")


def dealt(state: State, random: Random) -> State:
    """The state when the dealer has done all that is due and a player has to act."""
    ready = _dealt_and_shown(state, random) if state[4] is _DEALING else None
    if ready is not None:
        return ready
    while state[4] in _DEALER_PHASES:
        state = step(state, _outcome(state, random))
    return state


def _dealt_and_shown(state: State, random: Random) -> State | None:
    """The two ordinary entries between turns at once; None if anything is out of the ordinary."""
    setup, settlements, tiles, cards, _, seat, _, _, _, _ = state
    hands, unseen, discard, _, scouted = cards
    held, pile = [*hands], sum(unseen)
    hand, held[seat] = held[seat], ()
    if not pile or hands.count(()) != 1 or len(hand) != 1 or _HIDDEN in hands or setup.two_cards:
        return None
    played = hand[0]
    faces, free = setup.plain_faces[played], BOARD
    for mask in settlements:
        free ^= mask
    if len(faces) > 1 or not free & setup.board.terrain[faces[0]]:
        return None
    card, number, left = -1, int(random() * pile), [*unseen]
    while number >= 0:  # this is _drawn(), without its call
        card += 1
        number -= left[card]
    left[card] -= 1
    held[hands.index(())] = (card,)
    cards = make(Cards, (tuple(held), tuple(left), discard, played, scouted))
    return make(State, (setup, settlements, tiles, cards, _TURN, seat, faces[0], OPEN, False, ()))


def playout(state: State, random: Random) -> tuple[State, int]:
    """Play to the end; the last state and the number of players' moves."""
    moves = 0
    while state.phase is not _OVER:
        if state.phase is _SHOW:
            game = _Rollout(state, random)
            while game.is_ordinary():
                game.play_turn()
            state = game.state()
            moves += game.moves
            if state.phase is not _SHOW:
                continue
        move = random_move(state, random)
        moves += move[0] < _DEAL
        state = step(state, move)
    return state, moves


class _Rollout:
    """A game in plain variables, from the beginning of a turn on."""

    __slots__ = (
        *("board", "card", "discard", "free", "ground", "hands", "masks", "moves", "pile"),
        *("random", "reach", "reserve", "scouted", "seat", "setup", "stopped", "tiles", "unseen"),
    )

    def __init__(self, state: State, random: Random) -> None:
        setup, settlements, tiles, cards, _, seat, _, _, _, _ = state
        self.setup, self.board, self.random = setup, setup.board, random
        self.masks, self.tiles, self.seat = [*settlements], tiles, seat
        self.reach = [dilate(own) for own in settlements]  # what each seat touches
        self.reserve = [reserve(state, other) for other in range(setup.players)]
        self.free = BOARD ^ occupied(state)
        self.hands, self.scouted = [*cards.hands], cards.scouted
        self.unseen, self.discard = [*cards.unseen], [*cards.discard]
        self.pile = pile_size(cards)
        self.moves = 0
        self.stopped: State | None = None  # set when the game must continue state by state
        self.card: Card = UNKNOWN  # these two belong to the turn that is played
        self.ground: Mask = 0

    def is_ordinary(self) -> bool:
        """Whether the turn that is about to begin can be played here."""
        seat, tiles, hand = self.seat, self.tiles, self.hands[self.seat]
        if self.stopped or len(hand) != 1 or hand[0] == UNKNOWN or self.setup.two_cards:
            return False
        if tiles[0][seat] & self.board.marsh_tiles or tiles[4][seat]:
            return False
        faces = self.setup.plain_faces[hand[0]]
        if len(faces) > 1 or not self.reserve[seat]:
            return False
        self.card, self.ground = hand[0], self.board.terrain[faces[0]]
        return bool(self.ground & self.free)

    def play_turn(self) -> None:
        """The builds and extra actions of the turn, in random order, and its end."""
        seat, masks, random, near = self.seat, self.masks, self.random, self.board.slots_near
        ground, own, reach = self.ground, masks[seat], self.reach[seat]
        open_ = self.free ^ own  # all but what opponents hold
        free, ready = ground & self.free, usable(self.tiles, seat)
        left = min(QUOTA, self.reserve[seat])
        owed, begun = OPEN, False
        while left or ready:
            if ready and (left == 0 or not begun):
                self.reach[seat], self.free = reach, open_ ^ own
                action = self._extra(ready, left > 0, owed, begun)
                if action is _END or self.stopped:
                    break
                if action is not _BUILD:
                    own, ready, reach = masks[seat], usable(self.tiles, seat), self.reach[seat]
                    left = min(left, self.reserve[seat])
                    free = ground & (open_ ^ own)
                    if action is _ORACLE or action is _BARN:
                        owed = QUOTA  # D-19
                    continue
            hex_ = pick(reach & free or free, random)
            bit = BIT[hex_]
            self.moves += 1
            if near[hex_] & ~self.tiles[3][seat] or free == bit:
                self._place(_BUILD, NOWHERE, hex_, owed, begun)
                if self.stopped:
                    break
            own |= bit
            masks[seat] = own
            free ^= bit
            reach |= NEIGHBOURS[hex_]
            left -= 1
            self.reserve[seat] -= 1
            owed, begun = (QUOTA if owed == OPEN else owed) - 1, True
        if not self.stopped:
            self.reach[seat], self.free = reach, open_ ^ own
            self._end_turn()

    def _extra(self, ready: Slots, can_build: bool, owed: int, begun: bool) -> Action:
        """Choose an action and carry it out, unless it is a plain build or the end."""
        seat, board, random = self.seat, self.board, self.random
        if not self.reserve[seat]:  # only moves are left (L-GEN-12)
            self.stopped = self._in_turn(owed, begun)
            return _END
        extras = board.actions[ready]
        candidates = [_BUILD, *extras] if can_build else [*extras, _END]
        own, grounds = self.masks[seat], (self.ground,)
        while True:
            last = len(candidates) - 1
            action = candidates.pop(int(random() * (last + 1)) if last else 0)
            if action is _BUILD or action is _END:
                return action
            if action in PATH_RULES:
                origin, targets = self._path(PATH_RULES[action], own, self.free, grounds)
            else:
                rule = BUILD_RULES[action]
                origin, targets = NOWHERE, rule(board, own, self.reach[seat], self.free, grounds)
            if targets:
                self.moves += 1
                self._place(action, origin, pick(targets, random), owed, begun)
                return action

    def _path(self, rule: PathRule, own: Mask, free: Mask, grounds: Grounds) -> tuple[Hex, Mask]:
        left = own
        while left:
            origin = pick(left, self.random)
            targets = rule(self.board, own, free, grounds, origin)
            if targets:
                return origin, targets
            left ^= BIT[origin]
        return NOWHERE, 0

    def _place(self, action: Action, origin: Hex, target: Hex, owed: int, begun: bool) -> None:
        """A placement from which something may follow."""
        seat, board, tiles, bit = self.seat, self.board, self.tiles, BIT[target]
        before, taken = self.masks[seat], 0
        own = before | bit if origin == NOWHERE else before ^ BIT[origin] | bit
        self.masks[seat] = own
        for mask in self.masks:
            taken |= mask
        takes = board.slots_near[target] & ~tiles[3][seat]
        if (takes and board.canoes) or taken & self.ground == self.ground:
            self.masks[seat] = before
            self.stopped = step(self._in_turn(owed, begun), (action, origin, target))
            return
        if action is not _BUILD:
            tiles = use(board, tiles, seat, action)
            if origin == NOWHERE:
                self.reserve[seat] -= 1
                self.reach[seat] |= NEIGHBOURS[target]
            else:
                self.reach[seat] = dilate(own)
                if board.slots_near[origin] & tiles[0][seat]:
                    tiles = lose(board, tiles, seat, own)
        if takes:
            tiles, _ = take(board, tiles, seat, target)
        self.tiles = tiles

    def _end_turn(self) -> None:
        seat, hands, unseen, discard = self.seat, self.hands, self.unseen, self.discard
        self.moves += 1
        discard[self.card] += 1
        hands[seat] = ()
        self.seat = following = seat + 1 if seat + 1 < len(hands) else 0
        self.tiles = pass_turn(self.tiles, seat, following)
        if 0 in self.reserve and following == self.setup.start:
            self.stopped = self._between(_OVER)  # E-1, E-2
        elif hands.count(()) > 1:  # cards are so scarce that opponents have none either
            self.stopped = self._between(Phase.DEAL)
        else:
            if not self.pile:
                self.unseen = unseen = [*map(add, unseen, discard)]
                self.discard = [0] * len(discard)
                self.pile = sum(unseen)
            card = _drawn(unseen, int(self.random() * self.pile))
            unseen[card] -= 1
            self.pile -= 1
            hands[seat] = (card,)

    def state(self) -> State:
        return self.stopped or self._between(_SHOW)

    def _between(self, phase: Phase) -> State:
        cards = self._cards(tuple(self.hands), None)
        masks = tuple(self.masks)
        return State(self.setup, masks, self.tiles, cards, phase, self.seat, OPEN, OPEN, False, ())

    def _cards(self, hands: tuple[tuple[Card, ...], ...], played: Card | None) -> Cards:
        return Cards(hands, tuple(self.unseen), tuple(self.discard), played, self.scouted)

    def _in_turn(self, owed: int, begun: bool) -> State:
        hands = replaced(tuple(self.hands), self.seat, ())
        cards = self._cards(hands, self.card)
        terrain = self.setup.plain_faces[self.card][0]
        return State(
            *(self.setup, tuple(self.masks), self.tiles, cards, _TURN, self.seat),
            *(terrain, owed, begun, ()),
        )
