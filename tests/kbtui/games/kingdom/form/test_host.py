"""The form for an online game: the game options, and what the host decides about the room."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import pytest

from engine.errors import BadOptions
from engine.kingdom.setup import parse_options, resolve, settled_as_json
from kbtui.form.fields import Field
from kbtui.form.formpage import HostPage, TermsPage
from kbtui.form.forms import values_of
from kbtui.form.values import CLOCKS, WATCHING, RoomValues, terms_of
from kbtui.games.kingdom.form.sheet import SHEET
from kbtui.games.kingdom.form.values import FormValues
from kbtui.play.start import Host
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.kinds import SHORTEST_CLOCK
from tests.kbtui.pages.showing import EVERY_LOOK, EVERYWHERE, acts, dressed, press, shown


def page_of(look: str = "colour", **values: Any) -> HostPage:
    numbers = count()
    asked = FormValues("seed-1")._replace(**values)
    return dressed(HostPage(SHEET, asked, lambda: f"fresh-{next(numbers)}"), look)


def settled(page: HostPage | TermsPage) -> m.Terms:
    """The terms as a relay sends them back."""
    terms = terms_of(page.values, SHEET.options(page.values))
    options = settled_as_json(parse_options(json.loads(terms.options)))
    return terms._replace(options=json.dumps(options))


@EVERYWHERE
def test_it_can_be_read_everywhere(size: tuple[int, int]) -> None:
    page = page_of()
    told = shown(page, size)
    for text in (
        "Host a game",
        "players",
        "GOALS",
        "ROOM",
        "on the relay",
        "private, by code only",
    ):
        assert text in told, text
    for text in ("allowed", "no clock", "Open the room"):
        assert text in told, text
    assert "Ada" not in told  # who sits where is decided by those who come


@EVERY_LOOK
def test_it_can_be_read_in_every_look(look: str) -> None:
    for size in ((62, 22), (140, 45)):
        assert "Open the room" in shown(page_of(look), size)


def test_the_footer_says_that_a_room_is_opened_where_no_game_starts_yet() -> None:
    page = page_of()
    assert "Ctrl+S open" in shown(page)
    page.do("at-begin")
    assert "start" not in shown(page).splitlines()[-1]


def test_the_outcome_is_a_room_with_these_terms() -> None:
    page = page_of()
    press(page, "right")  # three players
    for kind in ("here", "listed", "watching", "clock"):
        page.do(f"more-{Field(kind).id}")
        shown(page)
    press(page, "ctrl+s")
    assert isinstance(page.outcome, Host)
    assert page.outcome.is_here
    terms = page.outcome.terms
    assert (terms.listed, terms.watching, terms.delay) == (True, True, 60)
    assert (terms.clock, terms.seconds) == (k.TURN_CLOCK, 30)
    assert json.loads(terms.options)["players"] == 3
    assert json.loads(terms.options)["start"] == "random"


def test_the_board_of_the_preview_is_the_one_that_is_played() -> None:
    page = page_of()
    press(page, "r", "g")
    press(page, "ctrl+s")
    assert isinstance(page.outcome, Host)
    options = parse_options(json.loads(page.outcome.terms.options))
    assert resolve(options) == resolve(page.values.options)


def test_every_clock_and_every_way_to_watch_is_one_that_relays_take() -> None:
    for clock, seconds in CLOCKS:
        assert SHORTEST_CLOCK[clock] <= seconds <= k.LONGEST_TURN
    assert all(0 <= delay <= k.LONGEST_DELAY for _is_allowed, delay in WATCHING)
    page = page_of()
    for _clock in CLOCKS:
        page.do(f"more-{Field('clock').id}")
        shown(page)
    assert page.values.room is not None
    assert page.values.room.clock == CLOCKS[0]


def test_on_this_machine_comes_with_a_warning() -> None:
    page = page_of()
    page.do(f"more-{Field('here').id}")
    assert "not encrypted" in shown(page, (140, 45))


def test_all_clicks_lead_somewhere() -> None:
    page = page_of()
    for act in sorted({*acts(page.lines(140, 45))}):
        page.do(act)
        shown(page)


# An open room


def test_the_terms_of_a_room_lead_back_to_the_form() -> None:
    page = page_of(players=3, two_cards=True, sets=("base", "marshlands"))
    terms = settled(page)
    asked = values_of(SHEET, terms)
    assert asked.room == RoomValues(None, False, (True, 0), (k.NO_CLOCK, 0))
    assert resolve(asked.options) == resolve(parse_options(json.loads(terms.options)))


def test_a_limit_that_the_form_does_not_show_is_kept() -> None:
    terms = settled(page_of())._replace(off_turn=30)
    assert terms_of(values_of(SHEET, terms), {}).off_turn == 30


def test_other_terms_of_a_room() -> None:
    terms = settled(page_of())._replace(clock=k.TURN_CLOCK, seconds=45)
    page = dressed(TermsPage(SHEET, values_of(SHEET, terms), lambda: "x"))
    told = shown(page)
    assert "Save the changes" in told
    assert "Ctrl+S save" in told
    assert "on the relay" not in told  # it stays where it is
    assert "45 s per turn" in told
    page.do(f"more-{Field('clock').id}")
    assert "no clock" in shown(page)
    press(page, "ctrl+s")
    assert isinstance(page.outcome, m.Terms)
    assert page.outcome.clock == k.NO_CLOCK


def test_terms_that_make_no_game_are_refused() -> None:
    terms = settled(page_of())
    with pytest.raises(ValueError, match="Expecting"):
        values_of(SHEET, terms._replace(options="{"))
    with pytest.raises(BadOptions):
        values_of(SHEET, terms._replace(options='{"players":"x"}'))
