"""``kb host``, ``kb join`` and ``kb watch``: a room on a relay, full screen or in line mode."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from kbtui.cli import relays
from kbtui.cli.onlinelines import play
from kbtui.cli.openscreen import chosen, need_player, open_app
from kbtui.cli.terms import wanted
from kbtui.games.kit import find
from kbtui.play.start import Host, Join, Online, Watch
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal

if TYPE_CHECKING:
    from kbtui.disk.settings import Settings
    from kbtui.play.start import Room


def run(asked: argparse.Namespace) -> int:
    need_player(asked)
    settings, notice = chosen(asked)
    start = _start(asked, settings)
    if asked.line and not isinstance(start, Online):
        return play(start, settings, notice)
    return open_app(start, asked, (settings, notice))


def _start(asked: argparse.Namespace, settings: Settings) -> Room | Online:
    """What is asked for; refuses a bad address, a bad code, and what cannot be played."""
    relays.name(settings)
    relay = relays.address(asked, settings).name
    if asked.command == "join":
        return Join(relay, relays.code(asked.code))
    if asked.command == "watch" and asked.code is None and asked.line:
        raise Refusal(_("which room? kb games lists the public ones"))
    if asked.command == "watch":
        return Online(is_on=True) if asked.code is None else Watch(relay, relays.code(asked.code))
    kit = find(asked.game)
    room = wanted(asked, kit)
    return Host(relay, asked.here, room.terms, room.bots, kit.key)
