"""What may be done now: actions, legal moves, the dealer's outcomes, and the checked ``apply``.

Bots and search ask ``actions`` and then the masks of ``locations`` for the one they want; ``legal``
lists everything. ``steps.step`` is ``apply`` without the check, for moves that came from here.
"""

from __future__ import annotations

from engine.errors import IllegalMove
from engine.kingdom.explain import reason
from engine.kingdom.hexes import BIT, Mask, hexes
from engine.kingdom.locations import build_targets, origins, path_targets, paths
from engine.kingdom.moves import (
    BUILDS,
    DEALERS,
    END,
    NOWHERE,
    PASS,
    RELOCATIONS,
    Action,
    Move,
    row,
)
from engine.kingdom.setup import Setup
from engine.kingdom.state import (
    OPEN,
    Cards,
    Phase,
    State,
    Tiles,
    actor,
    builds_left,
    reserve,
    usable,
)
from engine.kingdom.steps import open_turn, reshuffled, step
from engine.kingdom.terrain import KINDS_OF_CARDS, UNKNOWN, Card


def new(setup: Setup) -> State:
    """The table before the dealer's first entry."""
    nothing = (0,) * setup.players
    cards = Cards(((),) * setup.players, setup.cards, (0,) * KINDS_OF_CARDS, None, None)
    tiles = Tiles(nothing, nothing, nothing, nothing, nothing, nothing)
    state = State(setup, nothing, tiles, cards, Phase.SCOUTS, setup.start, OPEN, OPEN, False, ())
    return state if "scouts" in setup.goals else open_turn(state)  # S-8, G-SCOUTS-3


def actions(state: State) -> tuple[Action, ...]:
    """What the player to act may try; an action is legal if it also has a place (L-GEN-11)."""
    if state.reactions:
        return (Action.CANOE, Action.PASS)
    if state.phase == Phase.CHOOSE:
        return (Action.PLAY,)
    if state.phase != Phase.TURN:
        return ()
    left = builds_left(state)
    if left and state.begun:
        return (Action.BUILD,)  # T-4: nothing between the builds
    extras = extra_actions(state)
    return (Action.BUILD, *extras) if left else (*extras, Action.END)


def extra_actions(state: State) -> tuple[Action, ...]:
    """Extra actions of the usable tiles; builds only with a reserve (L-GEN-12)."""
    ready = usable(state.tiles, state.seat)
    if not ready:
        return ()
    found = state.setup.board.actions(ready)
    if state.cards.played is None:
        found = tuple(a for a in found if a not in (Action.ORACLE, Action.BARN))
    if reserve(state, state.seat):
        return found
    return tuple(a for a in found if a not in BUILDS)


def targets(state: State, action: Action, origin: int = NOWHERE) -> Mask:
    """Hexes where the player to act may put a settlement by this action (from this origin)."""
    seat = actor(state)
    if seat is None or seat < 0 or action not in actions(state):
        return 0
    if action in RELOCATIONS:
        if origin == NOWHERE or not state.settlements[seat] & BIT[origin]:
            return 0
        return path_targets(state, action, seat, origin)
    if action == Action.BUILD or action in BUILDS:
        return build_targets(state, action, seat)
    return 0


def legal(state: State) -> list[Move]:
    """Every legal move of whoever is to act, sorted."""
    seat = actor(state)
    if seat is None:
        return []
    if seat < 0:
        return [move for move, _ in outcomes(state)]
    found: list[Move] = []
    for action in actions(state):
        if action == Action.BUILD or action in BUILDS:
            made = row(action)
            found += [made[hex_] for hex_ in hexes(build_targets(state, action, seat))]
        elif action in RELOCATIONS:
            for origin, mask in paths(state, action, seat):
                made = row(action, origin)
                found += [made[hex_] for hex_ in hexes(mask)]
        elif action == Action.TEMPLE:
            found += [Move(action, hex_) for hex_ in hexes(origins(state, action, seat))]
        elif action == Action.PLAY:
            found += [Move(action, target=card) for card in _playable(state)]
        else:
            found.append(END if action == Action.END else PASS)
    return found


def _playable(state: State) -> list[Card]:
    """Cards that the player on turn may hold: those held, or any unseen if they are hidden."""
    hand, unseen = state.cards.hands[state.seat], state.cards.unseen
    hidden = UNKNOWN in hand
    return [c for c in range(KINDS_OF_CARDS) if c in hand or (hidden and unseen[c])]


def outcomes(state: State) -> list[tuple[Move, int]]:
    """The dealer's possible entries, each with its number of chances."""
    if state.phase == Phase.SHOW:
        return [(Move(Action.SHOW, target=card), 1) for card in _playable(state)]
    if state.phase not in (Phase.SCOUTS, Phase.DEAL, Phase.REPLACE) or state.reactions:
        return []
    action = Action.DEAL if state.phase == Phase.DEAL else Action.SHOW
    unseen = reshuffled(state.cards).unseen
    return [(Move(action, target=card), n) for card, n in enumerate(unseen) if n]


def is_legal(state: State, move: Move) -> bool:
    """Whether the one to act may make this move now."""
    action, origin, target = move
    seat = actor(state)
    if seat is None:
        return False
    if action in DEALERS:
        hidden = action == Action.DEAL and target == UNKNOWN and state.phase == Phase.DEAL
        return hidden or any(move == possible for possible, _ in outcomes(state))
    if seat < 0 or action not in actions(state):
        return False
    if action in RELOCATIONS or action == Action.BUILD or action in BUILDS:
        return target != NOWHERE and bool(targets(state, action, origin) & BIT[target])
    if action == Action.TEMPLE:
        return bool(state.settlements[seat] & BIT[origin])
    return action != Action.PLAY or target in _playable(state)


def apply(state: State, move: Move) -> State:
    """The next state; an illegal move raises ``IllegalMove`` and changes nothing."""
    if not is_legal(state, move):
        raise explain(state, move) or IllegalMove("T-5", "this move is not possible now")
    return step(state, move)


def explain(state: State, move: Move) -> IllegalMove | None:
    """Why the move is not legal now, in one sentence with its rule; None if it is legal."""
    return None if is_legal(state, move) else reason(state, move, actions(state))
