"""What follows without a decision, until somebody must answer or the dealer must act.

Before anything else the markets are filled (CB-91). Then comes the last task of the agenda. A task
either waits, which is the phase of the state from then on, or it is done and may put others on the
agenda in its place. So what a move causes is finished before what was due already (CB-54).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.castle.pieces.coins import NO_COINS
from engine.castle.pieces.tiles import NO_COUNTS
from engine.castle.rules.baron import way
from engine.castle.rules.coineffects import take_effect
from engine.castle.setup import IDLE_ROUNDS, MARKET, RACK_LIMIT
from engine.castle.state import NOBODY, Draft, Phase, replaced
from engine.contract import DEALER, Seat

_SHOW: Final = Phase.SHOW
_SHUFFLE: Final = Phase.SHUFFLE
_MINT: Final = Phase.MINT
_DEAL: Final = Phase.DEAL
_DROP: Final = Phase.DROP
_COIN: Final = Phase.COIN
_TURN: Final = Phase.TURN
_OVER: Final = Phase.OVER


def settle(draft: Draft) -> None:
    """Go on until a seat or the dealer has to act, or the game is over."""
    agenda = draft.agenda
    waiting: Phase | None = None
    while waiting is None:
        if len(draft.market) < MARKET and (draft.reserve or draft.discard != NO_COUNTS):
            waiting = _SHOW if draft.reserve else _SHUFFLE
        elif len(draft.coins) < MARKET and draft.mint != NO_COINS:
            waiting = _MINT
        else:
            task, seat, number = agenda[-1]
            work = _TASKS.get(task)
            waiting = task if work is None else work(draft, seat, number)
    draft.phase = waiting
    if waiting >= _OVER:
        draft.actor = NOBODY
    else:
        draft.actor = DEALER if waiting >= _SHUFFLE else agenda[-1][1]


def _drop(draft: Draft, seat: Seat, number: int) -> Phase | None:
    """CB-17."""
    if len(draft.racks[seat]) > RACK_LIMIT:
        return _DROP
    draft.agenda.pop()
    return None


def _deal(draft: Draft, seat: Seat, number: int) -> Phase | None:
    """CB-18 and CB-19; the surplus is discarded when all tiles of the gain are there (CB-100)."""
    if number and draft.reserve:
        return _DEAL
    if number and draft.discard != NO_COUNTS:
        return _SHUFFLE
    draft.agenda[-1] = (_DROP, seat, 0)
    return _drop(draft, seat, 0)


def _move(draft: Draft, seat: Seat, number: int) -> Phase | None:
    """CB-55: the tile first, then the coins."""
    spaces, coins, brings_tile = way(draft.barons, seat, number)
    draft.barons = replaced(draft.barons, seat, spaces[-1])
    draft.agenda.pop()
    if coins:
        draft.agenda.append((_COIN, seat, coins))
    if brings_tile:
        draft.agenda.append((_DEAL, seat, 1))
    return None


def _effect(draft: Draft, seat: Seat, number: int) -> Phase | None:
    """The end is checked before the effect (CB-53, CB-56); what is pending then lapses (CB-102)."""
    if len(draft.purses[seat]) >= draft.setup.coins:
        return _over(draft)
    draft.agenda.pop()
    take_effect(draft, seat, number)
    return None


def _pick(phase: Phase) -> Callable[[Draft, Seat, int], Phase | None]:
    def wait_or_skip(draft: Draft, seat: Seat, number: int) -> Phase | None:
        """A market without tiles asks nothing (CB-61, CB-75)."""
        if draft.market:
            return phase
        draft.agenda.pop()
        return None

    return wait_or_skip


def _end(draft: Draft, seat: Seat, number: int) -> Phase | None:
    """The next seat's turn; at the end of a round, look whether anybody still builds (CB-94)."""
    after = (seat + 1) % draft.setup.players
    if after == draft.setup.start:
        draft.idle = 0 if draft.built else draft.idle + 1
        draft.built = False
        if draft.idle >= IDLE_ROUNDS:
            return _over(draft)
    draft.seat = after
    draft.agenda[-1] = (_TURN, after, 0)
    return _TURN


def _over(draft: Draft) -> Phase:
    draft.agenda.clear()
    return _OVER


# What needs no answer; whatever else is on the agenda waits for one.
_TASKS: Final[dict[Phase, Callable[[Draft, Seat, int], Phase | None]]] = {
    Phase.DROP: _drop,
    Phase.DEAL: _deal,
    Phase.MOVE: _move,
    Phase.EFFECT: _effect,
    Phase.END: _end,
    **{phase: _pick(phase) for phase in (Phase.MILL, Phase.TAKE)},
}
