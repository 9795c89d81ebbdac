"""``kb status``: prints whether it is your turn online, for scripts and status bars."""

from __future__ import annotations

import argparse
import json
import time
from typing import Final

from kbtui.disk.places import tickets_folder
from kbtui.online.status import DUE, UNKNOWN, GameStatus, as_json, summary, without_asking
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal

_TIMEOUT: Final = 8.0  # seconds for all answers together
_LEAST: Final = 5.0  # seconds between two looks: relays have better things to do
_NOT_YOURS, _UNSURE = 1, 2  # exit codes


def run(asked: argparse.Namespace) -> int:
    if not asked.every >= _LEAST:
        raise Refusal(_("--every must be at least {least:g} seconds").format(least=_LEAST))
    games = _look()
    print(told := _text(games, asked), flush=True)
    while asked.watch:  # until somebody stops it
        time.sleep(asked.every)
        if (text := _text(_look(), asked)) != told:
            print(told := text, flush=True)
    return _code(games)


def _look() -> list[GameStatus]:
    folder = tickets_folder()
    games = without_asking(folder)
    if games is None:
        # late: a status bar asks every few seconds, and a client takes longer to load than the rest
        from kbtui.online.peeking import look

        games = look(folder, _TIMEOUT)
    return games


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
