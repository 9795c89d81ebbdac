"""How the app begins: what the command line asks it to open. Plain values, no screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kbtui.i18n import _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from engine.kingdom.setup import Options
    from relay.messages import Terms


class Menu:
    """The main menu."""


class NewGame(NamedTuple):
    """A game with this set-up; for each seat ``HUMAN`` or the level of a bot, and its name."""

    options: Options
    players: tuple[str, ...]
    names: tuple[str, ...]


class Resume(NamedTuple):
    """An unfinished game that was saved; ``programs`` are programs for the seats that had one."""

    path: Path
    programs: tuple[str, ...] = ()


class Replay(NamedTuple):
    """A record to look at, from this entry on; 0 is the set-up, None the last one."""

    path: Path
    entry: int | None = 0


class Tutorial:
    """The lessons."""


class Online:
    """The page of online games."""


class Host(NamedTuple):
    """A new room at a relay; ``""`` is the one of the settings. ``is_here``: at one inside this
    program, for the local network."""

    relay: str
    is_here: bool
    terms: Terms


class Join(NamedTuple):
    """A seat in the room of that code."""

    relay: str
    code: str


class Watch(NamedTuple):
    """Look on in the room of that code."""

    relay: str
    code: str


class Return(NamedTuple):
    """Back to the seat of a ticket."""

    path: Path


NAMES = ("Ada", "Botto", "Cleo", "Dmitri")  # of the seats, until somebody types others

Start = Menu | NewGame | Resume | Replay | Tutorial | Online | Host | Join | Watch | Return


def names_of(players: Sequence[str], name: str) -> tuple[str, ...]:
    """A name for each seat: the player's own for the first person, others by their number."""
    from kbtui.session import HUMAN  # late: a menu needs no session yet

    first = next((seat for seat, player in enumerate(players) if player == HUMAN), None)
    return tuple(
        name
        if seat == first and name
        else _("Person {number}").format(number=seat + 1)
        if player == HUMAN
        else NAMES[seat % len(NAMES)]  # too many players are refused later
        for seat, player in enumerate(players)
    )
