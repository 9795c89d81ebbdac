"""Kingdom Builder behind the contract that every game fulfills."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.contract import Game, Json, Seat
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

    # The functions themselves: one call less for each, at every entry of every table.
    to_act = staticmethod(actor)
    legal = staticmethod(rules.legal)
    outcomes = staticmethod(rules.outcomes)
    apply = staticmethod(rules.apply)
    explain = staticmethod(rules.explain)
    mask = staticmethod(observation.mask)
    secret_lengths = staticmethod(observation.secret_lengths)
    observe = staticmethod(observation.observe)
    digest = staticmethod(digest.digest)
    determinize = staticmethod(observation.determinize)
    parse = staticmethod(moves.parse_move)
    format = staticmethod(moves.format_move)

    def totals(self, state: State) -> tuple[int, ...]:
        from engine.kingdom.scores import scores  # late: gold is counted at the end

        return scores(state).totals

    def winners(self, state: State) -> tuple[Seat, ...] | None:
        from engine.kingdom.scores import winners

        return winners(state)

    def read_position(self, data: object) -> State:
        from engine.kingdom.position import read_position  # late: most games start from scratch

        return read_position(data)

    def write_position(self, state: State) -> Json:
        from engine.kingdom.position import write_position

        return write_position(state)


GAME: Game[State, Move] = Kingdom()
