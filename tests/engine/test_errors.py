"""Errors are in English and carry what a translation needs to say the same."""

from engine.errors import BadInput, BadToken, EngineError, IllegalMove, Phrase


def test_a_phrase_is_its_english_text() -> None:
    phrase = Phrase("{hex} is {ground}", hex="G7", ground=Phrase("a castle"))
    assert phrase == "G7 is a castle"
    assert phrase.template == "{hex} is {ground}"
    assert phrase.parts == {"hex": "G7", "ground": "a castle"}


def test_a_phrase_with_a_plural_chooses_by_its_count() -> None:
    told = [Phrase("{count} hex", "{count} hexes", count=count) for count in (0, 1, 2)]
    assert told == ["0 hexes", "1 hex", "2 hexes"]


def test_without_parts_braces_are_just_braces() -> None:
    assert str(BadToken("x", 'not {"json"}')) == 'x: not {"json"}'
    assert str(BadToken("{x}", "no {word}", word="{y}")) == "{x}: no {y}"


def test_a_reason_begins_with_a_capital() -> None:
    error = IllegalMove("B-3", "{terrain} is played.", terrain=Phrase("desert"))
    assert str(error) == error.reason == "Desert is played."
    assert error.phrase == "desert is played."


def test_a_phrase_that_is_handed_on_stays_one() -> None:
    inner = BadInput("row 3", "{letter} is no terrain", letter="X")
    outer = BadInput("file", inner.problem)
    assert str(outer) == "file: X is no terrain"
    assert outer.problem.template == "{letter} is no terrain"
    assert EngineError(inner.problem).phrase is inner.problem
