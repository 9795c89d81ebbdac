"""What the command line asks the app to open, as plain values without screens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.contract import default

if TYPE_CHECKING:
    from pathlib import Path

    from relay.protocol.messages import Terms


class Menu(NamedTuple):
    """The main menu, that of a game."""

    game: str = default()  # its key


class NewGame(NamedTuple):
    """A game with these options; for each seat ``HUMAN`` or the level of a bot, and its name."""

    game: str  # its key
    options: Mapping[str, Any]
    players: tuple[str, ...]
    names: tuple[str, ...]
    is_guided: bool = False  # with tips


class Resume(NamedTuple):
    """An unfinished game that was saved; ``programs`` are programs for the seats that had one."""

    path: Path
    programs: tuple[str, ...] = ()


class Replay(NamedTuple):
    """A record to look at, from this entry on; 0 is the setup, None the last one."""

    path: Path
    entry: int | None = 0


class Tutorial(NamedTuple):
    """The lessons of a game."""

    game: str = default()  # its key


class Daily(NamedTuple):
    """The deal of the day; ``relay``: at this one instead of that of the settings."""

    relay: str = ""
    is_offline: bool = False  # at none


class Online(NamedTuple):
    """The page of online games. ``is_on``: television is on, so at a door it goes on to the game
    in which something last happened, or to one that is over."""

    is_on: bool = False


class Host(NamedTuple):
    """A new room at a relay; ``""`` is the one of the settings. ``is_here``: at one inside this
    program, for the local network. ``bots`` are levels, for the last seats."""

    relay: str
    is_here: bool
    terms: Terms
    bots: tuple[str, ...] = ()
    game: str = default()  # its key


class Join(NamedTuple):
    """A seat in the room of that code; ``level`` is that of a bot that takes it."""

    relay: str
    code: str
    level: str = ""


class Watch(NamedTuple):
    """Look on in the room of that code."""

    relay: str
    code: str


class Attempt(NamedTuple):
    """The try of the deal of a day at a relay, or back to it."""

    relay: str
    game: str  # its key
    daily: str  # the day and the edition, as the record of a try has them
    token: str  # proves whose it is; hexadecimal, and so is the next
    commitment: str  # what the relay has promised about the cards
    level: str = ""  # of a program without a person


class Return(NamedTuple):
    """Back to the seat of a ticket."""

    path: Path


Room = Host | Join | Watch | Attempt | Return  # what leads into one
Start = Menu | NewGame | Resume | Replay | Tutorial | Daily | Online | Room
