"""The SVG picture: well-formed, complete, and safe with any name."""

from __future__ import annotations

from xml.etree import ElementTree

from engine.kingdom.setup import first_game, resolve
from kbtui.picture import picture
from tests.helpers import position

SVG = "{http://www.w3.org/2000/svg}"
STATE = position(resolve(first_game()), settlements=["a1 b1 c1", "t20"])


def drawn(*names: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture(STATE, names))


def test_every_hex_and_every_settlement_is_drawn_once() -> None:
    root = drawn("Ada", "Bo")
    assert len(root.findall(f"{SVG}use")) == 400
    # Four on the board and one for each player in the legend.
    assert len(root.findall(f"{SVG}path")) == 4 + 2


def test_seats_differ_in_shape_as_well_as_in_colour() -> None:
    paths = drawn("Ada", "Bo").findall(f"{SVG}path")
    assert len({path.get("d") for path in paths}) == 2
    assert len({path.get("fill") for path in paths}) == 2


def test_names_cannot_break_the_file() -> None:
    texts = [text.text for text in drawn('<b>&"', "Bo").findall(f"{SVG}text")]
    assert '<b>&": 2 gold' not in texts
    assert any(text is not None and text.startswith('<b>&"') for text in texts)


def test_locations_show_their_name_and_their_tiles() -> None:
    texts = [text.text for text in drawn("Ada", "Bo").findall(f"{SVG}text")]
    assert texts.count("Tavern") == 2
    assert texts.count("●●") == 8
