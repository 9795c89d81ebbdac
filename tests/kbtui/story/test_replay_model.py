"""The model of a replay: keys in, moments and marks out."""

from __future__ import annotations

import pytest

from engine.contract import Viewer
from engine.kingdom.ground.hexes import names
from engine.kingdom.ground.terrain import UNKNOWN
from engine.kingdom.scores import scores
from kbtui.paint.glyphs import UNICODE
from kbtui.paint.runs import plain
from kbtui.play.session import HUMAN
from kbtui.story.chronicle import EVERYTHING
from kbtui.story.exports import Source, source_of
from kbtui.story.replay import Replay
from kbtui.story.replay_model import ReplayModel
from kbtui.text.keys import Keys
from tests.kbtui.games.castle.castle_people import castle
from tests.kbtui.story.test_chronicle import golden

LAST = 292  # the last entry of the game "boats"
KEYS = Keys()


def boats(views: tuple[Viewer, ...] | None = None, until: int | None = None) -> ReplayModel:
    record, table = golden("boats")
    if until is not None:
        table = table.until(until)
    viewer = EVERYTHING if views is None else views[0]
    source = source_of(table, record.players, record, viewer)
    return ReplayModel(source, Replay(table, source.names, views=views), "boats")


def do(look: ReplayModel, *commands: str) -> int:
    """The moment that these commands lead to."""
    for command in commands:
        assert look.do(command), command
    return look.replay.at


def test_marks_are_set_and_taken_away_and_found_again() -> None:
    look = boats()
    assert do(look, "to-mark") == 0
    assert look.note == "no mark has been set yet"
    look.replay.to(100)
    do(look, "mark")
    assert look.note == "mark set"
    look.replay.to(40)
    do(look, "mark")
    assert do(look, "to-end", "to-mark") == 40  # after the last comes the first
    assert do(look, "to-mark") == 100
    do(look, "mark")
    assert look.note == "mark removed"
    assert do(look, "to-mark") == 40
    assert do(look, "to-mark") == 40


def test_a_command_that_is_none_of_its_own_leaves_what_was_said() -> None:
    look = boats()
    do(look, "mark", "seams")
    look.note = "mark set"
    before = look.turned
    assert not look.do("go-s4")
    assert (look.note, look.turned) == ("mark set", before)


def type_keys(look: ReplayModel, *keys: str) -> int:
    for key in keys:
        is_taken, _ = look.press(key, key if len(key) == 1 else None, KEYS)
        assert is_taken, key
    return look.replay.at


def below(look: ReplayModel, columns: int = 79, is_double: bool = True) -> str:
    view = look.view(UNICODE, KEYS)
    return " | ".join(plain(row).strip() for row in look.prompts(view, columns, is_double))


def lit(look: ReplayModel) -> set[str]:
    return set(names(look.marks(look.view(UNICODE, KEYS)).lit))


def goal_of(look: ReplayModel) -> int | None:
    """The part of the score that is shown on the board."""
    return look.goal


def test_steps_turns_and_ends() -> None:
    look = boats()
    assert do(look, "step-on") == 5  # the first card is seen
    assert do(look, "step-on", "step-back") == 5
    assert do(look, "turn-on") == 10
    assert do(look, "south") == 16
    assert do(look, "turn-back") == do(look, "turn-on", "north") == 10
    assert do(look, "to-end") == LAST
    assert do(look, "to-start") == 0
    assert do(look, "turns-on") == look.replay.chronicle.last_entry(10)
    assert do(look, "turns-back") == 0


def test_clicks_go_to_an_entry_or_to_a_turn() -> None:
    look = boats()
    assert do(look, "at-100") == 100
    assert do(look, "turn-3") == 22
    assert not look.do("at-nowhere")
    assert not look.do("fly")


def test_digits_are_tenths() -> None:
    look = boats()
    assert type_keys(look, "5") == LAST // 2
    assert type_keys(look, "0") == 0
    assert look.press("q", "q", KEYS) == (False, None)


def test_the_number_of_a_turn_is_typed() -> None:
    look = boats()
    do(look, "to-turn")
    assert below(look) == "► Go to turn | 1 to 32; 0 is the setup"
    assert type_keys(look, "1", "x", "2", "backspace", "enter") == look.replay.chronicle.last_entry(
        1
    )
    assert look.number is None
    do(look, "to-turn")
    assert type_keys(look, "9", "9", "9", "enter") == LAST
    do(look, "to-turn")
    assert type_keys(look, "escape") == LAST
    assert look.number is None
    do(look, "to-turn")
    assert type_keys(look, "enter") == LAST
    do(look, "to-turn")
    assert type_keys(look, "backspace") == LAST
    assert look.number is None


def test_it_plays_by_the_clock() -> None:
    look = boats()
    assert not look.play_on(10)  # it does not play
    do(look, "play")
    assert not look.play_on(0.4)
    assert look.play_on(0.1)  # two entries a second
    assert look.replay.at == 5
    do(look, "faster", "faster", "faster")
    assert look.pace.speed == 8
    assert look.play_on(0.125)
    assert look.replay.at == 7
    do(look, "slower")
    assert look.pace.speed == 4
    assert look.play_on(1)
    assert look.replay.at == 16  # eight steps at once; two hidden deals are passed by


def test_it_stops_at_the_end_and_starts_again_from_there() -> None:
    look = boats()
    do(look, "to-end", "step-back", "play")
    assert look.play_on(1)
    assert look.replay.is_at_end
    assert not look.pace.is_on
    assert do(look, "play") == 0
    assert look.pace.is_on


def test_a_step_by_hand_stops_it_and_a_jump_does_not() -> None:
    look = boats()
    do(look, "play", "turn-5")
    assert look.pace.is_on
    do(look, "step-back")
    assert not look.pace.is_on


def test_a_goal_is_shown_for_everybody_or_for_the_point_of_view() -> None:
    look = boats()
    do(look, "to-end", "goal")
    earned = scores(look.replay.state).earned
    everybody = {name for row in earned for name in names(row[0].hexes)}
    assert lit(look) == everybody
    assert below(look).endswith("Messengers: the hexes that pay are lit")
    do(look, "view")
    assert lit(look) == set(names(earned[0][0].hexes)) < everybody
    for _ in range(4):
        do(look, "goal")
    assert goal_of(look) == 4  # the palaces: this board has some
    do(look, "goal")
    assert goal_of(look) is None
    assert lit(look) == set()
    do(look, "goal-2")
    assert goal_of(look) == 2
    do(look, "goal-2")
    assert goal_of(look) is None


def test_castles_come_last_where_there_is_no_palace() -> None:
    record, table = golden("first-game")
    source = source_of(table, record.players, record)
    look = ReplayModel(source, Replay(table, source.names))
    do(look, *["goal"] * 4)
    assert goal_of(look) == 3
    do(look, "goal")
    assert goal_of(look) is None


def test_points_of_view_show_hands_and_are_told() -> None:
    look = boats()
    do(look, "turn-3")
    assert UNKNOWN not in [card for hand in look.replay.state.cards.hands for card in hand]
    do(look, "view")
    assert below(look).endswith("as Ann sees it")
    hands = look.replay.state.cards.hands
    assert UNKNOWN not in hands[0]
    assert hands[1] == (UNKNOWN,)
    do(look, "step-on")
    assert "as Ann" not in below(look)


def test_a_running_game_is_seen_from_one_chair_and_may_grow() -> None:
    record, table = golden("boats")
    look = boats(views=(1,), until=40)
    assert not look.is_over
    assert do(look, "to-end") == 40
    seen = look.replay.state
    assert seen == table.game.observe(table.states[40], 1)
    do(look, "view")
    assert look.replay.view == 1
    words = [text for _, text, _ in look.hints(KEYS, True)]
    assert "view" not in words
    assert "score" not in words
    look.replay.table.append(*record.entries[40])
    assert look.replay.update()
    assert look.replay.at == 40
    assert do(look, "step-on") > 40


def test_marks_are_those_of_the_turn_and_of_the_entry() -> None:
    look = boats()
    do(look, "at-9")
    marks = look.marks(look.view(UNICODE, KEYS))
    assert set(names(marks.last)) == {"c4", "c5"}
    assert marks.cursor is not None
    assert names(1 << marks.cursor) == ["c5"]
    do(look, "at-12")  # a card has no hex: it still points at the last build
    assert look.marks(look.view(UNICODE, KEYS)).cursor == marks.cursor
    do(look, "at-5")
    assert look.marks(look.view(UNICODE, KEYS)).cursor is None


def test_seams_can_be_shown() -> None:
    look = boats()
    assert not look.marks(look.view(UNICODE, KEYS)).seams
    do(look, "seams")
    assert look.marks(look.view(UNICODE, KEYS)).seams


def test_esc_takes_away_one_thing_at_a_time() -> None:
    look = boats()
    do(look, "goal", "export")
    assert look.step_back()
    assert not look.exporter.is_open
    do(look, "to-turn")
    assert look.step_back()
    assert look.number is None
    assert goal_of(look) == 0
    assert look.step_back()
    assert goal_of(look) is None
    assert not look.step_back()


def test_a_file_is_asked_for_and_told_about() -> None:
    look = boats()
    do(look, "at-9", "export")
    assert below(look).startswith("► Export what?")
    type_keys(look, "2")
    assert below(look).startswith("► Export picture (SVG) as boats-9.svg")
    is_taken, job = look.press("enter", None, KEYS)
    assert is_taken
    assert job is not None
    assert (job.entry, job.path.name) == (9, "boats-9.svg")
    do(look, "step-on")
    assert below(look).endswith("Writing boats-9.svg ...")  # until it is
    look.exporter.finish(None)
    assert below(look).endswith("Wrote boats-9.svg")
    do(look, "step-on")
    assert "written" not in below(look)


def test_one_line_has_the_time_line_or_what_is_said() -> None:
    look = boats()
    assert "●" in below(look, is_double=False)
    do(look, "goal")
    assert "●" not in below(look, is_double=False)
    assert "Messengers" in below(look, is_double=False)


def test_the_title_tells_what_happens_where_there_is_no_side_column() -> None:
    look = boats()
    do(look, "at-8")
    left, right = look.title(has_side=True)
    assert plain(left) == " Replay  Ann, Ben, Cleo, Dan  golden boats"
    assert plain(right) == "  turn 1 of 32 "
    left, _ = look.title(has_side=False)
    assert plain(left).strip() == "Replay  Ann builds on C4; Ann takes the Canoe at C3"


def test_hints_name_keys_that_do_something() -> None:
    look = boats()
    hints = look.hints(KEYS, has_side=True)
    assert hints[:2] == [("Space", "play", "play"), ("Left/Right", "step", "step-on")]
    assert "players" not in [text for _, text, _ in hints]
    assert "players" in [text for _, text, _ in look.hints(KEYS, has_side=False)]
    do(look, "play")
    assert look.hints(KEYS, has_side=True)[0] == ("Space", "pause", "play")
    do(look, "to-turn")
    assert [key for key, _, _ in look.hints(KEYS, True)] == ["Enter", "Esc"]
    do(look, "export")
    assert [key for key, _, _ in look.hints(KEYS, True)] == ["1-3", "Esc"]


@pytest.mark.parametrize("at", [0, 7, 60, LAST])
def test_what_panels_show_depends_on_what_is_named(at: int) -> None:
    look = boats()
    before = look.seen
    do(look, f"at-{at}" if at else "at-1")
    assert look.seen != before
    before = look.seen
    do(look, "faster", "seams")
    assert look.seen == before
    do(look, "view")
    assert look.seen != before


def test_a_game_without_goals_has_no_key_for_them() -> None:
    """Castle Builder is won by coins alone."""
    source = Source.of(castle([HUMAN, HUMAN]))
    look = ReplayModel(source, Replay(source.table, source.names), "castle")
    look.do("goal")
    assert look.goal is None
    assert "goal" not in [act for _key, _words, act in look.hints(KEYS, True)]
    assert "goal" in [act for _key, _words, act in boats().hints(KEYS, True)]
