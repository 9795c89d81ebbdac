"""The final score: every number of the engine, at every size, and what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.contract import find
from engine.kingdom.scores import scores
from engine.record import Record, read_record
from engine.table import Entry, Table
from kbtui.disk.settings import Settings
from kbtui.games.kingdom.board.grounds import tones
from kbtui.games.kingdom.words.names import goal_text
from kbtui.look.look import Look
from kbtui.look.terminal import Promised, Terminal
from kbtui.pages.score import After, ScorePage
from kbtui.paint.palette import Mode
from kbtui.paint.runs import length, plain
from kbtui.story.exports import source_of
from kbtui.text import i18n
from kbtui.text.keys import Keys
from tests.helpers import position, table
from tests.kbtui.pages.showing import acts
from tests.kbtui.story.test_chronicle import NAMED, golden

SIZES = pytest.mark.parametrize("size", [(62, 22), (80, 24), (100, 34), (140, 45), (200, 60)])
LOOKS = pytest.mark.parametrize(
    ("mode", "unicode"),
    [(Mode.TRUE, True), (Mode.C256, True), (Mode.C16, True), (Mode.GREY, True), (None, False)],
    ids=["true", "256", "16", "grey", "bare"],
)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    i18n.use("en")
    yield
    i18n.use("en")


def look(mode: Mode | None = Mode.TRUE, unicode: bool = True, theme: str = "dark") -> Look:
    return Look(
        Settings(theme=theme), Terminal(mode, False, unicode, Promised(mode, unicode)), tones
    )


def page(name: str = "boats", *, has_rematch: bool = True) -> ScorePage:
    record, game = golden(name)
    return dressed(ScorePage(source_of(game, record.players, record), has_rematch=has_rematch))


def dressed(made: ScorePage, worn: Look | None = None) -> ScorePage:
    made.look, made.keys = worn or look(), Keys()
    return made


def text(made: ScorePage, columns: int, rows: int) -> str:
    return "\n".join(plain(row).rstrip() for row in made.lines(columns, rows))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["first-game", "boats", "marshes-for-three", "wild"])
@SIZES
@LOOKS
def test_it_fits_and_is_complete(
    name: str, size: tuple[int, int], mode: Mode | None, unicode: bool
) -> None:
    made = page(name)
    made.look = look(mode, unicode)
    rows = made.lines(*size)
    assert len(rows) == size[1]
    for row in rows:
        assert length(row) <= size[0], plain(row)
        assert unicode or plain(row).isascii(), plain(row)
        for run in row:
            made.look.theme.ink(run.tone)  # every tone can be drawn
    found = scores(made.source.table.state)
    shown = text(made, *size)
    for total in found.totals:
        assert re.search(rf"\b{total}\b", shown)
    for part in made.source.table.state.setup.goals:
        head = part[:4]
        assert head.upper() in shown or head.capitalize() in shown
    for hint in ("play again", "replay", "export", "board", "back"):
        assert hint in shown.splitlines()[-1]


@pytest.mark.parametrize("language", ["fr", "nl", "de"])
@SIZES
def test_other_languages_fit_too(language: str, size: tuple[int, int]) -> None:
    i18n.use(language)
    made = page("boats")
    assert all(length(row) <= size[0] for row in made.lines(*size))


@NAMED
def test_the_table_at_80_columns_is_the_count_of_the_engine(name: str) -> None:
    made = page(name)
    state = made.source.table.state
    found = scores(state)
    rows = [row for row in text(made, 80, 24).splitlines() if re.match(r"\s*\d\. ", row)]
    assert len(rows) == state.setup.players
    totals = []
    for row in rows:
        seat = int(row.split()[1][-1]) - 1
        numbers = [int(word) for word in row.split()[3:]]
        earned = [part.gold for part in found.earned[seat]]
        assert numbers == [*earned, sum(earned)]
        totals.append(numbers[-1])
    assert totals == sorted(totals, reverse=True)


@pytest.mark.parametrize("size", [(62, 22), (80, 24), (140, 45)])
def test_bars_of_all_goals_are_there_with_their_numbers(size: tuple[int, int]) -> None:
    made = page("boats")  # five parts and four players
    shown = text(made, *size)
    found = scores(made.source.table.state)
    bars = re.findall(r"[●■▲◆]\d (█*▌?) (\d+)", shown)
    gold = sorted(part.gold for row in found.earned for part in row)
    assert sorted(int(number) for _, number in bars) == gold
    best = max(gold)
    longest = max(len(shape) for shape, _ in bars)
    assert {len(shape) for shape, number in bars if int(number) == best} == {longest}
    assert all(not shape for shape, number in bars if number == "0")


def test_a_wide_page_has_stacked_bars_that_end_where_the_gold_says() -> None:
    made = page("boats")
    rows = made.lines(140, 45)
    stacked = [row for row in rows if re.match(r"\s+\d\. .*\d+ gold$", plain(row))]
    assert [plain(row).split()[-2] for row in stacked] == ["53", "49", "41", "31"]
    sizes = [sum(len(r.text) for r in row if isinstance(r.tone.ground, tuple)) for row in stacked]
    assert sizes[0] > sizes[1] > sizes[2] > sizes[3]
    assert [round(sizes[0] * gold / 53) for gold in (53, 49, 41, 31)] == pytest.approx(sizes, abs=1)
    shown = text(made, 140, 45)
    for word in ("RANKING", "BY GOAL", "TABLE", "left", "tiles", "from left to right"):
        assert word in shown


def test_without_shades_the_parts_of_a_bar_differ_in_their_signs() -> None:
    made = page("boats")
    made.look = look(None, False)
    (first, *_) = [row for row in text(made, 140, 45).splitlines() if row.endswith("53 gold")]
    assert re.search(r"# 18 #+=+ 8 =+#+ 24 #+", first)


def tied() -> ScorePage:
    setup = table("G", goals=("knights", "hermits", "discoverers"))
    state = position(setup, settlements=["a1", "c9"], seat=1, card=None, hands=["", ""])
    none = (0,) * len(state.cards.unseen)
    state = state._replace(cards=state.cards._replace(unseen=none))  # so the game ends
    game = find("kingdom")
    over = Table(game, state)
    over.append(1, "end")
    names = ("Ann", "Ben")
    origin = Record("kingdom", game.write_position(state), (Entry(1, "end"),), names, True)
    return dressed(ScorePage(source_of(over, names, origin)))


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_equal_gold_shares_a_place(size: tuple[int, int]) -> None:
    shown = text(tied(), *size)
    assert re.search(r"1\. ●1", shown)
    assert re.search(r"1\. ■2", shown)
    assert not re.search(r"2\. ", shown)
    assert "seed" not in shown  # a position has none


def test_the_title_tells_turns_and_seed() -> None:
    assert "32 turns · seed golden boats" in text(page(), 80, 24).splitlines()[0]


@pytest.mark.parametrize(
    ("command", "outcome"),
    [
        ("rematch", After.REMATCH),
        ("look-back", After.REPLAY),
        ("board", After.BOARD),
        ("back", After.LEAVE),
        ("zoom-in", None),
    ],
)
def test_what_follows(command: str, outcome: After | None) -> None:
    made = page()
    made.do(command)
    assert made.outcome is outcome


def test_a_game_that_was_only_looked_at_is_not_played_again() -> None:
    made = page(has_rematch=False)
    made.do("rematch")
    assert made.outcome is None
    hints = text(made, 80, 24).splitlines()[-1]
    assert "play again" not in hints
    assert "back" in hints


def test_long_names_and_wide_letters_fit() -> None:
    record, game = golden("boats")
    names = ("Wolfgang A. M", "日本日本日本日本", "Ann", "B" * 40)
    origin = record._replace(players=names)
    made = dressed(ScorePage(source_of(game, names, origin)))
    for size in ((62, 22), (80, 24), (100, 34), (140, 45)):
        assert all(length(row) <= size[0] for row in made.lines(*size))


def write(made: ScorePage) -> None:
    """What the screen does with a file that is asked for."""
    assert made.job is not None
    made.exporter.finish(made.job.run())
    made.job = None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("index", "suffix", "start"),
    [
        (0, ".kbg", "kbtui record 1"),
        (1, ".svg", "<svg"),
        (2, ".cast", '{"version":2'),
    ],
)
def test_each_kind_of_file_can_be_written_by_clicks_and_enter(
    index: int, suffix: str, start: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = page()
    made.do("export")
    assert f"export-{index}" in [*acts(made.lines(80, 24))]
    made.do(f"export-{index}")
    made.type("enter", None)
    write(made)
    (path,) = tmp_path.iterdir()
    assert path.suffix == suffix
    assert path.read_text("utf-8").startswith(start)


def test_the_record_is_saved_where_the_player_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = page()
    assert not made.type("a", "a")
    made.do("export")
    assert made.type("1", "1")
    assert "record as golden-boats.kbg" in text(made, 80, 24)
    assert "export it" in text(made, 80, 24).splitlines()[-1]
    for key in ("home", *"my-"):
        assert made.type(key, key if len(key) == 1 else None)
    assert made.type("enter", None)
    write(made)
    assert "Wrote my-golden-boats.kbg" in text(made, 80, 24)
    record, _ = read_record((tmp_path / "my-golden-boats.kbg").read_text("utf-8"))
    assert record.result == (49, 41, 31, 53)
    made.do("export")
    made.do("back")
    assert made.outcome is None
    assert "Wrote " not in text(made, 80, 24)


@SIZES
def test_the_question_fits_below_everything(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = page()
    made.do("export")
    made.type("enter", None)
    for char in "x" * 100:
        made.type(char, char)
    rows = made.lines(*size)
    assert len(rows) == size[1]
    assert all(length(row) <= size[0] for row in rows)
    assert "record as" in plain(rows[-3])


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_every_goal_says_what_it_pays_and_nothing_is_cut(size: tuple[int, int]) -> None:
    made = page("first-game")
    told = text(made, *size)
    assert "…" not in told
    words = " ".join(told.split())
    for part in made._parts:
        assert " ".join(goal_text(part).split()[:3]) in words
    assert "another" in words  # the last word of the longest
