"""A whole game of bots, turn by turn; each bot gets only what its chair may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.bots.base import BOTS, Bot
from engine.dealer import Dealer
from engine.errors import BadOptions
from engine.kingdom.scores import Scores, scores
from engine.kingdom.setup import Options, options_as_json
from engine.kingdom.state import Seat
from engine.kingdom.terrain import format_card
from engine.rng import Stream
from engine.table import Table

_END: Final = "end"


class Turn(NamedTuple):
    number: int
    seat: Seat
    card: str
    moves: tuple[str, ...]  # tokens; those of others who react are in brackets


class BotGame:
    """Seats, a table and a dealer."""

    def __init__(self, options: Options, levels: Sequence[str]) -> None:
        levels = [*levels] * options.players if len(levels) == 1 else [*levels]
        if len(levels) != options.players:
            raise BadOptions("bots", f"name one level, or one for each of {options.players} seats")
        for level in levels:
            if level not in BOTS:
                raise BadOptions("bots", f"{level!r} is unknown; known are {', '.join(BOTS)}")
        self.seed = options.seed
        self.names = tuple(f"{seat + 1} {level}" for seat, level in enumerate(levels))
        self.table = Table.new("kingdom", options_as_json(options))
        self._bots: list[Bot] = [BOTS[level] for level in levels]
        self._dealer = Dealer(options.seed)

    @property
    def scores(self) -> Scores:
        return scores(self.table.state)

    def turns(self) -> Iterator[Turn]:
        """Play to the end, a turn at a time."""
        table, number = self.table, 0
        self._dealer.deal(table)
        while table.to_act is not None:
            number += 1
            seat, card = table.state.seat, self._shown()
            moves: list[str] = []
            while moves[-1:] != [_END]:
                moves.append(self._step(seat))
                cards = [token for token in self._dealer.deal(table) if token.startswith("show:")]
                if moves[-1] != _END and cards:
                    moves.append(f"({cards[-1]})")
            yield Turn(number, seat, card, tuple(moves))

    def _shown(self) -> str:
        """The card of the turn; by the house rule it is still to be chosen."""
        played = self.table.state.cards.played
        return "" if played is None else format_card(played)

    def _step(self, on_turn: Seat) -> str:
        table = self.table
        seat = table.to_act
        assert seat is not None, "the game is not over"
        observation = table.game.observe(table.state, seat)
        stream = Stream(self.seed, f"bot {len(table.entries)}")
        token = table.game.format(self._bots[seat](observation, stream))
        table.append(seat, token)
        return token if seat == on_turn else f"[{seat + 1}: {token}]"
