"""Checks a hand-written position for everything that the rules rely on without checking again."""

from __future__ import annotations

from typing import Final

from engine.castle.castle import free_tiles
from engine.castle.pieces.coins import Coin
from engine.castle.pieces.tiles import UNKNOWN
from engine.castle.pieces.track import TRACK, Space
from engine.castle.rules.agenda import settle
from engine.castle.setup import FIRST_RACK, IDLE_ROUNDS, RACK_LIMIT
from engine.castle.state import NOBODY, Draft, Phase, State, Task, is_set_up, opponents
from engine.errors import BadPosition

# Tasks that stand on the agenda; the markets are filled without one.
_TASKS: Final = frozenset(Phase) - {Phase.SHUFFLE, Phase.SHOW, Phase.MINT, Phase.OVER}
_ANYBODYS: Final = (Phase.DEAL, Phase.DROP, Phase.LOSE)  # also of seats that are not on turn
_FURTHEST: Final = 126  # spaces of a move: as many levels as there are tiles


def check(state: State) -> State:
    """The state with its phase; refuses what does not fit together."""
    _check_track(state)
    for seat, row in enumerate(state.known[:-1]):
        if row and UNKNOWN in state.racks[seat]:
            raise BadPosition(f"known[{seat}]", "a copy that knows this knows the seat's own rack")
    if not state.agenda:
        return _over(state)
    if max(map(len, state.purses)) >= state.setup.coins and state.agenda[-1][0] != Phase.EFFECT:
        raise BadPosition("agenda", "the game is over: there is nothing left to do (CB-56)")
    if state.idle >= IDLE_ROUNDS:
        raise BadPosition("idle", "the game is over: there is nothing left to do (CB-57)")
    for number, task in enumerate(state.agenda):
        _check_task(state, task, number)
    draft = Draft(state)
    settle(draft)
    if tuple(draft.agenda) != state.agenda:
        raise BadPosition("agenda", "its last task waits for nobody")
    gaining = {seat for phase, seat, _ in state.agenda if phase in (Phase.DEAL, Phase.DROP)}
    for seat, rack in enumerate(state.racks):
        if len(rack) > RACK_LIMIT and seat not in gaining:
            raise BadPosition(f"players[{seat}].rack", "more than 7 tiles (CB-17)")
    return draft.state()


def _over(state: State) -> State:
    most = max(map(len, state.purses))
    if most < state.setup.coins and state.idle < IDLE_ROUNDS:
        raise BadPosition("agenda", "the game is not over: somebody has something to do")
    return state._replace(phase=Phase.OVER, actor=NOBODY)


def _check_track(state: State) -> None:
    for seat, space in enumerate(state.barons):
        if TRACK[space] is Space.RUBY:
            raise BadPosition(f"players[{seat}].baron", "no baron rests on a ruby space (CB-50)")
        if state.barons.index(space) != seat:
            raise BadPosition(f"players[{seat}].baron", "another baron is there (CB-47)")


def _check_task(state: State, task: Task, number: int) -> None:
    where = f"agenda[{number}]"
    phase, seat, _ = task
    if phase not in _TASKS:
        raise BadPosition(f"{where}.task", "the dealer does this without a task")
    if (phase in (Phase.TURN, Phase.END)) != (number == 0):
        raise BadPosition(f"{where}.task", "turn or end comes first, and only there")
    if phase not in _ANYBODYS and seat != state.seat:
        raise BadPosition(f"{where}.seat", f"it is the turn of seat {state.seat}")
    if not _is_possible(state, task):
        raise BadPosition(where, "nothing can come of this task")
    if not is_set_up(state) and number and (phase != Phase.DEAL or not _is_first_deal(state, task)):
        raise BadPosition(where, "before the first turn, tiles are dealt and nothing else")


def _is_first_deal(state: State, task: Task) -> bool:
    _, seat, count = task
    return count + len(state.racks[seat]) == FIRST_RACK


def _is_possible(state: State, task: Task) -> bool:
    phase, seat, number = task
    if phase is Phase.EFFECT:
        return number < len(Coin) and state.purses[seat][-1:] == bytes((number,))
    if phase is Phase.STEAL:
        return number != seat and number < state.setup.players and bool(state.racks[number])
    if phase is Phase.THIEF:
        return any(state.racks[other] for other in opponents(state, seat))
    if phase is Phase.LOSE:
        return bool(state.racks[seat]) and seat != state.seat
    if phase is Phase.COLLAPSE:
        return free_tiles(state.castles[seat]) > 0
    if phase is Phase.CATAPULT:
        return any(free_tiles(state.castles[other]) for other in opponents(state, seat))
    if phase is Phase.DEAL:
        return number <= FIRST_RACK
    if phase in (Phase.MOVE, Phase.COIN):
        return 1 <= number <= _FURTHEST
    return number == 0
