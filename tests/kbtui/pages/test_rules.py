"""The rules page: everything is in it, and what belongs to the game comes first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.kingdom.ground.hexes import hexes
from engine.kingdom.ground.moves import LOCATION_KINDS, Action, word
from engine.kingdom.scores import scores
from engine.kingdom.setup import ALL_GOALS
from kbtui.games.kingdom.words import names
from kbtui.games.kingdom.words.helps import TOPICS
from kbtui.games.kingdom.words.rulebook import chapters, name_of, text_of, topic_of
from kbtui.pages.rules import RulesPage
from kbtui.text.i18n import LANGUAGES, use
from tests.helpers import MARSHLANDS, position, setup_of
from tests.kbtui.pages.showing import EVERY_LOOK, EVERYWHERE, dressed, press, shown
from tests.kbtui.playing import at_board, do

EVERYTHING = [*TOPICS, *ALL_GOALS, *(word(kind) for kind in LOCATION_KINDS)]
STATE = position(settlements=["k8 l9", "h8"], tiles=["l7", "h7"], card="grass")


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


def entries(page: RulesPage) -> list[str]:
    return page._entries


@pytest.mark.parametrize("state", [None, STATE], ids=["no game", "a game"])
def test_everything_is_there_once(state: object) -> None:
    page = RulesPage(state=STATE if state is not None else None)
    assert sorted(entries(page)) == sorted(EVERYTHING)


def test_what_belongs_to_the_game_comes_first() -> None:
    first, *_rest = chapters(STATE)
    goals = ("fishermen", "knights", "merchants")
    assert first.entries == (*goals, "castles", "farm", "oasis", "tavern", "paddock")
    assert chapters()[0].entries == tuple(TOPICS)
    marsh = position(setup_of(MARSHLANDS, two_cards=True), card="grass", hands=["grass", "?"])
    assert {"palaces", "temple", "two-cards"} <= {*chapters(marsh)[0].entries}


@EVERY_LOOK
def test_it_can_be_read_in_every_look(look: str) -> None:
    page = dressed(RulesPage(state=STATE), look)
    for size in ((62, 22), (140, 45)):
        assert "Knights" in shown(page, size)
        press(page, "down")


@EVERYWHERE
def test_it_can_be_read_everywhere(size: tuple[int, int]) -> None:
    page = dressed(RulesPage(state=STATE))
    shown(page, size)
    press(page, "enter")
    for entry in entries(page):
        assert page.entry == entry
        told = " ".join(shown(page, size).split())
        assert name_of(entry) in told
        press(page, "down")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_is_in_the_language_of_the_player(language: str) -> None:
    use(language)
    page = dressed(RulesPage("tavern", STATE))
    told = " ".join(shown(page).split())
    assert names.tile_name(Action.TAVERN) in told
    assert " ".join(text_of("tavern").split())[-60:] in told
    for entry in EVERYTHING:
        assert text_of(entry)


def test_side_by_side_from_100_columns_else_one_after_the_other() -> None:
    page = dressed(RulesPage())
    assert names.topic_help("setup")[:40] in shown(page, (100, 34))
    assert names.topic_help("setup")[:40] not in shown(page, (80, 24))
    press(page, "enter")
    assert names.topic_help("setup")[:40] in shown(page, (80, 24))
    press(page, "escape")
    assert page.outcome is None
    shown(page)
    press(page, "escape")
    assert page.outcome == "back"


def test_opened_at_a_topic_it_goes_back_at_once() -> None:
    page = dressed(RulesPage("lords"))
    assert names.goal_help("lords")[:30] in shown(page)
    press(page, "escape")
    assert page.outcome == "back"
    assert RulesPage("no such thing").entry == "setup"


def test_it_tells_about_this_game() -> None:
    told = shown(dressed(RulesPage("paddock", STATE)))
    assert "L7: 1 tile left" in told
    assert "S3: 2 tiles left" in told
    knights = shown(dressed(RulesPage("knights", STATE)))
    gold = [row[1].gold for row in scores(STATE).earned]
    assert f"●1 {gold[0]}" in knights
    assert f"■2 {gold[1]}" in knights
    assert "In this game" not in shown(dressed(RulesPage("lords", STATE)))
    assert "In this game" not in shown(dressed(RulesPage("knights")))


def test_marshlands_is_marked() -> None:
    for entry in ("temple", "scouts", "palaces"):
        assert shown(dressed(RulesPage(entry))).splitlines()[2].rstrip().endswith("Marshlands")
    assert "Marshlands" not in shown(dressed(RulesPage("tavern")))


def test_clicks_read() -> None:
    page = dressed(RulesPage())
    page.do("read-lords")
    assert page.entry == "lords"
    assert names.goal_help("lords")[:30] in shown(page)


def test_the_page_opens_where_the_player_looks() -> None:
    play = at_board(STATE)
    assert topic_of(do(play, "j10")) is None
    assert topic_of(do(play, "l7")) == "paddock"
    assert topic_of(do(play, "l12")) == "castles"
    assert topic_of(do(play, "goal", "goal")) == "knights"
    assert topic_of(do(play, "goal", "goal", "goal", "tile-1")) == "paddock"
    palaces = position(setup_of(MARSHLANDS), card="grass")
    at_palace = at_board(palaces)
    at_palace.go(hexes(palaces.setup.board.palaces)[0])
    assert topic_of(at_palace) == "palaces"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_can_be_read_to_its_end_in_the_smallest_window(language: str) -> None:
    use(language)
    marsh = position(setup_of(MARSHLANDS, goals=("scouts", "lords", "messengers")), card="grass")
    for state in (None, STATE, marsh):
        page = dressed(RulesPage("setup", state))
        for entry in entries(page):
            page.do(f"read-{entry}")
            told = " ".join(shown(page, (62, 22)).split())
            assert " ".join(text_of(entry).split())[-30:] in told, entry
