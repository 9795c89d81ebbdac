"""Saved games in a few words: lists of several games say which game each is."""

from __future__ import annotations

from pathlib import Path

from engine.contract import default, keys
from kbtui.play.gamewords import state
from kbtui.play.saved_games import Summary

GAME = Summary(Path("game.kbg"), 0.0, names=("Ann", "Botto"), seats=("you", "greedy"), turn=3)


def test_the_game_that_is_played_by_default_needs_no_name() -> None:
    assert state(GAME._replace(game=default())) == "turn 3 against Botto"


def test_other_games_are_named_while_they_run_and_when_they_are_over() -> None:
    (other,) = (key for key in keys() if key != default())
    assert other == "castle"
    running = GAME._replace(game=other)
    assert state(running) == "Castle Builder: turn 3 against Botto"
    over = running._replace(result=(7, 4))
    assert state(over) == "Castle Builder: Ann 7, Botto 4"
