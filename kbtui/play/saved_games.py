"""Lists the saved games by what each file says about itself, without replaying it.

It is cheap for hundreds of files: it reads headers, and a comment that says whose turn it is. Only
a file without that comment, written by an earlier version, is replayed. A file that cannot be
understood is listed with its problem. Nothing here changes a file, and only ``delete`` removes one.
"""

import os
import re
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.contract import Seat, default, keys
from engine.errors import BadInput, EngineError
from engine.record import Record, read_head, read_record, written_entries
from engine.table import REDO, UNDO, Table
from kbtui.disk.locks import InUse, lock
from kbtui.play.session import SEATS
from kbtui.text.i18n import _
from kbtui.text.phrases import told

SUFFIX: Final = ".kbg"


class Summary(NamedTuple):
    """What is known of a file; ``problem`` is a sentence if it is damaged."""

    path: Path
    when: float  # it was last written
    names: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()  # people, or levels of bots
    game: str = default()  # its key
    options: Mapping[str, Any] = {}  # as far as they are known
    turn: int = 1
    seat: int | None = None  # whose turn it is; None when the game is over
    result: tuple[int, ...] | None = None
    winners: tuple[int, ...] = ()
    problem: str | None = None
    room: str = ""  # the code, for a game that is played at a relay
    relay: str = ""  # its address
    is_due: bool = False  # there: whether it is the player's move
    is_done: bool = False  # there: whether the game is over

    @property
    def seed(self) -> str:
        return str(self.options.get("seed", ""))


def unfinished(folder: Path) -> list[Summary]:
    """The games that can be continued, and files with a problem; the newest first."""
    return [game for game in summaries(folder) if game.result is None]


def finished(folder: Path) -> list[Summary]:
    """The games that are over, the newest first."""
    return [game for game in summaries(folder) if game.result is not None]


def summaries(folder: Path) -> list[Summary]:
    found = [summary(path) for path in folder.glob(f"*{SUFFIX}")]
    return sorted(found, key=lambda game: (-game.when, game.path.name))


def delete(path: Path) -> None:
    """Take a game away for good; raises InUse while somebody plays it."""
    handle = os.open(path, os.O_RDONLY)
    try:
        if not lock(handle):
            raise InUse(path.name, _("this game is open in another window or program"))
    finally:
        os.close(handle)
    path.unlink()


def whole(data: bytes) -> bytes:
    """The bytes without a last line that was cut off, as a power cut leaves it.

    Lines are written with their end, so what has none is a part of one. Only a file with a digest
    was not written line by line: there a missing end was lost in some editor.
    """
    if data.endswith(b"\n") or b"\ndigest: " in data:
        return data
    return data[: data.rfind(b"\n") + 1]


def summary(path: Path) -> Summary:
    """What the file says; never raises."""
    try:
        when, data = path.stat().st_mtime, path.read_bytes()
    except OSError as error:
        return Summary(path, 0, problem=error.strerror or str(error))
    try:
        return _summary(path, when, whole(data).decode("utf-8"))
    except UnicodeDecodeError:
        return Summary(path, when, problem=_("not UTF-8 text"))
    except EngineError as problem:
        return Summary(path, when, problem=told(problem))


def _summary(path: Path, when: float, text: str) -> Summary:
    head = read_head(text)
    record = head.record
    deque(written_entries(head), maxlen=0)  # raises what is wrong with them
    if record.game not in keys():
        raise BadInput("game", _("this version does not know the game {name}"), name=record.game)
    seats = tuple(dict(record.tags).get(SEATS, "").split())
    moment = Moment() if record.result is not None else last_mark(text) or _replayed(text)
    return Summary(
        path,
        when,
        record.players or seats,
        seats,
        record.game,
        {} if record.is_position else record.start,
        moment.turn,
        moment.seat,
        record.result,
        _winners(record),
    )


def _winners(record: Record) -> tuple[Seat, ...]:
    """As the record says. Older ones do not, and are of a game that the highest score wins."""
    if record.result is None or record.winners is not None:
        return record.winners or ()
    best = max(record.result, default=0)
    return tuple(seat for seat, score in enumerate(record.result) if score == best)


class Moment(NamedTuple):
    """Which turn it is, and whose."""

    turn: int = 1
    seat: Seat | None = None  # None when the game is over, or not known

    @property
    def line(self) -> str:
        """A comment for a record that grows."""
        return f"# turn {self.turn} seat {'?' if self.seat is None else self.seat + 1}"


_MARK: Final = re.compile(r"^# turn ([0-9]{1,6}) seat ([0-9]{1,3}|\?)$", re.MULTILINE)


def last_mark(text: str) -> Moment | None:
    """The last comment of that kind."""
    marks = _MARK.findall(text)
    if not marks:
        return None
    turn, seat = marks[-1]
    return Moment(int(turn), None if seat == "?" else int(seat) - 1)


def _replayed(text: str) -> Moment:
    return Turns().at_end_of(read_record(text)[1])


class Turns:
    """Counts the turns of a table as it grows. A turn ends where it is somebody else's; a move that
    was undone ends none."""

    def __init__(self) -> None:
        self._read = 0  # entries
        self._standing: list[bool] = []  # for each move that stands whether it ended a turn
        self._undone: list[bool] = []

    def at_end_of(self, table: Table) -> Moment:
        on_turn = table.game.on_turn
        for number in range(self._read, len(table.entries)):
            token = table.entries[number].token
            if token == UNDO:
                self._undone.append(self._standing.pop())
            elif token == REDO:
                self._standing.append(self._undone.pop())
            else:
                before, after = map(on_turn, table.states[number : number + 2])
                self._undone.clear()
                self._standing.append(None not in (before, after) and before != after)
        self._read = len(table.entries)
        return Moment(1 + sum(self._standing), on_turn(table.state))
