"""The SVG picture: well-formed, complete, and safe with any name."""

from __future__ import annotations

from colorsys import rgb_to_hsv
from xml.etree import ElementTree

import pytest

from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.scores import scores
from engine.kingdom.setup import first_game, resolve
from kbtui.games.kingdom.board.grounds import grounds
from kbtui.games.kingdom.board.svg import _FILL, picture
from kbtui.games.kingdom.words.names import amount, tile_name
from kbtui.paint.palette import Mode, palette
from tests.helpers import position, setup_of

SVG = "{http://www.w3.org/2000/svg}"
STATE = position(resolve(first_game()), settlements=["a1 b1 c1", "t20"])


def drawn(*names: str) -> ElementTree.Element:
    return ElementTree.fromstring("".join(picture(STATE, names)))


def test_every_hex_and_every_settlement_is_drawn_once() -> None:
    root = drawn("Ada", "Bo")
    assert len(root.findall(f"{SVG}use")) == 400
    # Four on the board and one for each player in the legend.
    assert len(root.findall(f"{SVG}path")) == 4 + 2


def test_seats_differ_in_shape_as_well_as_in_colour() -> None:
    paths = drawn("Ada", "Bo").findall(f"{SVG}path")
    assert len({path.get("d") for path in paths}) == 2
    assert len({path.get("fill") for path in paths}) == 2


def test_players_have_the_colours_and_shapes_of_the_screen() -> None:
    state = position(setup_of(players=4))
    root = ElementTree.fromstring("".join(picture(state, ["Ada", "Bo", "Cleo", "Dan"])))
    legend = [(path.get("fill"), path.get("d")) for path in root.findall(f"{SVG}path")]
    assert [fill for fill, _ in legend] == ["#ff6a3d", "#86d0ff", "#ffffff", "#8a6cff"]
    # A circle has arcs; a square, a triangle and a diamond have four, three and four corners.
    assert [(shape or "").count("A") for _, shape in legend] == [2, 0, 0, 0]
    assert [(shape or "").count("L") for _, shape in legend] == [0, 0, 1, 3]


def test_names_cannot_break_the_file() -> None:
    texts = [text.text for text in drawn('<b>&"', "Bo").findall(f"{SVG}text")]
    assert '<b>&": 2 gold' not in texts
    assert any(text is not None and text.startswith('<b>&"') for text in texts)


def test_locations_show_their_name_and_their_tiles() -> None:
    texts = [text.text for text in drawn("Ada", "Bo").findall(f"{SVG}text")]
    assert texts.count("Tavern") == 2
    assert texts.count("●●") == 8


def test_the_legend_names_the_goals_and_the_day() -> None:
    root = ElementTree.fromstring("".join(picture(STATE, ("Ada", "Bo"), "2026-11-16")))
    texts = [text.text for text in root.findall(f"{SVG}text")]
    assert texts[-2:] == ["Fishermen, Knights, Merchants", "2026-11-16"]
    assert texts[-1] not in [text.text for text in drawn("Ada", "Bo").findall(f"{SVG}text")]


@pytest.mark.usefixtures("every_language")
def test_it_is_in_the_language_of_the_player() -> None:
    texts = {text.text for text in drawn("Ada", "Bo").findall(f"{SVG}text")}
    assert {tile_name(Action.TAVERN), f"Bo: {amount(scores(STATE).totals[1])}"} <= texts


def test_terrains_have_the_hues_of_the_screen() -> None:
    """Brighter, for the background is bright as well."""
    for terrain in set(Terrain) - {Terrain.CASTLE, Terrain.MOUNTAIN}:  # these are gray
        shown, drawn_ = (
            grounds(palette(Mode.TRUE)).terrain[terrain].plain,
            bytes.fromhex(_FILL[terrain][1:]),
        )
        one, other = (rgb_to_hsv(*(part / 255 for part in rgb))[0] for rgb in (shown, drawn_))
        assert min((one - other) % 1, (other - one) % 1) < 0.07, terrain
