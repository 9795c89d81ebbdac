"""A session: one table with its dealer and its seats. Every move passes through here.

Seats are people or bots. ``advance`` lets the dealer and the bots act until a person has to; each
bot is given only what its chair may see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.bots.levels import BOTS
from engine.contract import DEALER, Seat
from engine.dealer import Dealer
from engine.errors import BadOptions, NotYourMove
from engine.kingdom.setup import Options, settled_as_json
from engine.kingdom.state import State
from engine.record import Record, record_of
from engine.rng import Stream, word
from engine.table import REDO, UNDO, Entry, Table

HUMAN: Final = "you"


class Session:
    """A local game, dealt from its table seed."""

    def __init__(self, options: Options, players: Sequence[str]) -> None:
        """``players``: for each seat ``HUMAN`` or the level of a bot."""
        if len(players) != options.players:
            text = f"{len(players)} players for {options.players} seats"
            raise BadOptions("bots", f"{text}; name one level, or one for each bot")
        for player in players:
            if player != HUMAN and player not in BOTS:
                raise BadOptions("bots", f"{player!r} is unknown; known are {', '.join(BOTS)}")
        self.options = options
        self.players = tuple(players)
        self.names = tuple(f"{seat + 1} {player}" for seat, player in enumerate(players))
        self.table = Table.new("kingdom", settled_as_json(options))
        self._dealer = Dealer(options.seed)

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state

    @property
    def waits_for(self) -> Seat | None:
        """The person who has to act, if it is one."""
        seat = self.table.to_act
        is_person = seat is not None and seat != DEALER and self.players[seat] == HUMAN
        return seat if is_person else None

    def observation(self, viewer: Seat) -> State:
        """What this chair may see."""
        seen: State = self.table.game.observe(self.table.state, viewer)
        return seen

    def advance(self) -> Iterator[Entry]:
        """Entries of the dealer and of bots, one by one, until a person has to act."""
        table = self.table
        while (seat := table.to_act) is not None and self.waits_for is None:
            token = self._dealer.next_token(table) if seat == DEALER else self._bot_token(seat)
            table.append(seat, token)
            yield table.entries[-1]

    def _bot_token(self, seat: Seat) -> str:
        # Drawn from the seed, so that a game can be repeated, but not the seed of the cards.
        secret = word(self.options.seed.encode(), "bots", 0)
        stream = Stream(str(secret), f"entry {len(self.table.entries)}")
        return self.table.game.format(BOTS[self.players[seat]](self.observation(seat), stream))

    def play(self, token: str) -> None:
        """A move of the person who has to act; raises what is wrong with it."""
        seat = self.waits_for
        if seat is None:
            raise NotYourMove("No person has to act now.")
        self.table.append(seat, token)

    def undo(self, seat: Seat) -> None:
        self.table.append(seat, UNDO)

    def redo(self, seat: Seat) -> None:
        self.table.append(seat, REDO)

    def record(self) -> Record:
        """The game so far, to be kept."""
        start = settled_as_json(self.options)
        origin = Record(self.table.game.key, start, players=self.names, seeded=True)
        return record_of(self.table, origin)
