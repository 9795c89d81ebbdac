"""The timeline: whose turns, which moment, which tiles, and where a click leads."""

from __future__ import annotations

import pytest

from kbtui.paint.glyphs import ASCII, UNICODE, Glyphs
from kbtui.paint.runs import Line, Tone, act_at, length, plain
from kbtui.story import timeline
from kbtui.story.replay import Pace, Replay
from tests.kbtui.story.test_chronicle import golden

SIZES = pytest.mark.parametrize("columns", [59, 61, 79, 97, 139, 199])
SIGNS = pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])


def boats(at: int = 0) -> Replay:
    record, table = golden("boats")
    return Replay(table, record.players, at=at)


def drawn(replay: Replay, columns: int = 79, signs: Glyphs = UNICODE) -> tuple[Line, Line]:
    return timeline.lines(replay, Pace(), columns, signs)


@pytest.mark.slow
@SIZES
@SIGNS
def test_both_lines_fit_and_are_equally_long(columns: int, signs: Glyphs) -> None:
    for at in (0, 1, 150, 292):
        upper, lower = drawn(boats(at), columns, signs)
        assert length(upper) <= columns
        assert length(lower) <= columns
        assert plain(upper).count(signs.moment) == 1
        if signs is ASCII:
            assert plain(upper + lower).isascii()


@SIGNS
def test_marks_are_on_the_line_and_a_click_leads_to_their_very_entry(signs: Glyphs) -> None:
    replay = boats()
    before = plain(drawn(replay, 79, signs)[0])
    replay.marks = {101, 203}
    upper, _lower = drawn(replay, 79, signs)
    changed = [
        x for x, pair in enumerate(zip(before, plain(upper), strict=True)) if len({*pair}) > 1
    ]
    assert [act_at(upper, x) for x in changed] == ["at-101", "at-203"]
    assert {plain(upper)[x] for x in changed} == {signs.block}


@SIGNS
def test_the_moment_wanders_from_left_to_right(signs: Glyphs) -> None:
    places = [plain(drawn(boats(at), 79, signs)[0]).index(signs.moment) for at in range(0, 293, 20)]
    assert places == sorted(places)
    assert places[0] == 2
    assert plain(drawn(boats(292), 79, signs)[0])[3:].lstrip(f"{signs.stroke}")[0] == signs.moment


def test_the_played_part_has_the_colours_of_the_players() -> None:
    replay = boats(150)
    upper, _ = drawn(replay, 200)
    tones = [run.tone for run in upper if run.text == UNICODE.stroke]
    is_played = [str(tone.ink).startswith("seat") for tone in tones]
    assert is_played == sorted(is_played, reverse=True)
    played = [str(tone.ink) for tone, mine in zip(tones, is_played, strict=True) if mine]
    seats = [ink for i, ink in enumerate(played) if i == 0 or played[i - 1] != ink]
    assert seats == [f"seat{turn % 4 + 1}" for turn in range(len(seats))]
    assert len(seats) >= replay.now.number - 1


def test_a_click_leads_to_the_moment_below_it() -> None:
    replay = boats()
    upper, lower = drawn(replay)
    first = act_at(upper, 2)
    assert first == "at-0"
    last = max(int(run.act.removeprefix("at-")) for run in upper if run.act.startswith("at-"))
    assert last == replay.length
    marks = [run for run in lower if run.text == UNICODE.taken and run.act]
    assert marks
    for x in range(2, 60):
        act = act_at(upper, x)
        if act.startswith("at-"):
            replay.to(int(act.removeprefix("at-")))
            assert plain(drawn(replay)[0])[x] == UNICODE.moment


def test_tiles_are_marked_where_they_were_taken() -> None:
    replay = boats(292)
    _, lower = drawn(replay, 200)
    entry = 8  # 6 1 b17 undo c4 ...: c4 takes the Canoe of c3
    upper = drawn(boats(entry), 200)[0]
    column = plain(upper).index(UNICODE.moment)
    assert plain(lower)[column] == UNICODE.taken
    _, before = drawn(boats(0), 200)
    runs = [run for run in before if run.text == UNICODE.taken and run.act]
    assert {run.tone for run in runs} == {Tone("faint")}  # still to come


def test_numbers_of_turns_stand_at_both_ends() -> None:
    _, lower = drawn(boats(), 79)
    words = plain(lower).replace(UNICODE.taken, " ").split()
    numbers = [int(word) for word in words if word.isdecimal()]
    assert numbers[0] == 1
    assert numbers[-1] == 32
    assert numbers == sorted(numbers)


def test_a_game_of_few_turns_does_not_repeat_their_numbers() -> None:
    record, table = golden("boats")
    table = table.until(14)
    _, lower = drawn(Replay(table, record.players), 79)
    numbers = [
        word for word in plain(lower).replace(UNICODE.taken, " ").split() if word.isdecimal()
    ]
    assert numbers == ["1", "2"]


def test_it_tells_whether_it_plays_and_how_fast() -> None:
    pace = Pace(0.5)
    assert plain(timeline.lines(boats(), pace, 79, UNICODE)[0]).endswith("■ paused 0.5x")
    pace.toggle()
    pace.faster()
    assert plain(timeline.lines(boats(), pace, 79, UNICODE)[0]).endswith("► playing 1x")
    assert act_at(timeline.lines(boats(), pace, 79, UNICODE)[0], 70) == "play"
