"""A game that only tests know, plugged in by its kit alone, from line mode to a relay.

Its racks are hidden, unordered and hold equal pieces; a turn passes on without the dealer. Whatever
a game of this shape needs from a layer is proved here; nothing outside its own files names it.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from engine import contract
from engine.errors import IllegalMove
from engine.record import format_record, read_record, verify_record
from kbtui.arena.match import play as play_match
from kbtui.arena.schedule import Contest, schedule
from kbtui.games import kit
from kbtui.online import saved_rooms
from kbtui.play import saves
from kbtui.play.saved_games import Turns, summary, unfinished
from kbtui.play.session import HUMAN, Session
from kbtui.story.chronicle import EVERYTHING, Chronicle
from kbtui.story.exports import FORMS, RECORD, Source, forms
from kbtui.story.replay import Replay
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.engine.racks import KEY, State
from tests.kbtui import racks
from tests.kbtui.desks import Desk
from tests.kbtui.linemode.people import Person, host, join, play_on, watch
from tests.kbtui.online.rooms import relay_at
from tests.transcripts import ROOT

TERMS = m.Terms('{"players":3,"copies":3}', False, True, 0, k.NO_CLOCK, 0)


@pytest.fixture(autouse=True)
def plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(contract.HOMES, KEY, "tests.engine.racks")
    monkeypatch.setitem(kit.HOMES, KEY, racks.HOME)


def session(*players: str, seed: str = "toy") -> Session:
    return Session(KEY, {"players": len(players), "seed": seed}, players)


# ---- at home --------------------------------------------------------------------------------


def test_a_person_plays_a_whole_game_in_lines_and_hears_nothing_hidden() -> None:
    desk = Desk(session(HUMAN, "keen", "dull"))
    assert desk.type("hint") == ["There is no coach for this game yet."]
    assert desk.type("rack")[0].startswith("Your rack: ")
    desk.play_on(Random(1))
    assert "The game is over." in desk.said
    assert any(line.startswith("You drew ") for line in desk.said)
    others = [line for line in desk.said if re.match(r"Player .* (drew|stole) ", line)]
    assert others
    # The thief's piece is known to the victim alone, so it is told only where we were robbed.
    robbed = desk.session.table
    known = {
        number
        for number, (_actor, token) in enumerate(robbed.entries)
        if token.startswith("steal:") and robbed.states[number].victim == 0
    }
    told = [line for line in others if not line.endswith("?.")]
    assert len(told) == len(known)


def test_people_at_one_keyboard_do_not_see_each_others_racks() -> None:
    desk = Desk(session(HUMAN, HUMAN))
    assert desk.said[-1] == "Pass the keyboard to Orange, who presses Enter."
    assert not any(re.search(r"drew \d", line) for line in desk.said)
    for question in ("legal", "rack"):
        assert not re.search(r"\d", " ".join(desk.type(question)).replace("Orange", ""))
    rack = desk.type("")[0]
    assert rack.startswith("Orange, your turn: your rack is ")
    state: State = desk.session.observation(0)
    listed = re.findall(r"lay:(\d+)", " ".join(desk.type("legal")))
    assert {*map(int, listed)} == {*state.racks[0]}
    assert desk.type("take")[-1] == "Pass the keyboard to Sky, who presses Enter."
    desk.play_on(Random(2))
    assert desk.session.is_over


def test_a_move_can_be_undone_only_until_it_has_passed_the_turn_on() -> None:
    game = session(HUMAN, HUMAN)
    list(game.advance())
    game.play("rain")
    assert game.waits_for == 1
    assert game.undo(0).token == "undo"
    state: State = game.observation(0)
    game.play(f"lay:{state.racks[0][0]}")
    assert game.waits_for == 1
    with pytest.raises(IllegalMove):
        game.undo(0)


def test_a_game_is_saved_killed_listed_and_continued(tmp_path: Path) -> None:
    played = session(HUMAN, "dull", HUMAN)
    path = saves.start(played, tmp_path).path
    assert path is not None
    desk = Desk(played)
    desk.play_on(Random(3), 9)
    with path.open("ab") as file:  # the power goes while a line is written
        file.write(b"  99 1      la")
    (found,) = unfinished(tmp_path)
    assert found.problem is None
    assert (found.game, found.options["copies"]) == (KEY, 4)
    assert (found.turn, found.seat) == Turns().at_end_of(played.table)
    assert found.turn == Chronicle(played.table, EVERYTHING).last_turn > 3
    assert kit.find(found.game).words.options(found.options) == "4 of each"
    played.journal = None
    copy = tmp_path / "copy.kbg"
    copy.write_bytes(path.read_bytes())
    again, save = saves.resume(copy)
    assert again.table.entries == played.table.entries
    Desk(again).play_on(Random(4))
    save.close()
    record, table = saves.read(copy)
    assert record.winners == table.game.winners(table.state)
    assert summary(copy).winners == record.winners
    assert verify_record(record, table) == table.dealt


def test_the_winner_is_who_the_game_says_and_not_the_highest_total(tmp_path: Path) -> None:
    for number in range(300):
        played = session("keen", "dull", seed=str(number))
        list(played.advance())
        totals = played.game.totals(played.table.state)
        if totals[0] == totals[1] and len(played.record().winners or ()) == 1:
            break
    path = tmp_path / "tie.kbg"
    path.write_text(format_record(played.record()), "utf-8")
    assert summary(path).winners == played.record().winners
    contest = Contest(("keen", "dull"), 2, 2, KEY, seed="arena")
    for match in schedule(contest):
        result = play_match(contest, match)
        assert [point > 0 for point in result.points] == [s in result.winners for s in (0, 1)]


def test_a_replay_and_its_files_keep_what_the_chair_may_not_see() -> None:
    game = session(HUMAN, "dull")
    Desk(game).play_on(Random(5), 6)
    replay = Replay(game.table, game.names, views=[0])
    while not replay.is_at_end:
        state: State = replay.state
        assert state == game.game.observe(game.table.states[replay.at], 0)
        replay.step(1)
    found = [event.what for event in replay.chronicle.events if event.kind == "drew"]
    assert "?" in found
    assert len(set(found)) > 1
    source = Source.of(game, 0)
    assert forms(source) == FORMS[:1] == (RECORD,)
    _record, table = read_record(RECORD.make(source, 0))
    seen: State = game.observation(0)
    assert table.state.racks == seen.racks
    assert [*table.entries] == game.table.masked(0)


# ---- as a program ---------------------------------------------------------------------------


def kb(home: Path, *words: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", racks.HOME, *words],
        cwd=ROOT,
        env={"KB_HOME": str(home), "PATH": "", "LANG": "C.UTF-8"},
        input=typed,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_commands_take_the_name_of_the_game(tmp_path: Path) -> None:
    new = ("--line", "new", "--game", KEY, "--players", "3", "--level", "keen")
    said = kb(tmp_path, *new, "--seed", "toy", typed="take\nhelp\nquit\n")
    assert said.startswith("Racks, 3 players, seed toy.\nThere are 4 of each piece.\n")
    assert "You: take" in said
    assert "rack     say what is on your rack" in said
    assert "turn 2" in kb(tmp_path, "saves") or "turn 4" in kb(tmp_path, "saves")
    assert "Your turn: your rack is" in kb(tmp_path, "--line", "continue", typed="quit\n")
    record = tmp_path / "demo.kbg"
    said = kb(tmp_path, "demo", "--game", KEY, "--record", str(record))
    assert re.search(r"wins\.|share the victory\.", said)
    assert "Fair" in kb(tmp_path, "verify", str(record))
    out = tmp_path / "arena.json"
    arena = ("arena", "--game", KEY, "--games", "4", "--jobs", "2", "--json", str(out))
    assert "points" in kb(tmp_path, *arena)
    told = json.loads(out.read_text("utf-8"))
    assert (told["contest"]["game"], told["contest"]["bots"]) == (KEY, ["keen", "dull"])
    assert told["is_complete"]


# ---- on a relay -----------------------------------------------------------------------------


def test_a_room_is_hosted_joined_watched_and_verified_with_nothing_leaked(tmp_path: Path) -> None:
    asyncio.run(_online(tmp_path))


async def _online(folder: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, folder, TERMS, KEY)
        code = ann.guest.client.code
        bob = await join(address, folder, code)
        await bob.hears("There are 3 of each piece.")
        will = watch(address, folder, code)
        await will.hears("Watching")
        ann.type("bot 3 greedy")  # a level of another game
        await ann.hears("The levels are dull, keen.")
        ann.type("bot 3 keen")
        await ann.hears("A bot takes seat 3")
        bob.type("ready")
        await ann.hears("Everyone is here")
        ann.type("start")
        await ann.hears("Your turn: your rack is")
        (place,) = saved_rooms.summaries(folder / "Ann")
        assert (place.game, place.options["copies"]) == (KEY, 3)
        people = [ann, bob, will]
        await play_on(people, Random(6))
        await ann.hears("dealt fairly")
        _nothing_is_leaked(ann, 0)
        _nothing_is_leaked(bob, 1)
        _nothing_is_leaked(will, None)
        files = [*(folder / "games").glob("*.kbg")]
        record, table = read_record(files[0].read_text("utf-8"))
        assert record.game == KEY
        assert record.winners == table.game.winners(table.state)
        for person in people:
            await person.go()


def test_who_is_asked_off_turn_hears_how_long_others_wait(tmp_path: Path) -> None:
    asyncio.run(_rain(tmp_path))


async def _rain(folder: Path) -> None:
    async with relay_at() as address:
        ann = await host(
            address, folder, TERMS._replace(options='{"players":2}', off_turn=600), KEY
        )
        bob = await join(address, folder, ann.guest.client.code)
        await bob.hears("Type ready")
        bob.type("ready")
        await ann.hears("Everyone is here")
        ann.type("start")
        await ann.hears("Your turn")
        ann.type("rain")
        await bob.hears("Without an answer, a bot decides for you after 10 min.")
        assert not ann.has("Without an answer")
        for person in (ann, bob):
            await person.go()


def _nothing_is_leaked(person: Person, seat: int | None) -> None:
    told = [line for line in person.said if re.search(r" drew ", line)]
    assert told
    for line in told:
        assert line.startswith("You ") or line.endswith("drew ?."), line
    if seat is None:
        assert not any("your rack" in line for line in person.said)
        assert not any(re.search(r"stole \d", line) for line in person.said)
