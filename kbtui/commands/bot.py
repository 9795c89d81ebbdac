"""``kb bot``: a player without a person, in a game of a relay."""

from __future__ import annotations

import argparse
import asyncio
import signal
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from engine.bots.levels import BOTS
from engine.errors import BadOptions
from kbtui.commands import relays
from kbtui.commands.output import Refusal
from kbtui.commands.screen import chosen
from kbtui.foreign import ForeignBot
from kbtui.i18n import _
from kbtui.link import is_foreign
from kbtui.online import tickets
from kbtui.online.address import Address
from kbtui.online.guest import Guest
from kbtui.online.robot import GivenUp, Mind, Robot
from kbtui.settings import clean_name

_INTERRUPTED: Final = 130


def run(asked: argparse.Namespace) -> int:
    settings, _notice = chosen(asked)
    relay, code = relays.address(asked, settings), relays.code(asked.join)
    if asked.games < 1:
        raise Refusal(_("--games: at least one"))
    mind = _mind(asked.level)
    name = clean_name(asked.name or "") or clean_name(asked.level.rpartition("/")[2])
    try:
        return asyncio.run(_play(relay, code, name, mind, asked.games))
    finally:
        if isinstance(mind, ForeignBot):
            mind.close()


def _mind(level: str) -> Mind:
    if is_foreign(level):
        return ForeignBot(level)  # refuses what cannot be started
    if level not in BOTS:
        text = _("{name} is unknown; known are {known}")
        raise BadOptions("--level", text.format(name=repr(level), known=", ".join(BOTS)))
    return BOTS[level]


async def _play(relay: Address, code: str, name: str, mind: Mind, games: int) -> int:
    """The exit code. The ticket is for this process alone: no person goes on with it."""
    with TemporaryDirectory(prefix="kb-bot-") as folder:
        guest = Guest(relay, name, tickets.start(Path(folder), relay.url, name))
        robot = Robot(guest, mind, _say, games, asked=code)
        signals: list[int] = []
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(number, _stop, robot, signals, number)
        guest.join(code)
        try:
            await robot.run()
        except GivenUp as reason:
            if reason.is_unreachable:
                raise relays.unreachable(relay, str(reason)) from None
            raise Refusal(str(reason).rstrip(".")) from None
        return _INTERRUPTED if signal.SIGINT in signals else 0


def _stop(robot: Robot, signals: list[int], number: int) -> None:
    signals.append(number)
    robot.stop()


def _say(text: str) -> None:
    print(text, flush=True)
