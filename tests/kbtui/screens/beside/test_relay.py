"""The game screen over a real relay: one player uses keys, the other is a guest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from engine.contract import DEALER
from engine.table import Entry, Table
from kbtui.disk import places
from kbtui.disk.settings import Settings
from kbtui.online.guest import Guest
from kbtui.online.online_table import OnlineTable
from kbtui.online.tickets import held
from kbtui.play.session import Session
from kbtui.play.start import Menu
from kbtui.screens.beside.relay import Relay, online_game
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.menu import MenuScreen
from kbtui.screens.online.waiting import WaitingScreen
from relay.client.connection import Phase
from relay.client.events import Got
from relay.protocol import messages as m
from tests.kbtui.online import rooms
from tests.kbtui.online.rooms import begun, drop, relay_at, returned, show, step, stop, until
from tests.kbtui.piloting import QUICK, Hand, beside, opened

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(places.HOME, str(tmp_path / "home"))
    return tmp_path / "home"


class Seen:
    """The screen of one guest, and the other guest behind the line."""

    def __init__(self, hand: Hand, guest: Guest, other: OnlineTable) -> None:
        self.hand = hand
        self.guest = guest
        self.other = other

    @property
    def screen(self) -> GameScreen:
        return self.hand.game

    @property
    def relay(self) -> Relay:
        return beside(self.hand, Relay)

    async def until(self, text: str) -> None:
        """Wait until the window says so."""
        end = asyncio.get_running_loop().time() + rooms.DEADLINE
        while text not in self.hand.text:
            assert asyncio.get_running_loop().time() < end, f"{text!r}:\n{self.hand.text}"
            await asyncio.sleep(0.01)
            await self.hand.settle()

    async def turn(self) -> None:
        """The person builds by keys, and ends the turn."""
        await self.until("your turn")
        while self.hand.play.unbuilt and self.hand.play.wanted:
            await self.hand.press("tab", "enter")
        await self.hand.end_turn()

    async def others_turn(self, random: Random) -> None:
        await until(lambda: is_asked(self.other))
        while self.other.session.waits_for is not None:
            step(self.other, random)

    async def others_turn_elsewhere(self, plan: Sequence[str]) -> None:
        """Without the hexes of that plan, at the other end of the board."""
        await until(lambda: is_asked(self.other))
        session = self.other.session
        while session.waits_for is not None:
            moves = map(session.game.format, session.game.legal(session.table.state))
            session.play([move for move in moves if move not in plan][-1])
            show(self.other)

    @property
    def is_level(self) -> bool:
        """Whether both have seen everything."""
        show(self.other)
        tables = (each.session.table for each in (self.screen, self.other))
        return len({len(table.entries) for table in tables}) == 1


@asynccontextmanager
async def seated(
    tmp_path: Path,
    settings: Settings = QUICK,
    size: tuple[int, int] = (80, 24),
    game: str = "kingdom",
) -> AsyncIterator[Seen]:
    async with relay_at() as address:
        async with opened(Menu(), size, settings) as hand:
            with hand.app._context():  # as when a screen opens the line: what comes is the app's
                ann, bob = await begun(address, tmp_path, "Ann", "Bob", game=game)
            await hand.app.push_screen(online_game(ann))
            await hand.settle()
            yield Seen(hand, ann, OnlineTable(bob))
        await stop(ann, bob)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_a_turn_here_and_a_turn_there(tmp_path: Path, size: tuple[int, int]) -> None:
    async with seated(tmp_path, size=size) as seen:
        await seen.until("your turn")
        assert seen.guest.client.code in seen.hand.lines[0]
        await seen.turn()
        await seen.until("Bob is thinking.")
        await seen.others_turn(Random(1))
        await seen.until("your turn")
        seen.hand.check()
        await until(lambda: seen.is_level)
        mine, theirs = (moves_of(each.session) for each in (seen.screen, seen.other))
        assert mine == theirs
        assert {entry.actor for entry in mine} == {0, 1}


async def test_the_title_bar_keeps_the_help_where_the_rest_has_no_room(tmp_path: Path) -> None:
    async with seated(tmp_path, size=(62, 22), game="castle") as seen:
        await seen.until("your turn")
        assert seen.guest.client.code in seen.hand.lines[0]
        assert "tiles" not in seen.hand.lines[0]
        await seen.hand.click_act("help")
        assert "write a chat message" in seen.hand.text
        seen.hand.check()


async def to_the_end(seen: Seen, random: Random) -> None:
    """Random moves of both."""
    while not seen.screen.session.is_over:
        show(seen.other)
        if seen.other.session.waits_for is not None:
            step(seen.other, random)
        elif seen.hand.play.is_asked:
            game = seen.screen.session.table.game
            move = random.choice(game.legal(seen.hand.play.state))
            seen.hand.play.play(game.format(move))
            seen.screen.after(0)
        await seen.hand.settle()


async def test_a_whole_game_is_counted_and_kept(tmp_path: Path, home: Path) -> None:
    async with seated(tmp_path) as seen:
        await to_the_end(seen, Random(2))
        await seen.until("were dealt fairly")
        (path,) = places.games_folder({places.HOME: str(home)}).iterdir()
        assert "secret: " in path.read_text()
        await seen.hand.press("enter")
        await seen.until("Counting the gold")
        await seen.hand.press("escape", "escape")
        assert isinstance(seen.hand.app.screen, MenuScreen)
    assert held(tmp_path / "Ann") == []


@pytest.mark.parametrize("size", [(62, 22), (80, 24), (100, 34), (120, 40)])
async def test_at_the_end_the_deal_was_fair_and_what_to_do_next_are_in_sight(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with seated(tmp_path, size=size) as seen:
        await to_the_end(seen, Random(2))
        await seen.until("were dealt fairly")
        assert "The game is over. Press Enter to count the gold." in seen.hand.text
        assert "The game is saved as online-" in seen.screen.spoken[-1].text
        seen.hand.check()


async def test_a_rematch_leads_to_the_next_room(tmp_path: Path) -> None:
    async with seated(tmp_path, size=(140, 45)) as seen:
        code = seen.guest.client.code
        await to_the_end(seen, Random(2))
        await seen.until("were dealt fairly")
        screen = seen.screen
        await seen.hand.press("enter", "end", "enter")
        seen.other.guest.request(m.Rematch(True))
        await seen.until("Bob wants a rematch.")  # beside the final score
        assert screen.spoken[-1].text == "Bob wants a rematch."
        await seen.hand.press("n")
        await until(lambda: seen.guest.client.code not in ("", code))
        await seen.hand.settle()
        assert isinstance(seen.hand.app.screen, WaitingScreen)
        assert seen.guest.seat == 1  # one seat lower, and seat 0 last
        assert next(place.code for _path, place in held(tmp_path / "Ann")) == seen.guest.client.code


async def test_people_talk(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        seen.other.guest.request(m.Say("hello there"))
        await seen.until("Bob: hello there")
        await seen.hand.press("t", *"hi", "enter")
        await until(
            lambda: [said.text for said in seen.other.guest.client.chat.values()][-1:] == ["hi"]
        )
        await seen.until("Ann: hi")


async def test_a_line_of_chat_is_as_long_as_a_relay_takes_it(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.hand.press("t", *"word " * 40)
        assert "Enter send" in seen.hand.text
        await seen.hand.press("enter")
        await until(lambda: any(len(s.text) == 199 for s in seen.guest.client.chat.values()))


async def test_chat_without_a_line_stays_until_it_can_be_sent(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.until(seen.guest.client.code)
        seen.guest.connection._turn(Phase.WAITING, None)
        await seen.hand.press("t", *"hi", "enter")
        assert "no connection to the relay" in seen.screen.answer
        assert seen.screen.editor.text == "hi"
        assert "not sent: no connection" in seen.hand.text
        seen.guest.connection._turn(Phase.UP, None)
        assert "to the players" in seen.hand.text
        await seen.hand.press("enter")
        await seen.until("Ann: hi")
        assert not seen.screen.editor.is_open


async def test_a_lost_line_is_told_and_comes_back(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.until(seen.guest.client.code)
        assert seen.guest._task is not None
        seen.guest.connection._turn(Phase.WAITING, None)
        assert "the connection broke off" in seen.hand.lines[0]
        seen.guest.connection._turn(Phase.UP, None)
        assert seen.guest.client.code in seen.hand.lines[0]


async def test_what_was_said_at_a_larger_table_is_shown(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        ann.client.chat[1] = m.Said(1, 3, "I have to go.", 0)
        async with opened(Menu(), (80, 24), QUICK) as hand:
            screen = online_game(ann)
            await hand.app.push_screen(screen)
            await hand.settle()
            assert screen.spoken[0].text == "?: I have to go."
        await stop(ann, bob)


async def test_who_is_about_to_leave_is_told_how_to_give_up(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.until(seen.guest.client.code)
        for _time in range(2):
            await seen.hand.press("escape")
            assert "type /resign" in seen.hand.text
            await seen.hand.press("left")
            assert "type /resign" not in seen.hand.text
        await seen.hand.press("slash", *"resign", "enter")
        assert not isinstance(seen.hand.app.screen, GameScreen)


async def test_without_a_line_nothing_is_said_into_the_void(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.until("your turn")
        seen.guest.connection._turn(Phase.WAITING, None)
        await seen.hand.press("t", "h", "i", "enter")
        await seen.until("not sent: no connection")
        await seen.hand.press("escape")
        await seen.until("There is no connection to the relay")
        seen.screen._hear("leave")
        seen.relay._again()
        assert isinstance(seen.hand.app.screen, GameScreen)
        assert not seen.relay.wants_more
        seen.guest.connection._turn(Phase.UP, None)


async def test_an_entry_that_changed_elsewhere_changes_here(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.until("your turn")
        client = seen.guest.client
        assert client.table is not None
        game, state = client.table.game, client.table.state
        first, other = [game.format(move) for move in game.legal(state)[:2]]
        seen.hand.play.play(first)
        await until(lambda: client.confirmed == 4)
        copy = Table(game, client.table.states[0])
        copy.extend(client.table.entries[:3])
        copy.append(0, other)
        log = m.Log(4, 4, b"\0", other, bytes.fromhex(copy.digest()))
        for event in client.receive(log):
            seen.guest._hear(event)
        assert any("Move 4 differs" in said.text for said in seen.screen.spoken)
        await until(lambda: seen.screen.session.table.entries[3:] == [Entry(0, other)])


async def test_a_game_that_differs_for_good_is_given_up(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.until("your turn")
        client = seen.guest.client
        client.take()
        for _ in range(2):
            for event in client.receive(m.Log(1, 1, b"\0", "x", bytes(8))):
                seen.guest._hear(event)
        await seen.until("The relay's game and yours are not the same.")


async def test_who_is_away_can_be_replaced_by_a_bot(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.turn()
        await drop(seen.other.guest)
        await seen.until("You can vote for a bot in ")
        assert "B votes" not in seen.hand.text
        seen.guest.gone_at[1] -= 60
        seen.relay._tick()
        await seen.until("Bob is away. Press B to vote for a bot")
        await seen.hand.press("B")
        await seen.until("once they have been away for a minute")


async def test_a_refused_move_is_rolled_back_with_its_reason(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.until("your turn")
        before = seen.screen.session.table.state
        seen.guest.connection.flush = lambda: None  # type: ignore[method-assign]
        seen.hand.play.play(_legal(seen))
        seen.guest.client.take()  # lost: the relay must not confirm it after all
        await seen.hand.settle()
        assert seen.screen.session.table.state != before
        refused = m.Refused("move", len(seen.screen.session.table.entries), "illegal-move", "No.")
        for event in seen.guest.client.receive(refused):
            seen.guest._hear(event)
        await seen.hand.settle()
        assert seen.screen.session.table.state == before
        await seen.until("Your move was undone: No.")


def moves_of(session: Session) -> list[Entry]:
    """Those of people: of the cards, each sees some."""
    return [entry for entry in session.table.entries if entry.actor != DEALER]


def is_asked(table: OnlineTable) -> bool:
    show(table)
    return table.session.waits_for is not None


def _legal(seen: Seen) -> str:
    game = seen.screen.session.table.game
    return game.format(game.legal(seen.hand.play.state)[0])


async def test_what_happened_while_away_is_played_back(tmp_path: Path) -> None:
    random = Random(3)
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        async with opened(Menu(), (140, 45)) as hand:
            await hand.app.push_screen(online_game(ann))
            await hand.settle()
            seen = Seen(hand, ann, OnlineTable(bob))
            await seen.turn()
            await hand.press("escape", "escape")
            assert isinstance(hand.app.screen, MenuScreen)
            await seen.others_turn(random)
            again = returned(address, "Ann", tmp_path)
            await until(lambda: again.is_playing and again.client.confirmed == again.client.last)
            await hand.app.push_screen(online_game(again))
            await hand.settle()
            await seen.until("you were away")
            await seen.until("your turn")
            assert seen.hand.play.marks.last.bit_count() == 3
        await stop(again, bob)


async def test_a_spectator_who_speaks_is_not_taken_for_a_player(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        seen.relay._happened(Got(m.Murmur(100, "Bob", "I resign.")))
        assert seen.screen.spoken[-1].text == "Bob (spectator): I resign."


async def test_a_watcher_sees_everything_public_and_can_do_nothing(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        will = rooms.watcher(address, "Will", ann.client.code)
        await until(lambda: will.is_playing and will.client.confirmed == will.client.last)
        async with opened(Menu()) as hand:
            await hand.app.push_screen(online_game(will))
            await hand.settle()
            table = OnlineTable(ann)
            show(table)
            step(table, Random(1))
            await until(lambda: will.client.confirmed == 4)
            await hand.settle()
            assert hand.tokens[-1] == table.session.table.entries[-1].token
            before = [*hand.tokens]
            await hand.press("tab", "enter", "e", "u", "B")
            assert hand.tokens == before
            await hand.press("v")
            await hand.press("escape")
        await stop(ann, bob, will)


async def test_the_bell_rings_and_the_hook_runs_when_it_is_our_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    settings = QUICK._replace(bell=True, on_turn=f'echo "$KB_ROOM" >> {out}')
    rung: list[int] = []
    async with seated(tmp_path, settings) as seen:
        monkeypatch.setattr(seen.hand.app, "bell", lambda: rung.append(1))
        await seen.turn()
        await seen.others_turn(Random(1))
        await until(lambda: rung)
        await seen.hand.settle()
        assert rung == [1]
        await until(lambda: out.exists() and out.read_text().count(seen.guest.client.code) == 2)


async def test_a_turn_is_planned_while_the_other_plays(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.turn()
        await until(lambda: is_asked(seen.other))
        await seen.hand.press("P")
        title = seen.hand.lines[0]
        assert title.split()[:6] == ["PLAN", "●1", "Ann", "your", "next", "turn"]
        assert "turn 1" not in title
        await seen.hand.press("tab", "enter", "tab", "enter", "e")
        first, _second = seen.relay.plan
        await seen.hand.press("P", "u", "e")
        assert [*seen.relay.plan] == [first]  # it is still there to be thought over
        await seen.hand.press("P", "tab", "enter", "e")
        plan = seen.relay.plan
        assert [*plan[:1], len(plan)] == [first, 2]
        before = len(seen.screen.session.table.entries)
        await seen.others_turn_elsewhere(plan)
        await seen.until("Your plan:")
        assert len(seen.screen.session.table.entries) > before
        await seen.hand.press("P")
        made = [e.token for e in seen.screen.session.table.entries if e.actor == 0][-2:]
        assert seen.hand.play.error is None
        assert tuple(made) == plan
        assert seen.relay.plan == ()


async def test_a_plan_is_played_as_far_as_it_can_be(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.until("your turn")
        move = _legal(seen)
        seen.relay._keep((move, move))
        await seen.hand.press("P")
        assert seen.hand.play.error is not None
        assert [entry.token for entry in moves_of(seen.screen.session)] == [move]


async def test_who_plans_can_chat_and_knows_how_to_keep_the_plan(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.hand.press("P")
        assert "You have no plan to play." in seen.hand.text
        await seen.turn()
        await until(lambda: is_asked(seen.other))
        await seen.hand.press("P", "tab", "enter")
        assert "e keep the plan" in seen.hand.lines[-1]
        assert "end turn" not in seen.hand.lines[-1]
        before = seen.hand.app.screen
        await seen.hand.press("t", "e", "n", "d", "enter")
        await until(lambda: [each.text for each in seen.guest.client.chat.values()] == ["end"])
        await seen.hand.settle()
        assert seen.hand.app.screen is before
        assert "Ann: end" in seen.hand.text
        await seen.hand.press("P")
        assert len(seen.relay.plan) == 1


async def test_a_plan_can_be_given_up(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.turn()
        await until(lambda: is_asked(seen.other))
        await seen.hand.press("P", "tab", "enter", "escape", "escape")
        assert seen.relay.plan == ()


async def test_who_plans_is_told_that_the_turn_has_come(tmp_path: Path) -> None:
    async with seated(tmp_path) as seen:
        await seen.turn()
        await until(lambda: is_asked(seen.other))
        screen = seen.screen
        await seen.hand.press("P", "tab", "enter")
        assert "Your turn has come" not in seen.hand.text
        while not screen.hand.is_asked:
            step(seen.other, Random(1))
            await seen.hand.settle()
        await seen.until("It is your turn. Press e to use the plan.")
        assert seen.guest.client.code in seen.hand.lines[0]
        await seen.hand.press("e")
        await seen.until("Your plan:")


async def test_a_watcher_goes_along_to_the_next_game(tmp_path: Path) -> None:
    async with relay_at() as address:
        guests = await begun(address, tmp_path, "Ann", "Bob")
        code = guests[0].client.code
        await rooms.play([OnlineTable(guest) for guest in guests], Random(2))
        async with opened(Menu(), (140, 45)) as hand:
            with hand.app._context():
                will = rooms.watcher(address, "Will", code)
            await until(lambda: will.is_verified)
            await hand.app.push_screen(online_game(will))
            await hand.settle()
            await hand.press("enter", "end", "enter", "n")
            assert "If they play a rematch, you will watch it too." in hand.text
            for guest in guests:
                await until(lambda guest=guest: guest.is_verified)  # type: ignore[misc]
                guest.request(m.Rematch(True))
            await until(lambda: will.client.code not in ("", code))
            await until(lambda: will.room is not None)
            await hand.settle()
            assert isinstance(hand.app.screen, WaitingScreen)
        await stop(*guests, will)
