"""No page of online games breaks in any language: everything fits, nothing important is cut."""

from __future__ import annotations

import pytest

from kbtui.form.fields import Field
from kbtui.form.formpage import HostPage
from kbtui.form.values import CLOCKS, WATCHING
from kbtui.games.kingdom.form.sheet import SHEET
from kbtui.games.kingdom.form.values import FormValues
from kbtui.hosted import mode
from kbtui.hosted.mode import Hosted
from kbtui.lobby.join import JOIN, WATCH, JoinPage
from kbtui.online import answers
from kbtui.pages.hall.card import friend_card, keys_card
from kbtui.pages.hall.hallpage import HallPage
from kbtui.pages.hall.known import Known
from kbtui.pages.hall.past import Past, Rerun, busiest_told
from kbtui.pages.hall.rows import ways
from kbtui.text import durations
from kbtui.text.i18n import _
from kbtui.text.keys import key_name
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.lobby.waitingrooms import FREE, ROOMS, TERMS, Desk, bot, person, room, waiting
from tests.kbtui.pages.showing import dressed, press, shown
from tests.kbtui.pages.test_languages import SIZES, footer, has_words

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("every_language")]

CROWD = room(person("Ada"), person("Maximilian I", ready=True), bot("skilled"), FREE)


@SIZES
def test_seats_and_what_is_waited_for_can_be_read(size: tuple[int, int]) -> None:
    for seat in (0, 1, None):
        known = waiting(CROWD, seat)
        text = shown(Desk(known).page, size)
        for state, sign in (("{sign} ready", "√"), ("{sign} not ready", "…")):
            assert _(state).format(sign=sign) in text
        assert "Maximilia" in text
        assert has_words(known.hindrance, text) or seat != 0
        assert _("chat") in footer(text)
        assert _("leave") in footer(text)


@SIZES
def test_questions_are_whole(size: tuple[int, int]) -> None:
    for keys, part in (
        (
            ("escape",),
            _(
                "Leave? Press {key} again to give up your seat, "
                "or k to keep it and come back later."
            ),
        ),
        (("down", "x"), _("Free {name}'s seat? Press x again to confirm.")),
    ):
        desk = Desk(waiting(CROWD))
        press(desk.page, *keys)
        asked = part.format(key=key_name("escape"), name="Maximilian I")
        assert has_words(asked, shown(desk.page, size))


@SIZES
def test_every_sentence_of_a_waiting_room_is_whole(size: tuple[int, int]) -> None:
    for known in (
        waiting(CROWD, None),
        waiting(CROWD, 1),
        waiting(room(person("Ada"), person("Cleo"), phase=k.SEALING)),
        waiting(room(person("Ada"), person("Cleo"), phase=k.PLAYING)),
        waiting(
            is_up=False, trouble=_("the relay is not running"), advice=answers.advice(OSError())
        ),
    ):
        shown(Desk(known).page, size)
    for code in (*answers._INSIDE, "new"):
        refusal = m.Refused("x", 0, code, "why not")
        text = shown(Desk(waiting(refusal=refusal)).page, size)
        assert has_words(answers.inside(code, "why not"), text)
    for code in (*answers._DOOR, "new"):
        refusal = m.Refused("x", 0, code, "why not")
        text = shown(Desk(waiting(None, refusal=refusal)).page, size)
        assert has_words(answers.at_door(code, "why not", "KQ7-4TN", "example.org:8765"), text)


@SIZES
def test_rules_of_a_room_are_whole_or_say_that_they_are_cut(size: tuple[int, int]) -> None:
    for clock, seconds in CLOCKS:
        terms = TERMS._replace(clock=clock, seconds=seconds)
        told = durations.clock(clock, seconds)
        text = shown(Desk(waiting(room(person("Ada"), FREE, terms=terms))).page, size)
        assert told in text, told


@SIZES
def test_the_ways_to_an_online_game_are_named(size: tuple[int, int]) -> None:
    page = dressed(HallPage(Known("example.org:8765", True, rooms=ROOMS), lambda _text: None))
    text = shown(page, size)
    for way in ways(is_short=size[1] < 30):
        assert f"{way.letter}  {_(way.label)}  " in text
    assert _("connected") in text
    assert _("YOUR GAMES") not in text
    for title in ("OPEN ROOMS", "RUNNING, press a digit to watch", "FINISHED"):
        assert _(title) in text
    assert _("menu") in footer(text)


@SIZES
def test_codes_are_explained(size: tuple[int, int]) -> None:
    for kind in (JOIN, WATCH):
        page = dressed(JoinPage(kind, "example.org:8765"))
        about = _("Six letters and digits that the host gives you; capitals do not matter.")
        assert has_words(about, shown(page, size))
        press(page, "o")
        text = _(
            "No code has a {sign}, because 0 O, 1 I L, 2 Z, 5 S, 8 B and U V look too much alike."
        )
        assert has_words(text.format(sign="O"), shown(page, size))


@SIZES
def test_every_value_of_a_room_can_be_read(size: tuple[int, int]) -> None:
    page = dressed(HostPage(SHEET, FormValues("seed"), lambda: "other"))
    for kind, count in (
        ("here", 2),
        ("listed", 2),
        ("watching", len(WATCHING)),
        ("clock", len(CLOCKS)),
        ("start", 3),
    ):
        field = Field(kind)
        page.do(f"at-{field.id}")
        for _time in range(count):
            press(page, "right")
            value = page.pen.shown(field)
            text = shown(page, size)
            assert f"< {value} >" in text or f"<{value}>" in text, value
    text = shown(page, size)
    assert _("Open the room") in text


def test_what_is_said_of_a_saved_game_is_no_longer_than_a_code() -> None:
    assert len(_("saved")) <= len("KQ7-4TN")


@SIZES
def test_an_empty_hall_can_be_read(size: tuple[int, int]) -> None:
    mode.begin(Hosted("play.example.org", "127.0.0.1:1", "MMMMMMMMMMMM"))
    try:
        page = dressed(HallPage(Known("", True), lambda address: None))
        names = ("MMMMMMMMMMMMMMMM",) * 4
        games = [Rerun(f"AAA-AA{n}", "castle", names, (9, 8, 7, n), 100 + n, n) for n in range(9)]
        page.past = Past(tuple(games), (9,) * 24, ((names[0], 0),) * 8, (1000, 1000))
        text = shown(page, size)
        for title in ("WHEN PEOPLE ARE HERE", "closest end", "longest game"):
            assert has_words(_(title), text), title
        assert has_words(busiest_told((9,) * 24), text)
        for card in (
            friend_card(Hosted("-p 2222 play.example.org", "", "ada"), "AAA-AAA", "https://x.org"),
            keys_card(Hosted("-p 2222 play.example.org", "", "~kestrel"), "AAAA-AAAA", 1, True),
            keys_card(Hosted("-p 2222 play.example.org", "", "ada"), "AAAA-AAAA", 2, False),
        ):
            page.card = card
            text = shown(page, size)
            assert all(has_words(about, text) for _typed, about in card.lines)
    finally:
        mode.begin(None)
