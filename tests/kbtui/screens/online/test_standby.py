"""Waiting for an opponent while something else is on the screen, over a real relay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kbtui.lobby import meeting
from kbtui.lobby.meeting import terms
from kbtui.online.guest import Guest
from kbtui.play.start import Join, Online
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.online import standby
from kbtui.screens.online.hall import HallScreen
from kbtui.screens.online.joining import JoinScreen
from kbtui.text.address import Address
from relay.client import events as e
from relay.client.visit import visit
from relay.protocol import messages as m
from tests.kbtui.app_at_relay import at, says
from tests.kbtui.online.rooms import player, relay_at, stop, until
from tests.kbtui.piloting import QUICK, Hand
from tests.kbtui.screens.online.test_meeting import comes_true, eager

pytestmark = pytest.mark.slow
WAITING = "you are waiting"


async def waits(hand: Hand) -> None:
    """In the hall; the room is there."""
    await says(hand, "connected")
    await hand.press("m")
    await says(hand, WAITING)
    await comes_true(hand, lambda: hand.app.standby is not None and hand.app.standby.code)
    assert isinstance(hand.app.screen, HallScreen)


async def comes(hand: Hand, address: Address, folder: Path, name: str = "Bob") -> Guest:
    """Somebody else who wants to play at once."""
    assert hand.app.standby is not None
    guest = player(address, name, folder)
    eager(guest)
    guest.join(hand.app.standby.code)
    guest.start()
    await until(lambda: guest.room is not None)
    return guest


async def rooms_of(address: Address) -> tuple[m.Listed, ...]:
    async with visit(address.url) as caller:
        answer = await caller.ask(m.ListRooms())
    assert isinstance(answer, m.Rooms)
    return answer.rooms


async def test_every_title_bar_says_so_and_j_sits_down(tmp_path: Path) -> None:
    loud = QUICK._replace(bell=True)
    async with relay_at() as address, at(address, Online(), settings=loud) as hand:
        rung: list[bool] = []
        hand.app.bell = lambda: rung.append(True)  # type: ignore[method-assign]
        await waits(hand)
        for keys in (("d",), ("escape", "s"), ("escape", "escape"), ("o", "p")):
            await hand.press(*keys)
            assert WAITING in hand.text
        bot_game = hand.app.screen
        assert isinstance(bot_game, GameScreen)
        assert rung == []
        bob = await comes(hand, address, tmp_path)
        await says(hand, "Bob is here: press J to sit down")
        assert rung == [True]
        await hand.press("J")
        await comes_true(hand, lambda: isinstance(hand.app.screen, GameScreen))
        assert hand.app.screen is not bot_game
        assert WAITING not in hand.text
        assert hand.app.standby is None
        await until(lambda: bob.is_playing)
        assert [path.suffix for path in hand.app.games_folder.iterdir()] == [".kbg"]  # is kept
        await stop(bob)


async def test_the_note_can_be_clicked(tmp_path: Path) -> None:
    async with relay_at() as address, at(address, Online()) as hand:
        await waits(hand)
        bob = await comes(hand, address, tmp_path)
        await says(hand, "Bob is here")
        await hand.click_act("sit-down")
        await comes_true(hand, lambda: isinstance(hand.app.screen, GameScreen))
        await stop(bob)


async def test_m_stops_it_and_leaves_nothing_behind() -> None:
    async with relay_at() as address, at(address, Online()) as hand:
        await waits(hand)
        assert len(await rooms_of(address)) == 1
        await hand.press("home", "m")
        assert WAITING not in hand.text
        assert [*hand.app.tickets_folder.glob("*.ticket")] == []
        await gone(address)


async def gone(address: Address) -> None:
    while await rooms_of(address):
        pass


async def test_who_leaves_the_program_waits_no_longer() -> None:
    async with relay_at() as address:
        async with at(address, Online()) as hand:
            await waits(hand)
        await gone(address)


def refused(waiting: standby.Standby | None) -> None:
    """As a full relay does it."""
    assert waiting is not None
    waiting._guest._hear(e.Got(m.Refused("create", 0, "relay-full", "no")))


@pytest.mark.parametrize("keys", [("m",), ()], ids=["stop", "quit"])
async def test_who_stops_or_quits_after_a_refusal_finds_no_error(keys: tuple[str, ...]) -> None:
    """In the pause before another room is opened, there is nothing to give up."""
    async with relay_at() as address:
        async with at(address, Online()) as hand:
            await waits(hand)
            refused(hand.app.standby)
            await hand.press(*keys)
        assert hand.app.standby is None
        await gone(address)


async def test_people_who_are_ignored_are_sent_away_unheard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standby, "PATIENCE", 600.0)
    async with relay_at() as address, at(address, Online()) as hand:
        await waits(hand)
        hand.app.ignored.add("Bob")
        bob = await comes(hand, address, tmp_path)
        await until(lambda: not bob.is_up)
        await hand.settle()
        assert "Bob" not in hand.text
        assert WAITING in hand.text
        cleo = await comes(hand, address, tmp_path, "Cleo")
        await says(hand, "Cleo is here")
        await stop(bob, cleo)


async def test_time_that_passes_refuses_and_two_refusals_end_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standby, "PATIENCE", 0.5)
    async with relay_at() as address, at(address, Online()) as hand:
        await waits(hand)
        bob = await comes(hand, address, tmp_path)
        await says(hand, "Bob is here")
        await until(lambda: bob.room is None or not bob.is_up)
        await says(hand, WAITING)
        cleo = await comes(hand, address, tmp_path, "Cleo")
        await says(hand, "Cleo is here")
        await comes_true(hand, lambda: hand.app.standby is None)
        assert WAITING not in hand.text
        assert [*hand.app.tickets_folder.glob("*.ticket")] == []
        await stop(bob, cleo)


async def test_who_goes_away_again_is_not_announced_any_more(tmp_path: Path) -> None:
    async with relay_at() as address, at(address, Online()) as hand:
        await waits(hand)
        bob = await comes(hand, address, tmp_path)
        await says(hand, "Bob is here")
        bob.request(m.Leave())
        await says(hand, WAITING)
        await stop(bob)


async def test_a_capital_in_a_text_is_a_letter(tmp_path: Path) -> None:
    async with relay_at() as address, at(address, Online()) as hand:
        await waits(hand)
        bob = await comes(hand, address, tmp_path)
        await says(hand, "Bob is here")
        await hand.press("j", "J")
        assert isinstance(hand.app.screen, JoinScreen)
        assert hand.app.standby is not None
        await stop(bob)


async def test_two_who_wait_find_each_other(tmp_path: Path) -> None:
    """The one whose code comes later goes to the other; both are asked."""
    async with relay_at() as address, at(address, Online()) as hand:
        await waits(hand)
        assert hand.app.standby is not None
        own: Callable[[], str] = lambda: hand.app.standby.code if hand.app.standby else ""  # noqa: E731
        bob = player(address, "Bob", tmp_path)
        eager(bob)
        bob.create("kingdom", terms('{"players":2}'))
        bob.start()
        await until(lambda: bob.room is not None)
        if bob.client.code > own():  # he would have to move
            bob.request(m.Leave())
            bob.join(own())
        hand.app.standby._look_for_others()
        await says(hand, "Bob is here")
        await hand.press("J")
        await comes_true(hand, lambda: isinstance(hand.app.screen, GameScreen))
        await stop(bob)


async def sent_away(hand: Hand, address: Address, folder: Path) -> Guest:
    """We sit down with somebody who waits, and who frees our seat at once."""
    bob = player(address, "Bob", folder)
    bob.create("kingdom", terms('{"players":2}'))
    bob.start()
    await says(hand, "Bob is waiting")
    await hand.press("m")
    await says(hand, "Waiting room")
    await until(lambda: bob.room is not None and bob.room.seats[1].name == "Ada")
    bob.request(m.Kick(1))
    return bob


async def test_somebody_whose_seat_is_freed_at_once_is_told(tmp_path: Path) -> None:
    async with relay_at() as address, at(address, Online()) as hand:
        bob = await sent_away(hand, address, tmp_path)
        await says(hand, "The other player has freed your seat. Try again, or wait.")
        assert isinstance(hand.app.screen, HallScreen)
        await hand.press("home", "m")  # not to the same room again
        await says(hand, WAITING)
        await stop(bob)


async def test_somebody_with_whom_nobody_sat_down_in_time_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meeting, "PATIENCE", 0.0)  # all of it has passed
    async with relay_at() as address, at(address, Online()) as hand:
        bob = await sent_away(hand, address, tmp_path)
        await says(hand, "Nobody sat down with you in time")
        assert isinstance(hand.app.screen, HallScreen)
        await stop(bob)


async def test_the_time_counts_from_when_one_came_and_not_from_when_one_looked(
    tmp_path: Path,
) -> None:
    async with relay_at() as address, at(address, Online()) as hand:
        await waits(hand)
        bob = player(address, "Bob", tmp_path)
        bob.create("kingdom", terms('{"players":2}'))
        bob.start()
        await until(lambda: bob.room is not None)
        own = hand.app.standby
        assert own is not None
        with hand.app._context():
            own._drop()
            own._try(Join("", bob.client.code))  # as somebody does whose own code comes later
        await says(hand, "Bob is here")
        own._since -= meeting.PATIENCE
        await hand.press("J")
        await says(hand, "Waiting room")
        bob.request(m.Kick(1))
        await says(hand, "Nobody sat down with you in time")
        await stop(bob)
