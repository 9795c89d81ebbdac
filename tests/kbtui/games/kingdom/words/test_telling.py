"""Sentences about a game."""

from __future__ import annotations

from random import Random
from textwrap import wrap

import pytest

from engine.kingdom.setup import Options, first_game, resolve
from kbtui.games.kingdom.words.telling import boards
from kbtui.text.words import WIDTH, fold


@pytest.mark.parametrize("seed", range(40))
def test_lines_are_folded_as_the_standard_library_would(seed: int) -> None:
    rng = Random(seed)
    words = ["x" * rng.choice((0, 1, 3, 9, 20, 90)) for _ in range(rng.randrange(60))]
    text, indent = " ".join(["x", *words]), " " * rng.choice((0, 2, 30))
    usual = wrap(
        text, WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    assert fold(text, indent) == usual


def test_names_and_tokens_stay_whole_at_hyphens() -> None:
    token = "barn@c4-d6"
    for line in fold(" ".join([token] * 30)):
        assert set(line.split()) == {token}
        assert len(line) <= WIDTH


def test_it_is_told_which_quadrants_lie_where() -> None:
    assert " ".join(line.strip() for line in boards(resolve(first_game(3)))) == (
        "Quadrants: top left Tavern, top right Paddock, bottom left Oasis, bottom right Farm."
    )


def test_turned_quadrants_are_told() -> None:
    turned = Options(quadrants=("tavern/r", "farm", "barn/r", "tower"))
    text = " ".join(line.strip() for line in boards(resolve(turned)))
    assert "top left Tavern (rotated), top right Farm, bottom left Barn (rotated)" in text
