"""Players of whole games: they choose legal moves at random, with only keys or only a mouse."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.kingdom.ground.hexes import Hex, hexes
from engine.kingdom.ground.moves import Action
from engine.kingdom.state import OPEN, Phase
from kbtui.games.kingdom.play.hand import Play
from kbtui.screens.base import KbScreen
from kbtui.screens.countscreen import CountScreen, ScoreScreen
from tests.kbtui.piloting import Hand

_OFTEN = 20  # decisions
_REACH = 3  # presses of Tab that a player of keys spends on a hex


class Player:
    """Decides what to do; subclasses know how. All people at the keyboard are played."""

    def __init__(self, hand: Hand, seed: str) -> None:
        self.hand = hand
        self.random = Random(seed)
        self.seen: set[str] = set()  # what has happened in the game, for tests that need it

    async def command(self, name: str) -> None:
        raise NotImplementedError

    async def choose(self, hex_: Hex) -> None:
        """Build, move or pick on the hex."""
        raise NotImplementedError

    def reachable(self, wanted: list[Hex]) -> list[Hex]:
        """Hexes that can be chosen without a long way."""
        return wanted

    @property
    def play(self) -> Play:
        return self.hand.play

    async def finish(self, sometimes: Callable[[], None] = lambda: None) -> None:
        """Play to the end of the game; now and then, and at the end, something is looked at."""
        count = 0
        while not self.play.session.is_over:
            await self.act()
            count += 1
            if count % _OFTEN == 0:
                sometimes()
        sometimes()

    async def count(self) -> None:
        """From the end of the game to the final score."""
        await self.command("choose")
        assert self._is_at(CountScreen)
        while self._is_at(CountScreen):
            await self.command("count-on")
        assert self._is_at(ScoreScreen)

    def _is_at(self, screen: type[KbScreen]) -> bool:
        return isinstance(self.hand.app.screen, screen)

    async def act(self) -> None:
        """One decision of the player who has to act."""
        play = self.play
        if play.hands_over_to is not None:
            self.seen.add("passed on")
            await self.command("choose")
        elif play.is_asking:
            self.seen.add("asked")
            await self.command("back" if self.random.random() < 0.1 else "end")
        elif play.state.phase is Phase.CHOOSE:
            await self.choose_card()
        else:
            await self._turn()

    async def choose_card(self) -> None:
        self.seen.add("two cards")
        await self.command(f"tile-{self.random.randrange(len(self.play.choices.cards)) + 1}")

    async def _turn(self) -> None:
        play = self.play
        is_open = play.tile is None and play.state.terrain == OPEN and play.unbuilt > 0
        if play.state.reactions:
            self.seen.add("reaction")
        elif is_open:
            self.seen.add("double card")
            if self.random.random() < 0.3:
                await self.command(self.random.choice(["half-left", "half-right"]))
        wanted = self.reachable(hexes(play.wanted))
        ready = [n for n, tile in enumerate(play.tiles, 1) if tile.action in play.choices.actions]
        options: list[str] = ["hex"] * bool(wanted) * 4
        if not play.state.reactions and play.tile is None:
            options += [f"tile-{n}" for n in ready]
        if {Action.END, Action.PASS} & play.choices.actions:
            options += ["end"]
        if play.can_undo and self.random.random() < 0.05:
            options = ["undo", "undo-turn"]
        if play.tile is not None and not play.state.reactions and self.random.random() < 0.1:
            options = ["back"]
        await self._do(self.random.choice(options), wanted)

    async def _do(self, what: str, wanted: list[Hex]) -> None:
        self.seen.add(what)
        play, entries = self.play, len(self.play.session.table.entries)
        if what != "hex":
            await self.command(what)
            assert play.error is None, (what, play.error)
            return
        hex_ = self.random.choice(wanted)
        is_path = play.is_picking
        await self.choose(hex_)
        assert play.error is None, (hex_, play.error)
        has_acted = len(play.session.table.entries) > entries
        assert has_acted or (is_path and play.origin == hex_), f"nothing was done on {hex_}"


class ByKeys(Player):
    async def command(self, name: str) -> None:
        await self.hand.press(self.hand.app.keys.of[name][0])

    def reachable(self, wanted: list[Hex]) -> list[Hex]:
        at = self.play.cursor.hex
        after = [hex_ for hex_ in wanted if hex_ > at]
        before = [hex_ for hex_ in wanted if hex_ <= at]
        around = after + before
        return [*around[:_REACH], *around[-_REACH:]]

    async def choose(self, hex_: Hex) -> None:
        around = self.reachable(hexes(self.play.wanted))
        key = "tab" if hex_ in around[:_REACH] else "shift+tab"
        for _ in range(_REACH):
            if self.play.cursor.hex != hex_:
                await self.hand.press(key)
        assert self.play.cursor.hex == hex_
        await self.hand.press(self.random.choice(["enter", "space"]))


class ByMouse(Player):
    async def command(self, name: str) -> None:
        await self.hand.click_act(name)

    async def choose_card(self) -> None:
        self.seen.add("two cards")
        await self.command("choose")

    async def choose(self, hex_: Hex) -> None:
        """The first click points, also where the cursor happens to stand; the second chooses."""
        before = len(self.play.session.table.entries)
        await self.hand.click_hex(hex_)
        assert self.play.cursor.hex == hex_
        assert len(self.play.session.table.entries) == before
        await self.hand.click_hex(hex_)
