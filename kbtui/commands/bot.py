"""``kb bot``: lets a bot join a room on a relay."""

from __future__ import annotations

import argparse
import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from engine.contract import AnyGame, find, keys
from engine.errors import BadOptions
from kbtui.cli import relays
from kbtui.cli.screen import chosen
from kbtui.disk.settings import Settings, clean_name
from kbtui.online.bot_player import BotPlayer, GivenUp, Mind
from kbtui.online.entering import Entrance
from kbtui.play.external_bot import ExternalBot, check_external
from kbtui.play.link import is_external
from kbtui.play.start import Join
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal

_INTERRUPTED: Final = 130
_PROGRAM: Final = "program"  # what the others are told of one that is not ours


def run(asked: argparse.Namespace) -> int:
    settings, _notice = chosen(asked)
    relay, code = relays.address(asked, settings), relays.code(asked.join)
    if asked.games < 1:
        raise Refusal(_("--games must be at least 1"))
    mind = _mind(asked.level)
    name = clean_name(asked.name or "") or clean_name(asked.level.rpartition("/")[2])
    start = Join(relay.name, code, _PROGRAM if is_external(asked.level) else asked.level)
    return asyncio.run(_play(start, settings._replace(name=name), mind, asked.games))


def _mind(level: str) -> Callable[[AnyGame], Mind]:
    """What plays, once the game of the room is known; refuses what cannot play any."""
    if is_external(level):
        check_external(level)
        return lambda game: ExternalBot(game, level)
    levels = dict.fromkeys(level for key in keys() for level in find(key).levels)
    if level not in levels:
        text = _("unknown level {name}; choose from {known}")
        raise BadOptions("--level", text.format(name=repr(level), known=", ".join(levels)))

    def of_level(game: AnyGame) -> Mind:
        if level not in game.levels:
            text = _("{game} has no bot called {level}; choose from {known}")
            known = ", ".join(game.levels)
            raise GivenUp(text.format(game=game.title, level=level, known=known))
        return game.levels[level]

    return of_level


async def _play(
    start: Join, settings: Settings, mind: Callable[[AnyGame], Mind], games: int
) -> int:
    """The exit code. The ticket is for this process alone: no person takes it over."""
    with TemporaryDirectory(prefix="kb-bot-") as folder:
        way = Entrance(Path(folder) / "online").way(start, settings)
        player = BotPlayer(way.guest, mind, _say, games, asked=way.asked)
        signals: list[int] = []
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(number, _stop, player, signals, number)
        try:
            await player.run()
        except GivenUp as reason:
            if reason.is_unreachable:
                raise relays.unreachable(way.guest.address, str(reason)) from None
            raise Refusal(str(reason).rstrip(".")) from None
        return _INTERRUPTED if signal.SIGINT in signals else 0


def _stop(player: BotPlayer, signals: list[int], number: int) -> None:
    signals.append(number)
    player.stop()


def _say(text: str) -> None:
    print(text, flush=True)
