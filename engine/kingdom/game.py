"""Kingdom Builder behind the contract that every game fulfills."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.contract import Days, Game, Json, Seat
from engine.kingdom import digest, observation, scores, setup
from engine.kingdom.bots.levels import BOTS, STAND_IN
from engine.kingdom.forms import describe, position
from engine.kingdom.ground import moves
from engine.kingdom.ground.moves import Move
from engine.kingdom.rules import actions as rules
from engine.kingdom.state import State, actor, on_turn


class Kingdom:
    """The contract's functions, each where its subject lives."""

    key = "kingdom"
    title = "Kingdom Builder"
    levels = BOTS
    stand_in = STAND_IN
    undo_depth: int | None = None
    days: Days | None = setup.DayOptions()

    def new(self, options: Mapping[str, Any]) -> State:
        return rules.new(setup.resolve(setup.parse_options(options)))

    def seed(self, options: Mapping[str, Any]) -> str:
        return setup.parse_options(options).seed

    def settled(self, state: State) -> Json:
        return setup.setup_as_json(state.setup)

    def seats(self, state: State) -> int:
        return state.setup.players

    def may_undo(self, state: State, seat: Seat) -> bool:
        return True  # the table's own rule is enough, for a turn and for a Canoe's reaction

    # The functions themselves: one call less for each, at every entry of every table.
    to_act = staticmethod(actor)
    on_turn = staticmethod(on_turn)
    legal = staticmethod(rules.legal)
    outcomes = staticmethod(rules.outcomes)
    draw = staticmethod(rules.draw)
    apply = staticmethod(rules.apply)
    explain = staticmethod(rules.explain)
    mask = staticmethod(observation.mask)
    secret_lengths = staticmethod(observation.secret_lengths)
    observe = staticmethod(observation.observe)
    digest = staticmethod(digest.digest)
    determinize = staticmethod(observation.determinize)
    parts = staticmethod(scores.parts)
    earned = staticmethod(scores.earned)
    totals = staticmethod(scores.totals)
    winners = staticmethod(scores.winners)
    parse = staticmethod(moves.parse_move)
    format = staticmethod(moves.format_move)
    read_position = staticmethod(position.read_position)
    write_position = staticmethod(position.write_position)
    about = staticmethod(describe.about)
    describe_table = staticmethod(describe.describe_board)
    describe_move = staticmethod(describe.describe_move)
    describe_scores = staticmethod(describe.describe_scores)
    describe_gains = staticmethod(describe.describe_gains)
    describe = staticmethod(describe.describe_state)  # last: from here on the name means this


GAME: Game[State, Move] = Kingdom()
