"""Every game through every layer, by its kit alone: in lines, on disk, replayed, as commands, on a
relay. What is particular about a game is tested in its own folder."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from random import Random

import pytest

from engine.contract import Viewer
from engine.record import read_record, verify_record
from engine.table import Table
from kbtui.disk import places
from kbtui.games.kit import find, keys
from kbtui.linemode.replay import replay
from kbtui.play import saves
from kbtui.play.saved_games import Turns, summary, unfinished
from kbtui.play.session import HUMAN, Session
from kbtui.play.start import Menu, Resume
from kbtui.screens.beside.firstgame import FirstGame
from kbtui.screens.beside.tutorial import Lessons
from kbtui.screens.countscreen import ScoreScreen
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.menu import MenuScreen
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.screens.stack import menu_of
from kbtui.story.chronicle import EVERYTHING, Chronicle
from kbtui.story.exports import RECORD, Source
from kbtui.story.replay import Replay
from kbtui.text.levels import chosen_from
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.desks import Desk
from tests.kbtui.linemode.people import Person, host, join, play_on, watch
from tests.kbtui.online.rooms import relay_at
from tests.kbtui.piloting import Hand, beside, opened
from tests.kbtui.running import kb

pytestmark = pytest.mark.parametrize("key", keys())


def session(key: str, *players: str, seed: str = "every") -> Session:
    return Session(key, {"players": len(players), "seed": seed}, players)


def masked(table: Table, viewer: Viewer) -> Table:
    """The same game as this chair folds it from its own log."""
    copy = Table(table.game, table.states[0])
    copy.extend(table.masked(viewer))
    return copy


def test_the_first_game_is_against_the_weakest_bot_that_is_offered(key: str) -> None:
    forms = find(key).forms
    assert forms is not None
    players = forms.first_game("Ada").players
    assert players[0] == HUMAN
    assert {*players[1:]} == {chosen_from(find(key).game.levels)[0]} == {"novice"}


def test_a_person_plays_a_whole_game_in_lines(key: str) -> None:
    desk = Desk(session(key, HUMAN, "greedy", "novice"))
    for command in ("help", "board", "legend", "scores", *find(key).plain.questions):
        assert desk.type(command), command
    desk.play_on(Random(1))
    assert "The game is over." in desk.said
    assert re.search(r"(win|wins|share the victory)\.$", desk.said[-1])


@pytest.mark.slow
def test_what_is_told_is_what_the_chair_may_know(key: str) -> None:
    """The story of a table and of the log of a chair are the same, word by word."""
    played = session(key, "random", "greedy", "random")
    list(played.advance())
    part = Table(played.game, played.table.states[0])
    part.extend(played.table.entries[:-1])  # a game that is over may be read by all
    story, names = find(key).story, ["Ann", "Bob", "Cleo"]
    for viewer in (0, 1, 2, None):
        seen, folded = Chronicle(part, viewer), Chronicle(masked(part, viewer), viewer)
        told = [story.told(event, names, viewer) for event in seen.events]
        assert told == [story.told(event, names, viewer) for event in folded.events]
        assert all(text and "{" not in text for text in told)


@pytest.mark.parametrize("people", [1, 2])
def test_the_log_of_a_screen_tells_no_more_than_its_people_may_know(key: str, people: int) -> None:
    players = [HUMAN] * people + ["greedy"] * (3 - people)
    played = session(key, *players)
    for number in range(10):
        list(played.advance())
        assert played.waits_for is not None
        legal = played.game.legal(played.observation(played.waits_for))
        played.play(played.game.format(legal[number % len(legal)]))
    viewer = 0 if people == 1 else None
    log = GameScreen(played).chronicle
    assert log.events == Chronicle(masked(played.table, viewer), viewer).events


def test_people_at_one_keyboard_play_a_whole_game(key: str) -> None:
    desk = Desk(session(key, HUMAN, HUMAN))
    desk.play_on(Random(2))
    assert "The game is over." in desk.said
    assert not any(line.startswith("Unknown command") for line in desk.said)


def test_a_game_is_saved_killed_listed_and_continued(key: str, tmp_path: Path) -> None:
    played = session(key, HUMAN, "greedy", HUMAN)
    path = saves.start(played, tmp_path).path
    assert path is not None
    Desk(played).play_on(Random(3), 9)
    with path.open("ab") as file:  # the power goes while a line is written
        file.write(b"  99 1      la")
    (found,) = unfinished(tmp_path)
    assert found.problem is None
    assert found.game == key
    assert find(key).words.options(found.options)
    assert (found.turn, found.seat) == Turns().at_end_of(played.table)
    played.journal = None
    copy = tmp_path / "copy.kbg"
    copy.write_bytes(path.read_bytes())
    again, save = saves.resume(copy)
    assert again.table.entries == played.table.entries
    Desk(again).play_on(Random(4))
    save.close()
    record, table = saves.read(copy)
    assert record.winners == table.game.winners(table.state) == summary(copy).winners
    assert verify_record(record, table) == table.dealt


def test_a_replay_and_a_record_keep_what_the_chair_may_not_see(key: str) -> None:
    game = session(key, HUMAN, "greedy")
    Desk(game).play_on(Random(5), 6)
    replay = Replay(game.table, game.names, views=[0])
    while not replay.is_at_end:
        assert replay.state == game.game.observe(game.table.states[replay.at], 0)
        replay.step(1)
    _record, table = read_record(RECORD.make(Source.of(game, 0), 0))
    assert [*table.entries] == game.table.masked(0)


def test_a_replay_in_lines_tells_every_turn_and_who_has_won(key: str) -> None:
    played = session(key, "greedy", "novice")
    list(played.advance())
    lines = [*replay(played.record(), played.table)]
    turns = [line for line in lines if line.startswith("Turn ")]
    story = Chronicle(played.table, EVERYTHING)
    assert turns == [f"Turn {turn.number}: {played.names[turn.seat]}" for turn in story.turns]
    assert "The game is not finished." not in lines
    assert re.search(r"(wins|share the victory)\.$", lines[-1])
    part = [*replay(played.record(), played.table, 25)]
    assert part[: len(part) // 3] == lines[: len(part) // 3]
    assert part[-1] == "The game is not finished."


def test_a_replay_in_lines_of_a_game_that_goes_on_tells_what_the_person_may_see(key: str) -> None:
    """The lines of a table and of the log of the person's chair are the same."""
    played = session(key, HUMAN, "greedy")
    desk = Desk(played)
    desk.play_on(Random(1))
    part = Table(played.game, played.table.states[0])
    part.extend(played.table.entries[:-1])
    record = played.record()._replace(entries=tuple(part.entries), result=None, winners=None)
    seen = masked(part, 0)
    assert [*replay(record, part)] == [*replay(record, seen)]


# ---- on the full screen ----------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KB_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.slow
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("size", [(80, 24), (200, 60)], ids=str)
async def test_the_menu_leads_into_the_game_and_back(key: str, size: tuple[int, int]) -> None:
    async with opened(Menu(key), size) as hand:
        for _time in range(3):
            for letter, seen in (("n", "New game"), ("u", "Rules"), ("p", "your turn")):
                await hand.press(letter)
                assert seen in hand.text, (letter, hand.text)
                while not isinstance(hand.app.screen, MenuScreen):
                    await hand.press("escape")
        await hand.press("f")
        assert beside(hand, FirstGame).tips.is_on
        assert session_of(hand).game.key == key
        while not isinstance(hand.app.screen, MenuScreen):
            await hand.press("escape")
        await hand.press("t")
        assert beside(hand, Lessons).course.total > 10
        await hand.press("escape")
        assert isinstance(hand.app.screen, MenuScreen)
        await hand.press("n", "ctrl+s")
        assert session_of(hand).game.key == key


@pytest.mark.slow
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_after_a_game_there_is_an_end_a_replay_a_file_and_another_game(
    key: str, size: tuple[int, int]
) -> None:
    played = session(key, HUMAN, "novice")
    save = saves.start(played, places.games_folder())
    Desk(played).play_on(Random(8), 30)
    save.close()
    assert save.path is not None
    async with opened(Resume(save.path), size) as hand:
        assert menu_key(hand) == key  # who leaves the game finds its menu
        rules, screen = session_of(hand).game, hand.game
        random = Random(9)
        while not screen.session.is_over:
            moves = rules.legal(screen.session.observation(0))
            screen.hand.make(rules.format(random.choice(moves)))
            screen.others.go_on()
            await hand.settle()
        await hand.press("enter")
        while not isinstance(hand.app.screen, ScoreScreen):
            await hand.press("enter")
        for _time in range(3):
            await hand.press("r")
            assert isinstance(hand.app.screen, ReplayScreen)
            await hand.press("escape")
            assert isinstance(hand.app.screen, ScoreScreen)
        await hand.press("x", "2")
        assert ".svg" in hand.text
        await hand.press("escape", "n")
        assert session_of(hand).game.key == key
        assert not session_of(hand).is_over


def menu_key(hand: Hand) -> str:
    menu = menu_of(hand.app)
    assert menu is not None
    return menu.game


def session_of(hand: Hand) -> Session:
    return hand.game.session


# ---- as a program ---------------------------------------------------------------------------


@pytest.mark.slow
def test_the_commands_take_the_name_of_the_game(key: str, tmp_path: Path) -> None:
    new = ("--line", "new", "--game", key, "--players", "3", "--seed", "words")
    done = kb(tmp_path, *new, typed=("1", "help", "quit"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{find(key).game.title}, 3 players, seed words.\n")
    assert "Your game is saved." in done.stdout
    assert "words" in kb(tmp_path, "saves").stdout
    assert "our turn: " in kb(tmp_path, "--line", "continue", typed=("quit",)).stdout
    record, out = tmp_path / "demo.kbg", tmp_path / "arena.json"
    said = kb(tmp_path, "demo", "--game", key, "--bots", "novice", "--record", str(record)).stdout
    assert re.search(r"wins\.|share the victory\.", said)
    assert "Fair" in kb(tmp_path, "verify", str(record)).stdout
    bots = ("--bots", "greedy,random", "--games", "2", "--json", str(out))
    assert find(key).words.score() in kb(tmp_path, "arena", "--game", key, *bots).stdout
    assert json.loads(out.read_text("utf-8"))["contest"]["game"] == key
    assert kb(tmp_path, "rules", "--game", key).stdout


# ---- on a relay -----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_room_is_hosted_joined_watched_and_verified(key: str, tmp_path: Path) -> None:
    asyncio.run(_online(key, tmp_path))


async def _online(key: str, folder: Path) -> None:
    async with relay_at() as address:
        terms = m.Terms('{"players":3}', False, True, 0, k.NO_CLOCK, 0)
        ann = await host(address, folder, terms, key)
        code = ann.guest.client.code
        bob = await join(address, folder, code)
        will = watch(address, folder, code)
        await will.hears("Watching")
        ann.type("bot 3 greedy")
        await ann.hears("A bot takes seat 3")
        bob.type("ready")
        await ann.hears("Everyone is here")
        ann.type("start")
        await ann.hears("Your turn: ")
        people = [ann, bob, will]
        await play_on(people, Random(6))
        await ann.hears("dealt fairly")
        (path, *_others) = (folder / "games").glob("*.kbg")
        record, table = read_record(path.read_text("utf-8"))
        assert record.game == key
        for person, viewer in zip(people, (0, 1, None), strict=True):
            _heard_no_more(person, table, viewer)
            await person.go()


def _heard_no_more(person: Person, table: Table, viewer: Viewer) -> None:
    """No entry as only another chair may see it."""
    own = {token for _actor, token in table.masked(viewer)}
    hidden = {token for _actor, token in table.entries} - own
    assert not [line for line in person.said if hidden & {*line.split()}]
