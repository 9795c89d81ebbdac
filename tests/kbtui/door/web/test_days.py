"""The deal of the day and who was here, on the first page; the table of a day as a page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kbtui.door.accounts.store import Account
from kbtui.door.memory.memory import Memory
from kbtui.door.memory.record import Rerun
from kbtui.door.web.watch.dayspage import section, table_page
from relay.days import deals
from relay.protocol import days as d
from tests.kbtui.door.web.site import get, site

VIEW = d.DayView(
    *("kingdom", "2026-11-16", "1", 1000, bytes(32), b"", d.NEW, 28, 27, 1, 0, 0),
    (-5, 0, 5, 10, 18),
    (d.Ranked(1, "ada", 91, 73, False), d.Ranked(2, "<b>botto", 80, 75, False)),
    (),
)


def test_a_table_has_the_best_and_nothing_that_is_markup() -> None:
    page = table_page((VIEW,), "2026-11-16")
    assert "<th scope=row>1</th><td>ada</td><td>91</td><td>73</td>" in page
    assert "&lt;b&gt;botto" in page
    assert "28 tries, 27 finished, 1 abandoned" in page
    assert 'href="/daily/2026-11-15"' in page
    assert "no table of this day" in table_page((), "2026-11-16")
    struck = replace(VIEW, people=(d.Ranked(0, "", 0, 0, False),))
    assert "<th scope=row>-</th><td>struck by the host</td>" in table_page((struck,), "2026-11-16")


def test_the_first_page_says_how_many_have_begun() -> None:
    told = section((VIEW, replace(VIEW, game="castle", opened=1)))
    assert "Kingdom Builder: 28 people have begun it" in told
    assert "Castle Builder: 1 person has begun it" in told
    assert 'href="/daily/2026-11-15"' in told
    assert 'href="/daily"' in told
    assert section(()) == ""


@pytest.mark.slow
async def test_the_relay_is_asked_and_people_are_numbers_alone() -> None:
    memory = Memory()
    memory.here([Account(7, "ada-lovelace", False)])
    memory.finished(Rerun("KQ7-4TN", "kingdom", ("<i>", "ivo"), (70, 68), 18, 0, ""))
    async with site(memory=memory) as here:
        page = await get(here, "/")
        assert f"<small>{deals.today()}</small>" in page.body
        assert "nobody has begun it yet" in page.body
        assert "Most people come between" in page.body
        assert "ada-lovelace" not in page.body
        assert '<a href="/watch/KQ7-4TN">&lt;i&gt; 70, ivo 68</a>' in page.body
        table = await get(here, f"/daily/{deals.today()}")
        assert (table.status, "0 tries" in table.body) == (200, True)
        for day in ("2026-13-01", "1999-01-01", "9999-01-01", deals.day_before(deals.today(), 99)):
            assert (await get(here, f"/daily/{day}")).status == 404
        daily = await get(here, "/daily")  # nobody runs the app here: it is played by taps
        assert (daily.status, daily.headers["location"]) == (303, f"/daily/{deals.today()}")
