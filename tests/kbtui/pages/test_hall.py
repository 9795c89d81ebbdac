"""The hall: own games, ways to play, public games, who is here, the address of the relay."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from kbtui.games.kit import find
from kbtui.hosted import mode
from kbtui.hosted.mode import Hosted
from kbtui.online import tickets
from kbtui.online.saved_rooms import summaries
from kbtui.pages.hall import hallpage, hallwords, keyhints, sections
from kbtui.pages.hall.hallpage import HallPage
from kbtui.pages.hall.keyhints import OPTIONS, QUIT
from kbtui.pages.hall.known import PLAYS, WAITS, WATCHES, Known, Neighbor, Sight
from kbtui.pages.hall.rows import BOT, DAILY, HOST, JOIN, MEET, numbered
from kbtui.pages.hall.talk import Say, Word
from kbtui.play.saved_games import Summary
from kbtui.play.start import Join, Resume, Return, Watch
from relay.protocol import kinds as k
from relay.protocol import messages as m
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
DOWN = Known("", False, "127.0.0.1:8765: the relay is not running.", "Start kb-relay there.")
WIDEST = "MMMMMMMMMMMMMMMM"  # 16 letters, more than any name at a door


class Desk:
    def __init__(self, known: Known = UP, look: str = "colour") -> None:
        self.changes: list[str] = []
        self.page = dressed(HallPage(known, self.changes.append), look)


def seat_at(folder: Path, code: str = "NNN-999", **changes: object) -> None:
    kept = tickets.start(folder, "ws://example.org:8765", "Ada")
    kept.call(code)
    facts: dict[str, Any] = {"names": ("Ada", "Ben"), "seats": ("you", "remote"), "acting": 0}
    kept.keep(phase="playing", **(facts | changes))
    kept.close()


def running(code: str, names: tuple[str, ...] = ("Bob", "Cleo"), **changes: Any) -> m.Listed:
    return m.Listed(code, k.PLAYING, "kingdom", names, 0, True, 0, 1)._replace(**changes)


def words_of(page: HallPage, size: tuple[int, int] = (80, 24)) -> str:
    return " ".join(shown(page, size).split())


@EVERYWHERE
def test_everything_can_be_read_everywhere(size: tuple[int, int], tmp_path: Path) -> None:
    seat_at(tmp_path)
    desk = Desk()
    desk.page.own = summaries(tmp_path)
    told = shown(desk.page, size)
    for text in ("Meet somebody", "Deal of the day", "Open a room", "connected"):
        assert text in told, text
    row = next(line for line in told.splitlines() if "NNN-999" in line)
    assert all(text in row for text in ("Ben", "your turn", "now"))
    for title in ("YOUR GAMES", "OPEN ROOMS", "RUNNING", "FINISHED"):
        assert title in told, title
    row = next(line for line in told.splitlines() if "KQ7-4TN" in line)
    assert all(text in row for text in ("Ann", "2 of 3"))
    row = next(line for line in told.splitlines() if "HHH-333" in line)
    assert row.split()[:5] == ["1", "K", "HHH-333", "Bob,", "Cleo"]
    assert " 3" in row
    assert "full" in next(line for line in told.splitlines() if "CCC-444" in line)


@EVERY_LOOK
def test_it_can_be_read_in_every_look(look: str) -> None:
    for size in ((62, 22), (140, 45)):
        assert "OPEN ROOMS" in shown(Desk(look=look).page, size)


@pytest.mark.parametrize("count", [0, 1, 9, 60])
@pytest.mark.parametrize("look", ["colour", "plain"])
@pytest.mark.slow
def test_any_number_of_games_and_the_longest_names_fit(
    count: int, look: str, tmp_path: Path
) -> None:
    for number in range(min(count, 12)):
        seat_at(tmp_path, f"AA{number // 10}-A{number % 10}A", names=("Ada", WIDEST, WIDEST))
    games = [running(f"B{n:02}-BBB", (WIDEST,) * 4, idle=n, watchers=n) for n in range(count)]
    people = tuple(Neighbor(f"{WIDEST}{n}", WATCHES, games[n].code) for n in range(count))
    open_rooms = [LISTED._replace(code=f"C{n:02}-CCC", names=(WIDEST, "")) for n in range(count)]
    for size in ((62, 22), (80, 24), (140, 45), (200, 60)):
        desk = Desk(UP._replace(rooms=(*games, *open_rooms), here=people), look)
        desk.page.own = summaries(tmp_path)
        shown(desk.page, size)
        for key in ("end", "home", "tab", "tab", "w"):
            press(desk.page, key)
            shown(desk.page, size)


def test_the_line_is_always_in_sight() -> None:
    assert "connecting" in shown(Desk(Known()).page)
    assert "asking the relay" in shown(Desk(Known()).page)
    assert "No public game is running" in words_of(Desk(Known("", True)).page)
    told = shown(Desk(DOWN).page)
    assert "127.0.0.1:8765  unreachable" in told
    assert "the relay is not running. Start kb-relay there." in told


def test_letters_and_clicks_lead_to_the_ways() -> None:
    ways = {"m": MEET, "d": DAILY, "h": HOST, "p": BOT, "j": JOIN, "s": OPTIONS, "q": QUIT}
    for key, outcome in ways.items():
        desk = Desk()
        press(desk.page, key)
        assert desk.page.outcome == outcome
        desk = Desk()
        desk.page.do(outcome)
        assert desk.page.outcome == outcome


def test_enter_joins_a_game_with_a_free_seat_and_watches_the_others() -> None:
    outcomes = []
    for steps in range(4):
        desk = Desk()
        press(desk.page, "tab", *["down"] * steps)
        hints = shown(desk.page).splitlines()[-1]
        press(desk.page, "enter")
        outcomes.append((" ".join(hints.split()[1:3]), desk.page.outcome))
    assert outcomes == [
        ("sit down", Join("", "KQ7-4TN")),
        ("watch 1", Watch("", "CCC-444")),
        ("watch 1", Watch("", "HHH-333")),
        ("watch 1", Watch("", "FFF-777")),
    ]


def test_v_watches_the_game_under_the_cursor() -> None:
    desk = Desk()
    press(desk.page, "tab", "v")
    assert desk.page.outcome == Watch("", "KQ7-4TN")


def test_a_digit_watches_and_keeps_its_game() -> None:
    first, second, third = (running(code) for code in ("AAA-AAA", "BBB-BBB", "CCC-CCC"))
    desk = Desk(UP._replace(rooms=(first, second)))
    shown(desk.page)
    desk.page.known = UP._replace(rooms=(third, second))  # the first is over
    shown(desk.page)
    for key, code in (("2", "BBB-BBB"), ("1", "CCC-CCC")):
        press(desk.page, key)
        assert desk.page.outcome == Watch("", code)
    desk.page.outcome = None
    press(desk.page, "9")
    assert desk.page.outcome is None


def test_there_are_nine_digits() -> None:
    codes = [f"A{n:02}-AAA" for n in range(12)]
    found = numbered({}, codes)
    assert sorted(found.values()) == [*range(1, 10)]
    assert numbered(found, codes[3:])[codes[9]] == 1


def test_games_in_which_something_happens_come_first() -> None:
    rooms = tuple(running(f"AA{n}-AAA", idle=n) for n in (7, 3, 4))
    told = shown(Desk(UP._replace(rooms=rooms)).page)
    assert told.index("AA3") < told.index("AA4") < told.index("AA7")


def test_idle_times_go_in_steps() -> None:
    told = [hallwords.ago(minutes) for minutes in (0, 1, 4, 5, 9, 10, 19, 20, 39, 40, 59)]
    steps = ("now", "1 min", "2 min", "5 min", "5 min", "10 min", "10 min", "20 min", "20 min")
    assert told == [*steps, "40 min", "40 min"]
    assert [hallwords.ago(60 * hours) for hours in (1, 26, 47, 48, 100)] == [
        *("1 h", "26 h", "47 h"),
        *("2 d", "4 d"),
    ]


def test_ages_grow_while_one_looks_but_only_on_the_full_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, began = Desk(), 1_800_000_000.0  # a full minute
    desk.page.local = [Summary(tmp_path, began, ("Ada", "Botto"), ("you", "greedy"), turn=9)]
    told = {}
    for seconds in (0, 59, 60, 61, 119, 120, 179, 300):
        monkeypatch.setattr("time.time", lambda: began + seconds)  # noqa: B023
        told[seconds] = shown(desk.page, (120, 40))  # nobody has pressed a key
    assert told[0] == told[59] != told[60]
    assert told[60] == told[61] == told[119] != told[120] == told[179] != told[300]
    assert "1 min" in told[60]
    assert "5 min" in told[300]


def test_a_click_goes_to_a_game_and_another_opens_it() -> None:
    desk = Desk()
    desk.page.do("room HHH-333")
    assert desk.page.outcome is None
    assert "HHH-333" in under_cursor(desk.page)
    desk.page.do("room HHH-333")
    assert desk.page.outcome == Watch("", "HHH-333")


def test_the_cursor_stays_with_its_game_when_the_list_changes() -> None:
    desk = Desk()
    press(desk.page, "tab", "down")
    assert "CCC-444" in under_cursor(desk.page)
    desk.page.known = UP._replace(rooms=(OVER, PLAYED, FULL))
    assert "CCC-444" in under_cursor(desk.page)
    desk.page.known = UP._replace(rooms=())
    assert "Meet" in under_cursor(desk.page)


def test_a_game_that_waits_for_you_is_under_the_cursor(tmp_path: Path) -> None:
    seat_at(tmp_path, "AAA-111", acting=1)
    seat_at(tmp_path, "BBB-222", acting=0)
    desk = Desk()
    desk.page.own = summaries(tmp_path)
    assert "BBB-222" in under_cursor(desk.page)
    assert "It is your turn in BBB-222. Press Enter to continue." in words_of(desk.page)
    assert "your turn in 1" in shown(desk.page)
    press(desk.page, "enter")
    assert desk.page.outcome == Return(tmp_path / "BBB-222.ticket")


def test_saved_games_against_bots_are_continued() -> None:
    path = Path("game.kbg")
    desk = Desk()
    desk.page.local = [Summary(path, time.time(), ("Ada", "Botto"), ("you", "greedy"), turn=9)]
    assert "greedy bot" in under_cursor(desk.page)
    assert "turn 9" in under_cursor(desk.page)
    press(desk.page, "enter")
    assert desk.page.outcome == Resume(path)


def test_own_rooms_are_returned_to_and_not_listed_twice(tmp_path: Path) -> None:
    seat_at(tmp_path, "KQ7-4TN", acting=1)
    desk = Desk()
    desk.page.own = summaries(tmp_path)
    told = shown(desk.page)
    assert told.count("KQ7-4TN") == 1
    assert "online, on ws://example.org:8765" in told
    press(desk.page, "enter")
    assert desk.page.outcome == Return(tmp_path / "KQ7-4TN.ticket")


def test_a_seat_is_given_up_when_asked_twice(tmp_path: Path) -> None:
    seat_at(tmp_path)
    desk = Desk()
    desk.page.own = summaries(tmp_path)
    press(desk.page, "x")
    assert "Give up this seat" in shown(desk.page)
    press(desk.page, "down", "up", "x")
    assert len(desk.page.own) == 1
    press(desk.page, "x")
    assert len(desk.page.own) == 0
    assert summaries(tmp_path) == []
    assert "YOUR GAMES" not in shown(desk.page)


def test_a_seat_that_is_played_elsewhere_is_not_given_up(tmp_path: Path) -> None:
    seat_at(tmp_path)
    kept = tickets.take(tmp_path / "NNN-999.ticket")
    desk = Desk()
    desk.page.own = summaries(tmp_path)
    press(desk.page, "x", "x")
    assert "open in another window" in words_of(desk.page)
    kept.close()


def test_another_address_is_typed_and_checked() -> None:
    desk = Desk()
    press(desk.page, "a")
    write(desk.page, "http://x")
    for size in ((62, 22), (140, 45)):
        assert before_cursor(desk.page, size).endswith("http://x")
    press(desk.page, "enter")
    assert "is not the address" in words_of(desk.page)
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


@pytest.mark.slow
def test_many_games_can_be_gone_through() -> None:
    rooms = tuple(LISTED._replace(code=f"AAA-{n:03}") for n in range(100))
    desk = Desk(UP._replace(rooms=rooms))
    assert "more" in shown(desk.page, (62, 22))
    seen = set()
    for _step in range(110):
        press(desk.page, "down")
        seen.add(under_cursor(desk.page, (62, 22)).split()[2])
    assert {room.code for room in rooms} <= seen
    press(desk.page, "home")
    assert "Meet" in under_cursor(desk.page, (62, 22))


def test_sections_shrink_and_your_turns_stay(tmp_path: Path) -> None:
    for number in range(5):
        seat_at(tmp_path, f"AA{number}-AAA")
    rooms = tuple(running(f"B{n:02}-BBB", idle=n) for n in range(30))
    desk = Desk(UP._replace(rooms=rooms, here=(Neighbor("ada"),)))
    desk.page.own = summaries(tmp_path)
    told = shown(desk.page, (62, 22))
    assert all(f"AA{number}-AAA" in told for number in range(5))
    assert "HERE" not in told  # who is here gives way first
    shown_rooms = told.count("-BBB")
    assert shown_rooms
    assert f"{30 - shown_rooms} more" in told


def test_esc_leaves_and_all_clicks_lead_somewhere() -> None:
    desk = Desk()
    press(desk.page, "escape")
    assert desk.page.outcome == "back"
    for act in {*acts(desk.page.lines(140, 45))}:
        desk.page.do(act)
        shown(desk.page)


# Who is here


PEOPLE = (Neighbor("ada"), Neighbor("~kestrel", WATCHES, "HHH-333"), Neighbor("emil", WAITS))


def test_people_at_the_door_are_named_with_what_they_do() -> None:
    known = UP._replace(here=(*PEOPLE, Neighbor("gus", PLAYS, "SECRET")))
    for size in ((80, 24), (140, 45)):
        told = shown(Desk(known).page, size)
        assert all(text in told for text in ("~kestrel", "watches 1"))
        assert "SECRET" not in told
    assert "ada, ~kestrel, emil, gus" in shown(Desk(known).page, (62, 22))
    assert "HERE" not in shown(Desk().page)


def test_what_the_host_says_stands_above_the_games() -> None:
    page = Desk(UP).page
    page.notice = "This door is closed on Friday evening. " * 3
    for size in ((62, 22), (80, 24), (140, 45)):
        told = shown(page, size)
        assert told.index("FROM THE HOST") < told.index("PLAY")
        assert "closed on Friday" in told


def test_w_shows_everybody_and_any_key_leads_back() -> None:
    many = tuple(Neighbor(f"n{n}") for n in range(15))
    desk = Desk(UP._replace(here=(*many, Neighbor("fay", WAITS, "castle"))))
    press(desk.page, "w")
    assert "waits for Castle Builder" in shown(desk.page, (62, 22))
    press(desk.page, "escape")
    assert desk.page.outcome is None
    assert "Meet somebody" in shown(desk.page, (62, 22))
    press(Desk().page, "w")  # where nobody is known there is nothing to show


def test_at_a_door_there_is_no_relay_to_change(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Hosted("-p 2222 play.example.org", "ws://127.0.0.1:1", "ada")
    mode.begin(here)
    try:
        told = shown(Desk(UP._replace(here=PEOPLE)).page, (140, 45))
    finally:
        mode.begin(None)
    assert "Relay" not in told
    assert "The hall  play.example.org" in told
    assert "ada  3 here" in told


def test_enter_is_the_best_next_thing(tmp_path: Path) -> None:
    seat_at(tmp_path, "AAA-111", acting=1)
    alone = LISTED._replace(names=("Emil", ""), free=1)
    desk = Desk(UP._replace(rooms=()))
    desk.page.own = summaries(tmp_path)
    assert "AAA-111" in under_cursor(desk.page)
    desk.page.known = UP._replace(rooms=(alone,))
    assert "Meet" in under_cursor(desk.page)  # somebody waits for us, the others can wait
    seat_at(tmp_path, "BBB-222", acting=0)
    desk.page.own = summaries(tmp_path)
    assert "BBB-222" in under_cursor(desk.page)


# Talk


def talking(*words: Word, look: str = "colour") -> HallPage:
    page = Desk(UP._replace(here=(*PEOPLE,)), look).page
    page.talk.is_on = True
    page.talk.hear(words)
    return page


def test_what_people_say_is_read_everywhere_with_who_came() -> None:
    page = talking(Word(1, 0.0, "gus", ""), Word(2, 65.0, "emil", "anyone for a game?"))
    for size in ((80, 24), (140, 45), (200, 60)):
        told = shown(page, size)
        assert "gus has come" in told
        assert "anyone for a game?" in told
    assert "00:01  emil" in shown(page, (140, 45))
    assert "TALK" not in shown(Desk(UP._replace(here=PEOPLE)).page, (140, 45))
    assert "Nobody has said anything yet" in shown(talking(), (140, 45))


def test_talk_is_the_first_to_give_way_and_keeps_its_newest_lines() -> None:
    words = [Word(n, 0.0, "emil", f"line {n}") for n in range(1, 40)]
    page = talking(*words)
    told = shown(page, (80, 24))
    assert "line 39" in told
    assert "line 1 " not in told
    rooms = tuple(running(f"B{n:02}-BBB", idle=n) for n in range(30))
    page.known = page.known._replace(rooms=rooms)
    assert "line 39" not in shown(page, (62, 22))


def test_a_line_is_written_and_said() -> None:
    page = talking()
    press(page, "t")
    write(page, "hello mw 1")  # no letter is a command now
    assert before_cursor(page).endswith("hello mw 1")
    press(page, "enter")
    assert page.outcome == Say("hello mw 1")
    page.outcome = None
    press(page, "t")
    write(page, "no")
    press(page, "escape")
    assert page.outcome is None
    press(page, "t", "enter")
    assert page.outcome is None
    quiet = Desk().page
    press(quiet, "t")
    assert quiet.talk.field is None


def test_a_name_can_be_ignored_and_heard_again() -> None:
    page = talking(Word(1, 0.0, "emil", "buy gold"))
    alone = LISTED._replace(names=("emil", ""), free=1)
    page.known = page.known._replace(rooms=(alone,))
    assert "emil is waiting" in shown(page)
    press(page, "w", "down", "down", "x")
    assert "ignored" in shown(page)
    press(page, "escape")
    assert "buy gold" not in shown(page, (140, 45))
    assert "emil is waiting" not in shown(page)
    press(page, "w", "x", "escape")
    assert "buy gold" in shown(page, (140, 45))


def test_a_door_that_has_begun_anew_is_heard_from_the_start() -> None:
    page = talking(Word(7, 0.0, "emil", "before"))
    page.talk.hear([Word(1, 0.0, "emil", "after")])
    assert page.talk.heard == 1
    assert "before" not in shown(page, (140, 45))


# The game under the cursor


@EVERYWHERE
@pytest.mark.parametrize("key", ["kingdom", "castle"])
def test_the_board_of_the_game_under_the_cursor_is_shown(size: tuple[int, int], key: str) -> None:
    state = find(key).game.new({"players": 2, "seed": "hall"})
    desk = Desk(UP._replace(rooms=(running("HHH-333", game=key),)))
    press(desk.page, "tab")
    before = shown(desk.page, size)
    desk.page.sight = Sight("HHH-333", key, state, ("Bob", "Cleo"), 11, 0)
    told = shown(desk.page, size)
    if size[0] < 80:
        assert told == before
    else:
        assert told.count("HHH-333") == 2
        assert "turn 11" in told
        assert told.count("Cleo") == before.count("Cleo") + 1
    press(desk.page, "home")
    assert "turn 11" not in shown(desk.page, size)  # the cursor is elsewhere


# Several games


def both_games(monkeypatch: pytest.MonkeyPatch, *keys: str) -> None:
    for module in (hallpage, sections, keyhints, hallwords):
        monkeypatch.setattr(module, "on_screen", lambda: tuple(map(find, keys)))


def test_a_host_chooses_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    both_games(monkeypatch, "kingdom", "castle")
    page = Desk().page
    for size in ((62, 22), (80, 24), (140, 45)):
        assert "< Kingdom Builder >" in shown(page, size)
    press(page, "right")
    assert "< Castle Builder >" in shown(page)
    assert page.kit.key == "castle"
    press(page, "left", "left")
    assert page.kit.key == "castle"
    press(page, "down", "right")  # on another way there is nothing to choose
    assert page.kit.key == "castle"
    page.do("more-game")
    assert page.kit.key == "kingdom"
    page.do("less-game")
    press(page, "h")
    assert (page.outcome, page.kit.key) == (HOST, "castle")


def test_one_game_needs_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    both_games(monkeypatch, "kingdom")
    page = Desk().page
    assert "< Kingdom Builder" not in shown(page, (140, 45))
    press(page, "right")
    assert page.kit.key == "kingdom"


def test_rooms_tell_their_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both_games(monkeypatch, "kingdom", "castle")
    seat_at(tmp_path, game="castle")
    other = LISTED._replace(code="MMM-777", game="castle")
    page = Desk(UP._replace(rooms=(LISTED, other))).page
    page.own = summaries(tmp_path)
    told = shown(page)
    for text in ("C NNN-999  Ben", "C MMM-777  Ann", "K KQ7-4TN  Ann"):
        assert text in told


def test_somebody_who_waits_is_named() -> None:
    alone = LISTED._replace(names=("Emil", ""), free=1)
    desk = Desk(UP._replace(rooms=(alone,)))
    press(desk.page, "down")
    assert "Emil is waiting: play at once" in shown(desk.page)
