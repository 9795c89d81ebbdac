"""What each move changes: one function per action, each from state to state.

These do not ask whether the move is legal; ``rules.apply`` does. They are written for speed, since
search and playouts live here: fields are built with the plain constructor, not ``_replace``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.kingdom import tiles as tile_rules
from engine.kingdom.hexes import BIT, Hex
from engine.kingdom.locations import build_targets, played_free
from engine.kingdom.moves import BUILDS, RELOCATIONS, Action, Move
from engine.kingdom.state import (
    MARSH_QUOTA,
    OPEN,
    QUOTA,
    Cards,
    Counts,
    Phase,
    Seat,
    State,
    Tiles,
    has_cards,
    pile_size,
    replaced,
    reserve,
    short_seat,
    usable,
)
from engine.kingdom.terrain import KINDS_OF_CARDS, OF_TERRAIN, UNKNOWN, Card, Terrain

_NO_CARDS: Final[Counts] = (0,) * KINDS_OF_CARDS
_CARD_USES: Final = (Action.ORACLE, Action.BARN)  # extra actions that follow the played card


def _build(state: State, move: Move) -> State:
    """One settlement of the mandatory action: from a Temple first, then the reserve (D-21)."""
    state = _bind(state, move.target)
    seat, tiles, owed = state.seat, state.tiles, state.owed
    if tiles.due[seat]:
        tiles = tiles._replace(due=replaced(tiles.due, seat, tiles.due[seat] - 1))
    else:
        owed -= 1
    return _placed(state, seat, move.target, tiles, owed, True)


def _extra_build(state: State, move: Move) -> State:
    if move.action in _CARD_USES:
        state = _bind(state, move.target)
    seat = state.seat
    tiles = tile_rules.use(state.setup.board, state.tiles, seat, move.action)
    return _placed(state, seat, move.target, tiles, state.owed, state.begun)


def _canoe(state: State, move: Move) -> State:
    seat = state.reactions[0][0]
    tiles = tile_rules.use(state.setup.board, state.tiles, seat, Action.CANOE)
    return _placed(state, seat, move.target, tiles, state.owed, state.begun)


def _relocate(state: State, move: Move) -> State:
    if move.action in _CARD_USES:
        state = _bind(state, move.target)
    seat, board = state.seat, state.setup.board
    tiles = tile_rules.use(board, state.tiles, seat, move.action)
    lifted = state.settlements[seat] ^ BIT[move.origin]
    if BIT[move.origin] & board.near_locations:  # L-GEN-7: judged when put down, loss first
        tiles = tile_rules.lose(board, tiles, seat, lifted | BIT[move.target])
    state = state._replace(settlements=replaced(state.settlements, seat, lifted))
    return _placed(state, seat, move.target, tiles, state.owed, state.begun)


def _temple(state: State, move: Move) -> State:
    seat, board = state.seat, state.setup.board
    tiles = tile_rules.use(board, state.tiles, seat, Action.TEMPLE)
    own = state.settlements[seat] ^ BIT[move.origin]
    tiles = tile_rules.lose(board, tiles, seat, own)
    tiles = tiles._replace(laid=replaced(tiles.laid, seat, tiles.laid[seat] + 1))
    return state._replace(settlements=replaced(state.settlements, seat, own), tiles=tiles)


def _bind(state: State, target: Hex) -> State:
    """The first use of the card settles its terrain and the number of builds (M-CARD-2, D-19)."""
    terrain, owed = state.terrain, state.owed
    if terrain == OPEN:
        marsh = state.setup.board.marsh & BIT[target]
        faces = state.setup.faces[_played(state)]
        terrain = Terrain.MARSH if marsh else faces[0]
    elif owed != OPEN:
        return state
    if owed == OPEN:
        owed = MARSH_QUOTA if terrain == Terrain.MARSH else QUOTA
    return state._replace(terrain=terrain, owed=owed)


def _played(state: State) -> Card:
    card = state.cards.played
    assert card is not None, "a card is used only when one is played"
    return card


def _placed(
    state: State, seat: Seat, hex_: Hex, tiles: Tiles, owed: int, begun: bool
) -> State:
    """A settlement of ``seat`` lands: tiles are taken, reactions asked for, the card looked at."""
    setup, settlements, _, cards, phase, turn, terrain, _, _, reactions = state
    board = setup.board
    bit = BIT[hex_]
    own = settlements[seat] | bit
    settlements = (*settlements[:seat], own, *settlements[seat + 1 :])
    if bit & board.near_locations:
        tiles, lasts = tile_rules.take(board, tiles, seat, hex_)
        if lasts and board.canoes:
            # M-CANOE-4, D-27: asked in turn order from the left neighbour of the one who took it.
            n = setup.players
            reactions = (tuple((seat + i) % n for i in range(1, n)),) * lasts + reactions
    state = State(
        setup, settlements, tiles, cards, phase, turn, terrain, owed, begun, reactions
    )
    return settle(state) if reactions else _look_at_card(state)


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
    setup, seat, cards = state.setup, state.seat, state.cards
    following = (seat + 1) % setup.players
    if cards.played is not None:
        discard = _count(cards.discard, cards.played, 1)
        cards = cards._replace(played=None, discard=discard)
    tiles = tile_rules.pass_turn(state.tiles, seat, following)
    state = State(
        setup, state.settlements, tiles, cards, Phase.DEAL, following, OPEN, OPEN, False, ()
    )
    if following == setup.start and is_triggered(state):
        return state._replace(phase=Phase.OVER)  # E-2, D-24
    return open_turn(state)


def is_triggered(state: State) -> bool:
    """E-1: somebody has placed the last settlement of the reserve. It never fills again."""
    return any(reserve(state, seat) == 0 for seat in range(state.setup.players))


def open_turn(state: State) -> State:
    """Whatever the dealer or the player has to do before the turn can begin."""
    cards = state.cards
    if short_seat(state) is not None and has_cards(cards):
        return state._replace(phase=Phase.DEAL)
    if not cards.hands[state.seat]:
        return _exhausted(state)
    return state._replace(phase=Phase.CHOOSE if state.setup.two_cards else Phase.SHOW)


def _deal(state: State, move: Move) -> State:
    seat = short_seat(state)
    assert seat is not None, "the phase is DEAL only while a hand is short"
    cards = _drawn(state.cards, move.target)
    hands = cards.hands
    hand = tuple(sorted((*hands[seat], move.target)))
    cards = cards._replace(hands=(*hands[:seat], hand, *hands[seat + 1 :]))
    return open_turn(state._replace(cards=cards))


def _show(state: State, move: Move) -> State:
    if state.phase == Phase.SCOUTS:
        return _scout(state, move.target)
    if state.phase == Phase.SHOW:
        cards = _from_hand(state.cards, state.seat, move.target)
    else:
        cards = _drawn(state.cards, move.target)
    return _turned_up(state, cards, move.target)


def _play(state: State, move: Move) -> State:
    return _turned_up(state, _from_hand(state.cards, state.seat, move.target), move.target)


def _turned_up(state: State, cards: Cards, card: Card) -> State:
    faces = state.setup.faces[card]
    terrain = faces[0] if len(faces) == 1 else OPEN
    cards = cards._replace(played=card)
    return _look_at_card(state._replace(cards=cards, phase=Phase.TURN, terrain=terrain))


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


def _drawn(cards: Cards, card: Card) -> Cards:
    cards = reshuffled(cards)
    if card == UNKNOWN:
        return cards  # it stays among the unseen
    return cards._replace(unseen=_count(cards.unseen, card, -1))


def _from_hand(cards: Cards, seat: Seat, card: Card) -> Cards:
    hand = list(cards.hands[seat])
    known = card in hand
    hand.remove(card if known else UNKNOWN)
    return cards._replace(
        hands=(*cards.hands[:seat], tuple(hand), *cards.hands[seat + 1 :]),
        unseen=cards.unseen if known else _count(cards.unseen, card, -1),
    )


def _count(counts: Counts, card: Card, change: int) -> Counts:
    return replaced(counts, card, counts[card] + change)


Step = Callable[[State, Move], State]
_STEPS: Final[dict[Action, Step]] = (
    {Action.BUILD: _build, Action.TEMPLE: _temple, Action.CANOE: _canoe}
    | dict.fromkeys((a for a in BUILDS if a != Action.CANOE), _extra_build)
    | dict.fromkeys(RELOCATIONS, _relocate)
    | {Action.PLAY: _play, Action.PASS: _pass, Action.END: _end}
    | {Action.DEAL: _deal, Action.SHOW: _show}
)
_BY_ACTION: Final = tuple(_STEPS[action] for action in Action)


def step(state: State, move: Move) -> State:
    """The state after a move that is known to be legal."""
    return _BY_ACTION[move[0]](state, move)
