"""Games on disk: valid at every moment, nothing is lost, no two programs write the same one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.errors import BadInput, BadOptions, BadRecord
from engine.kingdom.setup import Options
from engine.record import format_record, parse_record, read_record, verify_record
from engine.table import Entry
from kbtui.disk.locks import InUse
from kbtui.play.saved_games import delete, finished, unfinished
from kbtui.play.saves import Save, read, resume, start
from kbtui.play.session import HUMAN, Session
from tests.kbtui.playing import kingdom


def new(folder: Path, *players: str, seed: str = "save") -> tuple[Session, Save]:
    seats = players or (HUMAN, "random")
    session = kingdom(Options(len(seats), seed=seed), seats, [f"P{n}" for n in range(len(seats))])
    return session, start(session, folder)


def act(session: Session, steps: int) -> None:
    """Entries of the seat that has to act; for a person, the first legal move."""
    for _ in range(steps):
        if session.waits_for is None:
            token = session.think()
            assert token is not None
            session.follow(token)
        else:
            session.play(
                session.table.game.format(session.table.game.legal(session.table.state)[0])
            )


def path_of(save: Save) -> Path:
    assert save.path is not None
    return save.path


def trouble(session: Session) -> str | None:
    return None if session.trouble is None else session.trouble.strerror


def entries(path: Path) -> list[Entry]:
    return list(read(path)[0].entries)


def test_the_file_is_a_valid_record_after_every_entry(tmp_path: Path) -> None:
    session, save = new(tmp_path)
    for _ in range(60):
        assert entries(path_of(save)) == session.table.entries
        act(session, 1)
    record, table = read(path_of(save))
    assert verify_record(record, table) == table.dealt
    assert record.players == ("P0", "P1")
    tags = dict(record.tags)
    assert tags["seats"] == "you random"
    assert tags["started"].endswith("Z")


def test_undo_and_redo_are_kept_too(tmp_path: Path) -> None:
    session, save = new(tmp_path)
    act(session, 5)
    session.undo(0)
    session.undo(0)
    session.redo(0)
    save.close()
    again, _save = resume(path_of(save))
    assert [token for _, token in again.table.entries[-3:]] == ["undo", "undo", "redo"]
    assert again.table.state == session.table.state


def test_a_game_goes_on_exactly_where_it_was(tmp_path: Path) -> None:
    whole, first = new(tmp_path / "whole")
    act(whole, 40)
    session, save = new(tmp_path / "parts")
    for _ in range(8):
        act(session, 5)
        save.close()
        session, save = resume(path_of(save))
    assert session.table.entries == whole.table.entries
    assert session.table.state == whole.table.state
    assert (session.names, session.players) == (whole.names, whole.players)
    lines = [path_of(each).read_text().split("\n\n")[1] for each in (first, save)]
    assert lines[0] == lines[1]


def test_the_finished_record_takes_the_place_of_the_file(tmp_path: Path) -> None:
    session, save = new(tmp_path, "random", "random", "random")
    list(session.advance())
    assert trouble(session) is None
    text = path_of(save).read_text()
    assert text == format_record(session.record())
    record, table = read_record(text)
    assert record.result == table.game.totals(table.state)
    assert record.digest == table.digest()
    save.close()
    assert [file.name for file in tmp_path.iterdir()] == [path_of(save).name]
    with pytest.raises(BadInput, match="this game is over"):
        resume(path_of(save))


def test_no_game_overwrites_another(tmp_path: Path) -> None:
    paths = []
    for _ in range(3):
        _session, save = new(tmp_path)
        paths.append(path_of(save))
        save.close()
    assert len(set(paths)) == 3
    assert all(path.name.endswith(".kbg") and "-save" in path.name for path in paths)


@pytest.mark.parametrize("seed", ["../../etc/passwd", "a b", "???", "A" * 64, ".", "con.txt"])
def test_a_seed_cannot_lead_out_of_the_folder(tmp_path: Path, seed: str) -> None:
    _session, save = new(tmp_path / "games", seed=seed)
    assert path_of(save).parent == tmp_path / "games"
    assert not path_of(save).name.startswith(".")
    assert path_of(save).name.isascii()
    save.close()


def test_disks_without_links_are_good_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    saves = [new(tmp_path)[1] for _ in range(2)]
    assert len({path_of(save) for save in saves}) == 2
    assert sorted(path_of(save) for save in saves) == sorted(tmp_path.iterdir())


@pytest.mark.slow
def test_a_last_line_that_was_cut_off_at_any_byte_is_left_out_and_repaired(tmp_path: Path) -> None:
    session, save = new(tmp_path / "source")
    act(session, 14)
    save.close()
    data = path_of(save).read_bytes()
    lines = data.splitlines(keepends=True)
    path = tmp_path / "cut.kbg"
    for cut in range(len(data) - sum(map(len, lines[-4:])), len(data) + 1):
        path.write_bytes(data[:cut])
        kept = data[:cut].rfind(b"\n") + 1
        number = len(parse_record(data[:kept].decode()).entries)
        assert entries(path) == session.table.entries[:number]
        again, repaired = resume(path)
        assert path.read_bytes() == data[:kept]
        act(again, 3)
        repaired.close()
        assert entries(path) == again.table.entries
        assert len(again.table.entries) == number + 3


@pytest.mark.parametrize("tail", [b"\0" * 4096, b"  15 1      q5 \xff\xfe", b"  15 1      q5\0\0"])
def test_what_a_power_cut_leaves_behind_the_last_line_is_dropped(
    tmp_path: Path, tail: bytes
) -> None:
    session, save = new(tmp_path)
    act(session, 14)
    save.close()
    with path_of(save).open("ab") as file:
        file.write(tail)
    again, repaired = resume(path_of(save))
    assert again.table.entries == session.table.entries
    act(again, 1)
    repaired.close()
    assert entries(path_of(save)) == again.table.entries


def test_a_damaged_line_in_the_middle_is_refused_and_the_file_left_alone(tmp_path: Path) -> None:
    session, save = new(tmp_path)
    act(session, 14)
    save.close()
    data = path_of(save).read_bytes().replace(b"   5 1 ", b"   5 2 ")
    path_of(save).write_bytes(data)
    with pytest.raises(BadRecord, match="line 15"):
        resume(path_of(save))
    assert path_of(save).read_bytes() == data
    with pytest.raises(BadRecord):  # not InUse: the refusal has let go of the lock
        resume(path_of(save))


def test_one_game_is_written_by_one_program(tmp_path: Path) -> None:
    session, save = new(tmp_path)
    act(session, 5)
    with pytest.raises(InUse, match="open in another window or program"):
        resume(path_of(save))
    with pytest.raises(InUse):
        delete(path_of(save))
    save.close()
    _again, other = resume(path_of(save))
    with pytest.raises(InUse):
        resume(path_of(save))
    other.close()
    delete(path_of(save))
    assert list(tmp_path.iterdir()) == []


class FullDisk:
    """Takes some bytes, then no more, until there is room again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
        self.room = room
        self.write = os.write
        monkeypatch.setattr(os, "write", self.take)

    def take(self, handle: int, data: bytes) -> int:
        if not self.room:
            raise OSError(28, "No space left on device")
        taken = self.write(handle, data[: self.room])
        self.room -= taken
        return taken


@pytest.mark.parametrize("room", range(0, 60, 7))
def test_a_full_disk_does_not_end_the_game_and_nothing_is_missing_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    session, save = new(tmp_path)
    act(session, 5)
    disk = FullDisk(monkeypatch, room)
    act(session, 10)
    assert trouble(session) == "No space left on device"
    # What is there is good, though not all.
    kept = entries(path_of(save))
    assert kept == session.table.entries[: len(kept)]
    assert 5 <= len(kept) < 15
    disk.room = 10_000
    act(session, 1)
    assert trouble(session) is None
    assert entries(path_of(save)) == session.table.entries
    save.close()


def test_a_disk_that_is_full_from_the_start_gets_the_game_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = FullDisk(monkeypatch, 0)
    session, save = new(tmp_path)
    assert trouble(session) == "No space left on device"
    assert save.path is None
    act(session, 7)
    assert list(tmp_path.iterdir()) == []
    disk.room = 10_000
    save.close()
    assert trouble(session) is None
    assert entries(path_of(save)) == session.table.entries


def test_a_disk_that_is_full_at_the_end_gets_the_result_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, save = new(tmp_path, "random", "random")
    act(session, 20)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("kbtui.play.saves.write_whole", refuse)
        list(session.advance())
        assert session.is_over
        assert trouble(session) == "No space left on device"
        assert entries(path_of(save)) == session.table.entries
        assert read(path_of(save))[0].result is None
    save.close()
    assert trouble(session) is None
    assert path_of(save).read_text() == format_record(session.record())


def test_a_program_that_died_before_the_result_was_written_is_helped_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, save = new(tmp_path, "random", "random")
    monkeypatch.setattr("kbtui.play.saves.Save._finish", lambda self: None)
    list(session.advance())
    assert unfinished(tmp_path)
    monkeypatch.undo()
    os.close(save._handle or 0)
    with pytest.raises(BadInput, match="this game is over"):
        resume(path_of(save))
    assert [game.path for game in finished(tmp_path)] == [path_of(save)]
    assert path_of(save).read_text() == format_record(session.record())


def test_every_turn_reaches_the_disk_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _save = new(tmp_path, "random", "random")
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(len(session.table.entries)))
    act(session, 60)
    ends = [n for n, entry in enumerate(session.table.entries, 1) if entry.token == "end"]
    assert ends
    assert synced == ends


def test_a_record_from_elsewhere_is_copied_first(tmp_path: Path) -> None:
    session, save = new(tmp_path / "elsewhere")
    act(session, 12)
    save.close()
    mailed, games = tmp_path / "mailed.kbg", tmp_path / "games"
    mailed.write_text(format_record(session.record()), "utf-8")
    before = mailed.read_bytes()
    again, copy = resume(mailed, games)
    assert path_of(copy).parent == games
    assert again.table.entries == session.table.entries
    act(again, 3)
    copy.close()
    assert mailed.read_bytes() == before
    assert entries(path_of(copy)) == again.table.entries
    assert dict(read(path_of(copy))[0].tags)["started"] == dict(session.origin.tags)["started"]


def test_a_game_that_was_not_dealt_from_its_seed_cannot_go_on(tmp_path: Path) -> None:
    session, save = new(tmp_path)
    save.close()
    text = path_of(save).read_text().replace("deck: table seed\n", "")
    path_of(save).write_text(text)
    with pytest.raises(BadOptions, match="only a game dealt from its table seed"):
        resume(path_of(save))
    assert session.journal is None


def test_files_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.kbg"
    path.write_bytes(b"\xff\xfe\n")
    with pytest.raises(BadInput, match="not UTF-8 text"):
        read(path)
    with pytest.raises(BadInput, match="not UTF-8 text"):
        resume(path)


def test_a_record_from_elsewhere_can_be_read_before_it_is_copied(tmp_path: Path) -> None:
    session, save = new(tmp_path / "elsewhere")
    act(session, 12)
    save.close()
    games = tmp_path / "games"
    again, copy = resume(path_of(save), games)
    assert again.table.entries == session.table.entries
    assert again.table.state == session.table.state
    act(again, 3)
    copy.close()
    assert entries(path_of(copy)) == again.table.entries
    assert path_of(copy).parent == games


def test_an_own_record_is_locked_as_soon_as_it_is_read(tmp_path: Path) -> None:
    session, save = new(tmp_path)
    act(session, 5)
    save.close()
    _again, kept = resume(path_of(save), tmp_path)
    with pytest.raises(InUse):
        resume(path_of(save), tmp_path)
    kept.close()
    resume(path_of(save), tmp_path)[1].close()
