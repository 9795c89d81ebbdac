"""A form that a game gets from a table of its options: what is chosen is what is played."""

from __future__ import annotations

import json

import pytest

from engine.contract import find
from engine.errors import BadOptions
from kbtui.form.formpage import HostPage, SetupPage
from kbtui.form.forms import values_of
from kbtui.form.textform import Option, TextForms, TextSheet
from kbtui.play.session import HUMAN
from kbtui.play.start import Host, NewGame
from tests.engine.racks import KEY
from tests.kbtui.racks import KIT

pytestmark = pytest.mark.usefixtures("racks")
OPTIONS = {"copies": Option("copies", (4, 3, 5), "how often there is each piece")}


def forms() -> TextForms:
    return TextForms(KIT, OPTIONS)


def filled(page: SetupPage, *keys: str) -> SetupPage:
    for key in keys:
        assert page.type(key, None)
    return page


def test_what_is_chosen_is_what_is_played() -> None:
    page = filled(forms().setup(None, "Ada"), "right", "tab", "right", "down", "down")
    filled(page, "down", "down", "right", "ctrl+s")
    start = page.outcome
    assert isinstance(start, NewGame)
    assert (start.game, start.players, start.names[0]) == (KEY, (HUMAN, "keen", "keen"), "Ada")
    chosen = {name: start.options[name] for name in ("players", "start", "copies")}
    assert chosen == {"players": 3, "start": 1, "copies": 3}
    assert find(KEY).to_act(find(KEY).new(start.options)) is not None


def test_a_rematch_keeps_the_options_and_the_next_player_begins() -> None:
    game = find(KEY)
    state = game.new({"players": 3, "copies": 5, "start": 2, "seed": "first"})
    again = forms().again(state)
    assert again.pop("seed") != "first"
    assert again == {"players": 3, "copies": 5, "start": 0}


def test_a_room_is_opened_and_its_options_are_read_and_changed() -> None:
    page = forms().host(None)
    assert isinstance(page, HostPage)
    host = filled(page, "ctrl+s").outcome
    assert isinstance(host, Host)
    assert json.loads(host.terms.options)["start"] == "random"
    sheet = TextSheet(KIT, OPTIONS)
    assert sheet.options(values_of(sheet, host.terms)) == json.loads(host.terms.options)
    questions = {question.id: question for question in forms().questions(host.terms)}
    assert questions["copies-0"].answers == ("4", "3", "5")
    changed = forms().answered(host.terms, "copies-0", 2)
    assert json.loads(changed.options)["copies"] == 5


def test_what_cannot_be_played_is_refused_and_a_fresh_form_is_shown_instead() -> None:
    with pytest.raises(BadOptions):
        TextSheet(KIT, OPTIONS).read({"players": 9})
    host = filled(forms().host(None), "ctrl+s").outcome
    assert isinstance(host, Host)
    page = forms().terms(host.terms._replace(options='{"copies": 99}'))
    assert page.values.own == {"copies": 4}


def test_the_first_game_is_against_the_weakest_bot() -> None:
    assert forms().first_game("Ada").players == (HUMAN, "dull")
