"""Names for the seats of a new game."""

from __future__ import annotations

from kbtui.play.playernames import names_of
from kbtui.play.session import HUMAN


def test_the_player_has_a_name_and_the_others_have_numbers() -> None:
    players = (HUMAN, HUMAN, "greedy", "random")
    assert names_of(players, "Ann") == ("Ann", "Person 2", "Cleo", "Dmitri")


def test_a_player_without_a_name_has_a_number_too() -> None:
    assert names_of((HUMAN, "greedy"), "") == ("Person 1", "Botto")


def test_bots_among_themselves_do_not_take_the_players_name() -> None:
    assert names_of(("greedy", "greedy"), "Ann") == ("Ada", "Botto")
