"""A game that only tests know, on the full screen: it brings lines, and gets the rest from the kit.

It is played by keys and by mouse, alone, by two people at one keyboard and over a relay; watched,
replayed and counted. No window shows what its viewer may not see.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from engine import contract
from engine.contract import Viewer
from kbtui.games import kit
from kbtui.look.terminal import Terminal
from kbtui.online.online_table import OnlineTable
from kbtui.panels.movelist import MoveList
from kbtui.play import saves
from kbtui.play.session import HUMAN
from kbtui.play.start import Menu, NewGame, Replay
from kbtui.screens.base import KbScreen
from kbtui.screens.beside.relay import online_game
from kbtui.screens.countscreen import CountScreen, ScoreScreen
from kbtui.screens.menu import MenuScreen
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.text import i18n
from tests.engine.racks import KEY, UNKNOWN, State
from tests.kbtui import racks
from tests.kbtui.app_at_relay import says
from tests.kbtui.online import rooms
from tests.kbtui.online.rooms import begun, relay_at, stop, until
from tests.kbtui.piloting import BARE, NAMES, QUICK, TRUE, Hand, opened

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def plugged_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_HOME", str(tmp_path))
    monkeypatch.setitem(contract.HOMES, KEY, "tests.engine.racks")
    monkeypatch.setitem(kit.HOMES, KEY, racks.HOME)


def new_game(*players: str, seed: str = "toy", copies: int = 3) -> NewGame:
    options = {"players": len(players), "seed": seed, "copies": copies}
    return NewGame(KEY, options, players, NAMES[: len(players)])


def moves_of(hand: Hand) -> MoveList:
    found = hand.game.hand
    assert isinstance(found, MoveList)
    return found


def shows(hand: Hand, kind: type[KbScreen]) -> bool:
    return isinstance(hand.app.screen, kind)


async def play_on(hand: Hand, random: Random, moves: int = 99, *, by_mouse: bool = False) -> None:
    """Some moves of the people here, each checked; by the number of the move, or with clicks."""
    person = moves_of(hand)
    for _move in range(moves):
        if person.session.is_over:
            break
        if person.hands_over_to is not None:
            shows_no_more(hand, None)
            await hand.press("enter")
        shows_no_more(hand, person.seat)
        hand.check()
        place = random.randrange(len(person.moves))
        if by_mouse:
            (x, y), box = hand.game.board.spot(place), hand.game.board.box
            for _time in range(2):
                await hand.click(x + box.x, y + box.y)
        else:
            await hand.press(*["down"] * place, "enter")


def shows_no_more(hand: Hand, viewer: Viewer) -> None:
    """The window has no piece that this chair may not see."""
    text = hand.text
    table = hand.game.session.table
    seen: State = table.game.observe(table.state, viewer)
    for rack, held in zip(
        re.findall(r"Rack: ([\d? ]*\d|[\d? ]*\?|empty)", text), seen.racks, strict=False
    ):
        shown = ["?" if piece == UNKNOWN else str(piece) for piece in held]
        assert sorted(rack.split()) == sorted(shown or ["empty"]), text
    names = hand.game.session.names
    for name, piece in re.findall(r"(\w+) drew (\d+|\?)", text):
        assert piece == "?" or (viewer is not None and name == names[viewer]), text


@pytest.mark.parametrize(
    ("size", "by_mouse"),
    [((62, 22), False), ((80, 24), True), ((120, 40), False), ((200, 60), True)],
)
async def test_it_is_played_to_its_end_counted_and_replayed(
    size: tuple[int, int], by_mouse: bool
) -> None:
    async with opened(new_game(HUMAN, "keen", "dull"), size) as hand:
        assert "your turn" in hand.text
        assert "Laid by Ada: empty" in hand.text
        await play_on(hand, Random(f"{size}"), by_mouse=by_mouse)
        session = hand.game.session
        assert "The game is over" in hand.text
        for _time in range(2):
            await hand.press("v")
            assert shows(hand, ReplayScreen)
            await hand.press("home", "right", "right", "left", "escape")
        await hand.press("enter")
        assert shows(hand, CountScreen)
        while not shows(hand, ScoreScreen):
            await hand.press("enter")
        assert "coach" not in hand.text  # it has none, and no rules
        await hand.press("?")
        assert shows(hand, ScoreScreen)
        assert "rules" in hand.text
        for name, total in zip(
            session.names, session.game.totals(session.table.state), strict=True
        ):
            assert re.search(rf"{name}\D*\b{total}\b", hand.text), hand.text
        await hand.press("escape")
        assert shows(hand, MenuScreen)


async def test_it_is_chosen_in_the_menu_set_up_played_and_played_again() -> None:
    async with opened(Menu(), (120, 40)) as hand:
        menu = hand.app.screen
        assert isinstance(menu, MenuScreen)
        while menu.game != KEY:
            await hand.press("g")
        assert "Tutorial" not in hand.text
        assert "Rules" not in hand.text
        await hand.press("right", "?")
        assert "no rules to read" in hand.text
        await hand.press("n", "?")
        assert "no rules to read" in hand.text
        await hand.press("down", "down", "down", "right")
        assert "There are 3 of each piece." in hand.text
        await hand.press("ctrl+s")
        for start in (0, 1):
            session = hand.game.session
            state: State = session.table.states[0]
            assert (state.copies, state.start, session.players) == (3, start, (HUMAN, "keen"))
            await play_on(hand, Random(start))
            await hand.press("enter")
            while not shows(hand, ScoreScreen):
                await hand.press("enter")
            await hand.press("n")
        assert hand.game.session is not session
        await hand.press("escape", "escape", "n")
        assert "There are 3 of each piece." in hand.text, "as it was chosen before"


async def test_two_people_at_one_keyboard_do_not_see_each_others_racks() -> None:
    async with opened(new_game(HUMAN, HUMAN)) as hand:
        assert "Pass the keyboard to Ada" in hand.text
        assert not re.search(r"Rack: .*\d", hand.text)
        await play_on(hand, Random(2), 6)
        await hand.press("?")
        assert "is a piece that you do not know" in hand.text


async def test_moves_are_typed_questions_answered_and_what_is_wrong_is_told() -> None:
    async with opened(new_game(HUMAN, "keen")) as hand:
        before = len(hand.tokens)
        await hand.type("rack")
        assert "Your rack: " in hand.text
        await hand.type("legal")
        assert "take" in hand.text
        await hand.type("lay:99")
        assert len(hand.tokens) == before
        await hand.type("take")
        assert hand.tokens[before] == "take"
        await hand.press("u")
        assert len(hand.tokens) > before
        await hand.press("c")
        assert "no coach" in hand.text


async def test_a_loss_can_be_chosen_while_it_is_another_turn() -> None:
    """Rain: the bar says that one has to react."""
    async with opened(new_game(HUMAN, HUMAN)) as hand:
        await hand.press("enter")
        await hand.type("rain")
        await hand.press("enter")
        assert moves_of(hand).is_reacting
        assert all(move.startswith("lose:") for move in moves_of(hand).moves)


@pytest.mark.parametrize("language", ["fr", "nl", "de"])
@pytest.mark.parametrize("terminal", [TRUE, BARE], ids=["colors", "bare"])
async def test_it_fills_the_window_in_every_language(language: str, terminal: Terminal) -> None:
    settings = QUICK._replace(language=language)
    async with opened(new_game(HUMAN, "keen"), (62, 22), settings, terminal) as hand:
        for columns, rows in ((62, 22), (80, 24), (140, 45)):
            await hand.resize(columns, rows)
            for key in ("p", "L", "?", "escape", "escape"):
                hand.check()
                await hand.press(key)
    i18n.use("en")


async def test_a_saved_game_is_replayed_with_what_the_person_may_see(tmp_path: Path) -> None:
    async with opened(new_game(HUMAN, "keen")) as hand:
        await play_on(hand, Random(3), 4)
    (path,) = tmp_path.rglob("*.kbg")
    _record, table = saves.read(path)
    async with opened(Replay(path, None), (120, 40)) as hand:
        told = re.findall(r"(\w+) drew (\d+|\?)", hand.text)
        assert told
        assert all(piece == "?" or name == NAMES[0] for name, piece in told)
        assert table.to_act is not None


async def test_a_game_on_a_relay_is_played_and_watched(tmp_path: Path) -> None:
    async with relay_at() as address, opened(Menu(), (120, 40)) as hand:
        with hand.app._context():  # as when a screen opens the line: what comes is the app's
            ann, bob = await begun(address, tmp_path, "Ann", "Bob", game=KEY)
            will = rooms.watcher(address, "Will", ann.client.code)
        await until(lambda: will.is_playing and will.client.confirmed == will.client.last)
        await hand.app.push_screen(online_game(ann))
        await hand.settle()
        await says(hand, "your turn")
        other, watching, random = OnlineTable(bob), OnlineTable(will), Random("online")
        person = moves_of(hand)
        while not person.session.is_over:
            if person.is_asked:
                shows_no_more(hand, 0)
                await hand.press(*["down"] * random.randrange(len(person.moves)), "enter")
            else:
                rooms.step(other, random)
                await hand.answer()
            rooms.show(watching)
            seen: State = watching.session.observation(None)
            assert watching.session.is_over or {*sum(seen.racks, ())} <= {UNKNOWN}
        await says(hand, "The game is over")
        await says(hand, "were dealt")  # the report on fair dealing comes last
        hand.check()
        await stop(ann, bob)
        await hand.press("escape", "escape")
        with hand.app._context():
            await hand.app.push_screen(online_game(will))
        await hand.settle()
        assert "game over" in hand.text
        await stop(will)
