"""``kb bot``: lets a bot join a room on a relay, or take its own try at the deal of the day."""

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
from kbtui.cli.openscreen import chosen
from kbtui.daily.asking import Unanswered
from kbtui.daily.asking import asked as asked_as
from kbtui.disk.settings import Settings, clean_name
from kbtui.games.kit import find as find_kit
from kbtui.online.bot_player import BotPlayer, GivenUp, Mind
from kbtui.online.entering import Entrance
from kbtui.play.external_bot import ExternalBot, check_external
from kbtui.play.link import is_external
from kbtui.play.start import Attempt, Join
from kbtui.text.address import Address
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal
from relay.days import deals
from relay.protocol.days import DONE

_INTERRUPTED: Final = 130
_PROGRAM: Final = "program"  # how others see one that is not ours


def run(asked: argparse.Namespace) -> int:
    settings, _notice = chosen(asked)
    relay = relays.address(asked, settings)
    if asked.games < 1:
        raise Refusal(_("--games must be at least 1"))
    mind = _mind(asked.level)
    name = clean_name(asked.name or "") or clean_name(asked.level.rpartition("/")[2])
    level = _PROGRAM if is_external(asked.level) else asked.level
    start: Join | Attempt
    if asked.daily is None:
        start = Join(relay.name, relays.code(asked.join), level)
    else:
        start = _attempt(relay, asked.daily, name, level)
    return asyncio.run(_play(start, settings._replace(name=name), mind, asked.games))


def _attempt(relay: Address, given: str, name: str, level: str) -> Attempt:
    """The try of a program: one of its own a day, by its name; refuses one that is over."""
    game = find_kit(given).key
    if game not in deals.games():
        raise BadOptions("--daily", _("this game has no deal of the day"))
    try:
        (found,) = asked_as(relay, [(game, deals.today())], program=name)
    except Unanswered as error:
        raise Refusal(str(error).rstrip(".")) from None
    if found.view.trying == DONE:
        text = _("{name} has had its try at {relay} today")
        raise Refusal(text.format(name=name, relay=relay.name))
    return found.attempt._replace(level=level)


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
    start: Join | Attempt, settings: Settings, mind: Callable[[AnyGame], Mind], games: int
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
