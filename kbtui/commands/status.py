"""``kb status``: prints whether it is your turn online, for scripts and status bars."""

from __future__ import annotations

import argparse
import asyncio
import json
from typing import Final

from kbtui.disk.places import tickets_folder
from kbtui.online.status import DUE, UNKNOWN, GameStatus, as_json, statuses, summary
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal

_TIMEOUT: Final = 8.0  # seconds for all answers together
_LEAST: Final = 5.0  # seconds between two looks: relays have better things to do
_NOT_YOURS, _UNSURE = 1, 2  # exit codes


def run(asked: argparse.Namespace) -> int:
    if not asked.every >= _LEAST:
        raise Refusal(_("--every must be at least {least:g} seconds").format(least=_LEAST))
    return asyncio.run(_watch(asked) if asked.watch else _once(asked))


async def _once(asked: argparse.Namespace) -> int:
    games = await statuses(tickets_folder(), _TIMEOUT)
    print(_text(games, asked))
    return _code(games)


async def _watch(asked: argparse.Namespace) -> int:
    """Until somebody stops it."""
    told = ""
    while True:
        games = await statuses(tickets_folder(), _TIMEOUT)
        text = _text(games, asked)
        if text != told:
            print(text, flush=True)
            told = text
        await asyncio.sleep(asked.every)


def _text(games: list[GameStatus], asked: argparse.Namespace) -> str:
    if asked.json:
        return json.dumps(as_json(games), separators=(",", ":"))
    lines = [game.line for game in games] if asked.long else []
    return "\n".join([summary(games), *lines])


def _code(games: list[GameStatus]) -> int:
    """0: your turn somewhere, 1: it is not, 2: a relay gives no answer, so who knows."""
    kinds = {game.kind for game in games}
    if DUE in kinds:
        return 0
    return _UNSURE if UNKNOWN in kinds else _NOT_YOURS
