"""The page of online games: ways to start, your rooms, public games, the address of the relay."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.games.kit import find
from kbtui.lobby import rooms
from kbtui.lobby.rooms import HOST, JOIN, WATCH, Known, OnlinePage
from kbtui.online import tickets
from kbtui.online.saved_rooms import summaries
from kbtui.play.start import Join, Return, Watch
from tests.kbtui.lobby.waitingrooms import FULL, LISTED, OVER, PLAYED, ROOMS
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

UP = Known("example.org:8765", True, rooms=ROOMS)
DOWN = Known("", False, "127.0.0.1:8765: nothing is listening there.", "Start kb-relay there.")


class Desk:
    def __init__(self, known: Known = UP, look: str = "colour") -> None:
        self.changes: list[str] = []
        self.page = dressed(OnlinePage(known, self.changes.append), look)


def seat_at(folder: Path, code: str = "NNN-999", **changes: object) -> None:
    kept = tickets.start(folder, "ws://example.org:8765", "Ada")
    kept.call(code)
    kept.keep(phase="playing", names=("Ada", "Ben"), acting=0, **changes)
    kept.close()


@EVERYWHERE
def test_everything_can_be_read_everywhere(size: tuple[int, int], tmp_path: Path) -> None:
    seat_at(tmp_path)
    desk = Desk()
    desk.page.own = summaries(tmp_path)
    told = shown(desk.page, size)
    for text in ("Host a game", "Join by code", "Watch by code", "example.org:8765  connected"):
        assert text in told, text
    for text in ("YOUR ROOMS", "NNN-999: your turn", "PUBLIC GAMES", "KQ7-4TN  Ann; 2 free seats"):
        assert text in told, text
    assert "HHH-333  Bob, Cleo; in progress; 3 spectators" in told
    assert "CCC-444  Dan, Eve; full" in told
    assert "finished" in told


@EVERY_LOOK
def test_it_can_be_read_in_every_look(look: str) -> None:
    for size in ((62, 22), (140, 45)):
        assert "PUBLIC GAMES" in shown(Desk(look=look).page, size)


def test_the_line_is_always_in_sight() -> None:
    assert "connecting" in shown(Desk(Known()).page)
    assert "asking the relay" in shown(Desk(Known()).page)
    assert "There are no public games" in shown(Desk(Known("", True)).page)
    told = shown(Desk(DOWN).page)
    assert "127.0.0.1:8765  unreachable" in told
    assert "nothing is listening there. Start kb-relay there." in told


def test_letters_and_clicks_lead_to_the_ways() -> None:
    for key, outcome in (("h", HOST), ("j", JOIN), ("w", WATCH)):
        desk = Desk()
        press(desk.page, key)
        assert desk.page.outcome == outcome
        desk = Desk()
        desk.page.do(outcome)
        assert desk.page.outcome == outcome


def test_enter_joins_a_game_with_a_free_seat_and_watches_the_others() -> None:
    outcomes = []
    for steps in range(4, 8):
        desk = Desk()
        press(desk.page, *["down"] * (steps + 1))
        hints = shown(desk.page).splitlines()[-1]
        press(desk.page, "enter")
        outcomes.append((hints.split()[1], desk.page.outcome))
    assert outcomes == [
        ("join", Join("", "KQ7-4TN")),
        ("watch", Watch("", "HHH-333")),
        ("watch", Watch("", "CCC-444")),
        ("watch", Watch("", "FFF-777")),
    ]


def test_w_watches_the_game_under_the_cursor() -> None:
    desk = Desk()
    press(desk.page, *["down"] * 5, "w")
    assert desk.page.outcome == Watch("", "KQ7-4TN")


def test_a_click_goes_to_a_game_and_another_opens_it() -> None:
    desk = Desk()
    desk.page.do("room HHH-333")
    assert desk.page.outcome is None
    assert "HHH-333" in under_cursor(desk.page)
    desk.page.do("room HHH-333")
    assert desk.page.outcome == Watch("", "HHH-333")


def test_the_cursor_stays_with_its_game_when_the_list_changes() -> None:
    desk = Desk()
    press(desk.page, "end", "up")
    assert "CCC-444" in under_cursor(desk.page)
    desk.page.known = UP._replace(rooms=(OVER, PLAYED, FULL))
    assert "CCC-444" in under_cursor(desk.page)
    desk.page.known = UP._replace(rooms=())
    assert "Meet" in under_cursor(desk.page)


def test_own_rooms_are_returned_to_and_not_listed_twice(tmp_path: Path) -> None:
    seat_at(tmp_path, "KQ7-4TN")
    desk = Desk()
    desk.page.own = summaries(tmp_path)
    told = shown(desk.page)
    assert told.count("KQ7-4TN") == 1
    press(desk.page, *["down"] * 5)
    assert "online, on ws://example.org:8765" in shown(desk.page)
    press(desk.page, "enter")
    assert desk.page.outcome == Return(tmp_path / "KQ7-4TN.ticket")


def test_a_seat_is_given_up_when_asked_twice(tmp_path: Path) -> None:
    seat_at(tmp_path)
    desk = Desk()
    desk.page.own = summaries(tmp_path)
    press(desk.page, *["down"] * 5, "d")
    assert "Give up this seat" in shown(desk.page)
    press(desk.page, "up", "down", "d")
    assert len(desk.page.own) == 1
    press(desk.page, "d")
    assert len(desk.page.own) == 0
    assert summaries(tmp_path) == []
    assert "YOUR ROOMS" not in shown(desk.page)


def test_a_seat_that_is_played_elsewhere_is_not_given_up(tmp_path: Path) -> None:
    seat_at(tmp_path)
    kept = tickets.take(tmp_path / "NNN-999.ticket")
    desk = Desk()
    desk.page.own = summaries(tmp_path)
    press(desk.page, *["down"] * 5, "d", "d")
    assert "open in another window" in " ".join(shown(desk.page).split())
    kept.close()


def test_another_address_is_typed_and_checked() -> None:
    desk = Desk()
    press(desk.page, "a")
    write(desk.page, "http://x")
    for size in ((62, 22), (140, 45)):
        assert before_cursor(desk.page, size).endswith("http://x")
    press(desk.page, "enter")
    assert "is not the address" in " ".join(shown(desk.page).split())
    assert desk.changes == []
    press(desk.page, "ctrl+u")
    write(desk.page, "10.0.0.7")
    press(desk.page, "enter")
    assert desk.changes == ["10.0.0.7:8765"]
    press(desk.page, "a", "x", "escape")
    assert len(desk.changes) == 1
    assert desk.page.outcome is None


def test_names_of_others_are_cleaned() -> None:
    evil = LISTED._replace(names=("A\x1b[2Jnn", ""))
    told = shown(Desk(UP._replace(rooms=(evil,))).page)
    assert "\x1b" not in told
    assert "A[2Jnn" in told


def test_many_games_can_be_gone_through() -> None:
    rooms = tuple(LISTED._replace(code=f"AAA-{n:03}") for n in range(100))
    desk = Desk(UP._replace(rooms=rooms))
    press(desk.page, "end")
    assert "AAA-099" in under_cursor(desk.page, (62, 22))
    press(desk.page, "home")
    assert "Meet" in under_cursor(desk.page, (62, 22))


def test_esc_leaves_and_all_clicks_lead_somewhere() -> None:
    desk = Desk()
    press(desk.page, "escape")
    assert desk.page.outcome == "back"
    for act in {*acts(desk.page.lines(140, 45))}:
        desk.page.do(act)
        shown(desk.page)


def test_people_at_the_door_are_named() -> None:
    desk = Desk(UP._replace(here=("ada", "~kestrel")))
    assert "HERE" in shown(desk.page)
    assert "ada, ~kestrel" in shown(desk.page)
    assert "HERE" not in shown(Desk().page)


# Several games


def test_a_host_chooses_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "on_screen", lambda: (find("kingdom"), find("castle")))
    page = Desk().page
    for size in ((62, 22), (80, 24), (140, 45)):
        assert "< Kingdom Builder >" in shown(page, size)
    press(page, "right")
    assert "< Castle Builder >" in shown(page)
    assert page.kit.key == "castle"
    press(page, "left", "left")
    assert page.kit.key == "castle"
    press(page, "down", "down", "right")  # on another way there is nothing to choose
    assert page.kit.key == "castle"
    page.do("more-game")
    assert page.kit.key == "kingdom"
    page.do("less-game")
    press(page, "h")
    assert (page.outcome, page.kit.key) == (HOST, "castle")


def test_one_game_needs_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "on_screen", lambda: (find("kingdom"),))
    page = Desk().page
    assert "Kingdom Builder" not in shown(page, (140, 45))
    press(page, "right")
    assert page.kit.key == "kingdom"


def test_rooms_tell_their_game(tmp_path: Path) -> None:
    seat_at(tmp_path, game="castle")
    other = LISTED._replace(code="MMM-777", game="castle")
    page = Desk(UP._replace(rooms=(LISTED, other))).page
    page.own = summaries(tmp_path)
    told = shown(page)
    assert "Castle Builder: NNN-999: your turn" in told
    assert "MMM-777  Castle Builder; Ann; 2 free seats" in told
    assert "KQ7-4TN  Ann; 2 free seats" in told  # the game that everybody knows needs no name
