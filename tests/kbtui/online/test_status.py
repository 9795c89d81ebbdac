"""The state of games for status lines: by the ticket while a program uses it, else by the relay."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.contract import DEALER
from kbtui.online import tickets
from kbtui.online.peeking import statuses
from kbtui.online.status import (
    DUE,
    GONE,
    LOBBY,
    OVER,
    UNKNOWN,
    WAITING,
    GameStatus,
    as_json,
    summary,
    without_asking,
)
from kbtui.text.address import parse_address
from tests.kbtui.online import rooms
from tests.kbtui.online.rooms import begun, drop, lobby, relay_at, stop


def kinds(games: list[GameStatus]) -> list[str]:
    return [game.kind for game in games]


async def test_who_has_to_act_is_asked_of_the_relay(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        code = ann.client.code
        await drop(ann)
        await drop(bob)
        assert without_asking(tmp_path / "Ann") is None
        (due,) = await statuses(tmp_path / "Ann", 10)
        (other,) = await statuses(tmp_path / "Bob", 10)
        assert (due.kind, other.kind) == (DUE, WAITING)
        assert (due.seat, other.seat, other.to_act) == (0, 1, 0)
        assert due.missed > 0
        assert due.line == f"{code}  Bob: your turn, new: {due.missed}"
        assert other.line.startswith(f"{code}  Ann: waiting for Ann")


async def test_a_game_that_is_open_is_told_by_its_ticket_and_not_disturbed(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        ann.saw(3, 2, 0)
        (game,) = await statuses(tmp_path / "Ann", 10)
        assert without_asking(tmp_path / "Ann") == [game]
        assert game.is_open
        assert game.kind == DUE
        ann.saw(4, 2, 1)
        (game,) = await statuses(tmp_path / "Ann", 10)
        assert (game.kind, game.to_act) == (WAITING, 1)
        assert ann.is_up
        await stop(ann, bob)


async def test_lobbies_lost_seats_and_silent_relays_have_words_of_their_own(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        await stop(ann, bob)
        assert kinds(await statuses(tmp_path / "Ann", 10)) == [LOBBY]
        assert bob.kept is not None
        lost = tickets.Kept(tmp_path / "Eve" / "KQ7-4TN.ticket", bob.kept.place)
        lost.keep(token="00" * 32)
        lost.close()
        assert kinds(await statuses(tmp_path / "Eve", 10)) == [GONE]
    games = await statuses(tmp_path / "Ann", 10)
    assert kinds(games) == [UNKNOWN]
    assert games[0].line.endswith("the relay does not answer")


async def test_a_ticket_without_a_room_is_no_game(tmp_path: Path) -> None:
    rooms.player(parse_address("127.0.0.1:9"), "Ann", tmp_path)
    assert await statuses(tmp_path / "Ann", 10) == []


def test_one_line_counts_them_all() -> None:
    def game(kind: str) -> GameStatus:
        return GameStatus("KQ7-4TN", "ws://here", kind, 0, ("Ann", "Bob"), None, 0, False)

    games = [game(kind) for kind in (WAITING, DUE, WAITING, OVER, UNKNOWN)]
    assert summary(games) == "your turn: 1, waiting: 2, over: 1, not answering: 1"
    assert summary([]) == "no online games"
    data = as_json(games)
    assert (data["your_turn"], data["waiting"], data["gone"]) == (1, 2, 0)
    assert data["games"][1]["kind"] == DUE


def test_a_room_without_others_says_so() -> None:
    game = GameStatus("KQ7-4TN", "ws://x", LOBBY, 1, ("", "Joe"), None, 0, False)
    assert game.line == "KQ7-4TN  nobody else yet: not started"


@pytest.mark.parametrize("acting", [DEALER, 2, None])
def test_whoever_has_no_name_is_not_named(acting: int | None) -> None:
    game = GameStatus("KQ7-4TN", "ws://x", WAITING, 0, ("Ann", "Bob"), acting, 0, True)
    assert game.line == "KQ7-4TN  Bob: your opponents are playing"
