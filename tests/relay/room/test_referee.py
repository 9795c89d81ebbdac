"""The referee: seat, number and legality of every move; the dealer behind it; the clock."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.contract import DEALER, find
from engine.kingdom.bots.levels import BOTS
from engine.kingdom.ground.terrain import UNKNOWN
from engine.table import MAX_ENTRIES
from relay import deadline
from relay.moment import Moment
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.errors import Refusal
from relay.protocol.limits import Limits
from relay.room import facts as f
from relay.room import referee
from relay.room.room import Room
from relay.server.thinking import think
from tests.relay.rooms import (
    NOW,
    again,
    any_move,
    game_of,
    lobby_of,
    moment,
    play,
    play_turn,
    terms,
    token,
)

LIMITS = Limits()
THINKS = dict.fromkeys(("expert", "master"), pytest.mark.slow)
Check = Callable[[str], pytest.RaisesExc[Refusal]]


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, check=lambda error: error.code == code)


def move(room: Room, seat: int, number: int, word: str) -> None:
    referee.move(room, seat, m.Move(number, word), moment())


# ---- moves --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "ahead", "word", "code"),
    [
        (0, 0, "a1", "stale"),
        (0, 2, "a1", "stale"),
        (1, 1, "end", "not-your-move"),
        (1, 1, "undo", "illegal-move"),
        (0, 1, "end", "illegal-move"),
        (0, 1, "undo", "illegal-move"),
        (0, 1, "redo", "illegal-move"),
        (0, 1, "nonsense", "bad-token"),
        (0, 1, "deal:forest", "illegal-move"),
        (0, 1, "deal:?", "illegal-move"),
        (0, 1, "show:grass", "illegal-move"),
        (0, 1, " ", "bad-token"),
        (0, 1, "\N{KELVIN SIGN}5", "bad-token"),
    ],
)
def test_a_wrong_move_is_refused_and_changes_nothing(
    seat: int, ahead: int, word: str, code: str
) -> None:
    room = game_of("Ann", "Bob")
    before = (room.seq, len(room.fresh), room.playing_table.state)
    with refused(code):
        move(room, seat, len(room.digests) + ahead, word)
    assert (room.seq, len(room.fresh), room.playing_table.state) == before


def test_nobody_moves_outside_a_game() -> None:
    with refused("wrong-phase"):
        move(lobby_of("Ann", "Bob"), 0, 1, "a1")


def test_the_dealer_follows_a_move_at_once_and_in_the_same_append() -> None:
    room = game_of("Ann", "Bob")
    play_turn(room)
    tokens = [fact.token for fact in room.fresh if isinstance(fact, f.Played)]
    assert tokens[-3] == "end"
    assert tokens[-2].startswith("deal:")
    assert tokens[-1].startswith("show:")
    assert room.acting == 1


def test_undo_goes_by_the_rules_of_the_table() -> None:
    room = game_of("Ann", "Bob")
    play(room)
    play(room, token="undo")
    play(room, token="redo")
    play(room, token="undo")
    with refused("illegal-move"):
        play(room, token="undo")


def test_a_full_table_takes_no_more_but_leaves_room_for_the_dealer() -> None:
    room = game_of("Ann", "Bob")
    room.digests += [room.digests[-1]] * (MAX_ENTRIES - 100 - len(room.digests))
    with refused("table-full"):
        move(room, 0, len(room.digests) + 1, any_move(room))


def filled(room: Room, entries: int) -> None:
    """The mover takes back and repeats a move until the log has that many entries."""
    while len(room.digests) < entries:
        for word in ("", "undo", "redo", "undo"):
            play(room, token=word)


@pytest.fixture(scope="module")
def long_game() -> Room:
    """A game in which undo and redo have filled the table as far as it goes."""
    room = game_of("Ann", "Bob", on=terms(two_cards=True))
    filled(room, 15_000)
    return room


@pytest.mark.slow
def test_a_long_log_refuses_undo_and_redo_and_nothing_else(long_game: Room) -> None:
    room = again(long_game)
    assert len(room.digests) == 15_000
    play(room)
    for word in ("undo", "redo", " UNDO ", "Redo"):
        with pytest.raises(Refusal) as caught:
            play(room, token=word)
        assert caught.value.code == "table-full"
        assert "moves can still be made" in caught.value.text
    assert len(room.digests) == 15_001


@pytest.mark.slow
def test_a_game_filled_with_undo_is_played_to_its_end_and_its_secret_opened(
    long_game: Room,
) -> None:
    room = again(long_game)
    referee.stand_in(room, 1, moment().at)
    while room.acting is not None:
        if room.acting == 0:
            play(room)
            continue
        thought = referee.thinking(room, NOW, Limits())
        assert thought is not None
        assert referee.bot_move(room, 1, thought.number, any_move(room), moment())
    assert room.phase == k.OVER
    assert room.seal_view().secret == room.secret
    assert len(room.digests) < 17_000  # the 5000 entries were far from used up


def test_a_refusal_is_worded_from_what_the_chair_can_see() -> None:
    room = game_of("Ann", "Bob", on=terms(two_cards=True))
    held = room.playing_table.state.cards.hands[0]
    missing = next(card for card in ("grass", "flowers", "forest") if _card(card) not in held)
    with pytest.raises(Refusal) as caught:
        move(room, 0, len(room.digests) + 1, f"play:{missing}")
    assert caught.value.text == f"You do not hold a {missing} card."


def _card(name: str) -> int:
    return ("grass", "flowers", "forest", "canyon", "desert").index(name)


# ---- bots ---------------------------------------------------------------------------------------


def test_a_bot_is_asked_with_what_its_chair_may_see() -> None:
    room = game_of("Ann", on=terms(two_cards=True))
    assert referee.thinking(room, NOW, Limits()) is None
    play_turn(room)
    task = referee.thinking(room, NOW, Limits())
    assert task is not None
    assert (task.seat, task.level, task.number) == (1, "random", len(room.digests) + 1)
    hands = task.observation.cards.hands
    assert UNKNOWN in hands[0]
    assert UNKNOWN not in hands[1]
    assert room.secret not in task.seed


@pytest.mark.parametrize(
    "level", [pytest.param(level, marks=THINKS.get(level, ())) for level in BOTS]
)
def test_what_a_bot_thinks_of_is_a_move_and_always_the_same(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadline, "monotonic", lambda: 0.0)  # a slow machine would cut it short
    room = game_of("Ann")
    room.chairs[1].level = level
    play_turn(room)
    task = referee.thinking(room, NOW, Limits())
    assert task is not None
    word = think(task)
    assert think(task) == word
    assert referee.bot_move(room, 1, task.number, word, moment())
    assert room.playing_table.entries[task.number - 1] == (1, word)


def test_a_thought_that_comes_too_late_is_dropped() -> None:
    room = game_of("Ann")
    play_turn(room)
    task = referee.thinking(room, NOW, Limits())
    assert task is not None
    word = think(task)
    assert not referee.bot_move(room, 0, task.number, word, moment())
    assert not referee.bot_move(room, 1, task.number + 1, word, moment())
    room.chairs[1].level = ""
    assert not referee.bot_move(room, 1, task.number, word, moment())


def test_a_level_that_is_no_more_is_played_by_another() -> None:
    room = game_of("Ann")
    room.chairs[1].level = "retired"
    play_turn(room)
    task = referee.thinking(room, NOW, Limits())
    assert task is not None
    assert task.level == find(room.game).stand_in


# ---- clock --------------------------------------------------------------------------------------


def clocked(clock: str, seconds: int) -> Room:
    return game_of("Ann", "Bob", on=terms(clock, seconds))


def test_without_a_clock_nothing_runs_out() -> None:
    room = game_of("Ann", "Bob")
    assert referee.deadline(room, LIMITS) is None
    assert referee.clock_view(room, NOW, LIMITS) is None


def test_the_time_of_a_turn_begins_when_another_has_to_act() -> None:
    room = clocked(k.TURN_CLOCK, 100)
    assert referee.deadline(room, LIMITS) == NOW + 100
    play(room, NOW + 30)
    assert referee.deadline(room, LIMITS) == NOW + 100
    play_turn(room, NOW + 60)
    assert referee.deadline(room, LIMITS) == NOW + 160
    view = referee.clock_view(room, NOW + 70, LIMITS)
    assert view == m.ClockView(1, (100_000, 90_000))


def test_the_time_of_a_game_is_used_up_by_ones_own_moves() -> None:
    room = clocked(k.GAME_CLOCK, 100)
    play(room, NOW + 30)
    assert referee.deadline(room, LIMITS) == NOW + 100
    play_turn(room, NOW + 40)
    assert referee.deadline(room, LIMITS) == NOW + 140
    play_turn(room, NOW + 50)
    assert referee.deadline(room, LIMITS) == NOW + 110
    assert referee.clock_view(room, NOW + 60, LIMITS) == m.ClockView(0, (50_000, 90_000))


def test_undo_gives_no_time_back() -> None:
    room = clocked(k.TURN_CLOCK, 100)
    play(room, NOW + 50)
    play(room, NOW + 60, "undo")
    assert referee.deadline(room, LIMITS) == NOW + 100


def test_nobody_is_shown_more_time_than_there_is() -> None:
    """The relay that stored the last entry believed it to be a little later than this one does."""
    room = clocked(k.TURN_CLOCK, 100)
    assert referee.clock_view(room, NOW - 0.5, LIMITS) == m.ClockView(0, (100_000, 100_000))


@pytest.mark.parametrize("clock", [k.TURN_CLOCK, k.GAME_CLOCK])
def test_when_the_time_is_up_a_bot_plays_on(clock: str) -> None:
    room = clocked(clock, 100)
    referee.time_out(room, moment(NOW + 100))
    assert room.chairs[0].sitter == k.STAND_IN
    assert referee.deadline(room, LIMITS) is None
    assert referee.thinking(room, NOW, Limits()) is not None
    with refused("not-your-move"):
        play(room)
    assert again(room).chairs[0].sitter == k.STAND_IN


def test_nobody_loses_time_to_a_relay_that_was_down() -> None:
    room = again(clocked(k.TURN_CLOCK, 100))
    room.opened_at = NOW + 5000
    assert referee.deadline(room, LIMITS) == NOW + 5000 + LIMITS.grace
    shown = referee.clock_view(room, NOW + 5010, LIMITS)
    assert shown == m.ClockView(0, (round(LIMITS.grace - 10) * 1000, 100_000))
    room.opened_at = NOW + 10
    assert referee.deadline(room, LIMITS) == NOW + 100


def test_the_clock_is_part_of_what_is_stored() -> None:
    room = clocked(k.GAME_CLOCK, 100)
    play_turn(room, NOW + 40)
    copy = again(room)
    copy.opened_at = 0
    assert referee.deadline(copy, LIMITS) == referee.deadline(room, LIMITS)
    assert copy.used == room.used == [40_000, 0]


def test_the_dealer_needs_no_time() -> None:
    room = clocked(k.GAME_CLOCK, 100)
    assert room.to_act != DEALER
    assert room.used == [0, 0]


def test_a_moment_is_kept_in_milliseconds() -> None:
    assert Moment(1.5, LIMITS, bytes).at == 1500
    assert token("x") != token("y")
