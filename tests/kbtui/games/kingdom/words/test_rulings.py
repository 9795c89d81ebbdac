"""Players inside the game are told which rules are our reading."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.kingdom.setup import MARSH_GOALS
from kbtui.games.kingdom.words import names
from kbtui.games.kingdom.words.helps import TOPICS
from kbtui.games.kingdom.words.rulings import NOTES, RULINGS
from kbtui.text.i18n import LANGUAGES, use
from tests.test_rules_page import PAGE

# Rulings that no player can notice: D-16 is told under Marshlands, where the quadrants are; D-18 is
# plain rulebook text; D-21 shows only in a number of the reserve.
UNTOLD = {"D-16", "D-18", "D-21"}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


def test_every_ruling_that_matters_is_listed_once() -> None:
    listed = [ruling.id for rulings in RULINGS.values() for ruling in rulings]
    made = set(re.findall(r"^\| \*\*(D-\d+)\*\*", PAGE.read_text("utf-8"), re.MULTILINE))
    assert sorted(listed) == sorted(made - UNTOLD)


def test_rulings_and_notes_belong_to_something_that_can_be_read() -> None:
    assert {*RULINGS} <= {*TOPICS}
    assert {*NOTES} <= {*TOPICS, *names.GOALS}


@pytest.mark.parametrize("goal", MARSH_GOALS)
def test_the_cards_that_we_have_no_copy_of_say_so(goal: str) -> None:
    text = names.whole_rule(goal, names.goal_help(goal))
    assert text.startswith(names.goal_help(goal))
    assert "We have no copy of this card" in text


def test_the_quadrants_that_we_have_no_copy_of_are_told() -> None:
    assert "We have no copy of the printed layouts" in names.topic_help("marshlands")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_of_rulings_is_one_ruling_a_paragraph(language: str) -> None:
    use(language)
    for topic, rulings in RULINGS.items():
        text = names.whole_rule(topic, names.topic_help(topic))
        assert text.count("\n- ") == len(rulings)
        assert all(line.endswith(".") for line in text.split("\n"))


@pytest.mark.parametrize(
    ("topic", "told"),
    [
        ("turn", "or all that you have left"),
        ("end", "even with an empty reserve"),  # E-3
        ("tiles", "two tiles of one kind, you can act twice"),  # T-3
        ("tiles", "the used one goes"),  # L-GEN-8
        ("setup", "the oldest player starts"),  # S-6
        ("cards", "the marsh half is ignored"),  # M-CARD-3
        ("first-game", "Tavern, Paddock, Oasis and Farm"),  # S-9
    ],
)
def test_a_topic_tells_what_a_beginner_needs(topic: str, told: str) -> None:
    assert told in names.topic_help(topic)
