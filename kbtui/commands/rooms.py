"""``kb host``, ``kb join`` and ``kb watch``: a room on a relay, full screen or in line mode."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from kbtui.cli.screen import chosen, need_player, open_app

if TYPE_CHECKING:
    from kbtui.disk.settings import Settings
    from kbtui.online.entrance import Room


def run(asked: argparse.Namespace) -> int:
    need_player(asked)
    settings, notice = chosen(asked)
    start = _start(asked, settings)
    if asked.line:
        from kbtui.cli.onlinelines import play

        return play(start, settings, notice)
    return open_app(start, asked, (settings, notice))


def _start(asked: argparse.Namespace, settings: Settings) -> Room:
    """What is asked for; refuses what is no address, no code, or cannot be played."""
    from kbtui.cli import relays
    from kbtui.play.start import Host, Join, Watch

    relays.name(settings)
    relay = relays.address(asked, settings).name
    if asked.command == "join":
        return Join(relay, relays.code(asked.code))
    if asked.command == "watch":
        return Watch(relay, relays.code(asked.code))
    from kbtui.games.kingdom.form.terms import wanted

    room = wanted(asked)
    return Host(relay, asked.here, room.terms, room.bots)
