"""Random keys through whole games: nothing breaks, and every mark stays true."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from engine.errors import EngineError
from engine.kingdom.ground.hexes import ALL, BIT, BOARD, Hex, hexes
from engine.kingdom.ground.moves import END, NOWHERE, PASS, Action, Shape, shape
from engine.kingdom.ground.terrain import UNKNOWN
from engine.kingdom.rules.actions import is_legal, targets
from engine.kingdom.scores import gains, parts
from engine.kingdom.setup import parse_options
from engine.kingdom.state import Phase, actor, occupied
from kbtui.games.kingdom.panels import endturn, side
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.play.prompts import hex_line, hints, prompt, title
from kbtui.games.kingdom.play.steering import STEPS
from kbtui.games.kingdom.play.typed import Typed
from kbtui.paint.glyphs import ASCII, UNICODE
from kbtui.paint.runs import Line, length
from kbtui.play.session import HUMAN
from tests.kbtui.playing import BOT, kingdom, view_of
from tests.walks import options

pytestmark = pytest.mark.slow

COMMANDS = (
    *("choose", "next", "previous", "undo", "undo-turn", "redo", "end", "back"),
    *("half-left", "half-right", "goal", "seams", "last"),
    *(f"tile-{n}" for n in range(1, 10)),
    *STEPS,
)
# What a person who wants to get on presses; the rest is there to disturb.
ONWARD = ("go", "choose", "tile", "end", "half", "take back", "type")
TYPED = ("legal", "goals", "why g7", "gain g7", "about g7", "go c3", "tile 2", "x", "why", "a b")
GAMES = {
    "two": (HUMAN, BOT),
    "four": (BOT, HUMAN, HUMAN, BOT),
    "two cards": (HUMAN, HUMAN),
    "three on marshes": (HUMAN, HUMAN, HUMAN),
    "four on marshes": (HUMAN, BOT, BOT, HUMAN),
    "two cards on marshes": (BOT, HUMAN, BOT),
}


class Monkey:
    """Presses keys; fond of builds beside locations, so that there are tiles to play with."""

    def __init__(self, play: Play, seed: str) -> None:
        self.play = play
        self.random = Random(seed)
        self.said: list[str] = []
        self.typed = Typed(play, self.said.append)

    def press(self) -> str:
        if self.random.random() < 0.4:
            command = self.random.choice(COMMANDS)
            assert self.play.do(command)
            return command
        kind = self.random.choice(ONWARD)
        getattr(self, "_" + kind.replace(" ", "_"))()
        return kind

    def _go(self) -> None:
        wanted = self.play.wanted & self.play.state.setup.board.near_locations or self.play.wanted
        if wanted:
            self.play.point(self.random.choice(hexes(wanted)))
            self._choose()

    def _choose(self) -> None:
        self.play.do("choose")

    def _tile(self) -> None:
        self.play.do(f"tile-{self.random.randrange(1, 6)}")
        self._go()

    def _half(self) -> None:
        self.play.do(self.random.choice(("half-left", "half-right")))

    def _end(self) -> None:
        self.play.do("end")
        if not self.play.state.reactions or self.random.random() < 0.3:
            self.play.do("end")

    def _take_back(self) -> None:
        if self.random.random() < 0.2:
            self.play.do(self.random.choice(("undo", "redo")))

    def _type(self) -> None:
        try:
            self.typed.hear(self.random.choice(TYPED))
        except EngineError:
            return


def moves_at(play: Play, hex_: Hex) -> bool:
    """Whether the rules let something be chosen on that hex, found without ``Choices``."""
    action = play.action
    if shape(action) is Shape.TAKE:
        return is_legal(play.state, (action, hex_, NOWHERE))
    if play.is_picking:
        return bool(targets(play.state, action, hex_))
    origin = NOWHERE if play.origin is None else play.origin
    return bool(targets(play.state, action, origin) & BIT[hex_])


def check(play: Play, random: Random) -> None:
    """What has to be true after any command."""
    session, state, marks = play.session, play.state, play.marks
    assert session.waits_for is None or session.waits_for in session.people
    looker = play.seat if play.is_asked or len(session.people) == 1 else None
    assert state == session.observation(looker)
    for seat, hand in enumerate(state.cards.hands):
        assert seat == looker or all(card == UNKNOWN for card in hand)
    for mask in (marks.legal, marks.movable, marks.last, marks.lit):
        assert mask & ~BOARD == 0
    assert marks.legal & occupied(state) == 0
    assert marks.legal == 0 or marks.movable == 0
    assert marks.movable & ~(state.settlements[play.seat] if play.seat is not None else 0) == 0
    assert marks.last & ~occupied(state) == 0
    assert marks.cursor in ALL
    assert play.origin is None or (play.tile is not None and play.is_asked)
    assert not play.is_asking or is_legal(state, END)
    if not play.is_asked:
        assert (play.wanted, play.tile, play.origin, play.half) == (0, None, None, None)
        return
    assert actor(state) == play.seat
    assert (play.tile is Action.CANOE) == bool(state.reactions)
    if state.reactions:
        assert is_legal(state, PASS)
    if play.half is None:
        for hex_ in random.sample(ALL, 12) + hexes(play.wanted)[:3]:
            assert moves_at(play, hex_) == bool(play.wanted & BIT[hex_])
    some = random.choice(ALL)
    can = bool(play.wanted & BIT[some])
    if state.phase is Phase.TURN:
        assert (play.why_not(some) is None) == can
    if can and not (play.is_picking and shape(play.action) is Shape.PATH):
        row = gains(session.table.state, play.move_at(some))[play.seat or 0]
        paid = {part: gold for part, gold in zip(parts(state), row, strict=True) if gold}
        assert dict(play.gain_at(some) or ()) == paid


def check_texts(play: Play, random: Random) -> None:
    """Everything that is said can be said, in lines that fit."""
    view = view_of(play, random.choice((UNICODE, ASCII)))
    assert len(prompt(play, view)) > 1
    assert len(hints(play, view)) > 1
    lines: list[Line] = [*title(play, view), hex_line(play, view)]
    for columns, rows in ((17, 20), (29, 41), (31, 41), (57, 27), (76, 50)):
        question = partial(endturn.lines, play, view) if play.is_asking else None
        shown = side.Shown(play.tile, play.goal, play.half, question)
        column = side.side(view, columns, rows, shown)
        assert max(map(length, column)) <= columns
    assert all(lines)


def others(play: Play) -> Iterator[None]:
    while (token := play.session.think()) is not None:
        play.session.follow(token)
        play.refresh()
        yield


@pytest.mark.parametrize("name", GAMES)
def test_keys_at_random_never_break_a_game(name: str) -> None:
    players = GAMES[name]
    session = kingdom(parse_options(options(name, "monkey")), players)
    play = Play(session, "always")
    monkey, random = Monkey(play, name), Random(name)
    used: set[str] = set()
    for count in range(6000):
        for _ in others(play):
            check(play, random)
        if session.is_over:
            break
        before = len(session.table.entries)
        command = monkey.press()
        check(play, random)
        if count % 40 == 0:
            check_texts(play, random)
        fresh = session.table.entries[before:]
        used |= {entry.token.partition("@")[0] for entry in fresh if "@" in entry.token}
        assert all(entry.actor in session.people for entry in fresh), command
    assert session.is_over, "the monkey got nowhere"
    assert session.record().result == session.table.game.totals(session.table.state)
    assert used, "no tile was used"
