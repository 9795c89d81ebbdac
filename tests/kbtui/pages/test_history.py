"""Your games as a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.history.index import Shelf
from kbtui.hosted import mode
from kbtui.pages import history
from kbtui.pages.history import PLAY, HistoryPage
from kbtui.play.start import Replay
from kbtui.text import i18n
from tests.kbtui.history.shelves import put, record
from tests.kbtui.pages.showing import EVERY_LOOK, EVERYWHERE, acts, dressed, press, shown

LONG = "Wwwwwwwwwwwwwwww"


def page(tmp_path: Path, games: int, look: str = "colour") -> HistoryPage:
    folder = tmp_path / "games"
    for number in range(games):
        seats = ("you random", "skilled you expert", "you person")[number % 3]
        made = record(seats, f"s{number % 7}", day=f"2025-{number % 12 + 1:02}-01")
        names = (LONG, *made.players[1:]) if number % 3 == 1 else (*made.players[:1], LONG)
        put(folder, str(number), made._replace(players=(*names, *made.players[2:])[: len(names)]))
    put(folder, "castle", record("you greedy", game="castle")) if games else None
    shelf = Shelf(folder, tmp_path / "index")
    it = dressed(HistoryPage(shelf, folder, "Ann", "kingdom"), look)
    it.read(lambda: False)
    return it


@pytest.mark.slow
@EVERYWHERE
@pytest.mark.parametrize("games", [0, 1, 9, 60])
@pytest.mark.usefixtures("every_language")
def test_it_fits_in_every_language(tmp_path: Path, games: int, size: tuple[int, int]) -> None:
    it = page(tmp_path, games)
    for key in ("", "tab", "tab", "right", "down", "g", "tab", "tab", "tab", "tab", "tab", "left"):
        if key:
            press(it, key)
        shown(it, size)


@EVERY_LOOK
def test_it_fits_in_every_look(tmp_path: Path, look: str) -> None:
    it = page(tmp_path, 12, look)
    text = shown(it)
    if look in ("ascii", "plain"):
        assert text.isascii()
    assert "BY OPPONENT" in text


def test_a_choice_counts_other_games(tmp_path: Path) -> None:
    it = page(tmp_path, 12)
    assert "12 games" in shown(it)
    press(it, "tab", "right")
    assert it.figures.games == 4
    press(it, "left")
    assert it.figures.games == 12
    press(it, "g")
    assert it.figures.games == 1
    assert "Castle Builder" in shown(it)


def test_enter_opens_the_game_that_the_row_points_at(tmp_path: Path) -> None:
    it = page(tmp_path, 4)
    press(it, "enter")
    assert it.outcome == Replay(tmp_path / "games" / "3.kbg")
    press(it, "shift+tab", "left", "left", "enter")
    assert it.outcome == Replay(tmp_path / "games" / "1.kbg")


def test_everything_can_be_scrolled_to_in_the_smallest_window(tmp_path: Path) -> None:
    it = page(tmp_path, 30)
    seen = ""
    for _step in range(80):
        seen += shown(it, (62, 22))
        press(it, "down")
    for text in ("BY OPPONENT", "PEOPLE", "RECORDS", "TILES TAKEN", "BY TABLE AND SEAT"):
        assert text in seen
    press(it, *["pageup"] * 40)
    assert "WINS IN THE LAST 20" in shown(it, (62, 22))


def test_without_games_enter_plays(tmp_path: Path) -> None:
    it = page(tmp_path, 0)
    assert "it shows up here" in shown(it)
    press(it, "enter")
    assert it.outcome == PLAY


def test_a_picture_is_written_under_a_free_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    it = page(tmp_path, 3)
    press(it, "x", "x")
    assert f"Wrote {tmp_path / 'kb-stats-2.svg'}" in shown(it, (160, 50))
    assert (tmp_path / "kb-stats.svg").read_text().startswith("<svg")

    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(history, "write_new", full)
    press(it, "x")
    assert "No space left on device" in shown(it)


def test_every_choice_can_be_clicked(tmp_path: Path) -> None:
    it = page(tmp_path, 3)
    clickable = {*acts(it.lines(80, 24))}
    assert {f"field-{number}" for number in range(5)} <= clickable
    it.do("field-2")
    assert it.figures.games == 2  # two of the three games have two players


def test_at_a_door_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    it = page(tmp_path, 3)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    mode.begin(mode.Hosted("play.example.org", "example.org", "ann"))
    try:
        press(it, "x")
        assert "nothing can be written at a door" in shown(it)
    finally:
        mode.begin(None)
    assert [*(tmp_path / "here").iterdir()] == []


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("1 game (since", "LAST GAME: UP", "won in a row")),
        ("de", ("1 Spiel (", "LETZTES SPIEL, OBEN", "Sieg in Folge")),
        ("nl", ("1 spel (", "LAATSTE SPEL, BOVEN", "op rij gewonnen")),
        ("fr", ("1 partie (", "DERNIÈRE, HAUT", "victoire de suite")),
    ],
)
def test_one_game_is_told_as_one(
    tmp_path: Path, language: str, told: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    it = page(tmp_path, 1)
    monkeypatch.setattr(type(it.figures), "streak", (1, 1))
    i18n.use(language)
    text = shown(it)
    i18n.use("en")
    for part in told:
        assert part in text


def test_where_nothing_is_told_there_is_no_line_for_it(tmp_path: Path) -> None:
    it = page(tmp_path, 1)
    assert it.look.signs.pointer not in shown(it)


def test_who_scores_less_than_the_others_is_so_much_behind(tmp_path: Path) -> None:
    told = []
    for seats in ("you random", "random you"):
        folder = tmp_path / seats
        put(folder, "game", record(seats))
        it = dressed(
            HistoryPage(Shelf(folder, tmp_path / f"{seats} index"), folder, "Ann", "kingdom")
        )
        it.read(lambda: False)
        you, they = it.figures.mean
        told.append((you > they, f"{abs(you - they):.0f}", shown(it, (62, 22))))
    assert {is_ahead for is_ahead, _margin, _text in told} == {True, False}
    for is_ahead, margin, text in told:
        assert f"{margin} {'ahead' if is_ahead else 'behind'}, on average" in text
        assert f"-{margin}" not in text
