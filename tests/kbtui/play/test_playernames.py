"""Names for the seats of a new game."""

from __future__ import annotations

from kbtui.play.playernames import names_of
from kbtui.play.session import HUMAN


def test_the_player_has_a_name_and_others_that_of_their_color() -> None:
    players = (HUMAN, HUMAN, "greedy", "random")
    assert names_of(players, "Ann") == ("Ann", "Sky", "Cleo", "Dmitri")


def test_a_player_without_a_name_is_called_by_the_color_too() -> None:
    assert names_of((HUMAN, "greedy"), "") == ("Orange", "Botto")


def test_bots_among_themselves_do_not_take_the_players_name() -> None:
    assert names_of(("greedy", "greedy"), "Ann") == ("Ada", "Botto")
