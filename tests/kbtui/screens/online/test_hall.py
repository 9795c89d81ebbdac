"""The hall over a real relay, and the way in by code."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from kbtui.disk.settings import Settings
from kbtui.door.accounts.store import Account, SqliteAccounts
from kbtui.door.desk import Desk
from kbtui.door.memory.memory import Memory
from kbtui.door.memory.record import of_bots
from kbtui.door.people import People
from kbtui.hosted import mode
from kbtui.hosted.mode import Hosted
from kbtui.online import tickets
from kbtui.play.start import Menu, Online
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.menu import MenuScreen
from kbtui.screens.online import hall
from kbtui.screens.online.hall import HallScreen
from kbtui.screens.online.joining import JoinScreen
from kbtui.screens.online.waiting import WaitingScreen
from relay.client.visit import Visit, visit
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.app_at_relay import at, host, says
from tests.kbtui.online.rooms import begun, free_port, lobby, relay_at, stop, terms, until
from tests.kbtui.piloting import QUICK, Hand, opened


def kind(hand: Hand) -> type[object]:
    """Of the screen that is seen."""
    return type(hand.app.screen)


LISTED = terms()._replace(listed=True)


@pytest.mark.slow
async def test_the_menu_leads_to_it_and_esc_leads_back() -> None:
    async with relay_at() as address, at(address, Menu()) as hand:
        await hand.press("o")
        assert kind(hand) is HallScreen
        await says(hand, "connected")
        await hand.press("escape")
        assert kind(hand) is MenuScreen


async def test_open_games_are_listed_and_joined(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, "Ann", tmp_path, LISTED)
        async with at(address, Online()) as hand:
            await says(hand, f"{ann.client.code} Ann 1 of 2")
            await hand.press("end", "enter")
            await says(hand, "Press r when you are ready")
            await hand.press("escape", "k")
            assert kind(hand) is HallScreen
            await says(hand, f"{ann.client.code} Ann")
            await hand.press("home", "enter")
            await says(hand, "hosted by Ann")
        await stop(ann)


@pytest.mark.slow
async def test_new_games_appear_while_one_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "_EVERY", 0.05)
    async with relay_at() as address, at(address, Online()) as hand:
        await says(hand, "No public game is running")
        ann = await host(address, "Ann", tmp_path, LISTED)
        await says(hand, "Ann 1 of 2")
        ann.request(m.SeatBot(1, "greedy"))
        await says(hand, "full")
        await stop(ann)


async def test_a_relay_that_is_not_there_is_told_and_another_one_can_be_named() -> None:
    nobody = QUICK._replace(relay=f"127.0.0.1:{free_port()}")
    async with relay_at() as address, opened(Online(), settings=nobody) as hand:
        await says(hand, "the relay is not running. Start kb-relay there, or host a game")
        assert "unreachable" in hand.text
        await hand.press("a", *address.name, "enter")
        await says(hand, f"{address.name} connected")
        assert hand.app.settings.relay == address.name


async def test_the_ways_lead_to_their_pages_and_back() -> None:
    async with relay_at() as address, at(address, Online()) as hand:
        for key, text in (
            ("h", "Open the room"),
            ("j", "Join by code"),
            ("d", "DEAL OF THE DAY"),
        ):
            await hand.press(key)
            assert text in hand.text
            assert kind(hand) is not HallScreen
            await hand.press("escape")
            assert kind(hand) is HallScreen


async def test_a_ticket_that_is_gone_is_told() -> None:
    async with relay_at() as address, at(address, Online()) as hand:
        await says(hand, "connected")
        folder = hand.app.tickets_folder
        kept = tickets.start(folder, address.url, "Ada")
        kept.call("AAA-AAA")
        kept.close()
        screen = hand.app.screen
        assert isinstance(screen, HallScreen)
        screen._look_around()
        tickets.forget(folder / "AAA-AAA.ticket")
        await hand.press("home", "enter")
        await says(hand, "cannot be opened")


async def test_the_mouse_alone_leads_from_the_menu_to_a_game() -> None:
    async with relay_at() as address, at(address, Menu(), (62, 22)) as hand:
        await hand.click_act("online")
        await says(hand, "connected")
        await hand.click_act("host")
        await hand.click_act("more-listed-0")
        await hand.click_act("begin")
        await says(hand, "1 of 2")
        await hand.click_act("help")
        await hand.click_act("bot")
        await says(hand, "start the game.")
        await hand.click_act("seat-1")
        await hand.click_act("choose")
        await says(hand, "build 3 settlements")


# By code


async def test_a_code_leads_into_the_room(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, "Ann", tmp_path)
        async with at(address, Online()) as hand:
            await hand.press("j", *ann.client.code.lower().replace("-", ""), "enter")
            await says(hand, "hosted by Ann")
            assert kind(hand) is WaitingScreen
            await until(lambda: ann.room is not None and ann.room.seats[1].name == "Ada")
        await stop(ann)


async def test_a_code_can_be_pasted(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, "Ann", tmp_path)
        async with at(address, Online()) as hand:
            await hand.press("j")
            await hand.paste(f" {ann.client.code}\n")
            await hand.press("ctrl+w")
            await says(hand, "You are watching")
        await stop(ann)


async def test_a_code_of_nobody_is_answered_below_and_leaves_no_ticket() -> None:
    async with relay_at() as address, at(address, Online()) as hand:
        await hand.press("j", *"aaaaaa", "enter")
        await says(hand, "There is no room AAA-AAA")
        assert kind(hand) is JoinScreen
        assert [*hand.app.tickets_folder.iterdir()] == []
        await hand.press("backspace")
        assert "There is no room" not in hand.text
        await hand.press("escape")
        assert kind(hand) is HallScreen


@pytest.mark.slow
async def test_a_running_game_can_be_watched_instead(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        async with at(address, Online()) as hand:
            await hand.press("j", *ann.client.code.replace("-", "").lower(), "enter")
            await says(hand, "Press Ctrl+W to watch instead")
            await hand.press("ctrl+w")
            await says(hand, "GOALS")
        await stop(ann, bob)


async def test_without_a_relay_the_way_in_says_so() -> None:
    nobody = QUICK._replace(relay=f"127.0.0.1:{free_port()}")
    async with opened(Online(), settings=nobody) as hand:
        await hand.press("j", *"aaaaaa", "enter")
        await says(hand, "the relay is not running. Start kb-relay")
        await hand.press("escape")
        assert [*hand.app.tickets_folder.iterdir()] == []


async def test_the_own_seat_is_found_by_its_code(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        code = ann.client.code
        await stop(ann)
        ((path, _place),) = tickets.held(tmp_path / "Ann")
        async with at(address, Online()) as hand:
            hand.app.tickets_folder.mkdir(parents=True, exist_ok=True)
            path.rename(hand.app.tickets_folder / path.name)
            await hand.press("j", *code.replace("-", "").lower(), "enter")
            await says(hand, "host, you")
        await stop(bob)


@asynccontextmanager
async def at_door(
    monkeypatch: pytest.MonkeyPatch,
    door: type,
    settings: Settings = QUICK,
    *,
    is_on: bool = False,
) -> AsyncIterator[Hand]:
    """The hall of a hosted player; ``door`` answers in place of ``Line``."""
    monkeypatch.setattr("kbtui.screens.online.hall.Line", door)
    monkeypatch.setattr("kbtui.screens.online.hall._EVERY", 0.05)
    async with relay_at() as address:
        mode.begin(Hosted("localhost", address.name, "ada"))
        try:
            async with at(address, Online(is_on), settings=settings) as hand:
                yield hand
        finally:
            mode.begin(None)


@pytest.mark.slow
@pytest.mark.parametrize("when", ["always", "waiting", "off"])
async def test_a_bell_rings_when_somebody_comes_to_the_door(
    monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    monkeypatch.setattr("kbtui.screens.online.doorbell._EVERY", 0.05)
    here, asked = ["ada"], list[str]()

    class Door:
        def ask(self, question: str, **more: object) -> dict[str, object]:
            asked.append(question)
            told = {"hall": [[name, "", ""] for name in here], "here": here}
            return {"here": told.get(question, [])}

    async with at_door(monkeypatch, Door, QUICK._replace(visitors=when)) as hand:
        rung: list[bool] = []
        monkeypatch.setattr(hand.app, "bell", lambda: rung.append(True))
        await says(hand, "HERE")
        assert rung == []
        here.append("bob\x1b[2J")
        await says(hand, "bob[2J")
        assert rung == [True] * (when == "always")
        here.remove("ada")
        await says(hand, "HERE ─")
        assert "\x1b" not in hand.text
        rung.clear()
        await hand.press("p")  # a game against a bot
        assert isinstance(hand.app.screen, GameScreen)
        if when == "off":
            asked.clear()
            await asyncio.sleep(0.2)
            assert "here" not in asked
            return
        await until(lambda: asked[-2:] == ["here", "here"])
        here.append("cleo")
        await until(lambda: rung)
        await asyncio.sleep(0.2)
        assert rung == [True]


@pytest.mark.slow
async def test_a_door_is_asked_for_the_games_and_the_relay_only_if_it_knows_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kbtui.screens.online.hall._EVERY", 0.05)
    visited: list[str] = []
    row = ["HHH-333", k.PLAYING, "kingdom", ["Bob", "Cl\x1b[2Jeo"], 0, True, 2, 7, 1]
    answers: list[dict[str, object]] = [{"rooms": None, "soon": True}, {"rooms": [row]}]

    class Door:
        def ask(self, question: str, **more: object) -> dict[str, object]:
            if question == "rooms":
                return answers[0] if len(answers) == 1 else answers.pop(0)
            return {"here": [["ada", "", ""]]}

    def counted(url: str) -> AbstractAsyncContextManager[Visit]:
        visited.append(url)
        return visit(url)

    monkeypatch.setattr(hall, "visit", counted)
    async with at_door(monkeypatch, Door) as hand:
        await says(hand, "HHH-333 Bob, Cl[2Jeo turn 7")
        assert visited == []
        answers[:] = [{"rooms": [["too", "short"]]}]  # of another version
        await says(hand, "No public game is running")
        assert len(visited) == 1


@pytest.mark.slow
async def test_cards_show_what_the_door_says(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    codes = ["R7K9-QD3A", ""]

    class Door:
        def ask(self, question: str, **more: object) -> dict[str, object]:
            answers: dict[str, dict[str, object]] = {
                "hall": {"here": [["ada", "", ""]]},
                "web": {"url": "https://play.example.org"},
                "key": {"code": codes[0], "keys": 2, "is_guest": False},
            }
            return answers.get(question, {})

    async with at_door(monkeypatch, Door) as hand:
        monkeypatch.setattr(hand.app, "copy_to_clipboard", copied.append)
        await says(hand, "HERE")
        await hand.press("k")
        await says(hand, "ssh R7K9-QD3A@localhost")
        await says(hand, "with 2 keys")
        await hand.press("y")
        await says(hand, "Copied: ssh R7K9-QD3A@localhost")
        await hand.press("escape", "y")
        await says(hand, "https://play.example.org")
        await hand.press("y", "escape")
        assert copied == ["ssh R7K9-QD3A@localhost", "https://play.example.org"]
        codes.reverse()
        await hand.press("k")
        await says(hand, "cannot be reached")


@pytest.mark.slow
async def test_lines_go_to_the_door_and_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kbtui.screens.online.hall._EVERY", 0.05)
    lines: list[list[object]] = []

    class Door:
        def ask(
            self, question: str, heard: int = 0, text: str = "", seen: bool = True
        ) -> dict[str, object]:
            if question == "say":
                if len(lines) == 2:
                    return {"why": "too-fast"}
                lines.append([len(lines) + 1, 0.0, "ada", text])
                return {"why": ""}
            return {"here": [["ada", "", ""]], "talks": True, "talk": lines[heard:]}

    async with relay_at() as address, at(address, Online()) as hand:
        screen = hand.app.screen
        assert isinstance(screen, HallScreen)
        monkeypatch.setattr(screen, "_door", Door())
        await says(hand, "press t to write")
        await hand.press("t", *"hello", "enter")
        await says(hand, "hello")
        lines.append([2, 0.0, "e\x1b[1mve", "a\x1b[2Jgain"])
        await says(hand, "e[1mve a[2Jgain")
        await hand.press("t", "x", "enter")
        await says(hand, "That was too much at once")
        assert len(lines) == 2


@pytest.mark.slow
async def test_with_no_game_running_finished_games_are_the_channels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = Memory()
    for game in ("kingdom", "castle"):
        found = of_bots(game, 0)
        assert found is not None
        memory.finished(found._replace(code="KQ7-4TN"))
    accounts = SqliteAccounts(tmp_path / "accounts.sqlite")
    answer = Desk(accounts, People(), "localhost", memory).resident(Account(1, "ada", False))

    class Door:
        def ask(self, question: str, **more: object) -> dict[str, object]:
            return dict(answer({"ask": question, **more}))

    async with at_door(monkeypatch, Door, is_on=True) as hand:
        await says(hand, "rerun 1 of 2")  # what ssh watch@host shows
        await hand.press("escape")
        await says(hand, "RERUNS")
        await says(hand, "RERUN ─")  # the board beside the list
        screen = hand.app.screen
        assert isinstance(screen, HallScreen)
        screen.leave_with(screen.page.reruns[0][0])
        seen = [each._replace(watched=9) for each in screen.page.past.reruns]
        screen.page.past = screen.page.past._replace(reruns=tuple(seen))  # comes meanwhile
        await says(hand, "rerun 1 of 2")
        await hand.press("tab")
        await says(hand, "rerun 2 of 2")
        await hand.press("tab")
        await says(hand, "rerun 1 of 2")
        assert sum(rerun.watched for rerun in memory.reruns) == 4
        memory.reruns.clear()
        await hand.press("shift+tab")
        await says(hand, "no longer kept")
        await hand.press("escape")
        await says(hand, "The hall")
    accounts.close()


@pytest.mark.slow
async def test_a_glance_at_a_board_is_no_spectator(tmp_path: Path) -> None:
    async with relay_at() as address:
        guests = await begun(address, tmp_path, "Ann", "Bob", listed=True)
        ann = guests[0]
        async with at(address, Online()) as hand:
            await says(hand, f"{ann.client.code} Ann, Bob")
            await hand.press("end")
            screen = hand.app.screen
            assert isinstance(screen, HallScreen)
            await until(lambda: screen.page.sight is not None)
            ann.request(m.ListRooms())
            await until(lambda: ann.rooms is not None)
            assert ann.rooms is not None
            assert [room.watchers for room in ann.rooms] == [0]
            assert ann.watchers == 0
        await stop(*guests)
