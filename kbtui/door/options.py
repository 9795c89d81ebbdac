"""The options of ``kb-door``, and the settings that they become."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final, NoReturn

from kbtui.cli.version import VERSION
from kbtui.disk.places import data_folder
from kbtui.door.accounts import openaccounts
from kbtui.door.web.weboptions import add_arguments
from relay.protocol.cleaning import clean
from relay.server.arguments import Refusal, network, port
from relay.server.logs import FORMATS, LEVELS

PORT: Final = 2222
NOTICE: Final = 200  # characters of what the host says
_USERS: Final = "20000-59999"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Refusal(message)


def parser() -> argparse.ArgumentParser:
    found = _Parser(
        prog="kb-door",
        allow_abbrev=False,
        description="Host the games for people who have nothing but ssh, or a browser.",
    )
    add = found.add_argument_group("SSH").add_argument
    add("--host", default="0.0.0.0", metavar="ADDRESS", help="where to listen; :: for everything")
    add("--port", default=PORT, type=port, help=f"0: any free one ({PORT})")
    add("--name", metavar="HOST", help="what players type; default: the name of this machine")
    add("--shown-port", type=port, metavar="PORT", help="the port that players type (--port)")
    add(
        "--ssh-proxy",
        action="append",
        default=[],
        type=network,
        metavar="NETWORK",
        help="who speaks the PROXY protocol, such as 10.0.0.1; may be repeated",
    )
    add = found.add_argument_group("Storage and relay").add_argument
    add("--folder", type=Path, default=Path(data_folder()) / "door", help="accounts, games, keys")
    add(
        "--accounts",
        metavar="FILE|URL",
        help="valkey://HOST for doors on several machines (private/accounts.sqlite)",
    )
    add(
        "--accept-risk",
        action="store_true",
        help="keep accounts in a Valkey whose settings can lose them",
    )
    add("--relay", metavar="URL", help="an existing relay; default: one of its own")
    text = "its --door-key, with which an existing relay learns where players are"
    add("--relay-key", metavar="FILE", help=text)
    add("--relay-port", default=8765, type=port, metavar="PORT", help="of its own relay (8765)")
    add("--quota", default=8, type=int, metavar="MB", help="of a player's folder (8)")
    add = found.add_argument_group("The hall").add_argument
    add("--notice", default="", type=notice, metavar="TEXT", help="a sentence of the host for all")
    text = "whether people may write to each other; somebody has to look after it (off)"
    add("--talk", default="off", choices=("on", "off"), help=text)
    add = found.add_argument_group("Limits").add_argument
    add("--sessions", default=100, type=int, metavar="N", help="at once (100)")
    add("--per-account", default=4, type=int, metavar="N", help="sessions of an account (4)")
    add("--per-address", default=10, type=int, metavar="N", help="sessions of an address (10)")
    add("--arrivals", default=20, type=int, metavar="N", help="of an address at once (20)")
    add("--idle", default=240.0, type=float, metavar="MINUTES", help="without a key (240)")
    text = "to end when asked to stop (15)"
    add("--drain", default=15.0, type=float, metavar="MINUTES", help=text)
    add = found.add_argument_group("System").add_argument
    text = "numbers of the users that this and players' processes become, if root (%(default)s)"
    add("--users", default=_USERS, type=users, metavar="FIRST-LAST|none", help=text)
    add("--metrics-port", type=port, metavar="PORT", help="figures for Prometheus, on 127.0.0.1")
    add("--log-format", default="text", choices=FORMATS)
    add("--log-level", default="info", choices=LEVELS)
    add("--version", action="version", version=f"kb-door {VERSION}")
    add_arguments(found.add_argument_group("Browsers").add_argument)
    return found


def copy_parser() -> argparse.ArgumentParser:
    found = _Parser(
        prog=f"kb-door {openaccounts.WORD}",
        allow_abbrev=False,
        description="Copy all accounts into another store and compare them. Stop all doors before.",
    )
    openaccounts.add_arguments(found)
    return found


def notice(text: str) -> str:
    """One line that no terminal can misread."""
    if len(text) > NOTICE:
        raise argparse.ArgumentTypeError(f"it has {len(text)} characters; {NOTICE} are allowed")
    return clean(text, NOTICE)


def users(text: str) -> tuple[int, int] | None:
    """The first and the last; None: nobody changes."""
    if text == "none":
        return None
    first, _dash, last = text.partition("-")
    if not (first.isdecimal() and last.isdecimal()) or not 0 < int(first) < int(last) < 2**31:
        raise argparse.ArgumentTypeError(f"{text!r} is not like {_USERS}")
    return int(first), int(last)


def shown(asked: argparse.Namespace, name: str, number: int) -> str:
    """What players type behind ``ssh``."""
    number = asked.shown_port or number
    return name if number == 22 else f"-p {number} {name}"
