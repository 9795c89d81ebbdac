"""An online game in line mode: turns, votes, refusals, differences."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.kingdom.setup import Options
from kbtui.linemode import chat, game, online_game, waitingroom
from kbtui.paint.runs import width
from kbtui.play.session import HUMAN
from relay.client import events as e
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.limits import Limits
from tests.kbtui.linemode.people import Person, begun, move, play_on
from tests.kbtui.online import rooms
from tests.kbtui.online.rooms import FAST, drop, relay_at, until
from tests.kbtui.playing import kingdom


async def test_moves_of_others_are_told_as_they_come(tmp_path: Path) -> None:
    random = Random(1)
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path)
        assert ann.has("You draw ")
        assert bob.has("Ann draws ")
        while move(ann, random):
            pass
        told = [line for line in ann.said if line.startswith("You: ")]
        await bob.hears("Your turn:")
        assert [line for line in bob.said if line.startswith("Ann: ")] == [
            line.replace("You: ", "Ann: ") for line in told
        ]
        assert ann.said[-1] == "Waiting for Bob."
        assert sum(line.startswith("Waiting for Ann") for line in bob.said) == 1
        for person in (ann, bob):
            await person.go()


@pytest.mark.slow
async def test_the_person_is_called_once_for_every_turn(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path)
        await play_on([ann, bob], Random(2))
        assert ann.calls == sorted(set(ann.calls))
        assert ann.calls[:2] == [1, 3]
        assert bob.calls[:2] == [2, 4]
        for person in (ann, bob):
            await person.go()


async def test_who_is_not_asked_cannot_move_and_is_told_so(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path)
        bob.type("g7", "undo", "", "who")
        assert bob.said[-5].startswith("No. ")
        assert bob.said[-4].startswith("No. ")
        assert bob.said[-3].startswith("Waiting for Ann: build 3 settlements on ")
        assert bob.said[-2:] == ["1 Ann: host", "2 Bob: you"]
        bob.type("help")
        assert bob.has("vote 2      let a bot play")
        assert bob.has("legal    list the legal moves")
        for person in (ann, bob):
            await person.go()


async def test_moves_can_be_taken_back_and_put_back(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path)
        ann.type("legal", "1")
        token = next(line for line in ann.said if line.startswith("You: ")).removeprefix("You: ")
        ann.type("undo")
        assert ann.said[-1].startswith("Your turn: build 3 settlements")
        ann.type("redo")
        assert ann.said[-1].startswith("Your turn: build 2 settlements")
        for what in (token, "undo", "redo"):
            assert await bob.hears("Ann: ") == f"Ann: {what}"
        for person in (ann, bob):
            await person.go()


async def test_a_bot_plays_for_somebody_who_is_away_until_they_retake(tmp_path: Path) -> None:
    limits = Limits(**{**vars(FAST), "absence": 1e-6})
    async with relay_at(limits=limits) as address:
        ann, bob = await begun(address, tmp_path)
        bob.type("vote 1")
        await bob.hears("You can vote once they have been away for a minute")
        place = bob.guest.kept
        assert place is not None
        await drop(ann.guest)
        await until(lambda: bob.guest.away[0])
        bob.type("vote 1 no", "vote seven")
        assert bob.said[-1] == "Name a seat, 1 to 2."
        bob.type("vote 1")
        await bob.hears("A bot is now playing for Ann.")
        await bob.hears("Your turn:")
        assert any(line.startswith("Player Ann: ") for line in bob.said)
        bob.type("retake")
        await until(lambda: bob.guest.refusal is not None)
        ann.visit.close()
        await bob.go()


async def test_a_refused_move_is_taken_back_and_asked_for_again(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path)
        ann.type("legal", "1")
        client = ann.guest.client
        client.take()  # it never reaches the relay, which says no to it
        await ann.hears("Your turn:")
        for event in client.receive(m.Refused("move", client.confirmed + 1, "stale", "")):
            ann.guest._hear(event)
        await ann.hears("Your move was undone: Somebody else was first.")
        await ann.hears("Your turn:")
        for person in (ann, bob):
            await person.go()


async def test_a_difference_is_told_reported_and_mended(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path)
        ann.type("legal", "1")
        await until(lambda: not ann.guest.client.pending)
        await until(lambda: bob.guest.client.confirmed == ann.guest.client.confirmed)
        table = bob.guest.client.table
        assert table is not None
        table.states[-1] = table.states[0]  # a mistake in Bob's copy
        ann.type("legal", "1")
        await bob.hears("differs from the relay's; the game is fetched again.")
        await bob.hears("Both logs are saved in ")
        await until(lambda: bob.guest.client.confirmed == ann.guest.client.confirmed)
        room = bob.guest.room
        assert room is not None
        assert room.phase == k.PLAYING
        for person in (ann, bob):
            await person.go()


async def test_two_games_that_cannot_be_mended_are_left(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path)
        ann.guest.client.is_broken = True
        ann.guest._hear(e.Differs(3, "00", "11", ()))
        assert ann.visit.is_over
        assert ann.visit.problem == "the relay's game and yours are not the same"
        for person in (ann, bob):
            await person.go()


async def test_a_foul_deal_is_told(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path)
        ann.guest._hear(e.Foul("a nonce is not the one that was sealed"))
        assert ann.said[-1].startswith("The deal was not fair: ")
        for person in (ann, bob):
            await person.go()


async def test_who_comes_back_is_told_that_a_bot_plays_meanwhile(tmp_path: Path) -> None:
    limits = Limits(**{**vars(FAST), "absence": 1e-6})
    async with relay_at(limits=limits) as address:
        ann, bob = await begun(address, tmp_path)
        ann.visit.close()
        await drop(ann.guest)
        await until(lambda: bob.guest.away[0])
        bob.type("vote 1")
        await bob.hears("A bot is now playing for Ann.")
        again = Person(rooms.returned(address, "Ann", tmp_path), tmp_path)
        await again.hears("A bot is now playing for you.")
        await again.hears("Type retake to play yourself again.")
        again.type("retake")
        await again.hears("Your seat is yours again.")
        for person in (again, bob):
            await person.go()


@pytest.mark.usefixtures("every_language")
def test_the_help_fits_a_terminal_of_80_columns() -> None:
    notes = (*online_game._HELP, *waitingroom._PLAYER, *waitingroom._HOST, *chat.HELP)
    session = kingdom(Options(seed="help"), [HUMAN, "random"])
    lines = [*game.LineMode(session, print, notes=notes).help()]
    assert [line for line in lines if width(line) > 80] == []
