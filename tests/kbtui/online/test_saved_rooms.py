"""Online games among the saved ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.disk.locks import InUse
from kbtui.online import peeking, saved_rooms, tickets
from kbtui.online.online_table import OnlineTable
from kbtui.online.tickets import Place
from kbtui.play.gamewords import moment
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.online.rooms import begun, relay_at, show, stop, until

RELAY = "ws://127.0.0.1:8765"


def ticket(folder: Path, code: str, **facts: object) -> Path:
    kept = tickets.start(folder, RELAY, "Ann")
    kept.call(code)
    kept.keep(names=("Ann", "Bob"), seats=("you", "person"), **facts)
    kept.close()
    return kept.path


def test_a_ticket_is_told_in_a_line(tmp_path: Path) -> None:
    ticket(tmp_path, "KQ7-4TN", phase="playing", acting=0, turn=9)
    ticket(tmp_path, "ACD-EFG", phase="playing", acting=1, turn=4)
    ticket(tmp_path, "HJK-MNP", phase="lobby")
    ticket(tmp_path, "QRT-WXY", phase="over", turn=27)
    told = {game.room: moment(game) for game in saved_rooms.summaries(tmp_path)}
    assert told == {
        "KQ7-4TN": "KQ7-4TN: your turn, Ann, Bob",
        "ACD-EFG": "ACD-EFG: Bob's turn, Ann, Bob",
        "HJK-MNP": "HJK-MNP: waiting room, Ann, Bob",
        "QRT-WXY": "QRT-WXY: the game is over, Ann, Bob",
    }


def test_a_ticket_without_a_room_is_no_game(tmp_path: Path) -> None:
    tickets.start(tmp_path, RELAY, "Ann").close()
    assert saved_rooms.summaries(tmp_path) == []


def test_a_try_of_the_day_that_is_over_is_not_offered_to_be_continued(tmp_path: Path) -> None:
    ticket(tmp_path, "KQ7-4TN", phase="over", daily="2026-11-18 1")
    ticket(tmp_path, "ACD-EFG", phase="playing", daily="2026-11-18 1")
    assert [game.room for game in saved_rooms.summaries(tmp_path)] == ["ACD-EFG"]


def test_a_seat_can_be_given_up_unless_somebody_sits_there(tmp_path: Path) -> None:
    path = ticket(tmp_path, "KQ7-4TN")
    kept = tickets.take(path)
    with pytest.raises(InUse):
        saved_rooms.give_up(path)
    kept.close()
    saved_rooms.give_up(path)
    assert not path.exists()


async def test_relays_are_asked_how_games_stand(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        table = OnlineTable(ann)
        show(table)
        await until(lambda: table.session.waits_for == 0)
        await stop(ann)
        (game,) = saved_rooms.summaries(tmp_path / "Ann")
        assert not game.is_due  # nobody has written down whose move it is
        assert await peeking.refresh(tmp_path / "Ann", 20)
        (game,) = saved_rooms.summaries(tmp_path / "Ann")
        assert game.is_due
        assert game.names == ("Ann", "Bob")
        assert not await peeking.refresh(tmp_path / "Ann", 20)
        # Bob plays with his ticket: it is left alone.
        assert not await peeking.refresh(tmp_path / "Bob", 20)
        await stop(bob)


async def test_without_a_relay_the_list_stays_as_it_was(tmp_path: Path) -> None:
    async with relay_at() as address:
        pass
    path = ticket(tmp_path, "KQ7-4TN", relay=address.url, phase="playing", acting=0)
    assert not await peeking.refresh(tmp_path, 20)
    assert tickets.read(path).is_due


async def test_what_was_played_while_the_relay_was_asked_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = ticket(tmp_path, "KQ7-4TN", phase="playing", acting=0, seen=4)

    async def peek_all(places: list[Place], timeout: float) -> list[m.Peeked]:
        kept = tickets.take(path)
        kept.keep(seen=20, turn=5)
        kept.close()
        names = ("Ann", "Bob\x1b[2J")
        return [m.Peeked("KQ7-4TN", k.PLAYING, 0, 1, 21, names) for _place in places]

    monkeypatch.setattr(peeking, "peek_all", peek_all)
    assert await peeking.refresh(tmp_path, 20)
    place = tickets.read(path)
    assert (place.seen, place.turn, place.acting) == (20, 5, 1)
    assert place.names == ("Ann", "Bob[2J")
