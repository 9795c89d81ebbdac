"""Seats in online games, stored on disk: all it takes to come back after any crash.

A ticket is a JSON file that only the player can read. It is written before the relay is asked for a
seat, and again whenever the player has seen more of the game. While a program plays with it, the
file next to it is locked, so that two programs do not throw each other out of the seat.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.contract import default
from engine.errors import BadInput
from kbtui.disk.files import make_folder, write_whole
from kbtui.disk.locks import InUse, lock
from kbtui.hosted import mode
from kbtui.text.address import parse_address
from kbtui.text.i18n import _
from relay.protocol.phases import PLAYING

if TYPE_CHECKING:
    from relay.client.ticket import Ticket

SUFFIX: Final = ".ticket"
_LOCK: Final = ".lock"
_VERSION: Final = 1
_HOUR: Final = 3600.0  # files cannot be locked everywhere: a young one may be in use
_SECRET: Final = 32  # bytes of a token; the protocol says so


class Place(NamedTuple):
    """A seat at a relay, and what was last seen from it."""

    relay: str  # the address
    name: str  # what we are called there
    token: str  # proves the seat; hexadecimal
    key: str  # makes our nonces; hexadecimal
    code: str = ""  # of the room; empty until the relay has told it
    seat: int = 0
    phase: str = ""  # of the room
    names: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()  # as in records: people, or levels of bots
    game: str = default()  # its key; the options as the relay has them, JSON
    options: str = "{}"
    acting: int | None = None  # who had to act
    turn: int = 1
    seen: int = 0  # entries that the player has seen
    also: str = ""  # another relay with the same rooms, to which the first one has sent us
    daily: str = ""  # of a try of the deal of a day: the day and the edition, as in its record
    commitment: str = ""  # of that day; hexadecimal
    # For which list of seals our nonce was revealed; hexadecimal. Empty if that is not known.
    revealed: str = ""

    @property
    def ticket(self) -> Ticket:
        from relay.client.ticket import Ticket  # late: lists of games need no client

        fields = (self.token, self.key, self.commitment, self.revealed)
        return Ticket(*map(bytes.fromhex, fields))

    @property
    def is_due(self) -> bool:
        """Whether it was our move."""
        return self.phase == PLAYING and self.acting == self.seat


def draw(relay: str, name: str, **more: Any) -> Place:
    """A new ticket for a new room."""
    never = bytes(_SECRET).hex()  # the nonce of a new key was revealed for nothing yet
    return Place(relay, name, _secret(), _secret(), revealed=never)._replace(**more)


def _secret() -> str:
    # What the standard library's `secrets` does too; that module would load half of its ciphers.
    return os.urandom(_SECRET).hex()


class Kept:
    """A ticket on disk that this program plays with; ``close`` lets others have it."""

    def __init__(self, path: Path, place: Place) -> None:
        """Raises InUse while another program plays with it, and OSError."""
        self.place = place
        self.trouble: OSError | None = None  # why it could not be written
        self._written: Place | None = None
        self.path = path
        self._handle: int | None = _locked(path)

    def keep(self, **changes: Any) -> None:
        """Write it, unless nothing has changed; a full disk must not end the game."""
        self.place = self.place._replace(**changes)
        if self.place == self._written or self._handle is None:
            return
        try:
            write_whole(self.path, _text(self.place))
            self._written, self.trouble = self.place, None
        except OSError as error:
            self.trouble = error

    def call(self, code: str) -> None:
        """The relay has told the code of the room: the file is called by it from now on.

        Unless it cannot be: the disk is full, or another seat has that file. Nothing is lost then,
        for what counts is in the file."""
        if self.place.code == code:
            return
        old, was_new = self.path, not self.place.code
        handle = self._handle_of(old.with_name(f"{code}{SUFFIX}"))
        if handle is not None:
            self.close()
            self.path, self._handle = old.with_name(f"{code}{SUFFIX}"), handle
        self.keep(code=code, phase="", names=(), acting=None, turn=1, seen=0)
        if was_new and handle is not None and self.trouble is None:
            forget(old)

    def _handle_of(self, path: Path) -> int | None:
        """The lock of a file that can be ours."""
        other = _try(path)
        if other is not None and other.relay != self.place.relay:
            return None
        try:
            return _locked(path)
        except InUse:
            return None
        except OSError as error:
            self.trouble = error
            return None

    def forget(self) -> None:
        """The game is over, or the seat is given up."""
        self.close()
        forget(self.path)

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def start(folder: Path, relay: str, name: str, **more: str) -> Kept:
    """A new ticket, on disk before anybody is asked for a seat; ``more`` is settled already."""
    kept = Kept(folder / f"new-{os.urandom(4).hex()}{SUFFIX}", draw(relay, name, **more))
    kept.keep()
    return kept


def take(path: Path) -> Kept:
    """A ticket that lies there; raises BadInput if it is damaged, InUse, OSError."""
    kept = Kept(path, read(path))
    kept.keep()
    return kept


def read(path: Path) -> Place:
    """Raises BadInput, OSError."""
    try:
        data = json.loads(path.read_text("utf-8"))
        if data.pop("version") != _VERSION:
            raise ValueError
        if "sets" in data:  # an earlier version, which knew one game, kept only these
            data["options"] = json.dumps({"sets": [str(name) for name in data.pop("sets")]})
        place = Place(**{**data, **{name: tuple(data[name]) for name in _ROWS}})
        texts = [getattr(place, name) for name in _TEXTS]
        texts += [text for name in _ROWS for text in getattr(place, name)]
        numbers = [getattr(place, name) for name in _NUMBERS]
        numbers += [] if place.acting is None else [place.acting]
        is_right = all(isinstance(text, str) and text.isprintable() for text in texts)
        is_right = is_right and all(isinstance(number, int) for number in numbers)
        secrets = (place.token, place.key, *filter(None, (place.commitment, place.revealed)))
        if not is_right or not all(map(_is_secret, secrets)):
            raise ValueError
        address = parse_address(place.relay)
        if mode.is_hosted():  # the relay of the door may have moved since
            place = place._replace(relay=address.url, also="")
        if not isinstance(json.loads(place.options), dict):
            raise ValueError
    except (ValueError, TypeError, KeyError, AttributeError):
        raise BadInput(path.name, _("not a readable seat token for an online game")) from None
    return place


def held(folder: Path) -> list[tuple[Path, Place]]:
    """All tickets that can be read, the newest first."""
    found = [(path, place) for path in folder.glob(f"*{SUFFIX}") if (place := _try(path))]
    return sorted(found, key=lambda each: -age(each[0]))


def sweep(folder: Path, now: float) -> None:
    """Throw away what a crash has left before a relay had told the code: it leads nowhere."""
    for path, place in held(folder):
        if not place.code and not is_open(path) and age(path) < now - _HOUR:
            forget(path)


def find(folder: Path, code: str) -> Path | None:
    """The ticket of a room."""
    path = folder / f"{code}{SUFFIX}"
    return path if path.exists() else None


def is_open(path: Path) -> bool:
    """Whether a program plays with it now."""
    try:
        handle = os.open(_lock_of(path), os.O_RDWR)
    except OSError:
        return False
    try:
        return not lock(handle)
    finally:
        os.close(handle)


def forget(path: Path) -> None:
    for each in (path, _lock_of(path)):
        each.unlink(missing_ok=True)


def _locked(path: Path) -> int:
    """Lock a ticket for this program; raises InUse, OSError."""
    make_folder(path.parent)
    handle = os.open(_lock_of(path), os.O_RDWR | os.O_CREAT, 0o600)
    if not lock(handle):
        os.close(handle)
        raise InUse(path.name, _("this game is open in another window or program"))
    return handle


def _is_secret(text: str) -> bool:
    return len(bytes.fromhex(text)) == _SECRET


def _try(path: Path) -> Place | None:
    try:
        return read(path)
    except (BadInput, OSError):
        return None


def age(path: Path) -> float:
    """When it was last written."""
    try:
        return path.stat().st_mtime
    except OSError:  # just gone
        return 0.0


def _lock_of(path: Path) -> Path:
    return path.with_suffix(_LOCK)


def _text(place: Place) -> str:
    data = place._asdict()
    if not place.also:
        del data["also"]  # earlier versions do not know the word
    return json.dumps({"version": _VERSION, **data}, indent=1) + "\n"


_ROWS: Final = ("names", "seats")
_TEXTS: Final = (
    *("relay", "name", "token", "key", "code", "phase", "game", "options"),
    *("also", "daily", "commitment", "revealed"),
)
_NUMBERS: Final = ("seat", "turn", "seen")
