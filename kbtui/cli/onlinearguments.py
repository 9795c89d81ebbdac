"""The options of the commands about online games. Imports nothing slow."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Final

from kbtui.text.i18n import _

_CLOCKS: Final = "none, turn:60, turn:2d, game:900"


def add_host(parser: argparse.ArgumentParser, levels: Iterable[str]) -> None:
    add = parser.add_argument_group(_("Players")).add_argument
    add("--players", type=int, metavar="N", help=_("2, 3 or 4 in all"))
    add("--bots", metavar="N|LEVELS", help=_("how many bots, or a level for each: skilled,novice"))
    add("--level", metavar="LEVEL", help=", ".join(levels))
    add("--name", metavar="NAME", help=_("your name"))
    add = parser.add_argument_group(_("Room")).add_argument
    add("--listed", action="store_true", help=_("make the room public: kb games lists it"))
    text = _("no spectators")
    add("--no-watching", dest="watching", action="store_false", help=text)
    text = _("delay for spectators, in seconds")
    add("--delay", type=int, default=0, metavar="SECONDS", help=text)
    text = _("time per turn or per game: {examples}").format(examples=_CLOCKS)
    add("--clock", default="none", metavar="CLOCK", help=text)
    text = _("seconds for a decision in somebody else's turn; then a bot makes it")
    add("--off-turn", type=int, default=0, metavar="SECONDS", help=text)
    text = _("run the relay in this program, for your local network")
    add_relay(parser).add_argument("--here", action="store_true", help=text)


def add_code(parser: argparse.ArgumentParser) -> None:
    """For ``join`` and ``watch``."""
    add = parser.add_argument_group(_("Room")).add_argument
    is_watching = parser.prog.endswith("watch")  # without a code: the list of public games
    add(
        "code",
        metavar="CODE",
        nargs="?" if is_watching else None,
        help=_("the room code from the host, such as KQ7-4TN"),
    )
    add("--name", metavar="NAME", help=_("your name"))
    add_relay(parser)


def add_relay(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    text = _("its address: example.org, wss://host:port (default: from your settings)")
    group = parser.add_argument_group(_("Relay"))
    group.add_argument("--relay", metavar="ADDRESS", help=text)
    return group


def add_games(parser: argparse.ArgumentParser) -> None:
    add_relay(parser)
    group = parser.add_argument_group(_("Output"))
    group.add_argument(
        "--json", action="store_true", help=_("print everything as one line of JSON")
    )


def add_bot(parser: argparse.ArgumentParser, levels: Iterable[str]) -> None:
    group = parser.add_argument_group(_("Bot"))
    one, add = group.add_mutually_exclusive_group(required=True).add_argument, group.add_argument
    one("--join", metavar="CODE", help=_("the room code, such as KQ7-4TN"))
    text = _("take a try at the deal of the day of this game; programs have a list of their own")
    one("--daily", metavar="GAME", help=text)
    text = _("{levels}, or exec: followed by your own program").format(levels=", ".join(levels))
    add("--level", default="greedy", metavar="LEVEL", help=text)
    add("--name", metavar="NAME", help=_("its name (default: its level)"))
    text = _("how many games to play, as long as the others want a rematch (default: 1)")
    add("--games", type=int, default=1, metavar="N", help=text)
    add_relay(parser)


def add_status(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group(_("Output")).add_argument
    add("--long", action="store_true", help=_("also print a line for each game"))
    add("--json", action="store_true", help=_("print everything as one line of JSON"))
    add("--watch", action="store_true", help=_("print again whenever something changes"))
    text = _("seconds between checks with --watch (default: {count})").format(count=30)
    add("--every", type=float, default=30.0, metavar="S", help=text)
