"""The tutorial as a table of steps: what to do, what to read, and what is allowed meanwhile.

The positions come from ``starts``; every move follows the real rules. The texts are in English, and
are translated when shown; their placeholders are names of keys.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.castle.moves import Action, Move, format_move
from engine.castle.pieces.cells import parse_cell
from engine.castle.pieces.coins import Coin
from engine.castle.state import Phase
from engine.errors import IllegalMove
from kbtui.games.castle.play.hand import Play
from kbtui.text.i18n import N_

Test = Callable[[Play], bool]
Allowed = Callable[[Move], bool]

_LATER: Final = N_("That comes later. First do what this step asks for.")
_BETTER: Final = N_("Another coin is better for you now.")
_ME, _THEM = 0, 1


class Later(IllegalMove):
    """The rules would allow it, the lesson does not yet."""

    def __init__(self, text: str = _LATER) -> None:
        super().__init__("lesson", text)


class Step(NamedTuple):
    title: str
    task: str  # one line
    text: str  # some sentences
    is_done: Test | None = None  # None: there is nothing to do but to read
    start: str = ""  # a position of ``starts``; empty: it continues from the step before
    tile: str = ""  # the word of the tile that the task is about; it can always be chosen
    allows: Allowed = lambda _move: False
    refusal: str = _LATER  # what is said about other moves
    needs: Test | None = None  # if that is gone, it is back to the step before
    may: frozenset[str] = frozenset()  # commands, besides those that only look
    pauses: bool = True  # stays when it is done, until the player continues


def _only(*tokens: str) -> Allowed:
    """These moves, whatever is paid for them."""
    return lambda move: format_move(move).partition("+")[0] in tokens


def _action(*actions: Action) -> Allowed:
    return lambda move: move[0] in actions


def _built(name: str) -> Test:
    cell = parse_cell(name)
    return lambda play: bool(play.state.castles[_ME].occupied >> cell & 1)


def _was_refused(play: Play) -> bool:
    return isinstance(play.error, IllegalMove) and not isinstance(play.error, Later)


def _tried(name: str, other: str) -> Test:
    """The cell was tried in vain, or the tile was built where it fits."""
    cell, is_built = parse_cell(name), _built(other)
    return lambda play: (_was_refused(play) and play.cursor.cell == cell) or is_built(play)


def _asks(phase: Phase) -> Test:
    return lambda play: play.is_asked and play.state.phase is phase


def _has_room(play: Play) -> bool:
    return play.state.phase is not Phase.DROP


def _has_coin(play: Play) -> bool:
    return Coin.WINDOWS in play.state.purses[_ME]


def _has_hit(play: Play) -> bool:
    return play.state.phase is not Phase.CATAPULT


def _is_over(play: Play) -> bool:
    return play.session.is_over


_LEVELS: Final = (
    Step(
        N_("The foundation"),
        N_("Build the 5 on F1: press {tile}, then {choose}."),
        N_(
            "The strip of stone is the foundation of your castle, with a gate of number 2 in the "
            "middle. On your turn you build one tile or draw two. On level 1 any number fits, and "
            "your baron does not move."
        ),
        _built("f1"),
        "foundation",
        "wall5",
        _only("wall5@f1"),
    ),
    Step(
        N_("A tile stands on two"),
        N_("Build the 7 on G2: press {tile}, then {choose}."),
        N_(
            "Above level 1, a tile stands half on each of two neighbors. Its number must be the "
            "sum of the numbers on top of them: here 5 and the 2 of the gate. A tile on level 2 "
            "moves your baron 2 spaces."
        ),
        _built("g2"),
        "two",
        "wall7",
        _only("wall7@g2"),
    ),
    Step(
        N_("Higher goes further"),
        N_("Build the 12 on H3: press {tile}, then {choose}."),
        N_(
            "A tile moves your baron as many spaces as its level, and 1 more for each ruby on it. "
            "Legal cells say how far. Every coin space on the way earns a coin, and 7 coins win "
            "the game."
        ),
        _built("h3"),
        "three",
        "twin12",
        _only("twin12@h3"),
    ),
    Step(
        N_("Two numbers"),
        N_("Build the Stair Tower on G2: press {tile}, then {choose}."),
        N_(
            "High sums are hard to match. A two-number tile stands on one number and gives "
            "another: this Stair Tower stands on 9 + 2 = 11, but gives only 1 to what is built "
            "above it."
        ),
        _built("g2"),
        "stairs",
        "stair11/1",
        _only("stair11/1@g2"),
    ),
    Step(
        N_("Small sums"),
        N_("Build the 6 on H3: press {tile}, then {choose}."),
        N_(
            "The Stair Tower gives 1, so H3 needs only 1 + 5 = 6. Sums up to 10 are easy; above 12 "
            "there is hardly a tile that fits."
        ),
        _built("h3"),
        "low",
        "wall6",
        _only("wall6@h3"),
    ),
)
_MARKS: Final = (
    Step(
        N_("Stone and sky"),
        N_("Press {tile}, go to I2 and press {choose}."),
        N_(
            "Each half of a base or a top is stone or sky. Stone must stand on stone, and sky must "
            "be above sky; an empty place is sky. The left half of this Side Wall is sky, but on "
            "I2 it would be above the stone of the gate. Try it and read why not."
        ),
        _tried("i2", "e2"),
        "sky",
        "lside2",
        _only("lside2@e2"),
    ),
    Step(
        N_("Where it fits"),
        N_("Build the Side Wall on E2: press {tile}, then {choose}."),
        N_(
            "On E2 the left half is above an empty place, and the right half stands on stone. The "
            "Side Wall has the any mark instead of a number: it fits every sum."
        ),
        _built("e2"),
        "sky",
        "lside2",
        _only("lside2@e2"),
    ),
    Step(
        N_("The first on a level"),
        N_("Press {tile}, go to I4 and press {choose}."),
        N_(
            "This Side Wall has one more mark: it may never be the first tile on a level. Its "
            "halves match on I4, but level 4 is still empty. Try it and read why not."
        ),
        _tried("i4", "i4"),
        "level",
        "rside1",
    ),
    Step(
        N_("Begin a level"),
        N_("Build the 7 on G4: press {tile}, then {choose}."),
        N_("A wall may begin a level. G4 stands on F3 and H3, and 4 + 3 = 7."),
        _built("g4"),
        "level",
        "wall7",
        _only("wall7@g4"),
    ),
    Step(
        N_("Now it may"),
        N_("Build the Side Wall on I4: press {tile}, then {choose}."),
        N_(
            "Level 4 has a tile now, so the Side Wall may stand there too. It moves your baron 4 "
            "spaces, without a number to match."
        ),
        _built("i4"),
        "begun",
        "rside1",
        _only("rside1@i4"),
    ),
)
_RACK: Final = (
    Step(
        N_("Paying"),
        N_("Press {tile}, then {choose} on G2, then {choose} to pay."),
        N_(
            "G2 needs 8 + 2 = 10, and you have a 9. If the number is 1 too high or 1 too low, you "
            "can pay: discard another tile of your rack. The one that you need least is marked."
        ),
        _built("g2"),
        "pay",
        "wall9",
        _only("wall9@g2"),
    ),
    Step(
        N_("Drawing"),
        N_("Press {draw} to draw 2 tiles, and {draw} again to confirm."),
        N_(
            "None of your tiles fits above level 1. Instead of building, you may draw 2 tiles from "
            "the reserve. This cannot be undone, so you are asked first."
        ),
        _asks(Phase.DROP),
        "draw",
        allows=_action(Action.DRAW),
        pauses=False,
    ),
    Step(
        N_("Seven at most"),
        N_("Choose a tile with its key, then press {choose} to discard it."),
        N_(
            "Your rack holds 7 tiles, and now you have 8. You discard the surplus at once, even in "
            "somebody else's turn. Keep tiles with the any mark; high numbers fit rarely."
        ),
        _has_room,
        allows=_action(Action.DROP),
    ),
)
_COINS: Final = (
    Step(
        N_("The track"),
        N_("Build the 7 on G2: press {tile}, then {choose}."),
        N_(
            "Your baron is on space 5, and the other baron is 2 spaces ahead. From there yours "
            "continues to the next space, and that is a coin space. A ruby space works the same "
            "way; a tile space, where a baron stops, brings a tile."
        ),
        _asks(Phase.COIN),
        "track",
        "wall7",
        _only("wall7@g2"),
        pauses=False,
    ),
    Step(
        N_("Taking a coin"),
        N_("Take Most Windows: {next} goes from coin to coin, {choose} takes one."),
        N_(
            "A coin has an effect once, when you take it. Most Windows brings 2 tiles to the "
            "castle with the most windows: yours. Monk would help the other player, and Collapse "
            "would cost you a tile."
        ),
        _has_coin,
        allows=_only("coin:windows"),
        refusal=_BETTER,
    ),
    Step(
        N_("Free tiles"),
        N_("Take down a tile: {next} goes from one to the next, {choose} fires."),
        N_(
            "You took Catapult. It takes down a free tile of another castle, one with no tile "
            "above it. Collapse does the same to your own castle. No baron moves back."
        ),
        _has_hit,
        "catapult",
        allows=_action(Action.CATAPULT),
    ),
    Step(
        N_("The seventh coin"),
        N_("Build the 7 on G2 and take a coin."),
        N_(
            "You have 6 coins, and the next coin space is 2 spaces away. The first with 7 coins "
            "wins at once; the effect of that coin no longer matters."
        ),
        _is_over,
        "last",
        "wall7",
        lambda move: _only("wall7@g2")(move) or move[0] is Action.COIN,
    ),
    Step(
        N_("Ready to play"),
        N_("Press {choose} to leave the tutorial."),
        N_(
            "You won. Now play the first game: it comes with tips. In every game {help} shows the "
            "keys, {rules} explains every tile and every coin, and {hint} asks the coach."
        ),
    ),
)
STEPS: Final = (*_LEVELS, *_MARKS, *_RACK, *_COINS)
