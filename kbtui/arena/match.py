"""One match: bots play a deal to its end, each from what its chair may see."""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final

from engine.bots import never
from engine.contract import DEALER, AnyGame
from engine.dealer import Dealer
from engine.rng import Stream
from kbtui.arena.schedule import Contest, Match
from kbtui.arena.totals import Clock, Result
from kbtui.play.external_bot import SECONDS, ExternalBot
from kbtui.play.link import is_external
from relay.deadline import within

_PLENTY: Final = 1_000_000_000  # positions, where the time sets the limit


class _Player:
    """A seat: its bot, how much it may think, and its clock."""

    def __init__(self, game: AnyGame, name: str, contest: Contest) -> None:
        self._contest = contest
        self._level = None if is_external(name) else game.levels[name]
        self.external: ExternalBot | None = None
        if is_external(name):
            self.external = ExternalBot(game, name, contest.seconds or SECONDS)
        self.clock = Clock()

    def choose(self, observation: Any, stream: Stream) -> Any:
        began = perf_counter()
        move = self._chosen(observation, stream)
        took = perf_counter() - began
        self.clock = self.clock.plus(Clock(1, took, took))
        return move

    def _chosen(self, observation: Any, stream: Stream) -> Any:
        if self._level is None:
            assert self.external is not None, "it is one or the other"
            return self.external.choose(observation, stream)
        nodes, stop = self._contest.nodes, never
        if self._contest.seconds is not None:
            nodes, stop = _PLENTY, within(self._contest.seconds)
        return self._level.choose(observation, stream, stop, nodes)


def play(contest: Contest, match: Match) -> Result:
    """The same contest and match give the same scores, unless the time sets the limit."""
    seed = contest.deal_seed(match.deal)
    table, dealer = contest.table(match.deal), Dealer(seed)
    game = table.game
    players = [_Player(game, contest.entrants[entrant], contest) for entrant in match.seats]
    try:
        while (seat := table.to_act) is not None:
            if seat == DEALER:
                dealer.deal(table)
                continue
            # Not by seat: the same bot in another seat draws the same.
            stream = Stream(f"{seed} {match.seats[seat]}", f"entry {len(table.entries)}")
            move = players[seat].choose(game.observe(table.state, seat), stream)
            table.append(seat, game.format(move))
    finally:
        for player in players:
            if player.external is not None:
                player.external.close()
    return Result(
        match,
        tuple(game.parts(table.state)),
        tuple(tuple(score for score, _places in row) for row in game.earned(table.state)),
        game.winners(table.state) or (),
        tuple(player.clock for player in players),
        tuple(
            (seat, player.external.failure)
            for seat, player in enumerate(players)
            if player.external is not None and player.external.failure is not None
        ),
    )
