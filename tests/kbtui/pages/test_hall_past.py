"""The empty hall: finished games to see again, when people are here, who was here last."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kbtui.games.kit import find
from kbtui.hosted import mode
from kbtui.hosted.mode import Hosted
from kbtui.pages.hall.card import FRIEND, KEYS, Copied, friend_card, keys_card
from kbtui.pages.hall.hallpage import HallPage
from kbtui.pages.hall.known import Known, Neighbor, Sight
from kbtui.pages.hall.past import (
    BOTS,
    CLOSEST,
    LONGEST,
    YOURS,
    Past,
    Rerun,
    best_first,
    busiest_told,
    greeting,
)
from kbtui.paint.runs import ACCENT
from kbtui.play.start import Watch
from kbtui.text import i18n
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.pages.showing import EVERY_LOOK, EVERYWHERE, dressed, press, shown

MORNING = 20_000 * 86_400 + 6 * 3600 + 12 * 60  # Friday, 2024-10-04, 06:12
HOURS = (1, 1, 0, 0, 1, 1, 1, 1, 2, 1, 2, 2, 3, 2, 2, 3, 3, 5, 8, 9, 8, 7, 4, 2)
CLOSE = Rerun("N6R-D7P", "kingdom", ("cleo", "ivo"), (70, 68), 18, MORNING - 90, 14)
LONG = Rerun("WQ3-H4K", "castle", ("max", "jo"), (7, 5), 44, MORNING - 80, 5)
OWN = Rerun("C7M-3GA", "kingdom", ("ada", "lea"), (71, 50), 20, MORNING - 70, 2)
PLAIN = Rerun("TR4-N6X", "kingdom", ("max", "jo"), (60, 40), 19, MORNING - 99)
OF_BOTS = Rerun("", "kingdom", ("bot 1", "bot 2"), (46, 39), 18, MORNING)
SEEN = (("cleo", MORNING - 2 * 3600), ("ivo", MORNING - 2 * 86_400))
PAST = Past((PLAIN, CLOSE, LONG, OWN), HOURS, SEEN, (9, 14))
ALONE = Known("", True, here=(Neighbor("ada"),))


@pytest.fixture(autouse=True)
def _at_a_door(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("time.time", lambda: float(MORNING))
    mode.begin(Hosted("play.example.org", "127.0.0.1:1", "ada"))
    yield
    mode.begin(None)
    i18n.use("en")


def hall(past: Past = PAST, known: Known = ALONE, look: str = "colour") -> HallPage:
    page = dressed(HallPage(known, lambda address: None), look)
    page.past = past
    return page


@EVERYWHERE
def test_an_empty_hall_is_a_shop_window(size: tuple[int, int]) -> None:
    page = hall()
    told = shown(page, size)
    for text in ("Meet somebody", "RERUNS", "N6R-D7P", "closest end", "LAST SEEN", "cleo"):
        assert text in told, text
    assert "Most people come between 18:00 and 22:00 UTC." in told
    assert "It is 06:12 now. Yesterday: 9 visitors, 14 games." in told
    assert "No public game" not in told
    axis = next(line for line in told.splitlines() if "6▲" in line)
    assert axis.index("6▲") == axis.index("0") + 12


@EVERY_LOOK
def test_hours_can_be_read_in_every_look(look: str) -> None:
    page = hall(look=look)
    rows = page.lines(80, 24)
    full = "█" if page.look.terminal.unicode else "#"
    bars = [row for row in rows if sum(full in run.text for run in row[:27]) >= 3]
    assert bars
    top = [at for at, run in enumerate(bars[0][2:26]) if full in run.text]
    assert top == [18, 19, 20]
    busy = {at for row in bars for at, run in enumerate(row[2:26]) if run.tone == ACCENT}
    assert busy == {18, 19, 20, 21}


def test_the_best_come_first_each_with_why() -> None:
    found = best_first(PAST.reruns, "ada")
    assert found == [(CLOSE, CLOSEST), (OWN, YOURS), (LONG, LONGEST), (PLAIN, "")]
    assert best_first((OF_BOTS,), "ada") == [(OF_BOTS, BOTS)]
    assert best_first((PLAIN,), "nobody") == [(PLAIN, "")]
    assert len(best_first([PLAIN._replace(at=at) for at in range(20)], "ada")) == 9


def test_the_busiest_hours_may_go_over_midnight() -> None:
    hours = [0] * 24
    hours[23] = hours[0] = hours[1] = hours[22] = 3
    assert "between 22:00 and 02:00 UTC" in busiest_told(hours)


def test_a_digit_enter_or_two_clicks_see_a_game_again() -> None:
    page = hall()
    shown(page)
    press(page, "2")
    assert page.outcome == OWN
    page = hall()
    shown(page)
    press(page, "tab", "enter")
    assert page.outcome == CLOSE
    assert "see it" in shown(page).splitlines()[-1]
    page = hall()
    shown(page)
    page.do(LONG.label)  # goes there
    assert not page.outcome
    page.do(LONG.label)
    assert page.outcome == LONG
    assert "1-4 rerun" in shown(hall()).splitlines()[-1]


def test_running_games_come_before_reruns() -> None:
    running = m.Listed("HHH-333", k.PLAYING, "kingdom", ("Bob", "Cleo"), 0, True, 0, 1)
    page = hall(known=ALONE._replace(rooms=(running,)))
    told = shown(page)
    assert "RUNNING" in told
    assert not any(text in told for text in ("RERUNS", "WHEN PEOPLE", "LAST SEEN"))
    press(page, "2")
    assert page.outcome is None
    over = running._replace(code=CLOSE.code, phase=k.OVER)
    told = shown(hall(known=ALONE._replace(rooms=(over,))))
    assert told.count(CLOSE.code) == 1


def test_television_shows_the_liveliest_game_or_one_that_is_over() -> None:
    assert hall().best_to_watch == CLOSE
    assert hall(Past()).best_to_watch is None
    game = m.Listed("HHH-333", k.PLAYING, "kingdom", ("Bob", "Cleo"), 0, True, 0, 1, 9)
    rooms = (game, game._replace(code="CCC-333", idle=1), game._replace(code="DDD-333", idle=0))
    rooms = (*rooms[:2], rooms[2]._replace(watching=False))
    assert hall(known=ALONE._replace(rooms=rooms)).best_to_watch == Watch("", "CCC-333")


def test_beside_the_list_stands_the_best_game_or_the_one_under_the_cursor() -> None:
    page = hall()
    assert page.rerun == CLOSE
    press(page, "end")
    assert page.rerun == PLAIN
    page = hall()
    state = find("kingdom").game.new({"players": 2, "seed": "hall"})
    page.sight = Sight(CLOSE.label, "kingdom", state, CLOSE.names, 18, title="RERUN")
    assert "RERUN ─" in shown(page)
    press(page, "end")
    assert "RERUN ─" not in shown(page)


def test_people_who_are_here_come_before_those_who_were() -> None:
    page = hall(known=ALONE._replace(here=(Neighbor("ada"), Neighbor("emil"))))
    assert "LAST SEEN" not in shown(page)


def test_a_page_that_is_only_looked_at_goes_with_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    page = hall()
    before = shown(page)
    monkeypatch.setattr("time.time", lambda: MORNING + 59.0)
    assert shown(page) == before
    monkeypatch.setattr("time.time", lambda: MORNING + 3 * 3600.0)
    assert "9▲" in shown(page)
    assert "5 h" in shown(page)


def test_a_new_door_shows_a_game_of_bots_and_a_way_to_play() -> None:
    told = shown(hall(Past((OF_BOTS,))))
    assert "two bots" in told
    assert "Deal of the day" in told
    assert not any(text in told for text in ("WHEN PEOPLE", "LAST SEEN", "Yesterday"))


def test_away_from_a_door_nothing_is_remembered() -> None:
    mode.begin(None)
    assert "RERUNS" not in shown(hall())


HOST = Hosted("-p 2222 play.example.org", "127.0.0.1:1", "ada")


@EVERYWHERE
def test_cards_lie_over_the_list_and_any_key_takes_them_away(size: tuple[int, int]) -> None:
    cards = {
        "ssh -p 2222 R7K9-QD3A@play.example.org": keys_card(HOST, "R7K9-QD3A", 2, False),
        "ssh-keygen": keys_card(HOST, "R7K9-QD3A", 0, True),
        "https://play.example.org/watch/N6R-D7P": friend_card(
            HOST, "N6R-D7P", "https://play.example.org"
        ),
        "ssh -p 2222 play.example.org": friend_card(HOST, "", ""),
    }
    for text, card in cards.items():
        page = hall()
        page.card = card
        told = shown(page, size)
        assert text in told
        assert "RERUNS" not in told
        assert "y copy" in told.splitlines()[-1]
        press(page, "y")
        assert page.outcome == Copied(card.copied)
        assert page.card is card
        page.do("copy")
        assert page.card is card
        press(page, "escape")
        assert "Meet somebody" in shown(page, size)
        assert page.outcome == Copied(card.copied)  # Escape has not left the page


def test_k_and_y_ask_for_cards_at_a_door_alone() -> None:
    for key, outcome in (("k", KEYS), ("y", FRIEND)):
        page = hall()
        press(page, key)
        assert page.outcome == outcome
        assert f"{key} " in shown(hall(), (200, 60)).splitlines()[-1]
    mode.begin(None)
    for key in ("k", "y"):
        page = hall()
        press(page, key)
        assert not page.outcome


@pytest.mark.parametrize(
    ("language", "days", "count", "told"),
    [
        ("en", 1, 1, "Welcome back. 1 public game has ended since yesterday."),
        ("en", 3, 3, "Welcome back. 3 public games have ended since Tuesday."),
        ("en", 7, 30, "Welcome back. 30 public games have ended since 2024-09-27."),
        ("de", 1, 1, "Willkommen zurück. Seit gestern ist 1 öffentliches Spiel zu Ende gegangen."),
        (
            *("de", 7, 2),
            "Willkommen zurück. Seit dem 2024-09-27 sind 2 öffentliche Spiele zu Ende gegangen.",
        ),
        ("fr", 3, 1, "Te revoilà. Depuis mardi, 1 partie publique s'est terminée."),
        (
            *("fr", 7, 2),
            "Te revoilà. Depuis le 2024-09-27, 2 parties publiques se sont terminées.",
        ),
        ("nl", 6, 1, "Welkom terug. Sinds zaterdag is 1 openbaar spel afgelopen."),
        ("nl", 1, 2, "Welkom terug. Sinds gisteren zijn 2 openbare spellen afgelopen."),
    ],
)
def test_the_greeting_says_how_many_games_have_ended_since_which_day(
    language: str, days: int, count: int, told: str
) -> None:
    i18n.use(language)
    past = PAST._replace(last=MORNING - days * 86_400, ended=count)
    assert greeting(past, "ada", MORNING).replace("\u2019", "'") == told


def test_who_comes_back_is_greeted_until_a_key_is_pressed() -> None:
    since = PAST._replace(last=MORNING - 85, ended=2)
    assert greeting(since, "ada", MORNING) == (
        "Welcome back. 2 public games have ended since 06:10 UTC."
    )
    long_ago = PAST._replace(last=MORNING - 3 * 86_400)
    assert greeting(long_ago, "ada", MORNING) == "Welcome back after 3 d."
    assert greeting(PAST, "ada", MORNING) == ""
    assert "Press k" in greeting(PAST, "~kestrel", MORNING)
    page = hall()
    page.greeting = "Welcome back after 2 d."
    assert "Welcome back after 2 d." in shown(page)
    press(page, "down")
    assert "Welcome" not in shown(page)
