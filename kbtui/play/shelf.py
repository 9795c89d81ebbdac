"""Lists the saved games by what each file says about itself, without replaying it.

It is cheap for hundreds of files: it reads headers and counts entries. A file that cannot be
understood is listed with its problem. Nothing here changes a file, and only ``delete`` removes one.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kbtui.disk.locks import InUse, lock
from kbtui.text.i18n import _

if TYPE_CHECKING:
    from pathlib import Path
else:
    Path = object  # slow to import, and so is the compiler for a type that is a text

SUFFIX: Final = ".kbg"
MAGIC: Final = "kbtui record 1"  # the one of engine/record.py, which is slow to import
SEATS: Final = "seats"  # the one of kbtui/play/session.py
_END, _UNDO, _REDO = "end", "undo", "redo"
_PARTS: Final = 3  # of a line: number, actor, at least one token


class Summary(NamedTuple):
    """What is known of a file; ``problem`` is a sentence if it is damaged."""

    path: Path
    when: float  # it was last written
    names: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()  # people, or levels of bots
    sets: tuple[str, ...] = ()
    seed: str = ""
    turn: int = 1
    seat: int | None = None  # whose turn it is; None when the game is over
    result: tuple[int, ...] | None = None
    problem: str | None = None
    room: str = ""  # the code, for a game that is played at a relay
    relay: str = ""  # its address
    is_due: bool = False  # there: whether it is the player's move
    is_done: bool = False  # there: whether the game is over

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats with the most gold, if the game is over."""
        best = max(self.result or (0,))
        return tuple(seat for seat, gold in enumerate(self.result or ()) if gold == best)


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
    except _Damaged as problem:
        return Summary(path, when, problem=str(problem))


class _Damaged(Exception):
    """A sentence for the player."""


def _summary(path: Path, when: float, text: str) -> Summary:
    head, found, body = text.partition("\n\n")
    lines = head.split("\n")
    if lines[0].strip() != MAGIC:
        raise _Damaged(_("not a game record"))
    if not found:
        raise _Damaged(_("cut off inside its headers"))
    headers = dict(line.partition(": ")[::2] for line in lines[1:])
    options = _options(headers)
    seats = tuple(headers.get(SEATS, "").split())
    result = _result(headers.get("result"))
    turns = _turns(body, len(lines) + 2)
    return Summary(
        path,
        when,
        tuple(_numbered(headers)) or seats,
        seats,
        tuple(map(str, options.get("sets", ()))),
        str(options.get("seed", "")),
        turns + 1 if result is None else turns,
        _seat(options, turns) if result is None else None,
        result,
    )


def _options(headers: Mapping[str, str]) -> Mapping[str, Any]:
    """The options of the game; nothing for one that starts from a position."""
    if "position" in headers:
        return {}
    try:
        options = json.loads(headers["options"])
    except (KeyError, ValueError, RecursionError):
        options = None
    if not isinstance(options, dict) or not isinstance(options.get("sets", []), list):
        raise _Damaged(_("its setup cannot be read"))
    return options


def _seat(options: Mapping[str, Any], turns: int) -> int | None:
    """Whose turn it is, if the options name the one who began."""
    players, first = options.get("players"), options.get("start", 0)
    is_known = isinstance(players, int) and isinstance(first, int) and players > 0
    return (first + turns) % players if is_known else None


def _numbered(headers: Mapping[str, str]) -> Iterator[str]:
    number = 1
    while f"player {number}" in headers:
        yield headers[f"player {number}"]
        number += 1


def _result(text: str | None) -> tuple[int, ...] | None:
    try:
        return None if text is None else tuple(map(int, text.split()))
    except ValueError:
        raise _Damaged(_("its result cannot be read")) from None


def _turns(body: str, first: int) -> int:
    """How many turns have ended; ``first`` is the number of the first line."""
    standing: list[str] = []
    undone: list[str] = []
    entries = 0
    for number, line in enumerate(body.split("\n"), first):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            if len(words) < _PARTS or int(words[0]) != entries + 1:
                raise ValueError(line)
            _count(words[2:], standing, undone)
        except (ValueError, IndexError):
            text = _("damaged in line {number}")
            raise _Damaged(text.format(number=number)) from None
        entries += len(words) - 2
    return standing.count(_END)


def _count(tokens: Sequence[str], standing: list[str], undone: list[str]) -> None:
    """Follow the moves that stand; an ``end`` may have been taken back."""
    for token in tokens:
        if token == _UNDO:
            undone.append(standing.pop())
        elif token == _REDO:
            standing.append(undone.pop())
        else:
            undone.clear()
            standing.append(token)
