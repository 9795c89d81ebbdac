"""A session: one table with its dealer and its seats. Every move passes through here.

Seats are people or bots. Whatever is not a person's move is first thought of (``think``, which only
looks and may run beside the screen) and then made (``follow``); each bot is given only what its
chair may see. Every entry is handed to a journal as it happens, so that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from engine.bots.base import Stop, never
from engine.bots.levels import BOTS
from engine.contract import DEALER, Seat, Viewer
from engine.dealer import Dealer
from engine.errors import BadOptions, NotYourMove
from engine.kingdom.setup import Options, parse_options, settled_as_json
from engine.kingdom.state import State
from engine.record import Record, record_of, start_table
from engine.rng import Stream, word
from engine.table import REDO, UNDO, Entry

HUMAN: Final = "you"
SEATS: Final = "seats"  # the header of a record that says who plays: people, or levels of bots
_GAME: Final = "kingdom"


class Journal(Protocol):
    """Where entries are kept as they happen."""

    def keep(self, entries: Sequence[Entry]) -> None:
        """Keep those that are not kept yet; raises OSError if that is impossible."""


class Session:
    """A local game, dealt from its table seed."""

    def __init__(
        self, options: Options, players: Sequence[str], names: Sequence[str] | None = None
    ) -> None:
        """``players``: for each seat ``HUMAN`` or the level of a bot."""
        _check(players, options.players)
        named = names or [f"{seat + 1} {player}" for seat, player in enumerate(players)]
        start = settled_as_json(options)
        origin = Record(_GAME, start, players=tuple(named), seeded=True, tags=_tags(players))
        self._begin(origin, options.seed, players)

    def _begin(self, origin: Record, seed: str, players: Sequence[str]) -> None:
        self.origin = origin  # how it began and who plays
        self.seed = seed
        self.players = tuple(players)
        self.names = origin.players
        self.table = start_table(origin)
        self.journal: Journal | None = None
        self.trouble: OSError | None = None  # why the last entry could not be kept
        self._dealer = Dealer(seed)

    @classmethod
    def resumed(cls, record: Record) -> Session:
        """The game of an unfinished record, with all its entries; raises what is wrong with it."""
        players = dict(record.tags).get(SEATS, "").split()
        if not record.seeded or record.is_position:
            raise BadOptions("deck", "only a game dealt from its table seed can go on")
        options = parse_options(record.start)
        _check(players, options.players)
        session = cls.__new__(cls)
        names = record.players or tuple(players)
        origin = record._replace(entries=(), result=None, digest=None, players=names)
        session._begin(origin, options.seed, players)
        session.table.extend(record.entries)
        return session

    @classmethod
    def at(
        cls, position: Mapping[str, Any], players: Sequence[str], names: Sequence[str], seed: str
    ) -> Session:
        """A game that starts from a position; its cards come from the seed."""
        origin = Record(_GAME, position, players=tuple(names), is_position=True)
        session = cls.__new__(cls)
        session._begin(origin, seed, players)
        _check(players, session.state.setup.players)
        return session

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

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, player in enumerate(self.players) if player == HUMAN)

    @property
    def is_over(self) -> bool:
        return self.table.to_act is None

    def observation(self, viewer: Viewer) -> State:
        """What this chair may see."""
        seen: State = self.table.game.observe(self.table.state, viewer)
        return seen

    def think(self, stop: Stop = never) -> str | None:
        """What the dealer or the bot that has to act will do; None if a person has to. A bot that
        is stopped answers at once, with what it has found by then."""
        seat = self.table.to_act
        if seat is None or self.waits_for is not None:
            return None
        return (
            self._dealer.next_token(self.table) if seat == DEALER else self._bot_token(seat, stop)
        )

    def _bot_token(self, seat: Seat, stop: Stop) -> str:
        # Drawn from the seed, so that a game can be repeated, but not the seed of the cards.
        secret = word(self.seed.encode(), "bots", 0)
        stream = Stream(str(secret), f"entry {len(self.table.entries)}")
        move = BOTS[self.players[seat]].choose(self.observation(seat), stream, stop)
        return self.table.game.format(move)

    def follow(self, token: str) -> Entry:
        """Make the move that was thought of."""
        seat = self.table.to_act
        if seat is None or self.waits_for is not None:
            raise NotYourMove("A person has to act now.")
        return self._append(seat, token)

    def advance(self) -> Iterator[Entry]:
        """Entries of the dealer and of bots, one by one, until a person has to act."""
        while (token := self.think()) is not None:
            yield self.follow(token)

    def play(self, token: str) -> Entry:
        """A move of the person who has to act; raises what is wrong with it."""
        seat = self.waits_for
        if seat is None:
            raise NotYourMove("No person has to act now.")
        return self._append(seat, token)

    def undo(self, seat: Seat) -> Entry:
        return self._append(seat, UNDO)

    def redo(self, seat: Seat) -> Entry:
        return self._append(seat, REDO)

    def _append(self, seat: Seat, token: str) -> Entry:
        self.table.append(seat, token)
        if self.journal is not None:
            try:
                self.journal.keep(self.table.entries)
                self.trouble = None
            except OSError as error:  # a full disk must not end the game
                self.trouble = error
        return self.table.entries[-1]

    def record(self) -> Record:
        """The game so far, to be kept."""
        return record_of(self.table, self.origin)


def _check(players: Sequence[str], seats: int) -> None:
    if len(players) != seats:
        raise BadOptions(
            "bots",
            "{count} players for {seats} seats; name one level, or one for each bot",
            count=len(players),
            seats=seats,
        )
    for player in players:
        if player != HUMAN and player not in BOTS:
            known = ", ".join(BOTS)
            unknown = "{name} is unknown; known are {known}"
            raise BadOptions("bots", unknown, name=repr(player), known=known)


def _tags(players: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return ((SEATS, " ".join(players)),)
