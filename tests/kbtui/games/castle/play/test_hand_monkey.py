"""Random keys and clicks through whole games: nothing breaks, and every mark stays true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from engine.castle.moves import BUILDS
from engine.castle.rules.actions import is_legal, legal
from engine.castle.state import Phase
from engine.errors import EngineError
from kbtui.games.castle.board.marks import Pointed, place_of
from kbtui.games.castle.play import hints, pointing, prompts
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.play.stance import Step
from kbtui.games.castle.play.steering import STEPS
from kbtui.games.castle.play.typed import Typed
from kbtui.paint.glyphs import ASCII, UNICODE
from kbtui.play.session import HUMAN
from tests.kbtui.games.castle.castle_people import castle
from tests.kbtui.playing import BOT, view_of

pytestmark = pytest.mark.slow

COMMANDS = (
    *("choose", "next", "previous", "undo", "undo-turn", "redo", "end", "back", "draw"),
    *("half-left", "half-right", "goal", "seams", "last", "piece-next", "piece-previous"),
    *(f"tile-{n}" for n in range(10)),
    *(f"castle-{n}" for n in range(5)),
    *(f"pick-{n}" for n in range(4)),
    *STEPS,
)
TYPED = ("legal", "coins", "why 3@e2", "gain 1@e2", "about hall2", "go c2", "1@b1", "x", "a b")
GAMES: Mapping[str, tuple[tuple[str, ...], Mapping[str, Any]]] = {
    "two": ((HUMAN, BOT), {}),
    "hot seat with royals": ((HUMAN, HUMAN), {"royal": True}),
    "four in peace": ((BOT, HUMAN, HUMAN, BOT), {"peace": True, "coins": 7}),
    "three pay any": ((HUMAN, BOT, HUMAN), {"pay": "any"}),
}


class Monkey:
    """Presses keys and clicks; fond of what gets on."""

    def __init__(self, play: Play, seed: str) -> None:
        self.play = play
        self.random = Random(seed)
        self.typed = Typed(play, lambda text: None)

    def press(self) -> None:
        chance = self.random.random()
        play = self.play
        if chance < 0.35:
            assert play.do(self.random.choice(COMMANDS))
        elif chance < 0.55 and play.places:
            cell = self.random.choice(play.places)
            play.point(place_of(play.shown, cell))
            play.point(place_of(play.shown, cell))
        elif chance < 0.6:
            play.roll(self.random.choice((-1, 1)))
        elif chance < 0.65:
            self._type()
        else:
            play.do(self.random.choice(("choose", "choose", "next", "tile-1", "tile-8", "draw")))

    def _type(self) -> None:
        try:
            self.typed.hear(self.random.choice(TYPED))
        except EngineError:
            return


def check(play: Play, random: Random) -> None:
    """What has to be true after any command."""
    session, state, marks = play.session, play.state, play.marks
    looker = play.seat if play.is_asked or len(session.people) == 1 else None
    assert state == session.observation(looker)
    assert isinstance(marks.own, Pointed)
    assert marks.own.seat == play.shown < state.setup.players
    if not play.is_asked:
        assert (play.wanted, play.slot, play.site, play.marked) == (0, None, None, ())
        assert play.step is Step.NOTHING
        return
    assert state.actor == play.seat
    assert len(play.marked) <= max(play.due, 0)
    assert play.site is None or play.slot is not None
    if state.phase is Phase.TURN and play.is_at_home and not play.is_paying:
        check_cells(play)
    for option in play.options:
        assert option in range(256)


def check_cells(play: Play) -> None:
    """Lit are the cells where the rules let the tile in hand be built, or any tile."""
    chosen = play.slot
    wanted = {
        cell
        for action, face, cell, _paid in legal(play.state)
        if action in BUILDS and (chosen is None or (action, face) == (chosen.source, chosen.face))
    }
    assert {*play.gains} == (wanted if play.site is None else {play.site})
    for cell in play.gains:
        move = play.move_at(cell)
        assert move is not None
        assert is_legal(play.state, move)
        assert play.why_not(cell) is None


def check_texts(play: Play, random: Random) -> None:
    """Everything that is said can be said."""
    view = view_of(play, random.choice((UNICODE, ASCII)))
    assert len(prompts.prompt(play, view)) > 1
    assert prompts.prompt(play, view, short=True, seconds=3)
    assert len(hints.hints(play, view)) > 1
    assert all(hints.title(play, view))
    assert pointing.place(play, view)
    assert Typed(play, print).about(play.place)


def others(play: Play) -> Iterator[None]:
    while (token := play.session.think()) is not None:
        play.session.follow(token)
        play.refresh()
        yield


@pytest.mark.parametrize("name", GAMES)
def test_keys_at_random_never_break_a_game(name: str) -> None:
    players, options = GAMES[name]
    session = castle(players, seed=name, **options)
    play = Play(session)
    monkey, random = Monkey(play, name), Random(name)
    for count in range(9000):
        is_new = not count
        for _ in others(play):
            check(play, random)
            is_new = True
        if is_new:
            play.settle_in()
        if session.is_over:
            break
        before = len(session.table.entries)
        monkey.press()
        check(play, random)
        if count % 20 == 0:
            check_texts(play, random)
        fresh = session.table.entries[before:]
        assert all(entry.actor in session.people for entry in fresh)
    assert session.is_over, "the monkey got nowhere"
