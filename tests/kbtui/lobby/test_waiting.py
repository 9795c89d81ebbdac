"""The waiting room: what it shows everywhere, and what every key asks the relay for."""

from __future__ import annotations

import pytest

from engine.kingdom.setup import parse_options, resolve
from kbtui.games.kingdom.words.names import goal_name
from kbtui.lobby.waiting import GIVE_UP, KEEP, QUIT
from kbtui.lobby.waitingroom import Voice
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.lobby.waitingrooms import (
    CODE,
    FREE,
    LEVELS,
    OPTIONS,
    TERMS,
    USUAL,
    Desk,
    bot,
    person,
    room,
    waiting,
)
from tests.kbtui.pages.showing import (
    EVERY_LOOK,
    EVERYWHERE,
    acts,
    before_cursor,
    press,
    shown,
    under_cursor,
    write,
)

VOICES = [Voice(1, "Cleo", "hi! same board as last time?"), Voice(103, "Zoe", "good luck to all")]
FULL = room(person("Ada"), person("Cleo", ready=True), bot(), person("Dmitri", ready=True))


# What is shown


@EVERYWHERE
def test_the_room_can_be_read_everywhere(size: tuple[int, int]) -> None:
    desk = Desk()
    desk.page.voices = VOICES
    told = shown(desk.page, size)
    for text in ("KQ7-4TN", "example.org", "SEATS", "3 of 4", "Ada", "Cleo", "greedy bot", "free"):
        assert text in told, text
    for text in ("not ready", "CHAT", "hi! same board", "Zoe: good luck", "90 s per turn"):
        assert text in told, text
    assert "hosted by Ada" in told
    if size[0] >= 80:
        assert "kb join KQ7-4TN --relay example.org" in told  # what a friend types


@EVERY_LOOK
def test_the_room_can_be_read_in_every_look(look: str) -> None:
    for size in ((62, 22), (80, 24), (140, 45)):
        told = shown(Desk(look=look).page, size)
        goals = resolve(parse_options({"players": 4, "seed": "hall"})).goals
        assert all(goal_name(goal) in told for goal in goals)
        assert "base game" in told


def test_the_code_is_large_where_there_are_half_blocks() -> None:
    assert "█" in shown(Desk().page).split("SEATS")[0]
    assert "█" not in shown(Desk(look="plain").page)


def test_the_longest_code_is_a_text_where_it_does_not_fit() -> None:
    desk = Desk(waiting(code="WWW-WWW"))
    assert "WWW-WWW" in shown(desk.page, (62, 22))


def test_own_relays_show_the_addresses_that_others_type() -> None:
    known = waiting(shared=("192.168.0.7:8765", "10.0.0.2:8765"), is_exposed=True)
    told = " ".join(shown(Desk(known).page).split())
    assert "192.168.0.7:8765 or 10.0.0.2:8765" in told
    assert "not encrypted" in told


def test_a_bot_from_elsewhere_is_called_one() -> None:
    view = room(person("Ada", ready=True), person("Robo", level="skilled"))
    told = shown(Desk(waiting(view)).page)
    assert "Robo" in told
    assert "skilled bot" in told


def test_who_is_away_or_muted_is_marked() -> None:
    view = room(person("Ada", ready=True), person("Cleo", muted=True))
    told = shown(Desk(waiting(view, away=(False, True))).page)
    assert "away" in told
    assert "muted" in told


def test_the_board_can_be_looked_at_alone() -> None:
    for size in ((62, 22), (80, 24), (140, 45)):
        desk = Desk()
        press(desk.page, "v")
        told = shown(desk.page, size)
        assert "PREVIEW" in told
        assert "SEATS" not in told
        press(desk.page, "escape")
        assert "SEATS" in shown(desk.page, size)


@EVERYWHERE
def test_every_key_is_explained(size: tuple[int, int]) -> None:
    for seat, count in ((0, 10), (1, 5), (None, 4)):
        desk = Desk(waiting(seat=seat))
        press(desk.page, "question_mark")
        told = shown(desk.page, size)
        assert "copy the code to the clipboard" in told
        keys = {act for act in acts(desk.page.lines(*size)) if act != "back"}
        assert len(keys) == count - 1
        press(desk.page, "question_mark")
        assert "SEATS" in shown(desk.page, size)
        press(desk.page, "question_mark", "t")
        assert "SEATS" in shown(desk.page, size)


def test_a_room_with_terms_that_make_no_table_is_shown_without_one() -> None:
    view = USUAL.__class__(
        CODE, k.LOBBY, "kingdom", TERMS._replace(options="[1"), 0, (FREE,), (), ""
    )
    desk = Desk(waiting(view, None))
    assert "SEATS" in shown(desk.page)
    press(desk.page, "v")
    assert "SEATS" not in shown(desk.page)


def test_the_rules_of_the_room_are_told_in_words() -> None:
    terms = m.Terms(
        '{"players":2,"seed":"x","sets":["base","marshlands"],"two_cards":true}',
        True,
        True,
        300,
        k.GAME_CLOCK,
        1200,
    )
    view = room(person("Ada"), FREE, terms=terms)
    told = shown(Desk(waiting(view, watchers=2)).page, (140, 45))
    for text in ("base game, Marshlands", "hold two, play one", "20 min per game", "5 min delay"):
        assert text in told
    assert "2 spectators" in told
    private = view.terms._replace(watching=False, listed=False, clock=k.NO_CLOCK, seconds=0)
    told = shown(Desk(waiting(room(person("Ada"), FREE, terms=private))).page, (140, 45))
    for text in ("no spectators", "private, by code only", "no clock"):
        assert text in told


def test_the_rules_of_the_room_are_whole_in_80_columns() -> None:
    terms = room(person("Ada"), FREE).terms._replace(delay=60)
    view = room(person("Ada"), FREE, terms=terms)
    for watchers, text in ((0, "can be watched, 60 s delay"), (3, "3 spectators, 60 s delay")):
        assert text in shown(Desk(waiting(view, watchers=watchers)).page, (80, 24))


def test_names_stay_near_to_what_is_said_of_them() -> None:
    told = shown(Desk(waiting(FULL)).page, (220, 60)).splitlines()
    row = next(line for line in told if "Cleo" in line)
    assert row.index("ready") - row.index("Cleo") < 90


def test_who_was_sent_away_is_offered_no_keys_that_do_nothing() -> None:
    known = waiting(seat=1, is_up=False, is_ended=True, trouble="the host has freed your seat")
    told = shown(Desk(known).page).splitlines()[-1]
    assert "get ready" not in told
    assert "leave" in told


def test_a_broken_word_of_the_relay_is_the_first_thing_said() -> None:
    desk = Desk(waiting(foul="a nonce is not the one that was sealed"))
    press(desk.page, "escape")
    told = " ".join(shown(desk.page).split())
    assert "The relay did not keep to the sealed deal: a nonce is not" in told


def test_a_lost_line_is_told_with_what_to_do() -> None:
    known = waiting(
        is_up=False, trouble="the relay is not running; retrying in 3 s", advice="Start it."
    )
    assert "the relay is not running; retrying in 3 s. Start it." in shown(Desk(known).page)


def test_refusals_are_told_until_something_else_is_wished() -> None:
    desk = Desk(waiting(refusal=m.Refused("start", 0, "not-ready", "x")))
    assert "somebody is not ready" in shown(desk.page)


# What is waited for


def test_the_host_is_told_why_the_game_cannot_begin_yet() -> None:
    assert "1 seat is free" in shown(Desk().page)
    view = room(person("Ada"), person("Cleo"), bot())
    assert "Not ready yet: Cleo" in shown(Desk(waiting(view)).page)
    assert "Away: Cleo" in shown(Desk(waiting(view, away=(False, True, False))).page)
    assert "Press Enter to be ready and start the game." in shown(Desk(waiting(FULL)).page)
    ready = room(person("Ada", ready=True), person("Cleo", ready=True), bot())
    assert "Press Enter to start the game." in shown(Desk(waiting(ready)).page)


def test_the_others_are_told_what_they_wait_for() -> None:
    assert "Press r when you are ready" in shown(Desk(waiting(seat=1)).page)
    assert "Ada starts the game" in shown(Desk(waiting(FULL, 1)).page)
    assert "You are watching" in shown(Desk(waiting(seat=None)).page)
    sealing = room(person("Ada"), person("Cleo"), phase=k.SEALING)
    assert "being sealed" in shown(Desk(waiting(sealing)).page)
    playing = room(person("Ada"), person("Cleo"), phase=k.PLAYING)
    assert "has started" in shown(Desk(waiting(playing)).page)
    terms = playing.terms._replace(delay=60)
    later = room(person("Ada"), person("Cleo"), phase=k.PLAYING, terms=terms)
    assert "you see it 60 s later" in shown(Desk(waiting(later, seat=None, is_watching=True)).page)


# Keys


def test_r_says_ready_and_not_ready() -> None:
    desk = Desk(waiting(seat=1))
    press(desk.page, "r")
    desk.page.waiting = waiting(FULL, 1)
    press(desk.page, "r")
    assert desk.requests == ["ready", "not ready"]


def test_enter_starts_or_says_why_not() -> None:
    desk = Desk()
    press(desk.page, "enter")
    assert desk.requests == []
    assert "1 seat is free" in shown(desk.page)
    desk.page.waiting = waiting(FULL)
    assert "seat is free" not in shown(desk.page)  # no longer than it is true
    press(desk.page, "enter")
    assert desk.requests == ["ready", m.Start()]  # the host is ready by starting


def test_enter_of_the_others_says_that_they_are_ready() -> None:
    desk = Desk(waiting(seat=1))
    press(desk.page, "enter")
    assert desk.requests == ["ready"]
    desk = Desk(waiting(FULL, 1))
    press(desk.page, "enter")
    assert desk.requests == []


def test_b_seats_a_bot_and_goes_through_all_levels_then_none() -> None:
    desk = Desk(waiting(room(person("Ada"), person("Cleo"), FREE)))
    seen = []
    for _time in range(len(LEVELS) + 1):
        press(desk.page, "b")
        request = desk.requests[-1]
        assert isinstance(request, m.SeatBot)
        assert request.seat == 2
        seen.append(request.level)
        there = bot(request.level) if request.level else FREE
        desk.page.waiting = waiting(room(person("Ada"), person("Cleo"), there))
    assert seen == ["greedy", "skilled", "expert", "random", "novice", ""]


def test_b_without_a_free_seat_changes_a_bot_or_says_so() -> None:
    desk = Desk(waiting(room(person("Ada"), bot("greedy"))))
    press(desk.page, "b")
    assert desk.requests == [m.SeatBot(1, "skilled")]
    desk = Desk(waiting(room(person("Ada"), person("Cleo"))))
    press(desk.page, "b")
    assert desk.requests == []
    assert "No seat is free" in shown(desk.page)


def test_a_bot_is_offered_only_while_there_is_a_place_for_it() -> None:
    for seats, is_offered in ((FREE, True), (bot("greedy"), True), (person("Cleo"), False)):
        desk = Desk(waiting(room(person("Ada"), seats)))
        assert ("b bot" in shown(desk.page).splitlines()[-1]) is is_offered


def test_x_removes_a_bot_at_once_and_a_person_when_asked_twice() -> None:
    desk = Desk()
    press(desk.page, "down", "x")
    assert "Free Cleo's seat?" in shown(desk.page)
    press(desk.page, "r", "x")
    assert desk.requests == ["not ready"]  # something else came between
    press(desk.page, "x")
    assert desk.requests == ["not ready", m.Kick(1)]
    press(desk.page, "down", "x")
    assert desk.requests[-1] == m.SeatBot(2, "")
    press(desk.page, "down", "x")
    assert "First choose somebody else's seat" in shown(desk.page)


def test_only_the_host_may_seat_remove_and_mute() -> None:
    desk = Desk(waiting(seat=1))
    for key in ("b", "x", "m"):
        press(desk.page, key)
        assert "Only the host" in shown(desk.page)
    assert desk.requests == []
    hints = shown(desk.page).splitlines()[-1]
    assert "remove" not in hints
    assert "get ready" in hints


def test_m_mutes_people_and_the_watcher_who_spoke_last() -> None:
    desk = Desk()
    desk.page.voices = VOICES
    press(desk.page, "down", "m")
    press(desk.page, "up", "m")
    assert "Zoe is muted" in shown(desk.page)
    press(desk.page, "m")
    assert "Zoe is no longer muted" in shown(desk.page)
    desk.page.do("voice-1")
    desk.page.do("voice-0")  # nobody mutes themselves
    expected = [m.Mute(1, True), m.Mute(103, True), m.Mute(103, False), m.Mute(1, True)]
    assert desk.requests == expected


def test_y_copies_the_code_and_says_so() -> None:
    desk = Desk()
    press(desk.page, "y")
    assert desk.requests == [f"copy {CODE}"]
    assert f"{CODE} is on the clipboard" in shown(desk.page)


def test_chat_is_typed_and_sent() -> None:
    desk = Desk()
    press(desk.page, "t")
    write(desk.page, " rex, y and x? ")
    for size in ((62, 22), (80, 24), (140, 45)):
        assert before_cursor(desk.page, size).endswith(" rex, y and x? ")
    press(desk.page, "enter")
    assert desk.requests == [m.Say("rex, y and x?")]
    press(desk.page, "t", "h", "escape", "t", "enter")
    assert len(desk.requests) == 1


def test_chat_without_a_line_stays_until_it_can_be_sent() -> None:
    desk = Desk(waiting(is_up=False, trouble="the connection broke off; again in 3 s"))
    press(desk.page, "t")
    write(desk.page, "hello")
    press(desk.page, "enter")
    assert desk.requests == []
    assert before_cursor(desk.page, (80, 24)).endswith("hello")
    told = " ".join(shown(desk.page, (62, 22)).split())
    assert (
        "again in 3 s. Not sent yet. Press Enter to send it once you are connected again." in told
    )
    desk.page.waiting = waiting()
    assert "Not sent yet. Press Enter to send it" in shown(desk.page)
    press(desk.page, "enter")
    assert desk.requests == [m.Say("hello")]
    assert "Not sent" not in shown(desk.page)


@EVERYWHERE
def test_long_lines_of_chat_are_folded(size: tuple[int, int]) -> None:
    desk = Desk()
    text = "a rather long line of chat, which has to be folded since it is longer than the column"
    desk.page.voices = [Voice(0, "Ada", text), Voice(1, "Cleo", "x" * 60)]
    told = shown(desk.page, size)
    assert {*text.split()} <= {*told.split()}
    assert told.count("x") >= 60


def test_many_lines_of_chat_show_the_newest() -> None:
    desk = Desk()
    desk.page.voices = [Voice(0, "Ada", f"line {number} " + "word " * 12) for number in range(60)]
    for size in ((62, 22), (80, 24), (140, 45)):
        told = shown(desk.page, size)
        assert "line 59" in told
        assert "line 1 " not in told


# Ways out


def test_esc_asks_once_and_then_frees_the_seat() -> None:
    desk = Desk()
    press(desk.page, "escape")
    assert "Leave?" in shown(desk.page)
    press(desk.page, "down", "escape")
    assert desk.page.outcome is None  # looked elsewhere: it asks again
    press(desk.page, "escape")
    assert desk.page.outcome == GIVE_UP


def test_the_seat_can_be_kept() -> None:
    desk = Desk()
    press(desk.page, "k")
    assert desk.page.outcome is None
    press(desk.page, "escape", "k")
    assert desk.page.outcome == KEEP


def test_without_a_line_the_seat_is_kept() -> None:
    desk = Desk(waiting(is_up=False, trouble="the connection broke off"))
    press(desk.page, "escape")
    assert "your seat is kept" in shown(desk.page)
    press(desk.page, "escape")
    assert desk.page.outcome == KEEP


def test_watchers_leave_at_once() -> None:
    desk = Desk(waiting(seat=None))
    press(desk.page, "escape")
    assert desk.page.outcome == GIVE_UP


def test_ctrl_q_leaves_the_program() -> None:
    desk = Desk()
    press(desk.page, "ctrl+q")
    assert desk.page.outcome == QUIT


@pytest.mark.slow
def test_all_clicks_lead_somewhere() -> None:
    for seat in (0, 1, None):
        desk = Desk(waiting(seat=seat))
        desk.page.voices = VOICES
        for act in {*acts(desk.page.lines(140, 45))}:
            desk.page.do(act)
            shown(desk.page, (140, 45))
            press(desk.page, "escape")
            desk.page.outcome = None


def test_a_room_that_got_smaller_keeps_the_cursor_inside() -> None:
    desk = Desk()
    press(desk.page, "up")
    assert "free" in under_cursor(desk.page)
    desk.page.waiting = waiting(
        room(person("Ada"), FREE, terms=TERMS._replace(options=OPTIONS % 2))
    )
    assert "free" in under_cursor(desk.page)
