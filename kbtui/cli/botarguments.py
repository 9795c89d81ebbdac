"""The options of the commands about bots: the arena and the coach. Imports nothing slow."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Final

from kbtui.text.i18n import _

COACHES: Final = ("greedy", "skilled", "expert")  # a test compares them
_GAMES: Final = 100
_TURNS: Final = 3


def add_analyze(group: argparse._ArgumentGroup) -> None:
    """``group`` has the file already."""
    text = _("seat to analyze, counted from 1 (default: every person)")
    group.add_argument("--seat", type=int, metavar="N", help=text)
    text = _("level of the coach: {levels}").format(levels=", ".join(COACHES))
    group.add_argument("--level", choices=COACHES, default=COACHES[-1], metavar="LEVEL", help=text)
    text = _("how many turns to list (default: {count})").format(count=_TURNS)
    group.add_argument("--turns", type=int, default=_TURNS, metavar="N", help=text)
    group.add_argument("--json", metavar="OUT", help=_("also write all turns as JSON"))


def add_arena(parser: argparse.ArgumentParser, levels: Iterable[str]) -> None:
    add = parser.add_argument_group(_("Players")).add_argument
    text = _("{levels}, or exec: followed by your own program").format(levels=", ".join(levels))
    add("--bots", metavar="LEVELS", help=text)
    add("--players", type=int, default=2, metavar="N", help=_("2, 3 or 4"))
    add = parser.add_argument_group(_("Games")).add_argument
    text = _("games per lineup, each deal played from every seat (default: {count})")
    add("--games", type=int, default=_GAMES, metavar="N", help=text.format(count=_GAMES))
    add("--nodes", type=int, metavar="N", help=_("positions a bot may examine per move"))
    add(
        "--seconds",
        type=float,
        metavar="S",
        help=_("time per move instead; results are not repeatable"),
    )
    add = parser.add_argument_group(_("Output")).add_argument
    add(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help=_("processes to run in parallel (default: 1)"),
    )
    add("--json", metavar="FILE", help=_("also write the numbers as JSON"))
