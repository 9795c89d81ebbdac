"""Castle Builder behind the contract that every game fulfills."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.castle import digest, moves, observation, scores, setup
from engine.castle.bots.levels import BOTS, STAND_IN
from engine.castle.forms import describe, position
from engine.castle.moves import Move
from engine.castle.rules import actions
from engine.castle.state import State, actor, may_undo, on_turn, start
from engine.contract import Days, Game, Json


class CastleBuilder:
    """The contract's functions, each where its subject lives."""

    key = "castle"
    title = "Castle Builder"
    levels = BOTS
    stand_in = STAND_IN
    undo_depth: int | None = 1  # CB-103
    days: Days | None = setup.DayOptions()

    def new(self, options: Mapping[str, Any]) -> State:
        return start(setup.resolve(setup.parse_options(options)))

    def seed(self, options: Mapping[str, Any]) -> str:
        return setup.parse_options(options).seed

    def settled(self, state: State) -> Json:
        return setup.setup_as_json(state.setup)

    def seats(self, state: State) -> int:
        return state.setup.players

    # The functions themselves: one call less for each, at every entry of every table.
    to_act = staticmethod(actor)
    on_turn = staticmethod(on_turn)
    may_undo = staticmethod(may_undo)
    legal = staticmethod(actions.legal)
    outcomes = staticmethod(actions.outcomes)
    draw = staticmethod(actions.draw)
    apply = staticmethod(actions.apply)
    explain = staticmethod(actions.explain)
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
    describe_table = staticmethod(describe.describe_table)
    describe_move = staticmethod(describe.describe_move)
    describe_scores = staticmethod(describe.describe_scores)
    describe_gains = staticmethod(describe.describe_gains)
    describe = staticmethod(describe.describe_state)  # last: from here on the name means this


GAME: Game[State, Move] = CastleBuilder()
