"""What a door remembers: bounded, over a restart, and nobody who does not want to be seen."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.record import read_record
from kbtui.door.accounts.store import Account, SqliteAccounts
from kbtui.door.desk import Desk
from kbtui.door.memory import finished
from kbtui.door.memory import memory as memory_module
from kbtui.door.memory.finished import Finished
from kbtui.door.memory.memory import Memory
from kbtui.door.memory.record import LONGEST, Rerun, of_bots, rerun_of
from kbtui.door.people import People, Person
from kbtui.games.kit import keys
from kbtui.hosted.line import Line
from kbtui.online.online_table import OnlineTable
from kbtui.screens.online.archive import Archive
from tests.kbtui.online.rooms import begun, play, relay_at, stop, until

HOUR, DAY = 3600, 86_400
NOON = 20_000 * DAY + 12 * HOUR
ADA, BEN, EVE = (Account(n, name, False) for n, name in ((1, "ada"), (2, "ben"), (3, "eve")))
GUEST = Account(4, "~kestrel", True)
PLAYED = Rerun("KQ7-4TN", "kingdom", ("ada", "ben"), (70, 68), 18, NOON, "record")


class Clock:
    now = float(NOON)

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.json"


def test_hours_are_counted_over_two_weeks_each_person_once(clock: Clock, path: Path) -> None:
    memory = Memory(path, clock)
    for _time in range(3):
        memory.here([ADA, BEN])
    clock.now += HOUR
    memory.here([ADA])
    assert (memory.hours[12], memory.hours[13], sum(memory.hours)) == (2, 1, 3)
    memory.keep()
    again = Memory(path, clock)
    again.here([ADA])  # was here in this hour before the door was started again
    assert again.hours == memory.hours
    clock.now += 14 * DAY
    assert sum(again.hours) == 0
    again.here([BEN])
    assert again.hours[13] == 1


def test_yesterday_is_told_and_the_day_before_is_not(clock: Clock) -> None:
    memory = Memory(None, clock)
    memory.here([ADA, BEN])
    memory.finished(PLAYED)
    memory.finished(PLAYED)  # the same one is found twice
    assert memory.yesterday == (0, 0)
    clock.now += DAY
    assert memory.yesterday == (2, 1)
    clock.now += DAY
    assert memory.yesterday == (0, 0)


def test_the_last_who_left_are_told_and_nobody_who_hides(clock: Clock, path: Path) -> None:
    memory = Memory(path, clock)
    for account in (ADA, GUEST, EVE, BEN):
        memory.gone(account)
        clock.now += 60
    assert [name for name, _at in memory.past([])["seen"]] == ["ben", "eve", "ada"]
    assert [name for name, _at in memory.past([BEN])["seen"]] == ["eve", "ada"]
    memory.hide(EVE, True)
    memory.gone(EVE)
    memory.keep()
    again = Memory(path, clock)
    assert [name for name, _at in again.past([])["seen"]] == ["ben", "ada"]
    assert "eve" not in path.read_text()
    again.hide(EVE, False)
    again.gone(EVE)
    assert next(name for name, _at in again.past([])["seen"]) == "eve"


def test_who_hides_can_be_shown_again_however_many_hide(
    clock: Clock, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_module, "_HIDDEN", 2)
    memory = Memory(path, clock)
    for account in (ADA, GUEST, EVE):
        memory.hide(account, True)
    assert memory.hidden == {ADA.number, GUEST.number}  # there is no place for more
    memory.hide(ADA, False)
    memory.forget(GUEST.number)  # and those who are gone take none
    memory.keep()
    assert Memory(path, clock).hidden == set()
    memory.hide(EVE, True)
    assert memory.hidden == {EVE.number}


def test_it_is_known_how_many_games_have_ended_since_somebody_left(
    clock: Clock, path: Path
) -> None:
    memory = Memory(path, clock)
    memory.finished(PLAYED)
    memory.hide(EVE, True)  # whom nobody sees is greeted, too
    for account in (ADA, EVE, GUEST):
        memory.gone(account)
    assert memory.since(ADA) == (NOON, 0)
    for number in range(25):  # more than are kept to look at
        memory.finished(PLAYED._replace(code=f"C{number}"))
    memory.keep()
    again = Memory(path, clock)
    assert again.since(ADA) == again.since(EVE) == (NOON, 25)
    assert again.since(BEN) == again.since(GUEST) == (0, 0)
    clock.now += HOUR
    again.gone(ADA)
    assert again.since(ADA) == (NOON + HOUR, 0)


def test_a_memory_of_an_earlier_version_knows_when_people_left(clock: Clock, path: Path) -> None:
    memory = Memory(path, clock)
    memory.gone(ADA)
    memory.keep()
    stored = json.loads(path.read_text())
    for name in ("left", "games"):
        del stored[name]
    path.write_text(json.dumps(stored))
    again = Memory(path, clock)
    again.finished(PLAYED)
    assert again.since(ADA) == (NOON, 1)


def test_whatever_happens_it_stays_small(clock: Clock, path: Path) -> None:
    memory = Memory(path, clock)
    for number in range(300):
        memory.finished(PLAYED._replace(code=f"C{number}", text="x" * LONGEST))
        memory.gone(Account(number, f"somebody-{number}", False))
        clock.now += 2 * HOUR
    memory.keep()
    assert path.stat().st_size < 1_000_000
    assert len(memory.reruns) == 20
    assert len(memory.past([])["seen"]) == 8
    assert len(json.dumps(memory.past([]))) < 8000  # a packet has its limits
    assert Memory(path, clock).past([]) == memory.past([])


@pytest.mark.parametrize("text", ["", "[]", "{", '{"hours": [[1]]}', '{"hours": 7}'])
def test_a_broken_file_is_put_aside(text: str, path: Path) -> None:
    path.write_text(text)
    memory = Memory(path)
    assert memory.past([])["reruns"] == []
    assert not path.exists()
    assert [each.name for each in path.parent.iterdir()] == ["memory.json.broken-1"]
    memory.here([ADA])
    memory.keep()
    assert path.exists()


def test_nothing_is_written_where_nothing_is_new(path: Path) -> None:
    memory = Memory(path)
    memory.keep()
    assert not path.exists()


@pytest.mark.parametrize("game", keys())
def test_two_bots_play_where_nobody_has(game: str) -> None:
    found = of_bots(game, NOON)
    assert found is not None
    assert found.game == game
    assert found.names == ("bot 1", "bot 2")
    memory = Memory()
    memory.offer(found)
    memory.offer(found)
    assert len(memory.reruns) == 1
    assert memory.yesterday == (0, 0)
    memory.finished(PLAYED)
    assert [each.code for each in memory.reruns] == ["", "KQ7-4TN"]
    memory.offer(found)
    for code in ("AAA-AAA", "CCC-CCC"):
        memory.finished(PLAYED._replace(code=code))  # people take their place
    assert [each.code for each in memory.reruns] == ["KQ7-4TN", "AAA-AAA", "CCC-CCC"]


def test_only_whole_games_are_kept() -> None:
    found = of_bots("kingdom", NOON)
    assert found is not None
    headers = ("result", "winners", "digest")
    lines = [line for line in found.text.splitlines() if not line.startswith(headers)]
    unfinished = "\n".join(lines[:-20]) + "\n"
    for text in ("", "x", unfinished, found.text + " " * LONGEST):
        assert rerun_of("KQ7-4TN", text, 0) is None


@pytest.mark.parametrize("game", keys())
def test_a_glance_at_a_finished_game_needs_no_replay(game: str, tmp_path: Path) -> None:
    found = of_bots(game, NOON)
    assert found is not None
    memory, asked = Memory(), list[str]()
    memory.offer(found)
    answer = Desk(SqliteAccounts(tmp_path / "a"), People(), "example.org", memory).resident(ADA)

    class Known(Line):
        def ask(self, question: str, **more: object) -> dict[str, Any]:
            asked.append(question)
            return {**answer({"ask": question, **more})}

    archive = Archive(Known())
    (rerun,) = archive.past().reruns
    sight = archive.glance(rerun)
    assert sight is not None
    assert asked == ["past", "rerun"]
    assert archive._last is None
    assert sight.state == read_record(found.text)[1].state
    memory.reruns[0] = found._replace(last="")  # kept by an earlier version
    old = archive.glance(rerun)
    assert old is not None
    assert old.state == sight.state


def test_the_desk_tells_what_may_be_told(tmp_path: Path) -> None:
    people, accounts = People(), SqliteAccounts(tmp_path / "accounts.sqlite")
    memory = Memory()
    desk = Desk(accounts, people, "play.example.org", memory)
    desk.talk.is_on = True
    memory.finished(PLAYED._replace(text="0123456789" * 1000))
    answer = desk.resident(ADA)
    assert answer({"ask": "past"})["reruns"][0][:3] == ["KQ7-4TN", "kingdom", ["ada", "ben"]]
    which = {"ask": "rerun", "code": "KQ7-4TN", "at": NOON, "game": "kingdom"}
    first = answer(which)["text"]
    text = first + answer(which | {"start": len(first)})["text"]
    assert text == "0123456789" * 1000
    assert answer(which | {"start": len(text)}) == {"text": ""}
    assert answer(which | {"code": "AAA-AAA"}) == answer(which | {"at": "x"}) == {}
    assert memory.reruns[0].watched == 0
    answer(which | {"is_played": True})
    assert memory.reruns[0].watched == 1
    people.enter(EVE, "ssh")
    assert people.names() == ["eve"]
    desk.resident(EVE)({"ask": "hall", "seen": False})
    assert not people.names()
    assert not people.doings()
    people.enter(EVE, "ssh")
    assert [word.name for word in desk.talk.after(0)] == ["eve"]  # before she chose to hide
    desk.resident(EVE)({"ask": "hall", "seen": True})
    assert people.names() == ["eve"]
    assert answer({"ask": "here"}) == {"here": ["eve"]}
    desk.web = "https://play.example.org"
    assert answer({"ask": "web"}) == {"url": "https://play.example.org"}
    account = accounts.create("ada", "SHA256:abc")
    told = desk.resident(account)({"ask": "key"})
    assert (told["keys"], told["is_guest"]) == (1, False)
    assert accounts.use_code(told["code"], "SHA256:def") == account
    assert desk.resident(Account(2**40, "~owl", True))({"ask": "key"}) == {}  # nobody comes back
    memory.gone(account)
    memory.finished(PLAYED._replace(code="AAA-AAA"))
    told = desk.resident(account)({"ask": "past"})
    assert (told["last"] > 0, told["ended"]) == (True, 1)
    accounts.close()


def test_who_only_prints_something_was_not_here() -> None:
    assert Person(ADA, 0.0, "ssh").stays
    assert Person(ADA, 0.0, "ssh", ("watch", "KQ7-4TN")).stays
    assert not Person(ADA, 0.0, "ssh", ("games",)).stays
    assert not Person(Account(0, "guest", True), 0.0, "ssh").stays


@pytest.mark.slow
async def test_public_games_are_found_when_they_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finished, "_AGAIN", 0.0)
    monkeypatch.setattr(finished, "_PATIENCE", 2.0)
    memory = Memory()
    memory.finished(PLAYED)
    async with relay_at() as address:
        door = Finished(address, memory, every=0.02)
        door.start()
        public = await begun(address, tmp_path / "a", "Ann", "Bob", listed=True)
        private = await begun(address, tmp_path / "b", "Cleo", "Dan")
        code = public[0].client.code
        await until(lambda: code in door._awaited)
        for guests in (public, private):
            await play([OnlineTable(guest) for guest in guests], Random(1))
            await stop(*guests)  # nobody is connected, so it is not listed any more
        await until(lambda: len(memory.reruns) == 2)
        await door.stop()
    found = memory.reruns[-1]
    assert (found.code, found.names, len(found.totals)) == (code, ("Ann", "Bob"), 2)
    assert rerun_of(code, found.text, found.at) == found


@pytest.mark.slow
async def test_halls_learn_from_the_door_which_games_are_public(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finished, "_SOON", 0.02)
    async with relay_at() as address:
        door = Finished(address, Memory())  # looks rarely while nobody asks
        assert door.listed() == {"rooms": None, "soon": True}
        door.start()
        public = await begun(address, tmp_path / "a", "Ann", "Bob", listed=True)
        private = await begun(address, tmp_path / "b", "Cleo", "Dan")
        await until(lambda: door.listed()["rooms"])
        (row,) = door.listed()["rooms"]
        assert row[0] == public[0].client.code
        assert json.loads(json.dumps(row))[3] == ["Ann", "Bob"]
        await stop(*public, *private)
        await until(lambda: door.listed()["rooms"] == [])
    await until(lambda: door.listed() == {"rooms": None, "soon": False})  # the relay is away
    await door.stop()
