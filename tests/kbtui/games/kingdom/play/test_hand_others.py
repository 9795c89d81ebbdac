"""Reactions out of turn, several people at one keyboard, the house rule with two cards."""

from __future__ import annotations

import pytest

from engine.contract import DEALER
from engine.errors import NotYourMove
from engine.kingdom.ground.hexes import names
from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.terrain import UNKNOWN
from engine.kingdom.setup import Options, Setup
from engine.kingdom.state import Phase, State
from engine.table import Entry
from kbtui.games.kingdom.play.hand import Play
from kbtui.play.session import HUMAN
from tests.helpers import position, table
from tests.kbtui.playing import (
    BOT,
    asked,
    at_board,
    do,
    kingdom,
    lit,
    others_act,
    phase,
    refused,
    tile,
    tokens,
)


def lake(players: int = 2) -> Setup:
    """Farms at c3 and m3, Canoes at p5 and p15; water at l3 beside m3 and at b9, marsh at e9."""
    marks = {"c3 m3": "farm", "p5 p15": "canoe", "b9 l3": "W", "e9": "S"}
    return table("G", marks, players=players)


def about_to_take(
    tiles: tuple[str, str] = ("c3:usable p5:usable", ""), players: int = 2, owed: int = 2
) -> State:
    """Seat 1 is on turn and may build on c2, which takes the last tile of c3; the last one of m3
    is still there for seat 0."""
    return position(
        lake(players),
        seat=1,
        settlements=["d3 p4", "c1 p14 m4"],
        tiles=[tiles[0], f"m3:new {tiles[1]}"],
        taken=["c3 p5", "m3 p15"],
        card="grass",
        owed=owed,
        begun=True,
        hands=["desert", "", "flowers", "forest"][:players],
    )


# The Canoe


def reacting() -> Play:
    play = at_board(about_to_take())
    assert not asked(play)
    play.session.follow(Entry(play.session.table.state.seat, "c2"))
    play.refresh()
    return play


def test_the_canoe_is_in_hand_as_soon_as_it_may_react() -> None:
    play = reacting()
    assert asked(play)
    assert tile(play) is Action.CANOE
    assert not play.is_picking
    assert lit(play) == " ".join(names(play.marks.legal)) == "l3 b9 e9"
    assert play.has_step_back  # Esc does not lead out of the game here


def test_a_reaction_builds_with_enter() -> None:
    play = do(reacting(), "next", "e9", "choose")
    assert tokens(play) == "c2 canoe@e9"
    assert not asked(play)  # the turn of the other goes on
    assert tile(play) is None
    assert play.session.table.state.seat == 1


@pytest.mark.parametrize("command", ["end", "back"])
def test_a_reaction_can_be_declined(command: str) -> None:
    play = do(reacting(), command)
    assert tokens(play) == "c2 pass"
    assert not asked(play)


def test_a_reaction_cannot_be_left_for_another_tile() -> None:
    play = reacting()
    assert [held.action for held in play.tiles] == [Action.FARM, Action.CANOE]
    for command in ("tile-2", "half-left", "next", "seams", "last"):
        do(play, command)
        assert tile(play) is Action.CANOE
    assert refused(play, "tile-1") == "not-your-move"
    assert str(play.error) == "Only your Canoe can be used now."
    assert tile(play) is Action.CANOE
    assert refused(play, "g7", "choose") == "M-CANOE-1"
    assert tokens(play) == "c2"


def test_back_from_a_goal_does_not_decline() -> None:
    play = do(reacting(), "goal", "back")
    assert (play.goal, tokens(play)) == (None, "c2")
    assert asked(play)


def test_a_declined_reaction_can_be_taken_up_again_until_somebody_acts() -> None:
    play = do(reacting(), "end")
    assert play.can_undo == 1
    do(play, "undo")
    assert (play.is_asked, play.tile) == (True, Action.CANOE)
    do(play, "b9", "choose")
    assert tokens(play) == "c2 pass undo canoe@b9"
    play.session.follow(Entry(play.session.table.state.seat, "b2"))
    play.refresh()
    assert play.can_undo == 0


def test_reactions_nest_between_two_people_at_one_keyboard() -> None:
    """Seat 1 takes the last farm of c3; seat 0 answers at l3 and takes the last one of m3, which
    lets seat 1 react in the middle of the own turn (M-CANOE-5)."""
    state = about_to_take(("c3:usable p5:usable", "p15:usable"))
    play = at_board(state, (HUMAN, HUMAN))
    assert play.hands_over_to == 1
    do(play, "choose", "c2", "choose")
    assert (play.seat, play.hands_over_to, play.is_asked) == (1, 0, False)
    do(play, "choose")
    assert (play.seat, play.tile) == (0, Action.CANOE)
    do(play, "l3", "choose")
    assert (play.hands_over_to, play.state.reactions[0]) == (1, (1,))
    do(play, "choose")
    assert (play.seat, play.is_asked, play.tile) == (1, True, Action.CANOE)
    assert lit(play) == "b9 e9"
    do(play, "back")  # declines, and the own turn goes on without passing the keyboard
    assert tokens(play) == "c2 canoe@l3 pass"
    assert (play.seat, play.is_asked, play.tile, play.unbuilt) == (1, True, None, 1)


def test_two_canoes_may_answer_one_event() -> None:
    play = at_board(about_to_take(("c3:usable p5:usable p15:usable", "")))
    play.session.follow(Entry(play.session.table.state.seat, "c2"))
    play.refresh()
    do(play, "e9", "choose")
    assert (play.is_asked, play.tile) == (True, Action.CANOE)
    do(play, "b9", "choose")
    assert tokens(play) == "c2 canoe@e9 canoe@b9"
    assert not asked(play)


# Several people


def evening(players: tuple[str, ...] = (HUMAN, BOT, HUMAN), **more: object) -> Play:
    options = Options(players=len(players), seed="evening", **more)  # type: ignore[arg-type]
    session = kingdom(options, players)
    play = Play(session, "never")
    others_act(play)
    return play


def finish_turn(play: Play) -> None:
    if phase(play) is Phase.CHOOSE:
        do(play, "choose")
    while asked(play):
        play.settle_in()
        do(play, "choose" if play.wanted else "end")
        if not asked(play) and play.session.table.to_act == DEALER:
            others_act(play)


def known(state: State) -> list[int]:
    """The seats whose cards can be read."""
    hands = enumerate(state.cards.hands)
    return [seat for seat, hand in hands if any(card != UNKNOWN for card in hand)]


def test_alone_nobody_passes_the_keyboard() -> None:
    play = evening((BOT, HUMAN))
    assert (play.seat, play.hands_over_to, play.is_asked) == (1, None, True)
    finish_turn(play)
    assert play.hands_over_to is None
    assert known(play.state) in ([], [1])


def test_at_first_nobody_has_the_keyboard() -> None:
    play = evening()
    assert (play.seat, play.hands_over_to, play.is_asked) == (None, 0, False)
    assert lit(play) == ""
    for command in ("next", "end", "tile-1", "undo", "redo", "half-left", "back", "last", "goal"):
        do(play, command)
    assert play.session.table.entries[-1].actor == DEALER
    do(play, "choose")
    assert (play.seat, play.hands_over_to, play.is_asked) == (0, None, True)


def test_nobody_sees_the_hand_of_another() -> None:
    for two_cards in (False, True):
        play = evening(two_cards=two_cards)
        for _turn in range(6):
            waiting = play.hands_over_to
            assert waiting is not None
            assert known(play.state) == []  # the one before has left, the next is not here yet
            do(play, "choose")
            assert play.seat == waiting
            assert known(play.state) == ([waiting] if two_cards else [])
            finish_turn(play)
            assert known(play.state) == []
            others_act(play)


def test_a_move_cannot_be_typed_for_somebody_who_has_not_taken_the_keyboard() -> None:
    play = evening((HUMAN, HUMAN))
    token = play.session.table.game.format(
        play.session.table.game.legal(play.session.table.state)[0]
    )
    with pytest.raises(NotYourMove):
        play.play(token)
    do(play, "choose")
    play.play(token)
    assert play.session.table.entries[-1] == (0, token)


def test_the_next_person_sees_what_the_others_placed_since_their_own_turn() -> None:
    play = evening((HUMAN, HUMAN))
    do(play, "choose")
    finish_turn(play)
    others_act(play)
    do(play, "choose")
    first = play.session.table.state.settlements[0]
    assert play.last == first
    finish_turn(play)
    others_act(play)
    do(play, "choose")
    assert play.seat == 0
    assert play.last == play.session.table.state.settlements[1]


def test_nobody_undoes_for_another() -> None:
    play = evening((HUMAN, HUMAN))
    do(play, "choose")
    play.settle_in()
    do(play, "choose")
    assert play.can_undo == 1
    finish_turn(play)
    others_act(play)
    do(play, "choose")
    assert (play.seat, play.can_undo) == (1, 0)
    assert refused(play, "undo") == "undo"


def test_bots_alone_can_be_watched() -> None:
    play = Play(kingdom(Options(players=2, seed="watch"), [BOT, BOT]))
    for _ in play.session.advance():
        play.refresh()
        assert (play.seat, play.hands_over_to, play.is_asked) == (None, None, False)
        assert known(play.state) == []
    for command in ("choose", "next", "end", "undo", "goal", "west", "back", "tile-1"):
        do(play, command)
    assert play.session.is_over


# Two cards to choose from (H-1)


def test_the_card_of_the_turn_is_chosen_by_digit_or_enter() -> None:
    for command, index in (("choose", 0), ("tile-1", 0), ("tile-2", 1)):
        play = evening((HUMAN, BOT), two_cards=True)
        assert phase(play) is Phase.CHOOSE
        cards = play.choices.cards
        assert len(cards) == 2
        assert cards == tuple(sorted(play.session.table.state.cards.hands[0]))
        assert lit(play) == ""
        assert refused(play, "end") == "H-1"
        do(play, "half-left")
        assert refused(play, "tile-3") == "not-your-move"  # there is no third
        assert str(play.error) == "You have no card 3."
        assert phase(play) is Phase.CHOOSE
        do(play, command)
        assert phase(play) is Phase.TURN
        assert play.state.cards.played == cards[index]
        assert lit(play)
        do(play, "undo")
        assert phase(play) is Phase.CHOOSE
