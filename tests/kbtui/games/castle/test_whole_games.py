"""Whole games of Castle Builder on the screen, with only keys and with only a mouse."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.castle.moves import BUILDS, Action, Move, format_move
from engine.castle.pieces.cells import Cell
from engine.castle.pieces.tiles import Bag
from engine.contract import Seat
from kbtui.games.castle.board.marks import place_of
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.play.stance import Step
from kbtui.play.start import NewGame
from tests.kbtui.games.castle.castle_people import new_castle
from tests.kbtui.piloting import Hand, opened

pytestmark = pytest.mark.slow

_OFTEN = 15  # decisions


class Player:
    """Makes legal moves at random; subclasses know how. All people at the keyboard are played."""

    def __init__(self, hand: Hand, seed: str) -> None:
        self.hand = hand
        self.random = Random(seed)
        self.seen: set[Action] = set()

    @property
    def play(self) -> Play:
        play = self.hand.game.hand
        assert isinstance(play, Play)
        return play

    async def finish(self) -> None:
        for count in range(600):
            if self.play.session.is_over:
                break
            if self.play.hands_over_to is not None:
                await self.command("choose")
                continue
            await self.act()
            if count % _OFTEN == 0:
                self.hand.check()
        self.hand.check()
        assert self.play.session.is_over

    async def act(self) -> None:
        moves = [*self.play.choices.moves]
        builds = [move for move in moves if move[0] in BUILDS and move[2] > 7]
        move = self.random.choice(builds or moves)
        before = len(self.play.session.table.entries)
        self.seen.add(move[0])
        await self.make(move)
        token = self.play.session.table.entries[before].token
        assert token == format_move(move), (token, format_move(move), self.play.error)

    async def make(self, move: Move) -> None:
        action, what, cell, bag = move
        if action is Action.DRAW:
            await self.command("draw")
            await self.command("choose")
        elif action in BUILDS:
            slots = (s for s in self.play.slots if (s.source, s.face) == (action, what))
            await self.command(next(slots).key)
            await self.choose(self.play.shown, cell)
            if bag:
                await self.give_up(bag)
        elif action is Action.DROP:
            await self.give_up(bag)
        elif action in (Action.COLLAPSE, Action.CATAPULT):
            await self.choose(what if action is Action.CATAPULT else self.play.shown, cell)
        else:
            wanted = self.play.choices.picks.index(what) if self.play.step is Step.TAKE else what
            await self.take([*self.play.options].index(wanted))

    async def give_up(self, bag: Bag) -> None:
        play = self.play
        wanted: list[int] = []
        rest = Counter(bag)
        for index in play.options:
            face = play.rack[index].face
            if rest[face]:
                rest[face] -= 1
                wanted.append(index)
        assert play.due == len(wanted)
        for index in play.options:
            if (index in play.marked) != (index in wanted) and (play.due > 1 or index in wanted):
                await self.command(play.rack[index].key)
        for index in wanted:
            if index not in play.marked:
                await self.command(play.rack[index].key)
        await self.command("choose")

    async def command(self, name: str) -> None:
        raise NotImplementedError

    async def choose(self, seat: Seat, cell: Cell) -> None:
        raise NotImplementedError

    async def take(self, at: int) -> None:
        raise NotImplementedError


class ByKeys(Player):
    async def command(self, name: str) -> None:
        await self.hand.press(self.hand.app.keys.of[name][0])

    async def choose(self, seat: Seat, cell: Cell) -> None:
        for _ in range(60):
            if (self.play.shown, self.play.cursor.cell) == (seat, cell):
                break
            await self.hand.press("tab")
        await self.hand.press("enter")

    async def take(self, at: int) -> None:
        if self.random.random() < 0.5:
            while self.play.at != at:
                await self.hand.press("right")
        else:
            await self.command(self.play.row_keys[at])
        await self.hand.press("enter")


class ByMouse(Player):
    async def command(self, name: str) -> None:
        await self.hand.click_act(name)

    async def choose(self, seat: Seat, cell: Cell) -> None:
        if self.play.shown != seat:
            await self.hand.click_act(f"castle-{seat}")
        place = place_of(seat, cell)
        for _ in range(2):
            x, y = self.hand.game.board.spot(place)
            box = self.hand.game.board.box
            await self.hand.click(x + box.x, y + box.y)

    async def take(self, at: int) -> None:
        if self.play.step is Step.TAKE:
            await self.hand.click_act(self.play.row_keys[at])
            await self.hand.click_act("choose")
        else:
            await self.hand.click_act(f"pick-{at}")
            await self.hand.click_act(f"pick-{at}")


GAMES = [
    (ByKeys, (80, 24), new_castle("heath", "random", "random")),
    (ByKeys, (120, 40), new_castle("fjord", people=2, royal=True)),
    (ByMouse, (80, 24), new_castle("moor", "random", royal=True)),
    (ByMouse, (200, 60), new_castle("fen", "random", "random", peace=True)),
    (ByMouse, (100, 34), new_castle("glen", "random", people=2, pay="any")),
]


@pytest.mark.parametrize(("hands", "size", "game"), GAMES)
async def test_a_game_is_played_to_its_end(
    hands: type[Player], size: tuple[int, int], game: NewGame
) -> None:
    async with opened(game, size) as hand:
        player = hands(hand, "heath")
        await player.finish()
        assert {Action.BUILD, Action.MARKET, Action.COIN, Action.DRAW} <= player.seen
        assert "The game is over" in hand.text
