"""The shelf and its cache."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kbtui.history import index
from kbtui.history.facts import Fact, Uncounted
from kbtui.history.index import Shelf
from tests.kbtui.history.shelves import put, record


@pytest.fixture(name="cache")
def cache_file(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "games.index"


@pytest.fixture(name="folder")
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    put(folder, "b", record("you random", "a", day="2026-05-02"))
    put(folder, "a", record("random you", "b", day="2026-05-03"))
    put(folder, "c", record("you random", "c", game="castle", day="2026-05-01"))
    put(folder, "bots", record("random random", "a"))
    (folder / "broken.kbg").write_text("this is no record")
    (folder / "notes.txt").write_text("not a game")
    return folder


def shelf(folder: Path, cache: Path) -> Shelf:
    found = Shelf(folder, cache)
    found.look()
    found.read()
    return found


def test_facts_come_in_the_order_in_which_the_games_began(folder: Path, cache: Path) -> None:
    found = shelf(folder, cache)
    assert [*found.facts] == ["c.kbg", "b.kbg", "a.kbg"]
    assert (found.count(Uncounted.DAMAGED), found.count(Uncounted.APART)) == (1, 1)


def test_the_second_time_no_record_is_read(
    folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = shelf(folder, cache).facts

    def never(data: bytes, when: float) -> Fact:
        raise AssertionError("it was read before")

    monkeypatch.setattr(index, "fact_of", never)
    again = Shelf(folder, cache)
    assert again.look() == 0
    assert again.facts == before


def test_what_has_changed_is_read_and_what_is_gone_is_forgotten(folder: Path, cache: Path) -> None:
    shelf(folder, cache)
    (folder / "a.kbg").unlink()
    put(folder, "b", record("you random random", "d", day="2026-05-02"))
    put(folder, "new", record("you greedy", "a", day="2026-06-01"))
    found = Shelf(folder, cache)
    assert found.look() == 2
    assert found.read() == 0
    assert [*found.facts] == ["c.kbg", "b.kbg", "new.kbg"]
    assert len(found.facts["b.kbg"].seats) == 3


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("2026-05-02", "2026-05-09"),
        lambda text: text.replace("index 1", "index 0"),
        lambda text: "kbtui index 1 1\n[1]",
        lambda text: "\x00" * 40,
    ],
    ids=["empty", "cut", "changed", "other version", "not rows", "zeros"],
)
def test_a_wrong_cache_is_made_anew(folder: Path, cache: Path, damage: object) -> None:
    before = shelf(folder, cache).facts
    assert callable(damage)
    cache.write_text(damage(cache.read_text()))
    found = Shelf(folder, cache)
    assert found.look() == 5
    found.read()
    assert found.facts == before
    assert Shelf(folder, cache).look() == 0  # it is good again


def test_reading_can_be_stopped_and_goes_on(folder: Path, cache: Path) -> None:
    found = Shelf(folder, cache)
    left = found.look()
    assert found.read(lambda: True) == left
    assert found.facts == {}
    assert found.read() == 0


def test_without_a_folder_or_a_place_for_the_cache_nothing_breaks(
    folder: Path, tmp_path: Path
) -> None:
    assert shelf(tmp_path / "none", tmp_path / "x").facts == {}
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert len(shelf(folder, blocked / "games.index").facts) == 3


@pytest.mark.slow
def test_ten_thousand_games_are_counted_from_the_cache_alone(tmp_path: Path) -> None:
    """No clock: what is to be counted is the work. Warm, nothing is opened but the cache."""
    folder = tmp_path / "games"
    put(folder, "0", record("you random", "a"))
    for number in range(1, 10_000):
        os.link(folder / "0.kbg", folder / f"{number}.kbg")
    found = Shelf(folder, tmp_path / "index")
    found.look()
    opened = found.read(lambda: len(found.facts) >= 3)
    assert opened == 9_997
    rows = found._rows
    row = next(iter(rows.values()))
    rows.update({name: row for name, *_stat in index._files(folder)})
    found._save()
    again = Shelf(folder, tmp_path / "index")
    assert again.look() == 0
    assert len(again.facts) == 10_000
