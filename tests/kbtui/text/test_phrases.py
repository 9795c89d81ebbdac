"""The engine's refusals are in the player's language, down to the last word."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.contract import find
from engine.errors import BadOptions, BadRecord, BadToken, EngineError, Phrase
from engine.kingdom.ground.hexes import ALL
from engine.kingdom.ground.moves import Action, Shape, make_move, parse_move, shape
from engine.kingdom.ground.quadrants import printed
from engine.kingdom.ground.terrain import UNKNOWN, format_card
from engine.kingdom.rules.actions import apply, explain, legal, new, outcomes
from engine.kingdom.state import actor
from engine.record import read_record
from engine.table import Table
from kbtui.games.kingdom.words.names import quadrant_name
from kbtui.text.i18n import LANGUAGES, use
from kbtui.text.phrases import said, told
from tests.catalogues import TRANSLATED, Key, of_the_catalogue
from tests.engine.kingdom.test_explain import any_move, middle
from tests.helpers import MARSHLANDS, setup_of


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


def refusals(seed: int) -> Iterator[EngineError]:
    """Reasons of all kinds from one game of chance."""
    chance = random.Random(seed)
    state = new(setup_of(MARSHLANDS, players=3, two_cards=bool(seed % 2)))
    while actor(state) is not None:
        own = state.settlements[max(actor(state) or 0, 0)]
        for action in Action:
            move = any_move(action, chance)
            if shape(action) == Shape.PATH and own:
                start = chance.choice([hex_ for hex_ in ALL if own >> hex_ & 1])
                move = make_move(action, start, move[2])
            if reason := explain(state, move):
                yield reason
        drawn = outcomes(state)
        moves = [move for move, n in drawn for _ in range(n)] if drawn else legal(state)
        state = apply(state, chance.choice(moves))


def phrases(text: str) -> Iterator[Phrase]:
    """The phrase and all phrases inside it."""
    if isinstance(text, Phrase):
        yield text
        for part in text.parts.values():
            if isinstance(part, str):
                yield from phrases(part)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_every_word_of_every_reason_is_in_the_catalogues(seed: int) -> None:
    known = [of_the_catalogue(language) for language in TRANSLATED]
    templates = {
        Key(phrase.template) for error in refusals(seed) for phrase in phrases(error.phrase)
    }
    assert len(templates) > 30
    bare = {Key(format_card(UNKNOWN))}  # a card that is not seen is the same everywhere
    for catalogue in known:
        assert sorted(templates - bare - catalogue.keys()) == []


def test_in_english_it_is_what_the_error_says() -> None:
    assert all(told(error) == str(error) for error in refusals(0))


def reason(token: str) -> str:
    found = explain(middle(), parse_move(token))
    assert found is not None
    return told(found)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "fr",
            "Ta carte est «\u00a0désert\u00a0»\u00a0; tu touches 3 cases «\u00a0désert\u00a0»",
        ),
        (
            "nl",
            "Je kaart is woestijn; je grenst aan 3 vrije velden met woestijn, dus je moet naast",
        ),
        ("de", "Deine Karte ist Wüste; du grenzt an 3 freie Felder mit Wüste, also musst du neben"),
    ],
)
def test_the_example_of_the_desert(language: str, sentence: str) -> None:
    use(language)
    assert reason("m10").startswith(sentence)


def test_numbers_things_and_tiles_are_said_in_the_language() -> None:
    use("de")
    assert reason("end") == "Du musst noch 3 Siedlungen bauen, bevor der Zug enden kann."
    assert reason("p5") == "P5: eine Burg, aber deine Karte ist Wüste."
    assert reason("temple@e5") == "Du hast das Plättchen Tempel nicht."
    use("nl")
    assert reason("paddock@e5-p3") == "P3: bergen; daar kan niets gebouwd worden."
    use("fr")
    assert reason("e5") == "E5 est occupée\u00a0: une case ne porte qu'une seule cité."


@pytest.mark.parametrize("token", ["z9", "barn@c4", "castle@a1", "play:ocean", "é5"])
@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_no_move_is_said_in_the_language_too(language: str, token: str) -> None:
    use(language)
    with pytest.raises(BadToken) as caught:
        parse_move(token)
    assert token.partition(":")[2] in told(caught.value)
    assert told(caught.value) != str(caught.value)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("kingdom", {"players": 9}),
        ("kingdom", {"goals": ["lords", "lords", "knights"]}),
        ("kingdom", {"quadrants": ["atlantis", "b", "c", "d"]}),
        ("castle", {"coins": 8}),
        ("castle", {"start": "soon"}),
        ("chess", {}),
    ],
)
def test_options_that_cannot_be_played_are_refused_in_the_language(
    language: str, game: str, options: dict[str, object]
) -> None:
    use(language)
    with pytest.raises(BadOptions) as caught:
        find(game).new({"players": 2, **options})
    assert told(caught.value) != str(caught.value)


RECORD = """kbtui record 1
game: kingdom
options: {"players": 2, "seed": "s"}

   1 dealer deal:desert
   2 dealer show:desert
"""


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("record 1", "record 9", "Zeile 1: eine Spieldatei muss mit der Zeile 'kbtui record"),
        ("game: kingdom", "game", "Zeile 2: eine Kopfzeile wie 'player 1: Ann' oder eine leere"),
        ("   2 dealer", "   3 dealer", "Zeile 6: hier müsste Eintrag 2 folgen, nicht 3; Zeilen"),
        (
            "2 dealer show:desert",
            "2 1 end",
            "Zeile 6: end: Platz 1 ist jetzt nicht dran; der",
        ),
        ("options", "position", "Zeile 3: "),
        ("options:", "options: [] #", "Zeile 3: kein JSON: "),
        ("deal:desert", "z99", "Zeile 5: 'z99': "),
    ],
)
def test_what_is_wrong_with_a_record_is_said_in_the_language(
    old: str, new: str, sentence: str
) -> None:
    use("de")
    with pytest.raises(BadRecord) as caught:
        read_record(RECORD.replace(old, new))
    assert told(caught.value).startswith(sentence)


@pytest.mark.parametrize("old", ["options", "\n\n", "   1"])
def test_in_english_a_record_is_refused_as_the_error_says(old: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read_record(RECORD.replace(old, "x"))
    assert told(caught.value) == str(caught.value)
    assert str(caught.value).startswith("line ")


def test_seats_that_may_not_act_are_named() -> None:
    table = Table.new("kingdom", {"seed": "s"})
    with pytest.raises(EngineError) as caught:
        table.append(1, "end")
    assert str(caught.value) == "seat 2 cannot act now; the dealer can"
    use("nl")
    assert told(caught.value) == "plaats 2 is nu niet aan zet; de gever wel"


def test_other_texts_stay_as_they_are() -> None:
    use("fr")
    assert said("Tavern") == "Tavern"
    assert said(Phrase("Tavern")) == "Taverne"
    assert told(BadToken("x", "a text with {braces}")) == "x\u00a0: a text with {braces}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_quadrant_says_that_it_is_not_the_printed_one(language: str) -> None:
    use(language)
    names = {name: quadrant_name(quadrant) for name, quadrant in printed().items()}
    assert names["canoe-standin"].startswith(said(Phrase("Canoe")) + " (")
    assert len({*names.values()}) == len(names)
