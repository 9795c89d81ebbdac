"""Every screen of the app: how to get there, in any window and look."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from engine.kingdom.setup import first_game
from kbtui.look.terminal import Terminal
from kbtui.online.guest import Guest
from kbtui.online.online_table import OnlineTable
from kbtui.pages.settings import ORDER
from kbtui.play import saves
from kbtui.play.session import HUMAN, Session
from kbtui.play.start import Join, Menu, NewGame, Online, Replay, Resume, Start, Tutorial
from kbtui.screens.beside.firstgame import first_game_screen
from kbtui.screens.beside.relay import online_game
from kbtui.screens.countscreen import CountScreen, end_screen
from kbtui.story.exports import Source, source_of
from relay.protocol import messages as m
from tests.kbtui.app_at_relay import host, says
from tests.kbtui.games.castle.castle_people import new_castle, saved_castle
from tests.kbtui.online import rooms
from tests.kbtui.online.rooms import begun, relay_at, stop, until
from tests.kbtui.piloting import QUICK, Hand, new_game, opened
from tests.kbtui.playing import kingdom
from tests.kbtui.saved import saved
from tests.kbtui.story.test_chronicle import GAMES, golden
from tests.kbtui.truth.watching import Wire


class Window(NamedTuple):
    home: Path
    size: tuple[int, int]
    terminal: Terminal


class Spot(NamedTuple):
    """Where a walk begins."""

    hand: Hand
    others: Callable[[Random], Awaitable[None]] | None = None  # somebody else does something


Place = Callable[[Window], AbstractAsyncContextManager[Spot]]
Lead = Callable[[Hand], Awaitable[None]]

_SETS: Final = ("base", "marshlands")
_LATE: Final = 90  # entries after which a player has tiles
_NAME: Final = "Zoë 森"  # marks and wide characters are part of names
_SETTINGS: Final = QUICK._replace(name=_NAME)


@asynccontextmanager
async def _app(window: Window, start: Start) -> AsyncIterator[Hand]:
    async with opened(start, window.size, _SETTINGS, window.terminal, Wire) as hand:
        yield hand


@asynccontextmanager
async def _started(
    start: Callable[[Path], Start], lead: Lead, window: Window
) -> AsyncIterator[Spot]:
    async with _app(window, start(window.home)) as hand:
        await lead(hand)
        yield Spot(hand)


def _keys(*keys: str) -> Lead:
    async def lead(hand: Hand) -> None:
        await hand.press(*keys)

    return lead


def _at_menu(*keys: str) -> Place:
    """What these keys open in the menu."""
    return partial(_started, lambda _home: Menu(), _keys(*keys))


def _in(start: Callable[[Path], Start], *keys: str) -> Place:
    return partial(_started, start, _keys(*keys))


def _has_tiles(session: Session) -> bool:
    return len(session.table.entries) >= _LATE and session.waits_for is not None


def _late(home: Path) -> Start:
    return Resume(saved(home, new_game("truth", "random", "greedy", sets=_SETS), _has_tiles))


def _castle(home: Path) -> Path:
    return saved_castle(home, new_castle("truth", "random", "random"), _LATE)


def _late_castle(home: Path) -> Start:
    return Resume(_castle(home))


def _shared(_home: Path) -> NewGame:
    return new_game("truth", "greedy", people=2, two_cards=True)


def _recorded(_home: Path) -> Start:
    return Replay(GAMES / "boats.kbg", 40)


async def _first(hand: Hand) -> None:
    session = kingdom(first_game(seed="truth"), (HUMAN, "greedy"), (_NAME, "Ben"))
    saves.start(session, hand.app.games_folder)
    await hand.app.push_screen(first_game_screen(session))
    await hand.settle()


async def _first_castle(hand: Hand) -> None:
    options = {"players": 2, "peace": True, "seed": "truth"}
    session = Session("castle", options, (HUMAN, "greedy"), (_NAME, "Ben"))
    saves.start(session, hand.app.games_folder)
    await hand.app.push_screen(first_game_screen(session))
    await hand.settle()


async def _castle_end(hand: Hand) -> None:
    options = {"players": 3, "seed": "truth"}
    session = Session("castle", options, ("greedy",) * 3, (_NAME, "Ben", "Cleo"))
    list(session.advance())
    await hand.app.push_screen(end_screen(Source.of(session), has_rematch=True))
    await hand.settle()


async def _learn(hand: Hand) -> None:
    await hand.press(*["enter"] * 3)


def _counting(*keys: str) -> Lead:
    async def lead(hand: Hand) -> None:
        record, table = golden("first-game")
        source = source_of(table, record.players, record)
        await hand.app.push_screen(CountScreen(source, has_rematch=True))
        await hand.settle()
        await hand.press(*keys)

    return lead


def _after(lead: Lead) -> Place:
    return partial(_started, lambda _home: Menu(), lead)


# Online


@asynccontextmanager
async def _near(start: Callable[[str], Start], sight: str, window: Window) -> AsyncIterator[Spot]:
    """At a relay where somebody else has opened a room of that code."""
    async with relay_at() as address:
        ann = await host(address, "Ann", window.home, rooms.terms(3)._replace(listed=True))
        settings = _SETTINGS._replace(relay=address.name)
        begin = start(ann.client.code)
        async with opened(begin, window.size, settings, window.terminal, Wire) as hand:
            await says(hand, sight)
            yield Spot(hand, partial(_chat, [ann]))
        await stop(ann)


@asynccontextmanager
async def _hall(window: Window) -> AsyncIterator[Spot]:
    """Two games run, one is looked at, and somebody waits."""
    async with relay_at() as address:
        folder = window.home
        ann = await host(address, _NAME, folder, rooms.terms(2)._replace(listed=True))
        players = await begun(address, folder, "Bob", "Cleo", listed=True)
        players += await begun(address, folder, "Dan", "Eve", game="castle", listed=True)
        settings = _SETTINGS._replace(relay=address.name)
        async with opened(Online(), window.size, settings, window.terminal, Wire) as hand:
            await says(hand, "Cleo")
            await hand.press("end")
            yield Spot(hand, partial(_move, [OnlineTable(guest) for guest in players]))
        await stop(ann, *players)


async def _chat(guests: list[Guest], random: Random) -> None:
    """Somebody says something, or is ready, or is not."""
    guest = random.choice(guests)
    if random.random() < 0.5:
        guest.request(m.Say(random.choice(["hello", "森林!", "same board? " * 9])))
    else:
        guest.ready(random.random() < 0.5)


@asynccontextmanager
async def _online_game(
    keys: tuple[str, ...], window: Window, game: str = "kingdom"
) -> AsyncIterator[Spot]:
    async with relay_at() as address, _app(window, Menu()) as hand:
        with hand.app._context():  # as when a screen opens the line: what comes is the app's
            ann, bob = await begun(address, window.home, "Ann", "Bob", game=game)
        await hand.app.push_screen(online_game(ann))
        await hand.settle()
        await says(hand, "your turn")
        table = OnlineTable(bob)
        for key in keys:
            await hand.press(key)
        yield Spot(hand, partial(_move, [table]))
        await stop(ann, bob)


@asynccontextmanager
async def _watched_game(window: Window, game: str = "kingdom") -> AsyncIterator[Spot]:
    async with relay_at() as address, _app(window, Menu()) as hand:
        with hand.app._context():
            guests = await begun(address, window.home, "Ann", "Bob", game=game)
            will = rooms.watcher(address, "Will", guests[0].client.code)
        await until(lambda: will.is_playing and will.client.confirmed == will.client.last)
        await hand.app.push_screen(online_game(will))
        await hand.settle()
        yield Spot(hand, partial(_move, [OnlineTable(guest) for guest in guests]))
        await stop(*guests, will)


async def _move(tables: list[OnlineTable], random: Random) -> None:
    """The one who has to act does so."""
    for table in tables:
        if not table.session.is_over:
            rooms.step(table, random)


_TURN: Final = ("tab", "enter") * 3 + ("e",)

PLACES: Final[Mapping[str, Place]] = {
    "menu": _at_menu(),
    "setup": _at_menu("n"),
    "games": _in(_late, "escape", "escape", "c"),
    "rules": _at_menu("u"),
    "options": _at_menu("s"),
    "keys": _at_menu("s", *["down"] * ORDER.index("keys"), "enter"),
    "game": _in(lambda _home: new_game("truth", "greedy", "random")),
    "late game": _in(_late),
    "two people": _in(_shared),
    "first game": _after(_first),
    "tutorial": partial(_started, lambda _home: Tutorial(), _learn),
    "castle menu": _at_menu("g"),
    "castle setup": _at_menu("g", "n"),
    "castle rules": _at_menu("g", "u"),
    "castle lessons": partial(_started, lambda _home: Tutorial("castle"), _keys("1", "enter")),
    "castle first game": _after(_first_castle),
    "castle end": _after(_castle_end),
    "replay": _in(_recorded),
    "count": _after(_counting("enter")),
    "score": _after(_counting("end", "enter")),
    "coach": _after(_counting("end", "enter", "c")),
    "online": partial(_near, lambda _code: Online(), "Ann"),
    "hall": _hall,
    "waiting": partial(_near, lambda code: Join("", code), "SEATS"),
    "online game": partial(_online_game, ()),
    "plan": partial(_online_game, (*_TURN, "P")),
    "watching": _watched_game,
    "castle": _in(lambda _home: new_castle("truth", "greedy", "random", royal=True)),
    "late castle": _in(_late_castle),
    "castle of two": _in(lambda _home: new_castle("truth", "random", people=2)),
    "castle replay": _in(lambda home: Replay(_castle(home), 40)),
    "online castle": partial(_online_game, (), game="castle"),
    "castle plan": partial(_online_game, ("d", "d", "P"), game="castle"),
    "watched castle": partial(_watched_game, game="castle"),
}
