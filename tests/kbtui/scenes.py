"""The screens that are stored as snapshots: how to get there, in which windows and looks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Final
from unittest.mock import patch

from textual.strip import Strip

from engine.kingdom.state import reserve
from kbtui.look.terminal import Terminal
from kbtui.online import tickets
from kbtui.online.guest import Guest
from kbtui.pages.hall.known import Known
from kbtui.play.person import ASK_ALWAYS
from kbtui.play.session import Session
from kbtui.play.start import Menu, Online, Resume, Start
from kbtui.screens.online.hall import HallScreen
from kbtui.screens.online.waiting import WaitingScreen
from kbtui.text.address import parse_address
from relay.client.connection import Phase
from relay.protocol import messages as m
from tests.kbtui.lobby.waitingrooms import CODE, ROOMS, USUAL
from tests.kbtui.piloting import BARE, TRUE, Hand, new_game, opened
from tests.kbtui.random_players import ByKeys
from tests.kbtui.saved import saved

Lead = Callable[[Hand], Awaitable[None]]

SIZES: Final = {"80x24": (80, 24), "140x45": (140, 45)}
LOOKS: Final[Mapping[str, Terminal]] = {"true": TRUE, "bare": BARE}

_SETS: Final = ("base", "marshlands")
_LATE: Final = 90  # entries after which a player has tiles
_FEW: Final = 3  # settlements that are built in a turn
_ADDRESS: Final = parse_address("example.org")
_DAY: Final = "2026-01-01"  # the menu has a board for each day


def _has_tiles(session: Session) -> bool:
    return len(session.table.entries) >= _LATE and session.waits_for is not None


def _is_late(session: Session) -> bool:
    """Whether the game ends with this turn."""
    left = min(reserve(session.table.state, seat) for seat in range(len(session.players)))
    return left <= _FEW and session.waits_for is not None


def _menu(home: Path) -> Start:
    return Menu()


def _online(home: Path) -> Start:
    return Online()


def _last(home: Path) -> Start:
    return Resume(saved(home, new_game("snapshot", "random", "random"), _is_late))


def _start(home: Path) -> Start:
    return new_game("snapshot", "greedy")


def _late(home: Path) -> Start:
    return Resume(saved(home, new_game("snapshot", "random", "random", sets=_SETS), _has_tiles))


async def _nothing(hand: Hand) -> None:
    await hand.settle()


async def _take_tile(hand: Hand) -> None:
    """The first tile that can be used."""
    play = hand.play
    usable = [n for n, tile in enumerate(play.tiles, 1) if tile.action in play.choices.actions]
    await hand.press(str(usable[0]))
    assert play.tile is not None


async def _ask(hand: Hand) -> None:
    for _ in range(3):
        await hand.press("tab", "enter")
    hand.play.ask = ASK_ALWAYS
    await hand.press("e")
    assert hand.play.is_asking


async def _count(hand: Hand) -> None:
    """Play the last turn, and count the gold."""
    player = ByKeys(hand, "snapshot")
    await player.finish()
    await player.count()


async def _wait(hand: Hand) -> None:
    """A waiting room without a relay: as it was when everybody had said something."""
    kept = tickets.start(hand.app.tickets_folder, _ADDRESS.url, "Ada")
    guest = Guest(_ADDRESS, "Ada", kept)
    client = guest.client
    client.code, client.seat, client.room = CODE, 0, USUAL
    client.present = m.Present((0, 1), 2)
    client.chat = {
        1: m.Said(1, 1, "hi! same board as last time?", 0),
        2: m.Said(2, 0, "no, another one", 0),
    }
    guest.connection.phase = Phase.UP
    await hand.app.push_screen(WaitingScreen(guest))
    await hand.settle()


async def _look_online(hand: Hand) -> None:
    """The hall, as if a relay had answered."""
    kept = tickets.start(hand.app.tickets_folder, _ADDRESS.url, "Ada")
    kept.call("NNN-999")
    kept.keep(phase="playing", names=("Ada", "Ben"), seats=("you", "remote"), acting=0)
    kept.close()
    screen = hand.app.screen
    assert isinstance(screen, HallScreen)
    screen._stop()
    screen._learn(Known("example.org:8765", True, rooms=ROOMS))
    await hand.settle()


SCENES: Final[Mapping[str, tuple[Callable[[Path], Start], Lead]]] = {
    "game-start": (_start, _nothing),
    "game-tile": (_late, _take_tile),
    "game-question": (_start, _ask),
    "menu": (_menu, _nothing),
    "online": (_online, _look_online),
    "score": (_last, _count),
    "waiting": (_menu, _wait),
}


async def shown(scene: str, size: str, look: str, home: Path) -> Sequence[Strip]:
    """What the scene looks like in that window."""
    start, lead_to = SCENES[scene]
    with patch("kbtui.screens.menu.time", SimpleNamespace(strftime=lambda form: _DAY)):
        return await _seen(start(home), lead_to, SIZES[size], LOOKS[look])


async def _seen(
    start: Start, lead_to: Lead, size: tuple[int, int], terminal: Terminal
) -> Sequence[Strip]:
    async with opened(start, size, terminal=terminal) as hand:
        await lead_to(hand)
        return hand.strips
