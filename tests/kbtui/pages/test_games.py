"""The list of saved games as a page."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.kingdom.setup import Options
from kbtui.online import tickets
from kbtui.pages.games import CONTINUE, REPLAYS, GamesPage
from kbtui.play import saves
from kbtui.play.session import HUMAN
from kbtui.play.start import Replay, Resume, Return
from kbtui.text import i18n
from tests.kbtui.pages.showing import (
    EVERY_LOOK,
    EVERYWHERE,
    acts,
    before_cursor,
    dressed,
    press,
    shown,
    under_cursor,
    write,
)
from tests.kbtui.playing import kingdom

NAMES = ("Ada", "Botto", "Cleo", "Dmitri")


def save(folder: Path, seed: str, *players: str, age: int = 0) -> Path:
    """A game that has just begun, or, if only bots play, one that is over."""
    session = kingdom(Options(len(players), seed=seed), players, NAMES[: len(players)])
    kept = saves.start(session, folder)
    for _entry in session.advance():
        pass
    kept.close()
    assert kept.path is not None
    os.utime(kept.path, (10_000_000 - age, 10_000_000 - age))
    return kept.path


@pytest.fixture(name="folder")
def some_games(tmp_path: Path) -> Path:
    save(tmp_path, "first", HUMAN, "random", age=1)
    save(tmp_path, "over", "random", "random", age=2)
    save(tmp_path, "second", HUMAN, "random", "greedy", HUMAN, age=3)
    broken = tmp_path / "broken.kbg"
    broken.write_text("this is no record")
    os.utime(broken, (9_000_000, 9_000_000))
    return tmp_path


def page(kind: str, folder: Path, look: str = "colour") -> GamesPage:
    return dressed(GamesPage(kind, folder), look)


@pytest.mark.slow
@EVERY_LOOK
@EVERYWHERE
def test_every_game_is_in_sight(size: tuple[int, int], look: str, folder: Path) -> None:
    it = page(REPLAYS, folder, look)
    for game in it.games:
        text = shown(it, size)
        assert "against Botto" in text
        assert "Ada, Botto, Cleo" in text
        assert "broken.kbg" in text
        assert game.path.name in text
        assert under_cursor(it, size).strip()[0] in "►>"
        press(it, "down")


def test_what_waits_and_what_is_over(folder: Path) -> None:
    assert [game.path.stem.rpartition("-")[2] for game in page(CONTINUE, folder).games] == [
        "first",
        "second",
        "broken",
    ]
    it = page(REPLAYS, folder)
    over = next(game for game in it.games if game.result is not None)
    assert over.result is not None
    text = shown(it)
    assert f"Ada {over.result[0]}, Botto {over.result[1]}" in text
    assert "turn 1 against Botto" in text


@pytest.mark.parametrize(("kind", "start"), [(CONTINUE, Resume), (REPLAYS, Replay)])
def test_enter_opens_the_game_under_the_cursor(
    kind: str, start: type[Resume] | type[Replay], folder: Path
) -> None:
    it = page(kind, folder)
    press(it, "enter")
    assert it.outcome == start(it.games[0].path)
    press(it, "down", "space")
    assert it.outcome == start(it.games[1].path)


def test_a_damaged_file_says_what_is_wrong(folder: Path) -> None:
    it = page(CONTINUE, folder)
    press(it, "end", "enter")
    assert it.outcome is None
    assert "cannot be opened: line 1: a record must start" in shown(it)
    press(it, "up")
    assert "cannot be opened" not in shown(it)


def test_deleting_asks_first(folder: Path) -> None:
    it = page(CONTINUE, folder)
    path = it.games[0].path
    press(it, "d")
    assert "for good?" in shown(it)
    press(it, "x", "d")
    assert path.exists()
    assert "for good?" in shown(it)
    press(it, "down", "up")
    assert "for good?" not in shown(it)
    press(it, "d", "d")
    assert not path.exists()
    assert path not in [game.path for game in it.games]
    assert len(it.games) == 2


def test_the_last_one_can_be_deleted_too(folder: Path) -> None:
    it = page(CONTINUE, folder)
    press(it, "end", *["d"] * 6)
    assert it.games == []
    assert "You have no unfinished games" in shown(it)
    press(it, "enter", "down", "d", "d")
    assert it.outcome is None


def test_a_game_that_is_played_cannot_be_deleted(folder: Path) -> None:
    it = page(CONTINUE, folder)
    session, kept = saves.resume(it.games[0].path)
    press(it, "d", "d")
    assert "another window" in shown(it)
    assert it.games[0].path.exists()
    kept.close()
    assert session.trouble is None


def test_a_file_that_is_gone_is_told_and_taken_from_the_list(folder: Path) -> None:
    it = page(CONTINUE, folder)
    it.games[0].path.unlink()
    press(it, "d", "d")
    assert "could not be deleted" in shown(it)
    assert len(it.games) == 2


@EVERYWHERE
def test_hundreds_of_games_scroll(size: tuple[int, int], tmp_path: Path) -> None:
    one = save(tmp_path, "one", HUMAN, "random")
    text = one.read_text("utf-8")
    for number in range(200):
        (tmp_path / f"game-{number:03}.kbg").write_text(text, "utf-8")
    it = page(CONTINUE, tmp_path)
    assert len(it.games) == 201
    press(it, "end")
    assert "201 of 201" in shown(it, size)
    assert under_cursor(it, size).strip()[0] == "►"
    press(it, "pageup", "up")
    assert "192 of 201" in shown(it, size)
    press(it, "home")
    assert "1 of 201" in shown(it, size)


@pytest.mark.parametrize("kind", [CONTINUE, REPLAYS])
@EVERYWHERE
def test_an_empty_folder_says_what_to_do(size: tuple[int, int], kind: str, tmp_path: Path) -> None:
    it = page(kind, tmp_path / "nowhere")
    assert "game" in shown(it, size)
    press(it, "down", "enter", "escape")
    assert it.outcome == "back"


def test_a_path_is_typed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder))
    it = page(REPLAYS, folder / "none")
    press(it, "o")
    write(it, "~/my record d.kbg")
    for size in ((62, 22), (80, 24), (140, 45)):
        assert before_cursor(it, size).endswith("~/my record d.kbg")
    dressed(it, "ascii")
    assert before_cursor(it, (62, 22)).endswith("~/my record d.kbg")
    press(it, "enter")
    assert it.outcome == Replay(folder / "my record d.kbg")


def test_typing_a_path_can_be_given_up(folder: Path) -> None:
    it = page(CONTINUE, folder)
    press(it, "o", "a", "escape")
    assert it.outcome is None
    press(it, "o")
    assert "record file:" in shown(it, (62, 22))
    press(it, "enter", "escape")
    assert it.outcome == "back"


def test_what_went_wrong_is_shown(folder: Path) -> None:
    it = page(CONTINUE, folder)
    it.error = "x.kbg is damaged in line 7"
    assert "x.kbg is damaged in line 7" in shown(it)


@EVERYWHERE
def test_clicks(size: tuple[int, int], folder: Path) -> None:
    it = page(CONTINUE, folder)
    assert {"game-0", "game-1", "game-2", "choose", "delete"} <= {*acts(it.lines(*size))}
    it.do("game-1")
    assert it.outcome is None
    it.do("game-1")
    assert it.outcome == Resume(it.games[1].path)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "fr", "nl"])
@EVERYWHERE
def test_longer_words_break_nothing(size: tuple[int, int], language: str, folder: Path) -> None:
    i18n.use(language)
    try:
        it = page(REPLAYS, folder)
        for _ in it.games:
            shown(it, size)
            press(it, "down")
        press(it, "d")
        shown(it, size)
    finally:
        i18n.use("en")


def test_online_games_stand_among_the_others(tmp_path: Path) -> None:
    kept = tickets.start(tmp_path / "rooms", "ws://example.org:8765", "Ann")
    kept.call("KQ7-4TN")
    kept.keep(phase="playing", names=("Ann", "Bob"), seats=("you", "person"), seat=0, acting=0)
    kept.close()
    it = dressed(GamesPage(CONTINUE, tmp_path / "games", tmp_path / "rooms"))
    assert "KQ7-4TN: your turn, Ann, Bob" in shown(it)
    assert "online, on ws://example.org:8765" in shown(it)
    it.do("choose")
    assert it.outcome == Return(kept.path)
    it.outcome = None
    it.do("delete")
    assert "Give up this seat for good?" in shown(it)
    it.do("delete")
    assert it.games == []
    assert not kept.path.exists()
