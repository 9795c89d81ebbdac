"""Exported files: what is in them, how a name is asked for, and what cannot be written."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.contract import DEALER
from engine.kingdom.setup import Options
from engine.record import read_record
from engine.table import Entry
from kbtui.paint.runs import length, plain
from kbtui.play.session import HUMAN
from kbtui.story.exports import FILM, FORMS, RECORD, Exporter, Job, Source, source_of
from tests.kbtui.playing import kingdom
from tests.kbtui.story.test_chronicle import golden

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def source(name: str = "first-game") -> Source:
    record, table = golden(name)
    return source_of(table, record.players, record)


def type_text(exporter: Exporter, text: str) -> None:
    """In the place of the name that was proposed."""
    exporter.press("end", None)
    for _ in range(99):
        exporter.press("backspace", None)
    for char in text:
        exporter.press(char, char)


def asked(exporter: Exporter) -> str:
    return " | ".join(plain(row).strip() for row in exporter.lines(80, ">"))


def written(exporter: Exporter, *keys: str) -> Job:
    """The job that these keys lead to, done."""
    job = None
    for key in keys:
        job = exporter.press(key, key if len(key) == 1 else None)
    assert job is not None
    exporter.finish(job.run())
    return job


def test_a_record_is_the_game_that_it_was_read_from(folder: Path) -> None:
    exporter = Exporter(source(), "mine")
    exporter.open(7)
    assert written(exporter, "1", "enter").path == Path("mine.kbg")
    record, table = read_record((folder / "mine.kbg").read_text("utf-8"))
    old, old_table = golden("first-game")
    assert record == old._replace(winners=old_table.game.winners(old_table.state))
    assert table.state == old_table.state
    assert exporter.note == "Wrote mine.kbg"
    assert not exporter.is_open


def test_a_picture_shows_the_moment_that_was_asked_for(folder: Path) -> None:
    exporter = Exporter(source(), "mine")
    exporter.open(6)
    # 1 dealer deal deal show, then three builds of seat 1.
    assert written(exporter, "2", "enter").path == Path("mine-6.svg")
    root = ElementTree.fromstring((folder / "mine-6.svg").read_text("utf-8"))
    assert root.tag == f"{SVG}svg"
    settlements = [path for path in root.iter(f"{SVG}path") if path.get("transform")]
    assert len(settlements) == 3 + 2  # those on the board, and two in the legend


@pytest.mark.slow
def test_a_film_is_a_cast_of_the_whole_game(folder: Path) -> None:
    exporter = Exporter(source(), "mine")
    exporter.open(0)
    job = written(exporter, "3", "enter")
    assert job.form is FILM
    head, *events = [json.loads(line) for line in (folder / "mine.cast").read_text().splitlines()]
    assert head["version"] == 2
    assert any("wins with 39 gold" in data for _, _, data in events)


def test_what_a_chair_may_not_see_stays_out_of_its_files() -> None:
    session = kingdom(Options(players=2, seed="secret"), (HUMAN, HUMAN))
    list(session.advance())
    whole = Source.of(session).record()
    seen = Source.of(session, 0).record()
    deals = [entry for entry in whole.entries if entry.token.startswith("deal:")]
    assert [entry.token for entry in seen.entries[:2]] == [deals[0].token, "deal:?"]
    assert Entry(DEALER, "deal:?") not in whole.entries
    assert whole.seeded
    assert not seen.seeded  # from the seed all cards could be dealt again
    text = Job(Source.of(session, 0), RECORD, 0, Path("x")).form.make(Source.of(session, 0), 0)
    assert "secret" not in text
    assert read_record(text)[0] == seen


def test_who_is_a_bot_and_which_seed_it_was_is_read_from_the_record() -> None:
    session = kingdom(Options(players=3, seed="maple"), (HUMAN, "greedy", "random"))
    assert Source.of(session).bots == (False, True, True)
    assert Source.of(session).seed == "maple"
    assert source().bots == (False, False)


def test_without_names_and_origin_there_is_still_a_record() -> None:
    _, table = golden("boats")
    nameless = source_of(table, (), None)
    assert nameless.names == ("Orange", "Sky", "White", "Violet")
    record, again = read_record(RECORD.make(nameless, 0))
    assert record.result == (49, 41, 31, 53)
    assert again.state == table.state


def test_the_kinds_are_offered_with_their_keys() -> None:
    exporter = Exporter(source())
    exporter.open(3)
    assert asked(exporter) == "> Export what? | 1  record   2  picture (SVG)   3  cast (asciinema)"
    assert [key for key, _, _ in exporter.hints()] == ["1-3", "Esc"]
    assert exporter.press("7", "7") is None
    assert exporter.press("a", "a") is None
    assert exporter.is_open
    exporter.choose(1)
    assert asked(exporter).startswith("> Export picture (SVG) as golden-first-game-3.svg")


def test_a_name_that_is_free_is_proposed(folder: Path) -> None:
    (folder / "mine.kbg").touch()
    (folder / "mine-2.kbg").touch()
    exporter = Exporter(source(), "mine")
    exporter.open(0)
    assert written(exporter, "1", "enter").path == Path("mine-3.kbg")


def test_the_name_can_be_edited_and_lie_elsewhere(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(folder))
    (folder / "sub").mkdir()
    exporter = Exporter(source())
    exporter.open(0)
    exporter.press("1", "1")
    type_text(exporter, "~/sub/a game.kbg")
    job = written(exporter, "enter")
    assert job.path == folder / "sub" / "a game.kbg"
    assert job.path.exists()


def test_an_old_file_is_never_overwritten(folder: Path) -> None:
    (folder / "old.kbg").write_text("precious")
    exporter = Exporter(source())
    exporter.open(0)
    exporter.press("1", "1")
    type_text(exporter, "old.kbg")
    written(exporter, "enter")
    assert (folder / "old.kbg").read_text() == "precious"
    assert exporter.is_open
    assert (
        asked(exporter)
        == "> Export record as old.kbg | old.kbg already exists: choose another name"
    )
    exporter.press("2", "2")
    assert "exists" not in asked(exporter)
    assert written(exporter, "enter").path == Path("old.kbg2")
    assert exporter.note == "Wrote old.kbg2"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nowhere/x.kbg", "nowhere/x.kbg: no such folder"),
        ("file/x.kbg", "file/x.kbg: no such folder"),
        ("sub", "sub is a folder: choose another name"),
        ("é" * 150, "the name is too long"),  # names are counted in bytes
    ],
)
def test_a_place_that_is_none_is_told(folder: Path, name: str, told: str) -> None:
    (folder / "file").touch()
    (folder / "sub").mkdir()
    exporter = Exporter(source())
    exporter.open(0)
    exporter.press("1", "1")
    type_text(exporter, name)
    written(exporter, "enter")
    assert exporter.is_open
    assert told in " | ".join(plain(row) for row in exporter.lines(400, ">"))
    assert sorted(path.name for path in folder.iterdir()) == ["file", "sub"]


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.EACCES, "x.kbg: you cannot write there"),
        (errno.EROFS, "x.kbg: you cannot write there"),
        (errno.ENOSPC, "x.kbg: the disk is full"),
        (errno.EIO, f"x.kbg cannot be written: {os.strerror(errno.EIO)}"),
    ],
)
def test_what_the_disk_refuses_is_told(
    monkeypatch: pytest.MonkeyPatch, number: int, told: str
) -> None:
    def refuse(path: Path, text: str) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr("kbtui.story.exports.write_new", refuse)
    exporter = Exporter(source(), "x")
    exporter.open(0)
    written(exporter, "1", "enter")
    assert asked(exporter) == f"> Export record as x.kbg | {told}"


def test_one_file_is_written_at_a_time() -> None:
    exporter = Exporter(source(), "x")
    exporter.open(0)
    exporter.press("3", "3")
    job = exporter.press("enter", None)
    assert job is not None
    assert exporter.is_busy
    assert exporter.note == "Writing x.cast ..."
    exporter.open(0)
    assert not exporter.is_open
    exporter.finish(None)
    assert not exporter.is_busy


def test_it_can_be_left() -> None:
    exporter = Exporter(source())
    exporter.open(0)
    exporter.press("escape", None)
    assert not exporter.is_open
    exporter.open(0)
    exporter.press("2", "2")
    exporter.press("escape", None)
    assert not exporter.is_open
    exporter.open(0)
    exporter.press("enter", None)
    type_text(exporter, "  ")
    assert exporter.press("enter", None) is None
    assert not exporter.is_open


@pytest.mark.parametrize("columns", [59, 61, 79, 120])
def test_long_names_stay_in_their_line(columns: int) -> None:
    exporter = Exporter(source())
    exporter.open(0)
    for form in range(len(FORMS)):
        exporter.choose(form)
        type_text(exporter, "/a/very/long/folder" * 8)
        for _ in range(60):
            assert all(length(row) <= columns for row in exporter.lines(columns, ">"))
            first = plain(exporter.lines(columns, ">")[0])
            at = exporter.column(columns)
            assert at < columns
            assert first[at] in "/averylongfolder "
            exporter.press("left", None)


def test_the_forms_have_the_endings_that_other_programs_know() -> None:
    assert [form.name.rpartition(".")[2] for form in FORMS] == ["kbg", "svg", "cast"]
