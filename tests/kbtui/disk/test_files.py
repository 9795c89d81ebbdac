"""Files are written whole or not at all, readable only by their owner."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kbtui.disk.files import aside, make_folder, write_all, write_new, write_whole


def fail(*_: object) -> int:
    raise OSError(28, "No space left on device")


def test_folders_and_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "one" / "two" / "file"
    write_whole(path, "text")
    modes = [part.stat().st_mode & 0o777 for part in (path.parent.parent, path.parent, path)]
    assert modes == [0o700, 0o700, 0o600]
    assert path.read_text() == "text"


def test_folders_that_exist_stay_as_they_are(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_folder(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("name", ["os.write", "os.fsync", "os.replace"])
def test_what_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = tmp_path / "file"
    write_whole(path, "old")
    monkeypatch.setattr(name, fail)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new")
    monkeypatch.undo()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real"
    link = tmp_path / "link"
    real.write_text("old")
    link.symlink_to(real)
    write_whole(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_short_writes_are_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:3]))
    handle = os.open(tmp_path / "file", os.O_CREAT | os.O_WRONLY)
    write_all(handle, b"ten bytes.")
    os.close(handle)
    assert (tmp_path / "file").read_bytes() == b"ten bytes."


def test_a_new_file_takes_nobodys_place(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_new(path, "first")
    with pytest.raises(FileExistsError):
        write_new(path, "second")
    assert path.read_text() == "first"


@pytest.mark.parametrize("name", ["os.write", "os.fsync"])
def test_a_new_file_that_cannot_be_written_leaves_no_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(name, fail)
    with pytest.raises(OSError, match="No space"):
        write_new(tmp_path / "file", "text")
    assert list(tmp_path.iterdir()) == []


def test_broken_files_are_kept_under_names_that_are_free(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for number in (1, 2, 3):
        path.write_text(str(number))
        assert aside(path) == tmp_path / f"settings.toml.broken-{number}"
        assert not path.exists()
    assert [(tmp_path / f"settings.toml.broken-{n}").read_text() for n in (1, 2, 3)] == [*"123"]


def test_what_cannot_be_moved_stays(tmp_path: Path) -> None:
    assert aside(tmp_path / "missing") is None
