"""The last page of a game: a castle to look at, the coins, the table, the race."""

from __future__ import annotations

from functools import cache

import pytest

from engine.castle.castle import people, roofs, tiles_built, windows
from engine.castle.state import State
from kbtui.games.castle.ending.endpage import ENDING
from kbtui.games.castle.ending.race import coins_by_round
from kbtui.pages.score import After, ScorePage
from kbtui.play.session import Session
from kbtui.story.chronicle import EVERYTHING, Chronicle
from kbtui.story.exports import Source
from kbtui.story.view import View
from kbtui.text import i18n
from kbtui.text.i18n import _
from tests.kbtui.pages.showing import EVERY_LOOK, EVERYWHERE, dressed, press, shown

NAMES = ("Ada", "Botto", "Cleo", "Dmitri")


@cache
def played(players: int = 2, coins: int = 7) -> Session:
    """A whole game between bots."""
    options = {"players": players, "coins": coins, "seed": "ending"}
    session = Session("castle", options, ("greedy",) * players, NAMES[:players])
    list(session.advance())
    return session


def page(players: int = 2, look: str = "colour", coins: int = 7) -> ScorePage:
    return dressed(ScorePage(Source.of(played(players, coins))), look)


def state(session: Session) -> State:
    found: State = session.table.state
    return found


def view(session: Session, of: State | None = None) -> View:
    chronicle = Chronicle(session.table, EVERYTHING)
    bots = (True,) * len(session.names)
    return View(of or state(session), session.names, bots, None, chronicle, chronicle.entries)


@pytest.mark.slow
@EVERY_LOOK
@EVERYWHERE
def test_it_can_be_looked_at_everywhere(size: tuple[int, int], look: str) -> None:
    for players in (2, 4):
        it = page(players, look)
        text = shown(it, size)
        winner = NAMES[ENDING.seats(state(played(players)))[0]]
        assert f"{winner} has 7 coins: the castle is finished." in text
        assert "COINS" in text
        for name in NAMES[:players]:
            assert name in text
        if size[0] >= 80:
            for title in ("CASTLES", "THE RACE"):
                assert title in text, title
        if look in ("ascii", "plain"):
            assert text.isascii()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fr", "nl", "de"])
@EVERYWHERE
def test_longer_words_break_nothing(size: tuple[int, int], language: str) -> None:
    i18n.use(language)
    try:
        for players in (2, 4):
            text = shown(page(players, coins=9), size)
            assert _("COINS") in text
    finally:
        i18n.use("en")


def test_the_winner_comes_first_and_a_key_leads_through_the_castles() -> None:
    it = page(4)
    seats = ENDING.seats(state(played(4)))
    assert state(played(4)).purses[seats[0]] == max(state(played(4)).purses, key=len)
    first = shown(it, (140, 45))
    assert "next castle" in first.splitlines()[-1]
    seen = {first}
    for _time in seats[1:]:
        it.do("seams")
        seen.add(shown(it, (140, 45)))
    assert len(seen) == 4
    it.do("seams")
    assert shown(it, (140, 45)) == first


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_race_counts_the_coins_that_were_taken(players: int) -> None:
    """Counted from the record: every coin that a seat took up to the end of the round."""
    session = played(players)
    chronicle = Chronicle(session.table, EVERYTHING)
    rounds = coins_by_round(chronicle, players)
    assert len(rounds) == -(-chronicle.last_turn // players)
    for number, row in enumerate(rounds, 1):
        end = chronicle.last_entry(min(number * players, chronicle.last_turn))
        entries = session.table.entries[:end]
        taken = [entry.actor for entry in entries if entry.token.startswith("coin:")]
        assert row == tuple(taken.count(seat) for seat in range(players))
    assert rounds[-1] == session.game.totals(session.table.state)


def test_the_table_counts_the_castles() -> None:
    session = played(2)
    text = shown(page(2), (140, 45))
    for seat, castle in enumerate(state(session).castles):
        numbers = [castle.height, tiles_built(castle), windows(castle), roofs(castle)]
        row = next(
            line
            for line in text.splitlines()
            if line.rstrip().endswith(str(people(castle)))
            and NAMES[seat] in line
            and str(tiles_built(castle)) in line
        )
        assert all(f" {number}" in row for number in numbers)


@pytest.mark.rule("CB-57")
def test_a_safety_stop_is_told_as_one() -> None:
    session = played(2)
    purses = (bytes((0, 1)), bytes((0,)))
    told = ENDING.headline(view(session, state(session)._replace(purses=purses)))
    assert told == "Nobody built for 8 rounds: the most coins win. Ada wins."


def test_what_comes_next() -> None:
    for key, outcome in (("n", After.REMATCH), ("r", After.REPLAY), ("escape", After.LEAVE)):
        it = page()
        command = it.keys.command("count", key)
        assert command is not None
        it.do(command)
        assert it.outcome is outcome
    it = page()
    it.do("export")
    assert it.exporter.is_open
    press(it, "escape")
    assert not it.exporter.is_open
