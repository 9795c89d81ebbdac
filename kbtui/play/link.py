"""Where opponents' moves come from and where your own moves go: this program, or a relay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from engine.bots import Stop
from engine.contract import DEALER, AnyGame, Seat
from engine.dealer import Dealer
from engine.rng import Stream, word
from engine.table import Entry, Table
from kbtui.play.crew.second_core import ours

if TYPE_CHECKING:
    from kbtui.play.external_bot import ExternalBot

EXEC: Final = "exec:"  # before the command of somebody else's program that plays a seat


def is_external(player: str) -> bool:
    """Whether a seat is played by an external bot."""
    return player.startswith(EXEC)


class Link(Protocol):
    def ahead(self, table: Table) -> Table | None:
        """A table of the same game on which more has happened already, if there is one."""

    def due(self, table: Table, stop: Stop) -> Entry | None:
        """The next entry, if nobody here has to make it; None if it is not known yet."""

    def send(self, token: str) -> None:
        """A person here makes this move; raises what is wrong with it."""


class LocalLink:
    """The dealer and the bots of a game that is played in this program alone."""

    def __init__(
        self, game: AnyGame, seed: str, players: Sequence[str], dealer: Dealer | None = None
    ) -> None:
        """``players``: for each seat a person, the level of a bot, or an external bot;
        ``dealer``: of a deal that was sealed and is open now."""
        self._seed = seed
        self._players = tuple(players)
        self._dealer = dealer or Dealer(seed)
        self.programs = _programs(game, players)

    def ahead(self, table: Table) -> Table | None:
        return None

    def due(self, table: Table, stop: Stop) -> Entry | None:
        seat = table.to_act
        assert seat is not None, "nothing is due when the game is over"
        if seat == DEALER:
            return Entry(seat, self._dealer.next_token(table))
        return Entry(seat, self._bot_token(table, seat, stop))

    def _bot_token(self, table: Table, seat: Seat, stop: Stop) -> str:
        # Drawn from the seed, so that a game can be repeated, but not the seed of the cards.
        secret = word(self._seed.encode(), "bots", 0)
        stream = Stream(str(secret), f"entry {len(table.entries)}")
        seen = table.game.observe(table.state, seat)
        program = self.programs.get(seat)
        if program is not None:
            return table.game.format(program.choose(seen, stream, stop))
        bot = table.game.levels[self._players[seat]]
        return table.game.format(bot.choose(seen, stream, stop, crew=ours()))

    def send(self, token: str) -> None:
        """Nobody else has to be told."""


def _programs(game: AnyGame, players: Sequence[str]) -> dict[Seat, ExternalBot]:
    seated = {seat: player for seat, player in enumerate(players) if is_external(player)}
    if not seated:
        return {}
    from kbtui.play.external_bot import ExternalBot  # slow to import, and seldom there

    return {seat: ExternalBot(game, player) for seat, player in seated.items()}
