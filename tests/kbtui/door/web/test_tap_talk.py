"""On a page to tap on: chat, votes on who is away, and the options of a new game."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from kbtui.door.web.webserver import Settings, WebDoor
from kbtui.form.questions import Question
from kbtui.games.kit import find
from relay.protocol import messages as m
from tests.kbtui.door.web.site import Site, room, site
from tests.kbtui.door.web.test_taps import cookie, phone
from tests.kbtui.online.rooms import FAST, player, relay_at, stop, terms, until, watcher

TERMS = terms()


def asked(game: str, terms: m.Terms = TERMS) -> dict[str, Question]:
    forms = find(game).forms
    assert forms is not None
    return {each.id: each for each in forms.questions(terms)}


def test_the_options_of_a_game_are_questions_with_a_few_answers() -> None:
    castle = asked("castle")
    assert {"players-0", "coins-0", "royal-0", "peace-0", "pay-0", "listed-0"} <= {*castle}
    assert castle["peace-0"].answers == ("no", "yes")
    assert castle["peace-0"].label == "Peaceful Times"
    assert "Catapult" in castle["peace-0"].about
    kingdom = asked("kingdom")
    assert kingdom["sets-0"].answers == ("base game", "base and Marshlands")
    assert not any(name.startswith(("place", "goal", "turn", "seed")) for name in kingdom)
    for each in (*castle.values(), *kingdom.values()):
        assert 0 <= each.at < len(each.answers)


@pytest.mark.parametrize("game", ["kingdom", "castle"])
def test_every_answer_leads_to_terms_that_have_it(game: str) -> None:
    forms = find(game).forms
    assert forms is not None
    for each in asked(game).values():
        for at in range(len(each.answers)):
            changed = forms.answered(TERMS, each.id, at)
            found = asked(game, changed)
            assert each.id not in found or found[each.id].at == at
    for name, at in (("coins-0", 99), ("nothing", 0), ("seed-0", 0), ("players-0", -1)):
        with pytest.raises(LookupError):
            forms.answered(TERMS, name, at)


@pytest.mark.slow
async def test_the_host_chooses_options_and_others_cannot(tmp_path: Path) -> None:
    async with site() as here, phone(here, "/taps/new/castle", await cookie(here)) as pia:
        await pia.until(lambda shown: shown.get("options"))
        names = [row[0] for row in pia.shown["options"]]
        await pia.ask(do="option", id="coins-0", at=1)
        await pia.until(lambda shown: shown["options"][names.index("coins-0")][4] == 1)
        await pia.ask(do="option", id="nothing", at=1)
        await pia.ask(do="option", id="royal-0", at="x")
        await pia.ask(do="option", id="peace-0", at=1)
        await pia.until(lambda shown: shown["options"][names.index("peace-0")][4] == 1)
        code = pia.shown["code"]
        async with phone(here, f"/taps/{code}", await cookie(here), "otto") as otto:
            await otto.until(lambda shown: shown.get("code"))
            assert otto.shown["options"] == []
            await otto.ask(do="option", id="coins-0", at=0)
            await otto.until(lambda shown: shown.get("said"))
            seat = here.door._seats.find(pia.shown["code"], code)
            assert seat is None  # cookies are not codes
        assert pia.shown["options"][names.index("coins-0")][4] == 1


@pytest.mark.slow
async def test_players_on_phones_talk_with_the_others(tmp_path: Path) -> None:
    async with site() as here, room(here, tmp_path, "emil") as emil:
        code = emil.client.code
        async with phone(here, f"/taps/{code}", await cookie(here)) as pia:
            await pia.until(lambda shown: shown.get("code"))
            await pia.ask(do="say", text="  hello <b>\x1b[2J  ")
            await pia.until(lambda shown: shown.get("talk"))
            assert pia.shown["talk"] == ["pia: hello <b>[2J"]
            await until(lambda: [each.text for each in emil.client.chat.values()])
            emil.request(m.Say("welcome"))
            await pia.until(lambda shown: len(shown["talk"]) == 2)
            for text in ("", "   ", 7, None):
                await pia.ask(do="say", text=text)
            eve = watcher(here.relay, "eve", code)
            await until(lambda: eve.room is not None)
            eve.request(m.Say("good luck"))
            await pia.until(lambda shown: len(shown["talk"]) == 3)
            assert pia.shown["talk"][1:] == ["emil: welcome", "eve (spectator): good luck"]
            await stop(eve)


@pytest.mark.slow
async def test_a_vote_lets_a_bot_play_for_somebody_who_is_away(tmp_path: Path) -> None:
    limits = replace(FAST, absence=0.3)
    async with relay_at(limits=limits) as relay, WebDoor(Settings(relay, port=0)) as door:
        here = Site(door, relay)
        async with phone(here, "/taps/new/kingdom", await cookie(here)) as pia:
            await pia.until(lambda shown: shown.get("code"))
            emil = player(relay, "emil", tmp_path)
            emil.join(pia.shown["code"])
            emil.start()
            await until(lambda: emil.client.seal is not None)
            emil.ready()
            await pia.ask(do="ready")
            await pia.until(lambda shown: "start" in pia.buttons)
            await pia.ask(do="start")
            await pia.until(lambda shown: shown.get("svg"))
            await pia.ask(do="retake")  # nobody has taken anything
            await stop(emil)
            await pia.until(lambda shown: "vote" in pia.buttons)
            label = dict(map(tuple, pia.shown["buttons"]))["vote"]
            assert label == "Let a bot play for emil"
            await asyncio.sleep(0.4)
            await pia.ask(do="vote")
            await pia.until(lambda shown: "vote" not in pia.buttons)
            await pia.until(lambda shown: "A bot is now playing for emil." in shown["notes"])
