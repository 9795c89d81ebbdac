"""Kingdom Builder behind the contract that every game keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.contract import Game, Json, Seat, Viewer
from engine.errors import IllegalMove
from engine.kingdom import digest, moves, observation, rules, setup
from engine.kingdom.moves import Move
from engine.kingdom.state import State, actor


class Kingdom:
    """The contract's functions, each where its subject lives."""

    key = "kingdom"
    title = "Kingdom Builder"

    def new(self, options: Mapping[str, Any]) -> State:
        return rules.new(setup.resolve(setup.parse_options(options)))

    def seed(self, options: Mapping[str, Any]) -> str:
        return setup.parse_options(options).seed

    def settled(self, state: State) -> Json:
        return setup.setup_as_json(state.setup)

    def seats(self, state: State) -> int:
        return state.setup.players

    def to_act(self, state: State) -> Seat | None:
        return actor(state)

    def legal(self, state: State) -> Sequence[Move]:
        return rules.legal(state)

    def outcomes(self, state: State) -> Sequence[tuple[Move, int]]:
        return rules.outcomes(state)

    def apply(self, state: State, move: Move) -> State:
        return rules.apply(state, move)

    def explain(self, state: State, move: Move) -> IllegalMove | None:
        return rules.explain(state, move)

    def mask(self, state: State, move: Move, viewer: Viewer) -> Move:
        return observation.mask(state, move, viewer)

    def observe(self, state: State, viewer: Viewer) -> State:
        return observation.observe(state, viewer)

    def digest(self, state: State) -> str:
        return digest.digest(state)

    def determinize(self, state: State, below: Callable[[int], int]) -> State:
        return observation.determinize(state, below)

    def totals(self, state: State) -> tuple[int, ...]:
        from engine.kingdom.scores import scores  # late: gold is counted at the end

        return scores(state).totals

    def winners(self, state: State) -> tuple[Seat, ...] | None:
        from engine.kingdom.scores import winners

        return winners(state)

    def parse(self, token: str) -> Move:
        return moves.parse_move(token)

    def format(self, move: Move) -> str:
        return moves.format_move(move)

    def read_position(self, data: object) -> State:
        from engine.kingdom.position import read_position  # late: most games start anew

        return read_position(data)

    def write_position(self, state: State) -> Json:
        from engine.kingdom.position import write_position

        return write_position(state)


GAME: Game[State, Move] = Kingdom()
