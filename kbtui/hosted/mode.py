"""The hosted mode: the one place that says what a player of a door can do, and what is off.

A door (``kbtui/door``) runs the program for people who have not installed it. They type and look;
the machine is not theirs. So in this mode

* ``COMMANDS`` are all that can be asked for;
* files are saved games by their name or number, never paths (``cli/files.py``,
  ``pages/games.py``);
* exports are printed, never written (``disk/files.py``, ``commands/export.py``,
  ``commands/yours/stats.py``, ``story/exports.py``, ``pages/history.py``,
  ``pages/cards/challenge.py``);
* a challenge is a code, never a file (``daily/challenge.py``);
* there is one relay, the door's (``text/address.py``), and none in this program
  (``online/entering.py``);
* no program is started: no external bots (``play/external_bot.py``), no ``on_turn``
  (``online/alerts.py``), no second core (``play/crew/second_core.py``);
* the settings in ``SETTINGS`` are the door's (``disk/settings.py``, ``pages/settings.py``).

The process is locked in besides (``kbtui/door/players``); this is for the player, who should meet a
sentence instead of an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final, NamedTuple

from kbtui.text import i18n
from kbtui.text.i18n import N_, _
from kbtui.text.refusal import Refusal

PRINTS, PLAYS, SHOWS = "prints", "plays", "shows"
# What can be asked for, and whether it prints, plays (on a screen or in lines) or needs a screen.
COMMANDS: Final[Mapping[str, str]] = {
    "analyze": PRINTS,
    "continue": PLAYS,
    "daily": PRINTS,
    "export": PRINTS,
    "games": PRINTS,
    "host": PLAYS,
    "join": PLAYS,
    "new": PLAYS,
    "replay": SHOWS,
    "rules": PRINTS,
    "saves": PRINTS,
    "stats": PRINTS,
    "status": PRINTS,
    "tutorial": SHOWS,
    "verify": PRINTS,
    "watch": PLAYS,
}
SETTINGS: Final[Mapping[str, object]] = {"relay": "", "on_turn": "", "second_core": "off"}

PATHS: Final = N_("{text} is not a saved game; at a door you can only name your own games")
OUTPUT: Final = N_("nothing can be written at a door; use - as OUT, and > FILE at your end")
PROGRAMS: Final = N_("a door starts no programs of its players")
RELAYS: Final = N_("a door has one relay; leave out --relay and --here")
WORDS: Final = N_("{word} does not work at a door; these do: {words}")


class Hosted(NamedTuple):
    """Who hosts the program, and for whom."""

    door: str  # what players type behind ``ssh``, such as "play.example.org"
    relay: str  # the address of the only one
    name: str  # of the player
    badge: str = ""  # with which the relay knows where the player is

    @property
    def host(self) -> str:
        """The machine alone, without options."""
        return self.door.rpartition(" ")[2]


def at(door: str, user: str) -> str:
    """What is typed to come to a door as this user: a word, or a code."""
    options, _blank, host = door.rpartition(" ")
    return " ".join(filter(None, ("ssh", options, f"{user}@{host}")))


class _Now:
    hosted: Hosted | None = None


def begin(hosted: Hosted | None) -> None:
    """From now on, for good; None is for tests, which come back."""
    _Now.hosted = hosted
    # By name: the help, which asks for this module, needs no addresses.
    i18n.call_kb("" if hosted is None else f"ssh -t {hosted.door}")
    address = import_module("kbtui.text.address")
    if hosted is None:
        address.stay_with(None)
    else:
        address.stay_with(hosted.relay, hosted.host, hosted.badge)


def hosted() -> Hosted | None:
    return _Now.hosted


def is_hosted() -> bool:
    return _Now.hosted is not None


def refuse(sentence: str, when: object = True, **words: str) -> None:
    """Raise a Refusal if that is asked for at a door."""
    if when and is_hosted():
        raise Refusal(_(sentence).format(**words))


def check(command: str | None) -> None:
    """Raise a Refusal if this command is none for hosted players."""
    words = ", ".join(COMMANDS)
    refuse(WORDS, command is not None and command not in COMMANDS, word=str(command), words=words)
