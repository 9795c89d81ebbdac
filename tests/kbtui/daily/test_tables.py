"""The table of a day in words."""

from __future__ import annotations

from dataclasses import replace

from kbtui.daily import tables
from kbtui.daily.asking import Asked
from kbtui.text.address import Address
from relay.protocol import days as d

PEOPLE = (d.Ranked(1, "Bob", 91, 73, False), d.Ranked(2, "Ann", 80, 70, True))
VIEW = d.DayView(
    *("kingdom", "2026-11-17", "92428ac3", 0, bytes(32), b"", d.DONE, 12, 9, 1, 2, 7),
    (-20, -3, 0, 4, 18),
    PEOPLE,
    (d.Ranked(1, "robot", 60, 70, False),),
)
HIDDEN = replace(VIEW, trying=d.NEW, place=0, beaten=0, spread=(), people=(), programs=())
AT = Address("ws://example.org:8765")


def told(view: d.DayView, with_list: bool = True) -> list[str]:
    return [*tables.lines(Asked(view, "00" * 32, AT), with_list)]


def test_ones_own_place_comes_first_then_the_spread_then_the_list() -> None:
    assert told(VIEW) == [
        "Kingdom Builder, deal of 2026-11-17, at example.org:8765",
        "  12 tries, 9 finished, 1 abandoned; you: place 2 of 9",
        "  You are in place 2 of 9, better than 7 of the 8 others.",
        "  Lead over the bot: -20 to +18; half of all from -3 to +4.",
        "  People",
        "     1  Bob                           91:73    +18",
        "     2  Ann                           80:70    +10  you",
        "  Programs",
        "     1  robot                         60:70    -10",
        f"  Commitment: {'00' * 32}",
    ]


def test_the_list_is_an_option() -> None:
    assert "Bob" not in "".join(told(VIEW, with_list=False))


def test_there_are_percentages_from_ten_on() -> None:
    many = replace(VIEW, finished=11, place=3, beaten=8)
    assert "  You are in place 3 of 11, better than 80 % of the others." in told(many)
    two = replace(VIEW, finished=2, place=2, beaten=0)
    assert "  You are in place 2 of 2." in told(two)
    alone = replace(VIEW, finished=1, place=1, beaten=0, spread=(5,) * 5, people=PEOPLE[1:])
    assert "  You are the first to finish." in told(alone)
    assert not any("Lead" in line for line in told(alone))


def test_what_is_hidden_is_said_to_be() -> None:
    lines = told(HIDDEN)
    assert "  You can see the results once your own try is over." in lines
    assert "  12 tries, 9 finished, 1 abandoned; you: not played yet" in lines
    assert "  Nobody has finished yet." in told(replace(HIDDEN, finished=0))


def test_names_are_cleaned_once_more() -> None:
    row = d.Ranked(1, "An\x1b[31mn\u202e", 1, 2, False)
    assert tables.row_told(row)[1].isprintable()


def test_the_secret_takes_the_place_of_its_commitment() -> None:
    lines = told(replace(VIEW, secret=b"\x01" * 32))
    assert lines[-1] == f"  Revealed secret: {'01' * 32}"


def test_the_expert_is_told_when_it_has_played() -> None:
    assert "expert" not in "".join(told(VIEW))
    lines = told(replace(VIEW, expert=(70, 66)))
    assert "  The expert with the same cards: 70 to 66." in lines
    assert tables.as_json(Asked(VIEW, "", AT))["expert"] is None


def test_a_row_that_was_struck_says_so_and_no_more() -> None:
    struck = d.Ranked(0, "Mallory", 99, 1, False)
    lines = told(replace(VIEW, people=(*PEOPLE, struck)))
    assert "     -  struck by the host" in lines
    assert not any("Mallory" in line or "99" in line for line in lines)
