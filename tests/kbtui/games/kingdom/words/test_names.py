"""Everything in the game has a name and a text, in every language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from engine.kingdom.goals import CASTLES, PALACES
from engine.kingdom.ground.moves import LOCATION_KINDS, MARSH_KINDS, Action, parse_move, word
from engine.kingdom.ground.terrain import KINDS_OF_CARDS, UNKNOWN, Terrain, format_card
from engine.kingdom.setup import ALL_GOALS, PLAYERS
from kbtui.games.kingdom.words import names
from kbtui.games.kingdom.words.helps import TOPICS
from kbtui.text.i18n import LANGUAGES, use
from kbtui.text.seats import color_name
from kbtui.text.words import both, either, inline
from tests.helpers import position, table

PARTS = (*ALL_GOALS, CASTLES, PALACES)
TILES = (*LOCATION_KINDS, Action.REFUGE_BONUS, Action.CANOE_BONUS)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


def test_english_names_are_those_of_the_notation() -> None:
    assert [names.terrain_name(terrain) for terrain in Terrain] == [t.word for t in Terrain]
    assert [names.goal_name(part) for part in PARTS] == [part.capitalize() for part in PARTS]
    assert [inline(names.tile_name(kind)) for kind in LOCATION_KINDS] == [
        word(kind) for kind in LOCATION_KINDS
    ]
    for card in (*range(KINDS_OF_CARDS), UNKNOWN):
        assert names.card_name(card) == format_card(card)


def grounds() -> Iterator[str]:
    yield from map(names.terrain_name, Terrain)


def goals() -> Iterator[str]:
    yield from map(names.goal_name, PARTS)


def tiles() -> Iterator[str]:
    yield from map(names.tile_name, TILES)
    yield from (names.bonus_name(kind) for kind in (Action.FOUNTAIN, Action.TEMPLE))


def colours() -> Iterator[str]:
    yield from (color_name(seat) for seat in range(max(PLAYERS)))


def texts() -> Iterator[str]:
    yield from map(names.goal_text, PARTS)
    yield from map(names.tile_text, TILES)
    yield from (names.bonus_text(kind) for kind in (Action.FOUNTAIN, Action.TEMPLE))


def helps() -> Iterator[str]:
    yield from map(names.goal_help, PARTS)
    yield from map(names.tile_help, LOCATION_KINDS)
    yield from (names.topic_help(topic) for topic in TOPICS if topic not in PARTS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [grounds, goals, tiles, colours, texts, helps])
def test_everything_is_named_and_nothing_twice(
    language: str, kind: Callable[[], Iterator[str]]
) -> None:
    use(language)
    told = [text.lower() for text in kind()]
    assert all(told)
    assert sorted(told) == sorted({*told})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_help_has_two_to_four_sentences(language: str) -> None:
    use(language)
    for text in helps():
        assert 2 <= len(re.findall(r"[.](?: |$)", text)) <= 4, text
        assert text.endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_one_line_text_fits_on_one_line(language: str) -> None:
    use(language)
    assert max(map(len, texts())) <= 90
    assert not any(text.endswith(".") for text in texts())


def test_bonus_tiles_have_the_texts_of_their_actions() -> None:
    assert names.bonus_name(Action.REFUGE) == names.tile_name(Action.REFUGE_BONUS)
    assert names.bonus_text(Action.CANOE) == names.tile_text(Action.CANOE_BONUS)
    assert names.tile_help(Action.CANOE_BONUS) == names.tile_help(Action.CANOE)
    assert all(names.bonus_name(kind) for kind in MARSH_KINDS)


@pytest.mark.parametrize("kind", MARSH_KINDS)
def test_a_tile_with_a_bonus_explains_it(kind: Action) -> None:
    assert "Bonus with two tiles" in names.tile_help(kind)


def test_topics_have_headings() -> None:
    use("nl")
    assert names.topic_name("tiles") == "Stadstegels"
    assert names.topic_help("castles") == names.goal_help("castles")
    assert all(names.topic_name(topic) for topic in TOPICS)


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "lords"), ("fr", "seigneurs"), ("nl", "landheren"), ("de", "Lords")],
)
def test_a_name_inside_a_sentence_is_small_except_in_german(language: str, told: str) -> None:
    use(language)
    assert inline(names.goal_name("lords")) == told


def test_words_are_joined_in_the_language() -> None:
    assert either(["a", "b"]) == "a or b"
    use("de")
    assert either(["a", "b"]) == "a oder b"
    assert both(["a", "b", "c"]) == "a und b und c"


def test_moves_are_named_with_hexes_as_the_board_writes_them() -> None:
    tokens = ("f6", "farm@f6", "barn@i12-g4", "temple@b2", "play:desert", "end", "pass")
    named = [names.move_name(parse_move(token)) for token in tokens]
    assert named == ["F6", "F6 Farm", "I12-G4 Barn", "-B2 Temple", "desert", "end", "pass"]
    assert names.moves_named(map(parse_move, tokens[:3])) == "F6, F6 Farm, I12-G4 Barn"


@pytest.mark.parametrize("goal", ["merchants", "workers"])
def test_palaces_are_mentioned_only_where_there_are_some(goal: str) -> None:
    base, marshes = (position(table("G", {"c3": place})) for place in ("K", "P"))
    assert "castle or location" in names.goal_here(goal, base)
    assert "palace" in names.goal_here(goal, marshes)
