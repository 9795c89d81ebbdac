"""Ways into rooms from the screens: what the menu says, and a relay inside the app."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from socket import SO_REUSEADDR, SOL_SOCKET, socket

import pytest

from kbtui.online import ownrelay, tickets
from kbtui.online.ownrelay import OwnRelay
from kbtui.play.start import Host, Join, Return
from kbtui.screens.menu import MenuScreen
from kbtui.screens.online.waiting import WaitingScreen
from tests.kbtui.app_at_relay import says
from tests.kbtui.online.rooms import free_port, terms, until
from tests.kbtui.piloting import Hand, opened


@pytest.fixture(autouse=True)
def on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """A relay for the network listens to this machine alone in tests, and where it is free."""
    usual = (free_port(), "127.0.0.1")
    monkeypatch.setattr(ownrelay.OwnRelay.__init__, "__defaults__", usual)


def own_of(hand: Hand) -> OwnRelay:
    assert hand.app.entrance is not None
    assert hand.app.entrance.own is not None
    return hand.app.entrance.own


async def test_an_address_that_is_none_is_told_in_the_menu() -> None:
    async with opened(Join("http://example.org", "AAA-AAA")) as hand:
        assert isinstance(hand.app.screen, MenuScreen)
        assert "is not the address of a relay" in (hand.app.screen.page.notice or "")


async def test_a_ticket_that_cannot_be_read_is_told_in_the_menu(tmp_path: Path) -> None:
    path = tmp_path / "KQ7-4TN.ticket"
    path.write_text("nothing")
    async with opened(Return(path)) as hand:
        assert isinstance(hand.app.screen, MenuScreen)
        assert "not a readable seat token" in (hand.app.screen.page.notice or "")


@pytest.mark.slow
async def test_a_game_on_this_machine_needs_no_other_program_and_can_be_returned_to() -> None:
    async with opened(Host("", True, terms())) as hand:
        await says(hand, "not encrypted")
        screen = hand.app.screen
        assert isinstance(screen, WaitingScreen)
        port = own_of(hand).port
        code = screen.guest.client.code
        path = tickets.find(hand.app.tickets_folder, code)
    assert path is not None
    async with opened(Return(path)) as hand:  # a new program: its relay begins again
        await says(hand, "SEATS")
        assert own_of(hand).port == port
        await hand.press("b")
        await says(hand, "Press Enter to be ready and start the game.")
        await hand.press("enter")
        await says(hand, "GOALS")


async def test_another_window_takes_over_when_the_first_one_is_gone(home: Path) -> None:
    first = ownrelay.OwnRelay(home)
    await first.start()
    async with opened(Host("", True, terms())) as hand:
        await says(hand, "SEATS")
        assert own_of(hand).is_elsewhere
        await hand.press("escape", "k")
        await first.stop()
        ((path, _place),) = tickets.held(hand.app.tickets_folder)
        hand.app.open(Return(path))
        await says(hand, "SEATS")
        assert not own_of(hand).is_elsewhere


async def test_a_ticket_follows_its_relay_to_another_port(home: Path) -> None:
    async with opened(Host("", True, terms())) as hand:
        await says(hand, "SEATS")
        port = own_of(hand).port
    with closing(socket()) as other:
        other.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        ((path, _place),) = tickets.held(hand.app.tickets_folder)
        async with opened(Return(path)) as hand:
            await says(hand, "SEATS")
            assert own_of(hand).port != port
            assert tickets.read(path).relay == f"ws://127.0.0.1:{own_of(hand).port}"


async def test_a_relay_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(own: ownrelay.OwnRelay) -> None:
        own.trouble = "A relay cannot be started here: so it is"
        raise OSError

    monkeypatch.setattr(ownrelay.OwnRelay, "start", refuse)
    async with opened(Host("", True, terms())) as hand:
        await until(lambda: own_of(hand).trouble)
        await says(hand, "A relay cannot be started here: so it is")
