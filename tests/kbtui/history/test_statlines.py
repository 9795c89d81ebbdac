"""Figures as lines, as JSON and as a picture."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from kbtui.history import statlines
from kbtui.history.counted import Filter, figures
from kbtui.history.picture import svg
from tests.kbtui.history.test_counted import fact, found

CHOSEN = Filter("kingdom")
GOALS = {"lords": [12, 6], "castles": [3, 3]}
FEW = figures(found(fact((60, 50), goals=GOALS), fact((50, 60), goals=GOALS)), CHOSEN)


def test_lines() -> None:
    lines = [*statlines.lines(FEW, CHOSEN, 1, 20)]
    assert lines[0] == "Kingdom Builder: 2 games, 1 won; since 2026-05-01"
    assert "gold: best 60, average 55.0 to 55.0" in lines
    assert "opponent skilled bot: 2 games, 1 won" in lines
    assert "  Lords: 12.0 to 6.0 in 2 games" in lines
    assert lines[-2:] == ["last 2: WL", "1 unfinished game"]
    assert not any("%" in line for line in lines)


def test_a_share_of_ten_games_comes_with_its_interval() -> None:
    """Wilson's interval of 5 out of 10 at 95 %: 24 to 76."""
    facts = found(*[fact((2, 1)), fact((1, 2))] * 5)
    lines = [*statlines.lines(figures(facts, CHOSEN), CHOSEN, 0, 3)]
    assert "opponent skilled bot: 10 games, 5 won, 50 % (24 to 76)" in lines
    assert lines[-1] == "last 3: LWL"


def test_no_games() -> None:
    none = figures({}, CHOSEN)
    assert [*statlines.lines(none, CHOSEN, 0, 20)] == ["There are no finished games to count."]
    assert statlines.as_json(none, CHOSEN, 0, 20)["games"] == 0
    ElementTree.fromstring("".join(svg(none, CHOSEN, "Ann", "2026-05-01")))


def test_json_is_plain() -> None:
    data = json.loads(json.dumps(statlines.as_json(FEW, CHOSEN, 1, 1)))
    assert (data["games"], data["won"], data["unfinished"]) == (2, 1, 1)
    assert data["best"] == {"id": "0", "value": 60}
    assert data["amounts"]["goals"][0]["key"] == "lords"
    assert data["last"] == [{"id": "1", "date": "2026-05-01", "won": False, "score": [50, 60]}]


@pytest.mark.usefixtures("every_language")
def test_the_picture_is_svg_and_names_nobody_else() -> None:
    many = figures(found(*[fact((60, 50), "you person", goals=GOALS)] * 30), CHOSEN)
    text = "".join(svg(many, CHOSEN, '<Ann & "Ben">', "2026-05-01"))
    root = ElementTree.fromstring(text)
    said = " ".join(element.text or "" for element in root.iter())
    assert '<Ann & "Ben">' in said
    assert "person1" not in said
