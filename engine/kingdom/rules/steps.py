"""What each move changes: one function per action, from state to state.

These functions do not check whether the move is legal; ``rules.apply`` does. The steps of every
turn (build, place, end, deal, show) are written for speed and create their states in one go; the
rare ones use ``_replace``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.contract import Seat
from engine.kingdom.ground.hexes import BIT, BOARD, Hex, Mask
from engine.kingdom.ground.moves import BUILDS, RELOCATIONS, Action, Move
from engine.kingdom.ground.terrain import KINDS_OF_CARDS, OF_TERRAIN, UNKNOWN, Card, Terrain
from engine.kingdom.rules import tiles as tile_rules
from engine.kingdom.rules.locations import build_targets, played_free
from engine.kingdom.setup import SETTLEMENTS, Setup
from engine.kingdom.state import (
    MARSH_QUOTA,
    OPEN,
    QUOTA,
    Cards,
    Counts,
    Phase,
    State,
    Tiles,
    has_cards,
    make,
    pile_size,
    quota_of,
    replaced,
    reserve,
    short_seat,
    usable,
)

_NO_CARDS: Final[Counts] = (0,) * KINDS_OF_CARDS
_BUILD: Final = Action.BUILD
_ORACLE: Final = Action.ORACLE  # to look a name up in an enumeration costs more than the test
_BARN: Final = Action.BARN
_MARSH: Final = int(Terrain.MARSH)
_DEAL: Final = Phase.DEAL
_SHOW: Final = Phase.SHOW
_CHOOSE: Final = Phase.CHOOSE
_TURN: Final = Phase.TURN
_OVER: Final = Phase.OVER


def _build(state: State, move: Move) -> State:
    """One settlement of the mandatory action: from a Temple first, then the reserve (D-21).

    Plain builds never come here, see ``step``.
    """
    hex_ = move[2]
    state = _bound(state, hex_)
    seat, tiles, owed = state.seat, state.tiles, state.owed
    due = tiles.due[seat]
    if due:
        tiles = tiles._replace(due=replaced(tiles.due, seat, due - 1))
    else:
        owed -= 1
    return _placed(state, seat, hex_, state.settlements[seat], tiles, owed, True)


def _extra_build(state: State, move: Move) -> State:
    action, _, target = move
    if action is _ORACLE:
        state = _bound(state, target)
    seat = state.seat
    tiles = tile_rules.use(state.setup.board, state.tiles, seat, action)
    own = state.settlements[seat]
    return _placed(state, seat, target, own, tiles, state.owed, state.begun)


def _canoe(state: State, move: Move) -> State:
    seat = state.reactions[0][0]
    tiles = tile_rules.use(state.setup.board, state.tiles, seat, Action.CANOE)
    own = state.settlements[seat]
    return _placed(state, seat, move[2], own, tiles, state.owed, state.begun)


def _relocate(state: State, move: Move) -> State:
    action, origin, target = move
    if action is _BARN:
        state = _bound(state, target)
    seat, board = state.seat, state.setup.board
    tiles = tile_rules.use(board, state.tiles, seat, action)
    lifted = state.settlements[seat] ^ BIT[origin]
    if board.slots_near[origin] & tiles[0][seat]:  # L-GEN-7: judged when put down, loss first
        tiles = tile_rules.lose(board, tiles, seat, lifted | BIT[target])
    return _placed(state, seat, target, lifted, tiles, state.owed, state.begun)


def _temple(state: State, move: Move) -> State:
    seat, board = state.seat, state.setup.board
    tiles = tile_rules.use(board, state.tiles, seat, Action.TEMPLE)
    own = state.settlements[seat] ^ BIT[move[1]]
    tiles = tile_rules.lose(board, tiles, seat, own)
    tiles = tiles._replace(laid=replaced(tiles.laid, seat, tiles.laid[seat] + 1))
    return state._replace(settlements=replaced(state.settlements, seat, own), tiles=tiles)


def _bound(state: State, target: Hex) -> State:
    """The first use of the card settles its terrain and the number of builds (M-CARD-2, D-19)."""
    setup, settlements, tiles, cards, phase, seat, terrain, owed, begun, reactions = state
    if terrain == OPEN:
        faces = setup.plain_faces[_played(state)]
        terrain = faces[setup.board.marsh & BIT[target] != 0]  # the other terrain, or marsh
    if owed == OPEN:
        owed = quota_of(terrain)
    return State(setup, settlements, tiles, cards, phase, seat, terrain, owed, begun, reactions)


def _played(state: State) -> Card:
    card = state.cards.played
    assert card is not None, "a card is used only when one is played"
    return card


def _placed(
    state: State, seat: Seat, hex_: Hex, own: Mask, tiles: Tiles, owed: int, begun: bool
) -> State:
    """A settlement of ``seat`` joins ``own``: tiles are taken, reactions asked for, the card looked
    at."""
    setup, settlements, _, cards, phase, turn, terrain, _, _, reactions = state
    board = setup.board
    masks = [*settlements]
    masks[seat] = own | BIT[hex_]
    if board.slots_near[hex_] & ~tiles[3][seat]:
        tiles, lasts = tile_rules.take(board, tiles, seat, hex_)
        if lasts and board.canoes:
            # M-CANOE-4, D-27: asked in turn order from the left neighbor of the player who took it.
            n = setup.players
            reactions = (tuple((seat + i) % n for i in range(1, n)),) * lasts + reactions
    state = make(
        State, (setup, tuple(masks), tiles, cards, phase, turn, terrain, owed, begun, reactions)
    )
    if reactions:
        return settle(state)
    if terrain != OPEN:  # this is _look_at_card(), without its calls
        free = BOARD
        for mask in masks:
            free ^= mask
        if free & board.terrain[terrain]:
            return state
    return _look_at_card(state)


def settle(state: State) -> State:
    """Drop those who cannot react; when nobody is left, look at the card (D-23)."""
    reactions = state.reactions
    while reactions:
        queue = reactions[0]
        if queue and can_react(state, queue[0]):
            return state._replace(reactions=reactions)
        reactions = (queue[1:], *reactions[1:]) if queue else reactions[1:]
    return _look_at_card(state._replace(reactions=()))


def can_react(state: State, seat: Seat) -> bool:
    """A ready Canoe, a settlement and a place for it (M-CANOE-1, M-CANOE-7)."""
    ready = usable(state.tiles, seat) & state.setup.board.canoes
    return bool(ready and reserve(state, seat) and build_targets(state, Action.CANOE, seat))


def _look_at_card(state: State) -> State:
    """A-4, A-5: an exhausted card is replaced at once, or lapses if none is left (A-7)."""
    if state.cards.played is None or played_free(state):
        return state
    return _exhausted(state)


def _exhausted(state: State) -> State:
    cards = state.cards._replace(played=None)  # it leaves the game
    phase = Phase.REPLACE if has_cards(cards) else Phase.TURN
    return state._replace(cards=cards, phase=phase, terrain=OPEN)


def _pass(state: State, move: Move) -> State:
    """Declining ends this player's reactions to this event (M-CANOE-4)."""
    first, *rest = state.reactions
    return settle(state._replace(reactions=(first[1:], *rest)))


def _end(state: State, move: Move) -> State:
    setup, settlements, tiles, cards, _, seat, _, _, _, _ = state
    hands, unseen, discard, played, scouted = cards
    following = seat + 1 if seat + 1 < len(settlements) else 0
    _, used, fresh, _, _, laid = tiles
    if used[seat] or fresh[seat] or fresh[following] or laid[seat]:
        tiles = tile_rules.pass_turn(tiles, seat, following)
    phase = _DEAL  # for the card just played, which is among the discards at the least
    if played is not None:
        heap = [*discard]
        heap[played] += 1
        cards = make(Cards, (hands, unseen, tuple(heap), None, scouted))
    else:
        phase = _opening(setup, cards, following)
    if following == setup.start and (
        is_triggered(settlements, tiles) or not (any(hands) or has_cards(cards))  # D-29
    ):
        phase = _OVER  # E-2, D-24
    state = make(State, (setup, settlements, tiles, cards, phase, following, OPEN, OPEN, False, ()))
    return state if phase is not _TURN else _exhausted(state)


def is_ending(state: State) -> bool:
    """Whether this round is the last: a reserve is empty (E-1), or no card is left (D-29)."""
    cards = state.cards
    is_spent = cards.played is None and not any(cards.hands) and not has_cards(cards)
    return is_triggered(state.settlements, state.tiles) or is_spent


def is_triggered(settlements: Sequence[Mask], tiles: Tiles) -> bool:
    """E-1: somebody has placed the last settlement of the reserve. It never fills again."""
    _, _, _, _, due, laid = tiles
    for seat, own in enumerate(settlements):
        if own.bit_count() + due[seat] + laid[seat] == SETTLEMENTS:
            return True
    return False


def open_turn(state: State) -> State:
    """Whatever the dealer or the player has to do before the turn can begin."""
    setup, settlements, tiles, cards, _, seat, _, _, _, _ = state
    phase = _opening(setup, cards, seat)
    if phase is _TURN:  # nothing held and nothing to draw
        return _exhausted(state)
    return State(setup, settlements, tiles, cards, phase, seat, OPEN, OPEN, False, ())


def _opening(setup: Setup, cards: Cards, seat: Seat) -> Phase:
    hands, size = cards[0], setup.hand_size
    for hand in hands:
        if len(hand) < size and has_cards(cards):
            return _DEAL
    if not hands[seat]:
        return _TURN
    return _CHOOSE if setup.two_cards else _SHOW


def _deal(state: State, move: Move) -> State:
    setup, settlements, tiles, cards, _, seat, _, _, _, _ = state
    receiver = short_seat(state)
    assert receiver is not None, "the phase is DEAL only while a hand is short"
    card = move[2]
    hands, unseen, discard, _, scouted = reshuffled(cards)
    if card != UNKNOWN:  # an unknown one stays among the unseen
        unseen = replaced(unseen, card, unseen[card] - 1)
    hand = (card,) if not hands[receiver] else tuple(sorted((*hands[receiver], card)))
    cards = Cards(replaced(hands, receiver, hand), unseen, discard, None, scouted)
    phase = _opening(setup, cards, seat)
    state = State(setup, settlements, tiles, cards, phase, seat, OPEN, OPEN, False, ())
    return state if phase is not _TURN else _exhausted(state)


def _show(state: State, move: Move) -> State:
    if state.phase is _SHOW:
        return _play(state, move)
    if state.phase is Phase.SCOUTS:
        return _scout(state, move[2])
    hands, unseen, discard, _, scouted = reshuffled(state.cards)
    card = move[2]
    unseen = replaced(unseen, card, unseen[card] - 1)
    return _turned_up(state, Cards(hands, unseen, discard, card, scouted))


def _play(state: State, move: Move) -> State:
    """A card from the hand, chosen (H-1) or the only one (T-1)."""
    hands, unseen, discard, _, scouted = state.cards
    card, hand = move[2], [*hands[state.seat]]
    if card in hand:
        hand.remove(card)
    else:  # it was hidden from this copy of the game
        hand.remove(UNKNOWN)
        unseen = replaced(unseen, card, unseen[card] - 1)
    hands = replaced(hands, state.seat, tuple(hand))
    return _turned_up(state, Cards(hands, unseen, discard, card, scouted))


def _turned_up(state: State, cards: Cards) -> State:
    setup, settlements, tiles, _, _, seat, _, owed, begun, reactions = state
    faces = setup.plain_faces[cards[3]]  # type: ignore[index]  # both callers have just played one
    if len(faces) > 1:
        terrain = OPEN
    else:
        terrain, free = faces[0], BOARD
        for mask in settlements:
            free ^= mask
        if free & setup.board.terrain[terrain]:
            return make(
                State,
                (setup, settlements, tiles, cards, _TURN, seat, terrain, owed, begun, reactions),
            )
    return _look_at_card(
        State(setup, settlements, tiles, cards, _TURN, seat, terrain, owed, begun, reactions)
    )


def _scout(state: State, card: Card) -> State:
    """G-SCOUTS-2: all cards of the terrain leave the pile, its double card too."""
    terrain = Terrain(card % len(OF_TERRAIN))
    unseen = tuple(
        0 if kind in OF_TERRAIN[terrain] else count for kind, count in enumerate(state.cards.unseen)
    )
    cards = state.cards._replace(unseen=unseen, scouted=terrain)
    return open_turn(state._replace(cards=cards))


def reshuffled(cards: Cards) -> Cards:
    """T-7: an empty draw pile is filled with the discards when a card is needed."""
    if pile_size(cards):
        return cards
    unseen = tuple(map(sum, zip(cards.unseen, cards.discard, strict=True)))
    return cards._replace(unseen=unseen, discard=_NO_CARDS)


Step = Callable[[State, Move], State]
_STEPS: Final[Mapping[Action, Step]] = (
    {Action.BUILD: _build, Action.TEMPLE: _temple, Action.CANOE: _canoe}
    | dict.fromkeys((a for a in BUILDS if a != Action.CANOE), _extra_build)
    | dict.fromkeys(RELOCATIONS, _relocate)
    | {Action.PLAY: _play, Action.PASS: _pass, Action.END: _end}
    | {Action.DEAL: _deal, Action.SHOW: _show}
)
_BY_ACTION: Final = tuple(_STEPS[action] for action in Action)


def step(state: State, move: Move) -> State:
    """The state after a move that is known to be legal."""
    if move[0] is not _BUILD:
        return _BY_ACTION[move[0]](state, move)
    setup, settlements, tiles, cards, phase, seat, terrain, owed, _, reactions = state
    if terrain == OPEN or tiles[4][seat]:
        return _build(state, move)
    if owed == OPEN:
        owed = QUOTA if terrain != _MARSH else MARSH_QUOTA
    hex_, board = move[2], setup.board
    masks, free = [*settlements], BOARD
    masks[seat] |= BIT[hex_]
    for mask in masks:
        free ^= mask
    near = board.slots_near[hex_]
    if (near and near & ~tiles[3][seat]) or not free & board.terrain[terrain]:
        return _placed(state, seat, hex_, settlements[seat], tiles, owed - 1, True)
    # Nine builds out of ten: nothing follows from them.
    return make(
        State, (setup, tuple(masks), tiles, cards, phase, seat, terrain, owed - 1, True, reactions)
    )
