"""The waiting room over a real relay: one window, the other players are guests."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from kbtui.games.kit import find
from kbtui.online import tickets
from kbtui.online.guest import Guest
from kbtui.play.start import Host, Join, Return, Watch
from kbtui.screens.beside.relay import Relay
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.menu import MenuScreen
from kbtui.screens.online.waiting import WaitingScreen
from relay.client import events as e
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.store.log_store import MemoryStore
from tests.kbtui.app_at_relay import at, host, hosting, joined, says
from tests.kbtui.online.rooms import begun, lobby, relay_at, stop, terms, until, watcher
from tests.kbtui.piloting import QUICK, Hand, beside


def guest_of(hand: Hand) -> Guest:
    screen = hand.app.screen
    return screen.guest if isinstance(screen, WaitingScreen) else beside(hand, Relay).guest


def code_of(hand: Hand) -> str:
    return guest_of(hand).client.code


async def test_a_game_with_bots_begins_with_two_keys() -> None:
    async with relay_at() as address, hosting(address) as hand:
        assert "1 seat is free" in hand.text
        await hand.press("b")
        await says(hand, "start the game.")
        await hand.press("enter")
        await says(hand, "GOALS")
        assert isinstance(hand.app.screen, GameScreen)


async def test_a_game_without_a_screen_leads_to_the_menu_and_keeps_the_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with relay_at() as address, hosting(address) as hand:
        monkeypatch.setattr(find("kingdom"), "screen", None)
        await hand.press("b")
        await says(hand, "start the game.")
        await hand.press("enter")
        await says(hand, "This game has no full screen yet.")
        assert isinstance(hand.app.screen, MenuScreen)
        assert [*hand.app.tickets_folder.iterdir()]


async def test_people_come_talk_get_ready_and_play(tmp_path: Path) -> None:
    async with relay_at() as address, hosting(address, terms(3)) as hand:
        bob = await joined(address, "Bob", code_of(hand), tmp_path)
        await says(hand, "Bob")
        bob.request(m.Say("hello there"))
        await says(hand, "Bob: hello there")
        await hand.press("t", *"hi", "enter")
        await until(lambda: len(bob.client.chat) == 2)
        await hand.press("b")
        await says(hand, "Not ready yet: Bob")
        bob.ready()
        await says(hand, "Press Enter to be ready and start the game.")
        await hand.press("enter")
        await until(lambda: bob.is_playing)
        await says(hand, "GOALS")
        assert isinstance(hand.app.screen, GameScreen)
        await stop(bob)


async def test_the_host_mutes_and_removes(tmp_path: Path) -> None:
    async with relay_at() as address, hosting(address) as hand:
        bob = await joined(address, "Bob", code_of(hand), tmp_path)
        await says(hand, "Bob")
        await hand.press("down", "m")
        await says(hand, "muted")
        await hand.press("x")
        assert "Free Bob's seat?" in hand.text
        await hand.press("x")
        await until(lambda: isinstance(bob.connection.trouble, e.Ended))
        await says(hand, "1 seat is free")
        await stop(bob)


async def test_somebody_who_is_removed_is_told(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, "Ann", tmp_path)
        async with at(address, Join("", ann.client.code)) as hand:
            await says(hand, "Press r when you are ready")
            ann.request(m.Kick(1))
            await says(hand, "the host has freed your seat")
            await hand.press("escape")
            assert isinstance(hand.app.screen, MenuScreen)
            assert tickets.held(hand.app.tickets_folder) == []
        await stop(ann)


async def test_watchers_wait_for_the_game_and_then_see_it(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        async with at(address, Watch("", ann.client.code.lower())) as hand:
            await says(hand, "You are watching")
            assert "remove" not in hand.lines[-1]
            for guest in (ann, bob):
                guest.ready()
            await until(lambda: ann.room is not None and all(s.ready for s in ann.room.seats))
            ann.request(m.Start())
            await says(hand, "GOALS")
            assert isinstance(hand.app.screen, GameScreen)
        await stop(ann, bob)


async def test_what_watchers_say_is_heard_in_the_waiting_room() -> None:
    async with relay_at() as address, hosting(address) as hand:
        zoe = watcher(address, "Zoe", code_of(hand))
        await until(lambda: zoe.room is not None)
        zoe.request(m.Say("good luck"))
        await says(hand, "Zoe: good luck")
        await says(hand, "1 spectator")
        await stop(zoe)


async def test_leaving_frees_the_seat_and_forgets_the_ticket(tmp_path: Path) -> None:
    async with relay_at() as address, hosting(address) as hand:
        bob = await joined(address, "Bob", code_of(hand), tmp_path)
        await says(hand, "Bob")
        await hand.press("escape", "escape")
        assert isinstance(hand.app.screen, MenuScreen)
        await until(lambda: bob.room is not None and bob.room.seats[0].sitter == k.EMPTY)
        assert tickets.held(hand.app.tickets_folder) == []
        await stop(bob)


async def test_a_seat_that_is_kept_can_be_returned_to() -> None:
    async with relay_at() as address, hosting(address) as hand:
        code = code_of(hand)
        await hand.press("escape", "k")
        assert isinstance(hand.app.screen, MenuScreen)
        path = tickets.find(hand.app.tickets_folder, code)
        assert path is not None
        hand.app.open(Return(path))
        await says(hand, "hosted by Ada")
        await hand.press("escape", "k")
        hand.app.open(Join("", code))  # the seat that we have is ours without any other
        await says(hand, "1 of 2")
        assert code_of(hand) == code


async def test_a_running_game_is_returned_to_at_once(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        await stop(ann)
        ((path, _place),) = tickets.held(tmp_path / "Ann")
        async with at(address, Return(path)) as hand:
            await says(hand, "GOALS")
            assert isinstance(hand.app.screen, GameScreen)
        await stop(bob)


async def test_codes_that_nobody_has_are_told_and_leave_no_ticket() -> None:
    async with relay_at() as address, at(address, Join("", "AAA-AAA")) as hand:
        await says(hand, "There is no room AAA-AAA")
        await hand.press("escape")
        assert isinstance(hand.app.screen, MenuScreen)
        assert [*hand.app.tickets_folder.iterdir()] == []


async def test_a_full_room_can_be_watched_instead(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        async with at(address, Join("", ann.client.code)) as hand:
            await says(hand, "Press w to watch instead")
            await hand.press("w")
            await says(hand, "You are watching")
        await stop(ann, bob)


async def test_a_relay_that_starts_later_is_found() -> None:
    store = MemoryStore()
    async with relay_at(store) as address:
        pass
    async with at(address, Host("", False, terms())) as hand:
        await says(hand, "the relay is not running; retrying in")
        await says(hand, "Start kb-relay there")
        port = int(address.name.rpartition(":")[2])
        async with relay_at(store, port):
            await hand.press("enter")
            await says(hand, "SEATS")


@pytest.mark.slow
async def test_the_line_may_break_and_come_back() -> None:
    store = MemoryStore()
    async with relay_at(store) as address:
        port = int(address.name.rpartition(":")[2])
        start = Host("", False, terms())
        async with at(address, start) as hand:
            await says(hand, "SEATS")
            code = code_of(hand)
            await guest_of(hand).stop()
        path = tickets.find(hand.app.tickets_folder, code)
        assert path is not None
    async with relay_at(store, port), at(address, Return(path)) as hand:
        await says(hand, f"kb join {code}")


async def test_a_refusal_is_told_until_the_next_key() -> None:
    async with relay_at() as address, hosting(address) as hand:
        guest_of(hand).request(m.Start())
        await says(hand, "A seat is still free, or somebody is not ready")
        await hand.press("down")
        assert "1 seat is free" in hand.text


async def test_a_broken_word_is_told_plainly() -> None:
    async with relay_at() as address, hosting(address) as hand:
        guest_of(hand)._hear(e.Foul("the commitment was changed"))
        await says(hand, "The relay did not keep to the sealed deal: the commitment was changed")


async def test_who_looks_elsewhere_is_called(tmp_path: Path) -> None:
    async with relay_at() as address:
        start = Host("", False, terms())
        async with at(address, start, settings=QUICK._replace(bell=True)) as hand:
            await says(hand, "SEATS")
            with patch.object(hand.app, "bell") as bell:
                hand.app.app_focus = False
                bob = await joined(address, "Bob", code_of(hand), tmp_path)
                await says(hand, "Not ready yet: Bob")
                assert bell.call_count == 1
                bob.ready()
                await says(hand, "start the game.")
                assert bell.call_count == 2
                hand.app.app_focus = True
                bob.ready(False)
                await says(hand, "Not ready yet: Bob")
                bob.ready()
                await says(hand, "start the game.")
                assert bell.call_count == 2
            await stop(bob)


async def test_the_code_is_copied() -> None:
    async with relay_at() as address, hosting(address) as hand:
        with patch.object(hand.app, "copy_to_clipboard") as copy:
            await hand.press("y")
        copy.assert_called_once_with(code_of(hand))


async def test_chat_can_be_pasted() -> None:
    async with relay_at() as address, hosting(address) as hand:
        await hand.press("t")
        await hand.paste("well met\n")
        await hand.press("enter")
        await says(hand, "Ada: well met")
