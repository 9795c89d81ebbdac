"""The deal of the day by taps: one try for each browser, to its end, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.contract import find
from kbtui.door.web.taps import play
from kbtui.games.kit import keys
from relay.days import deals
from relay.hub.deals import days
from relay.server import driver
from tests.kbtui.door.web.site import get, site
from tests.kbtui.door.web.test_taps import Phone, cookie, phone

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick")]


def quick_deal(game: str, day: str) -> deals.Deal:
    """The first candidate, against a bot that does not think long."""
    rules = find(game)
    assert rules.days is not None
    options = rules.days.options(f"daily {game} {day} 0", 0)
    return deals.Deal(game, day, options, 0, "novice", 1, deals.edition(game))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody thinks long, and nobody is told to slow down."""
    monkeypatch.setattr(driver, "deal_of", quick_deal)
    monkeypatch.setattr(days, "can_rehearse", lambda game: False)
    monkeypatch.setattr(play, "_BURST", 10_000)
    monkeypatch.setattr(play, "_SOON", 0.02)


async def finish(pia: Phone) -> int:
    """Tap the first move on offer until the game is over; how many."""
    played = 0
    while True:
        await pia.until(lambda shown: shown.get("choices") or shown.get("outcome"))
        if pia.shown.get("outcome"):
            return played
        choices: list[Any] = pia.shown.pop("choices")
        built = [choice for choice in choices if choice[2]]
        await pia.ask(do="move", move=(built or choices)[0][0])
        played += 1


@pytest.mark.parametrize("game", keys())
async def test_a_try_is_played_to_its_end_and_stands_in_the_table(game: str) -> None:
    async with site() as here:
        today = deals.today()
        line, page = f"/taps/daily/{today}/{game}", f"/daily/{today}"
        kept, other = await cookie(here, f"{page}/{game}"), await cookie(here)
        assert (
            f'href="{page}/{game}" class="button">Play it'
            in (await get(here, page, Cookie=kept)).body
        )
        async with phone(here, line, kept) as pia:
            await pia.until(lambda shown: shown.get("choices"))
            assert pia.shown["code"] == ""  # the room has no other way in
            assert f"deal of {today}" in pia.shown["side"]
            before = pia.shown["svg"]
        assert "Continue" in (await get(here, page, Cookie=kept)).body
        await here.door._seats.close_all()  # as after a restart of the door
        async with phone(here, line, kept) as pia:
            await pia.until(lambda shown: shown.get("choices"))
            assert pia.shown["svg"] == before  # the same try
            assert await finish(pia) > 5
            assert pia.buttons == []  # there is one try
            assert "You are the first to finish." in pia.shown["outcome"]
            assert '<tr class="own"><th scope=row>1</th><td>pia</td>' in pia.shown["outcome"]
        own = (await get(here, page, Cookie=kept)).body
        assert "Look at your game" in own
        assert "<td>pia</td>" in own
        for stranger in (other, ""):
            theirs = (await get(here, page, **({"Cookie": stranger} if stranger else {}))).body
            assert "1 try, 1 finished" in theirs
            assert "pia" not in theirs  # before one's own try, nobody sees results
        async with phone(here, line, kept) as pia:  # the game can be looked at
            await pia.until(lambda shown: shown.get("outcome"))
            assert pia.shown["svg"]


async def test_one_tap_too_many_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes when the cards are being dealt, or the bot moves."""
    async with site() as here:
        line = f"/taps/daily/{deals.today()}/castle"
        async with phone(here, line, await cookie(here)) as pia:
            await pia.until(lambda shown: shown.get("choices"))
            (seat,) = here.door._seats._seats
            played: list[str] = []
            monkeypatch.setattr(seat.table, "to_act", 1)
            monkeypatch.setattr(seat.guest, "play", played.append)
            await pia.ask(do="move", move=pia.shown["choices"][0][0])
            await pia.ask(do="say", text="hi")  # the page is answered in order
            await pia.until(lambda shown: shown.get("talk"))
            assert played == []


async def test_only_the_deal_of_today_can_be_begun() -> None:
    async with site() as here:
        kept = await cookie(here)
        for day in (deals.day_before(deals.today()), "9999-01-01", "2026-13-01"):
            async with phone(here, f"/taps/daily/{day}/castle", kept) as pia:
                await pia.until(lambda shown: shown.get("said"))
                assert "cannot be played here" in pia.shown["said"]
                assert not pia.shown.get("inside")


async def test_an_address_opens_so_many_tries_and_no_more() -> None:
    async with site() as here:
        for number in range(6):
            kept = await cookie(here)
            async with phone(here, f"/taps/daily/{deals.today()}/castle", kept) as pia:
                await pia.until(lambda shown: shown.get("svg") or shown.get("said"))
                assert ("Too many" in pia.shown.get("said", "")) == (number == 5)
