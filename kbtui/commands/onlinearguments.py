"""The options of the commands about online games. Imports nothing slow."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

from kbtui.i18n import _

_CLOCKS: Final = "none, turn:60, turn:2d, game:900"


def add_host(
    parser: argparse.ArgumentParser, levels: Sequence[str], players: Sequence[int]
) -> None:
    add = parser.add_argument_group(_("Who plays")).add_argument
    add("--players", type=int, choices=players, metavar="N", help=_("2, 3 or 4 in all"))
    add("--bots", metavar="N|LEVELS", help=_("how many bots, or a level for each: skilled,novice"))
    add("--level", choices=levels, default="greedy", metavar="LEVEL", help=", ".join(levels))
    add("--name", metavar="NAME", help=_("what you are called"))
    add = parser.add_argument_group(_("The room")).add_argument
    add("--listed", action="store_true", help=_("kb games shows it to everybody"))
    text = _("nobody may look on")
    add("--no-watching", dest="watching", action="store_false", help=text)
    text = _("who looks on sees everything so many seconds later")
    add("--delay", type=int, default=0, metavar="SECONDS", help=text)
    text = _("time for a turn or for a game: {examples}").format(examples=_CLOCKS)
    add("--clock", default="none", metavar="CLOCK", help=text)
    text = _("at a relay that runs in this program, for the local network")
    add_relay(parser).add_argument("--here", action="store_true", help=text)


def add_code(parser: argparse.ArgumentParser) -> None:
    """For ``join`` and ``watch``."""
    add = parser.add_argument_group(_("The room")).add_argument
    add("code", metavar="CODE", help=_("as the host reads it out, such as KQ7-4TN"))
    add("--name", metavar="NAME", help=_("what you are called"))
    add_relay(parser)


def add_relay(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    text = _("its address: example.org, wss://host:port; usually that of the options")
    group = parser.add_argument_group(_("The relay"))
    group.add_argument("--relay", metavar="ADDRESS", help=text)
    return group


def add_bot(parser: argparse.ArgumentParser, levels: Sequence[str]) -> None:
    add = parser.add_argument_group(_("The bot")).add_argument
    add("--join", required=True, metavar="CODE", help=_("the room, such as KQ7-4TN"))
    text = _("{levels}, or exec: and a program of yours").format(levels=", ".join(levels))
    add("--level", default="greedy", metavar="LEVEL", help=text)
    add("--name", metavar="NAME", help=_("what it is called; usually by its level"))
    text = _("play again so many times, if the others do; usually 1")
    add("--games", type=int, default=1, metavar="N", help=text)
    add_relay(parser)


def add_status(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group(_("What is printed")).add_argument
    add("--long", action="store_true", help=_("a line for each game too"))
    add("--json", action="store_true", help=_("everything as JSON, one line"))
    add("--watch", action="store_true", help=_("print it again whenever it changes"))
    text = _("seconds between two looks with --watch; usually {count}").format(count=30)
    add("--every", type=float, default=30.0, metavar="S", help=text)
