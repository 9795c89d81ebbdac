"""A session: one table with its seats. Every move goes through it.

Seats belong to people at this keyboard, bots, or people elsewhere. Whatever nobody here does comes
from a link: the dealer and the bots of this program, or a relay. It is first found (``think``,
which only looks and may run in the background) and then made (``follow``); each bot is given only
what its chair may see. Every entry is written to a journal as it happens, so nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from engine.bots import Stop, never
from engine.contract import DEALER, AnyGame, Seat, Viewer, find
from engine.dealer import open_seal
from engine.errors import BadOptions, NotYourMove
from engine.record import Record, record_of, start_table
from engine.table import REDO, UNDO, Entry, Table
from kbtui.play.link import Link, LocalLink, is_external
from kbtui.text.i18n import N_, _

HUMAN: Final = "you"
REMOTE: Final = "person"  # somebody at another keyboard
UNSEEN: Final = "unseen"  # the header of a game from a position: the seed of all that is dealt
SEATS: Final = "seats"  # the header of a record that says who plays: people, or levels of bots
PROGRAM: Final = "exec"  # an external bot, which no file may name
_GUIDED: Final = ("guided", "yes")  # the header of a first game, so that its tips come back too
COUNTED: Final = "daily"  # the header of a try that counts: the day and the edition of the game


class Journal(Protocol):
    """Where entries are kept as they happen."""

    def keep(self, table: Table) -> None:
        """Keep what is not kept yet; raises OSError if that is impossible."""


class Session:
    """A game, by default a local one that is dealt from its table seed."""

    def __init__(
        self,
        key: str,
        options: Mapping[str, Any],
        players: Sequence[str],
        names: Sequence[str] | None = None,
        is_guided: bool = False,
    ) -> None:
        """``key``: the game; ``players``: for each seat ``HUMAN``, the level of a bot, or an
        external bot; ``is_guided``: tips are given. Raises BadOptions."""
        game = find(key)
        start, seed = game.new(options), game.seed(options)
        _check(game, players, game.seats(start))
        named = names or [f"{seat + 1} {player}" for seat, player in enumerate(players)]
        # What chance has settled is written down: no later change of drawing leads it elsewhere.
        settled = game.settled(start) | {"seed": seed}
        tags = (*_tags(players), *[_GUIDED] * is_guided)
        origin = Record(key, settled, players=tuple(named), seeded=True, tags=tags)
        self._begin(origin, seed, players, LocalLink(game, seed, players), Table(game, start))

    def _begin(
        self,
        origin: Record,
        seed: str,
        players: Sequence[str],
        link: Link,
        table: Table,
    ) -> None:
        self.origin = origin  # how it began and who plays
        self.seed = seed
        self.players = tuple(players)
        self.names = origin.players
        self.table = table  # what people see of it is an ``observation``
        self.journal: Journal | None = None
        self.trouble: OSError | None = None  # why the last entry could not be kept
        self.has_remote_players = False  # people elsewhere, also while a bot stands in for them
        self._link = link
        self._programs = link.programs if isinstance(link, LocalLink) else {}
        self._missed = 0  # programs that were not started again

    @classmethod
    def over(cls, link: Link, table: Table, origin: Record, players: Sequence[str]) -> Session:
        """A game that is played elsewhere too; ``table`` is our copy, as far as we have seen."""
        session = cls.__new__(cls)
        session._begin(origin, "", players, link, table)
        return session

    @classmethod
    def resumed(cls, record: Record, table: Table, programs: Sequence[str] = ()) -> Session:
        """The game of an unfinished record, which was replayed on the table; raises BadOptions.

        ``programs`` are for the seats that had one. A record never says which, or its
        sender could have a program started. Where none is given, the stand-in plays on."""
        words = dict(record.tags).get(SEATS, "").split()
        players = _seated(words, programs, find(record.game).stand_in)
        dealer = None if record.seal is None else open_seal(record.seal)
        unseen = dict(record.tags).get(UNSEEN, "") if record.is_position else ""
        if not unseen and (record.is_position or not (record.seeded or dealer)):
            raise BadOptions("deck", "only a game dealt from its table seed can be continued")
        game = table.game
        _check(game, players, game.seats(table.state))
        session, seed = cls.__new__(cls), unseen or game.seed(record.start)
        names = record.players or tuple(players)
        origin = record._replace(entries=(), result=None, digest=None, players=names)
        session._begin(origin, seed, players, LocalLink(game, seed, players, dealer), table)
        session._missed = words.count(PROGRAM) - len(programs)
        return session

    @classmethod
    def dealt(cls, origin: Record) -> Session:
        """A game with the deal of a record that names its players; raises what is wrong with it."""
        return cls.resumed(origin, start_table(origin))

    @classmethod
    def at(
        cls,
        key: str,
        position: Mapping[str, Any],
        players: Sequence[str],
        names: Sequence[str],
        seed: str,
    ) -> Session:
        """A game that starts from a position; what is dealt comes from the seed."""
        game, session = find(key), cls.__new__(cls)
        origin = Record(key, position, players=tuple(names), is_position=True)
        table = start_table(origin)
        _check(game, players, game.seats(table.state))
        session._begin(origin, seed, players, LocalLink(game, seed, players), table)
        return session

    @property
    def game(self) -> AnyGame:
        return self.table.game

    @property
    def waits_for(self) -> Seat | None:
        """The person at this keyboard who has to act, if it is one."""
        seat = self.table.to_act
        is_person = seat is not None and seat != DEALER and self.players[seat] == HUMAN
        return seat if is_person and self._link.ahead(self.table) is None else None

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, player in enumerate(self.players) if player == HUMAN)

    @property
    def has_begun(self) -> bool:
        """Whether there is something to keep: a person here has moved, or nobody has to. A try that
        counts has begun once the first card can be seen."""
        people = self.people
        return (
            not people
            or self.is_counted
            or any(entry.actor in people for entry in self.table.entries)
        )

    @property
    def is_guided(self) -> bool:
        """Whether it is somebody's first game, with tips."""
        return _GUIDED in self.origin.tags

    @property
    def is_counted(self) -> bool:
        """Whether it is a try that counts: nobody helps, and no bot is hurried."""
        return COUNTED in dict(self.origin.tags)

    @property
    def viewer(self) -> Viewer:
        """The chair of those who look at this screen: with several people, nobody's."""
        people = self.people
        return people[0] if len(people) == 1 else None

    @property
    def allows_hints(self) -> bool:
        """Whether a coach may be asked: not against people at other keyboards, nor in a try that
        counts."""
        return not self.is_counted and not self.has_remote_players and REMOTE not in self.players

    @property
    def notes(self) -> list[str]:
        """What the players should know about the programs that sit with them."""
        failed = [bot.failure for bot in self._programs.values() if bot.failure is not None]
        missed = _(_MISSED).format(level=self.game.stand_in)
        return [missed] * bool(self._missed) + failed

    def close(self) -> None:
        """Nobody plays here any more: end the external bots."""
        for bot in self._programs.values():
            bot.close()

    @property
    def is_local(self) -> bool:
        """Whether dealer and bots of this program act here; else all of it comes from elsewhere,
        and nobody here thinks."""
        return isinstance(self._link, LocalLink)

    @property
    def is_over(self) -> bool:
        return self.table.to_act is None

    def observation(self, viewer: Viewer) -> Any:
        """The state as this chair may see it; nothing else is for people's eyes."""
        return self.game.observe(self.table.state, viewer)

    def think(self, stop: Stop = never) -> Entry | None:
        """What the dealer, a bot or somebody elsewhere does next; None if a person here has to
        act, or if we do not know yet. After ``stop`` a bot answers with the best it has."""
        if self.is_over or self.waits_for is not None:
            return None
        return self._link.due(self.table, never if self.is_counted else stop)

    def follow(self, entry: Entry) -> Entry:
        """Make the move that was thought of."""
        if self.is_over or self.waits_for is not None:
            raise NotYourMove("A person must act now.")
        return self._append(*entry)

    def advance(self) -> Iterator[Entry]:
        """Entries of opponents, one by one, until a person here has to act."""
        while (entry := self.think()) is not None:
            yield self.follow(entry)

    def back_to(self, number: int) -> None:
        """Only the first entries: what came after them was refused elsewhere."""
        self.table = self.table.until(number)

    def play(self, token: str) -> Entry:
        """A move of the person who has to act; raises what is wrong with it."""
        seat = self.waits_for
        if seat is None:
            raise NotYourMove("It is nobody's turn here.")
        return self._make(seat, token)

    def undo(self, seat: Seat) -> Entry:
        return self._make(seat, UNDO)

    def redo(self, seat: Seat) -> Entry:
        return self._make(seat, REDO)

    def _make(self, seat: Seat, token: str) -> Entry:
        if self._link.ahead(self.table) is not None:  # elsewhere it would mean another move
            raise NotYourMove("It is nobody's turn here.")
        self._link.send(token)
        return self._append(seat, token)

    def _append(self, seat: Seat, token: str) -> Entry:
        ahead = self._link.ahead(self.table)
        if ahead is None:
            self.table.append(seat, token)
        else:  # it was folded there
            self.table.take_over(ahead)
        if self.journal is not None:
            try:
                self.journal.keep(self.table)
                self.trouble = None
            except OSError as error:  # a full disk must not end the game
                self.trouble = error
        return self.table.entries[-1]

    def record(self) -> Record:
        """The game so far, to be kept."""
        return record_of(self.table, self.origin)


_MISSED: Final = N_(
    "External bots are never started from a saved game. The {level} bot takes over; kb "
    "continue --bots starts them."
)


def _check(game: AnyGame, players: Sequence[str], seats: int) -> None:
    if len(players) != seats:
        raise BadOptions(
            "bots",
            "{count} players for {seats} seats; name one level, or one for each bot",
            count=len(players),
            seats=seats,
        )
    for player in players:
        if is_external(player):
            from kbtui.play.external_bot import check_external  # slow to import, and seldom there

            check_external(player)
        elif player != HUMAN and player not in game.levels:
            known = ", ".join(game.levels)
            raise BadOptions(
                "bots", "unknown level {name}; choose from {known}", name=repr(player), known=known
            )


def _seated(words: Sequence[str], programs: Sequence[str], stand_in: str) -> list[str]:
    """Who plays on: programs for the seats that had one, the stand-in where none is given."""
    wanted = words.count(PROGRAM)
    if any(map(is_external, words)):
        raise BadOptions(SEATS, "a record cannot name a program to be started")
    if len(programs) > wanted or not all(map(is_external, programs)):
        raise BadOptions(
            "bots",
            "programs, each behind exec:, for at most {count} seats that had one",
            count=wanted,
        )
    seated = iter([*programs, *[stand_in] * (wanted - len(programs))])
    return [next(seated) if word == PROGRAM else word for word in words]


def _tags(players: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return ((SEATS, " ".join(PROGRAM if is_external(player) else player for player in players)),)
