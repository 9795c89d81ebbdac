"""A game of bots, turn by turn."""

from __future__ import annotations

import pytest

from engine.errors import BadOptions
from engine.kingdom.setup import MARSH_GOALS, Options
from engine.table import UNDO
from kbtui.botgame import BotGame


def test_every_turn_is_one_player_from_card_to_end() -> None:
    game = BotGame(Options(players=3, seed="turns"), ["random"])
    turns = list(game.turns())
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    assert [turn.seat for turn in turns] == [i % 3 for i in range(len(turns))]
    assert all(turn.moves[-1] == "end" for turn in turns)
    assert game.table.to_act is None


def test_turns_hold_every_move_of_the_log() -> None:
    options = Options(players=4, sets=("base", "marshlands"), goals=MARSH_GOALS[:3], seed="canoe")
    game = BotGame(options, ["random"])
    told = [token for turn in game.turns() for token in turn.moves if not token.startswith("(")]
    played = [token for actor, token in game.table.entries if actor >= 0]
    assert [token.partition(": ")[2].rstrip("]") or token for token in told] == played
    assert UNDO not in played


def test_the_house_rule_shows_no_dealt_card() -> None:
    game = BotGame(Options(two_cards=True, seed="two"), ["random"])
    for turn in game.turns():
        assert turn.card == ""
        assert turn.moves[0].startswith("play:")


@pytest.mark.parametrize("levels", [["genius"], ["random", "random", "random"], []])
def test_seats_need_known_levels(levels: list[str]) -> None:
    with pytest.raises(BadOptions, match="bots"):
        BotGame(Options(), levels)
