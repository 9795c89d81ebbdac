"""The forms of Castle Builder: what can be chosen, and what comes of it."""

from __future__ import annotations

import json
from itertools import count

import pytest

from engine.castle.setup import Options, options_as_json, parse_options
from kbtui.form.fields import BEGIN, Field
from kbtui.form.formpage import HostPage, SetupPage, TermsPage
from kbtui.form.forms import values_of
from kbtui.form.values import OFF_TURN, RoomValues, terms_of
from kbtui.games.castle.form.kit import FORMS
from kbtui.games.castle.form.sheet import SHEET
from kbtui.games.castle.form.values import FormValues
from kbtui.games.castle.kit import KIT
from kbtui.play.session import HUMAN
from kbtui.play.start import Host, NewGame
from kbtui.text import i18n
from kbtui.text.i18n import _
from relay.protocol import kinds as k
from relay.protocol.messages import Terms
from tests.kbtui.pages.showing import EVERY_LOOK, EVERYWHERE, acts, dressed, press, shown


def page(values: FormValues | None = None, look: str = "colour") -> SetupPage:
    numbers = count(1)
    asked = values or FormValues("heath")
    return dressed(SetupPage(SHEET, asked, lambda: f"seed-{next(numbers)}"), look)


def host(values: FormValues | None = None) -> HostPage:
    return dressed(HostPage(SHEET, values or FormValues("heath"), lambda: "other"))


def options(it: SetupPage) -> dict[str, object]:
    assert isinstance(it.outcome, NewGame), it.outcome
    assert it.outcome.game == "castle"
    return dict(it.outcome.options)


def test_nothing_chosen_is_the_game_of_the_rulebook() -> None:
    it = page()
    press(it, "ctrl+s")
    assert options(it) == {"players": 2, "coins": 7, "seed": "heath"}


@pytest.mark.rule("CB-73", "CB-74", "CB-76", "CB-44")
def test_every_option_can_be_chosen() -> None:
    it = page()
    for kind in ("coins", "royal", "peace"):
        it.do(f"more-{Field(kind).id}")
    press(it, "ctrl+s")
    asked = {"players": 2, "coins": 9, "royal": True, "peace": True, "seed": "heath"}
    assert options(it) == asked
    it = page()
    it.do("more-pay-0")
    it.do("more-start-0")
    press(it, "ctrl+s")
    assert options(it) == {"players": 2, "coins": 7, "pay": "any", "start": 1, "seed": "heath"}


@pytest.mark.rule("CB-98")
def test_royal_strategy_decides_what_may_be_paid() -> None:
    it = page(FormValues("heath", royal=True))
    it.do("at-pay-0")
    assert "without limit" in shown(it, (140, 45))
    press(it, "right")
    assert it.values.pay == "one"  # nothing to choose
    assert "under Royal Strategy" in shown(it, (140, 45))


def test_bots_and_people_are_seated() -> None:
    it = page()
    it.do("one-more")
    it.do("less-who-2")  # a person is next to the bot that is proposed
    press(it, "ctrl+s")
    assert isinstance(it.outcome, NewGame)
    assert it.outcome.players == (HUMAN, "greedy", HUMAN)
    assert {*it.outcome.players} <= {HUMAN, *KIT.game.levels}


def test_a_key_seats_friends_at_this_keyboard_and_bots_again() -> None:
    it = page()
    it.do("one-more")
    assert "p friends here" in shown(it, (80, 24))
    press(it, "p")
    assert it.values.who[:3] == (HUMAN,) * 3
    press(it, "p")
    assert it.values.who[:3] == (HUMAN, "greedy", "greedy")
    it.do("at-name-1")
    press(it, "p")
    assert it.values.names[1] == "p"
    assert it.values.who[1] == "greedy"


@pytest.mark.slow
@EVERY_LOOK
@EVERYWHERE
def test_everything_is_in_sight_at_every_field(size: tuple[int, int], look: str) -> None:
    it = page(FormValues("heath", players=4, coins=9, peace=True), look)
    for field in (field for row in it.grid for field in row):
        it.do(f"at-{field.id}")
        text = shown(it, size)
        for title in ("SEATS", "COINS TO WIN", "RULES", "OPTIONS", "Start the game"):
            assert title in text
        for name in ("Ada", "Dmitri", "heath", "9, Up to the Sky", "Mill"):
            assert name in text
        assert it.cursor() is not None, field
        if look in ("ascii", "plain"):
            assert text.isascii()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
@EVERYWHERE
def test_every_value_can_be_read(size: tuple[int, int], language: str) -> None:
    i18n.use(language)
    try:
        for it in (page(FormValues("heath", players=4)), host()):
            for field in (field for row in it.grid for field in row if field != BEGIN):
                it.do(f"at-{field.id}")
                for _time in SHEET.kinds[field.kind].choices(it.values) or (None,):
                    shown_ = it.pen.shown(field)
                    text = shown(it, size)
                    assert shown_ in text, (field, shown_)
                    press(it, "right")
                begins = _("start") if it.values.room is None else _("open")
                assert begins in text.splitlines()[-1]
    finally:
        i18n.use("en")


@pytest.mark.rule("CB-74")
def test_the_preview_shows_what_coins_do_under_the_chosen_rules() -> None:
    it = page()
    told = shown(it, (160, 50))
    assert "take down an opponent's free tile" in told
    it.do("more-peace-0")
    it.do("at-coins-0")
    told = shown(it, (160, 50))
    assert "take down an opponent's free tile" not in told
    assert told.count("take a tile from the market") == 3  # Thief, Sour Lady, Catapult


@pytest.mark.rule("CB-79")
def test_the_preview_says_what_is_set_aside() -> None:
    assert "set aside" not in shown(page(), (140, 45))
    told = shown(page(FormValues("heath", royal=True)), (140, 45))
    assert "set aside for each player: Prince, Princess" in told


# Rooms


def test_a_room_is_hosted_with_all_its_terms() -> None:
    it = host()
    for kind in ("listed", "watching", "clock", "off_turn"):
        it.do(f"more-{Field(kind).id}")
    press(it, "ctrl+s")
    assert isinstance(it.outcome, Host)
    assert it.outcome.game == "castle"
    terms = it.outcome.terms
    assert (terms.listed, terms.watching, terms.delay) == (True, True, 60)
    assert (terms.clock, terms.seconds, terms.off_turn) == (k.TURN_CLOCK, 30, OFF_TURN[1])
    assert json.loads(terms.options)["start"] == "random"


def test_every_limit_is_one_that_relays_take() -> None:
    least, most = k.SHORTEST_OFF_TURN, k.LONGEST_TURN
    assert OFF_TURN[0] == 0
    assert all(least <= seconds <= most for seconds in OFF_TURN[1:])


def test_the_terms_of_a_room_lead_back_to_the_form() -> None:
    values = FormValues("moss", 3, start=None, coins=9, royal=True, room=RoomValues(off_turn=60))
    terms = terms_of(values, SHEET.options(values))
    again = values_of(SHEET, terms)
    assert again.options == values.options
    assert again.room == RoomValues(None, off_turn=60)
    it = dressed(TermsPage(SHEET, again, lambda: "x"))
    assert "Save the changes" in shown(it)
    it.do("more-peace-0")
    press(it, "ctrl+s")
    assert isinstance(it.outcome, Terms)
    assert parse_options(json.loads(it.outcome.options)).peace
    assert it.outcome.off_turn == 60


def test_all_clicks_lead_somewhere() -> None:
    for it in (page(), host()):
        for act in sorted({*acts(it.lines(140, 45))}):
            it.do(act)
            shown(it)


# Games that need no form


def test_games_without_a_form_can_be_played() -> None:
    for start in (FORMS.play_now("Zoë"), FORMS.first_game("Zoë")):
        assert start.game == "castle"
        assert start.names[0] == "Zoë"
        assert start.players[0] == HUMAN
        KIT.game.new(start.options)
    assert FORMS.first_game("").options["peace"]


def test_a_rematch_is_the_same_on_another_table() -> None:
    asked = Options(3, 9, royal=True, peace=True, start=2, seed="moss")
    again = parse_options(FORMS.again(KIT.game.new(options_as_json(asked))))
    assert (again.players, again.coins, again.royal, again.peace) == (3, 9, True, True)
    assert again.start == 0  # the next one begins
    assert again.seed != "moss"
