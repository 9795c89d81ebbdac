"""Challenges at a real relay, from the code to the comparison."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.record import Record, format_record, read_record
from engine.table import Table
from kbtui.daily import challenger, dares
from kbtui.daily.asking import Unanswered
from kbtui.daily.challenge import CHALLENGE
from kbtui.daily.dares import Dared, Kept
from kbtui.daily.replies import news
from kbtui.disk import places
from kbtui.text.address import Address, stay_with
from relay.protocol import kinds as k
from relay.protocol.days import ChallengeView
from relay.store.log_store import MemoryStore
from tests.kbtui.daily.test_diary import finish
from tests.kbtui.history.shelves import record
from tests.kbtui.online.rooms import relay_at


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(places.HOME, str(tmp_path / "ann"))
    return tmp_path


def played(game: str = "kingdom") -> tuple[Record, Table]:
    return read_record(format_record(record("you novice", "a", game=game)))


def be(who: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(places.HOME, str(home / who))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["kingdom", "castle"])
async def test_from_a_game_to_a_code_to_a_friends_game_to_both_tables(
    game: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore()
    mine, _table = played(game)
    async with relay_at(store) as relay:
        left = await dares.send(relay, mine, "Ann")
        dares.remember(mine, left.kept)
        be("bob", home, monkeypatch)
        found = await dares.look(Kept(left.view.code, relay))
        assert (found.view.name, found.view.rows) == ("Ann", ())
        session = dares.session_of(found, "Bob")
        assert session.players == ("you", "novice")
        told = dict(challenger.told(session))
        score, other = mine.result or ()
        assert told["To beat"].startswith(f"Ann scored {score}, {abs(score - other)} ")
        assert f"sent to {relay.name}, where Ann finds it" in told["End"]
        finish(session)
        theirs = session.record()
        kept = dares.answered(theirs)
        assert kept == Kept(left.view.code, relay)
    async with relay_at(store) as relay:  # it was stopped meanwhile, and is elsewhere now
        sent = await dares.send(relay, theirs, "Bob", left.view.code)
        again, table = await dares.game_of(sent, sent.view.first)
        assert again.entries == mine.entries
        assert table.to_act is None
        be("ann", home, monkeypatch)
        known = dares.remembered(mine)
        assert known is not None
        seen = await dares.look(Kept(known.code, relay), mine)
        assert await news(relay) == ""  # it was left elsewhere
        # The address is another one, and with it the token: who she is there nobody knows.
        assert seen.view.played == 2


async def test_who_answered_a_challenge_is_told_once(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, _table = played()
    async with relay_at() as relay:
        left = await dares.send(relay, mine, "Ann")
        dares.remember(mine, left.kept)
        assert await news(relay) == ""
        be("bob", home, monkeypatch)
        session = dares.session_of(await dares.look(left.kept), "Bob")
        finish(session)
        sent = await dares.send(relay, session.record(), "Bob", left.view.code)
        dares.remember(session.record(), sent.kept)
        assert await news(relay) == ""  # it is not his challenge
        be("ann", home, monkeypatch)
        called = relay._replace(label="the relay of this door")
        assert await news(called) == "Bob has answered your challenge."
        assert await news(relay) == ""


async def test_ones_own_challenge_is_found_again(home: Path) -> None:
    mine, _table = played()
    assert dares.remembered(mine) is None
    async with relay_at() as relay:
        left = await dares.send(relay, mine, "Ann")
        dares.remember(mine, left.kept)
        dares.remember(record("you greedy", "b"), Kept("AAA-AAA", relay))
        kept = dares.remembered(mine)
        assert kept == left.kept
        seen = await dares.look(left.kept, mine)
    assert [(row.name, row.own) for row in seen.view.rows] == [("Ann", True)]


async def test_what_goes_wrong_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    mine, _table = played()
    async with relay_at() as relay:
        with pytest.raises(Unanswered, match="no challenge KQ7-4TN on"):
            await dares.look(Kept("KQ7-4TN", relay))
        with pytest.raises(Unanswered, match="does not take this game"):
            await dares.send(relay, mine._replace(seeded=False), "Ann")
        with pytest.raises(Unanswered, match="too long"):
            await dares.send(relay, mine._replace(entries=mine.entries * 20), "Ann")
        monkeypatch.setattr(k, "PROTOCOL", k.CHALLENGES - 1)
        monkeypatch.setattr("relay.client.visit.k.PROTOCOL", k.CHALLENGES - 1)
        with pytest.raises(Unanswered, match="older relay, which keeps no challenges"):
            await dares.send(relay, mine, "Ann")


def test_only_a_short_code_with_a_relay_is_an_answer_to_one_there() -> None:
    def tagged(text: str) -> Kept | None:
        return dares.answered(Record("kingdom", {}, tags=((CHALLENGE, text),)))

    assert tagged("KQ7-4TN ws://relay.example.org:8765") is not None
    for text in ("", "KQ7-4TN", "kb1-abc", "KQ7-4TN not an address", "0O1-IL2 ws://a:1"):
        assert tagged(text) is None


def test_at_a_door_a_record_leads_to_the_doors_own_relay() -> None:
    stay_with("ws://127.0.0.1:9")
    try:
        kept = dares.answered(Record("kingdom", {}, tags=((CHALLENGE, "KQ7-4TN ws://evil:1"),)))
        assert kept is not None
        assert kept.relay.url == "ws://127.0.0.1:9"
    finally:
        stay_with(None)


def test_nothing_about_others_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither names nor headers of this machine."""
    sent = []

    async def asked(relay: Address, wish: object, code: str) -> ChallengeView:
        sent.append(repr(wish))
        return ChallengeView("KQ7-4TN", "x", "Ann", 1, (), 0)

    monkeypatch.setattr(dares, "_asked", asked)
    mine, _table = played()
    tags = (*mine.tags, ("saved-by", "a secret"))
    dared = dares.send(Address("ws://a:1"), mine._replace(tags=tags, players=("Eve", "Pal")), "Ann")
    with pytest.raises(StopIteration) as done:
        dared.send(None)
    assert isinstance(done.value.value, Dared)
    assert "Ann" in sent[0]
    assert not any(word in sent[0] for word in ("Eve", "Pal", "secret"))
