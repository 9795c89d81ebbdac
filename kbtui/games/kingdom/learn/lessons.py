"""The tutorial as a table of steps: what to do, what to read, and what is allowed meanwhile.

The positions come from ``lessonstarts``; every move follows the real rules. The texts are in
English, and are translated when shown; their placeholders are names of keys.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.errors import IllegalMove
from engine.kingdom.ground.hexes import BIT, BOARD, Hex, Mask, hexes, mask_of, parse_hex
from engine.kingdom.ground.moves import Action
from kbtui.games.kingdom.play.hand import Play
from kbtui.text.i18n import N_

Where = Callable[[Play], Mask]
Test = Callable[[Play], bool]

CASTLE: Final = parse_hex("l12")
_LATER: Final = N_("That comes later. First do what this step asks for.")
_MORE: Final = N_("Another lit hex earns more gold.")
_COUNT: Final = 4  # parts that pay in the first game: three goals and the castles


def _nowhere(_play: Play) -> Mask:
    return 0


def _everywhere(_play: Play) -> Mask:
    return BOARD


def _only(names: str) -> Where:
    mask = mask_of(map(parse_hex, names.split()))
    return lambda _play: mask


def _away_from_locations(play: Play) -> Mask:
    near: Mask = play.state.setup.board.near_locations
    return BOARD & ~near


def _built(count: int) -> Test:
    return lambda play: _own(play).bit_count() >= count


def _own(play: Play) -> Mask:
    return 0 if play.seat is None else play.state.settlements[play.seat]


def _holds(action: Action) -> Test:
    return lambda play: play.tile is action


def _is_moving(play: Play) -> bool:
    return play.origin is not None


def _has_used(action: Action) -> Test:
    return lambda play: any(tile.action is action and tile.used for tile in play.tiles)


def total_gain(play: Play, hex_: Hex) -> int:
    """All the gold that the move on this hex brings."""
    return sum(gold for _part, gold in play.gain_at(hex_) or ())


def _best(play: Play, hex_: Hex) -> bool:
    best = max((total_gain(play, other) for other in hexes(play.wanted)), default=0)
    return total_gain(play, hex_) == best


def _any(_play: Play, _hex: Hex) -> bool:
    return True


def _none(_play: Play, _hex: Hex) -> bool:
    return False


class Later(IllegalMove):
    """The rules would allow it, the lesson does not yet."""

    def __init__(self, text: str = _LATER) -> None:
        super().__init__("lesson", text)


def _was_refused(play: Play) -> bool:
    return isinstance(play.error, IllegalMove) and not isinstance(play.error, Later)


class Step(NamedTuple):
    title: str
    task: str  # one line
    text: str  # some sentences
    is_done: Test | None = None  # None: there is nothing to do but to read
    start: str = ""  # a position of ``lessonstarts``; empty: it continues from the step before
    where: Where = _nowhere  # hexes that can be chosen, of those that the rules allow
    accepts: Callable[[Play, Hex], bool] = _any  # of these, the hexes that solve the task
    refusal: str = _LATER  # what is said about the others
    needs: Test | None = None  # if that is gone, it is back to the step before
    may: frozenset[str] = frozenset()  # commands and actions, besides those that only look
    goal: int | None = None  # the part of the score that is lit
    shown: Mask = 0  # hexes that are pointed out
    pauses: bool = False  # stays when it is done, until the player continues


_BUILD: Final = frozenset({"build"})
_CENTRE: Final = "h9 i9 j9 k9 l9 h10 i10 j10 k10 l10 h11 i11 j11"
_READ: Final = N_("Press {choose} to continue.")

_FIRST_TURN: Final = (
    Step(
        N_("The board"),
        N_("Go to the castle at L12 with the arrow keys or a click."),
        N_(
            "The board has twenty rows of twenty hexes. The line below the board says what is "
            "under the cursor. You can build on grass, flowers, forest, canyon and desert, but not "
            "on water, mountains, castles or locations."
        ),
        lambda play: play.cursor.hex == CASTLE,
        "first turn",
        shown=BIT[CASTLE],
    ),
    Step(
        N_("Your first settlement"),
        N_("Build on a lit hex: press {next} for the next one, {choose} to build."),
        N_(
            "Your card shows grass, so this turn you build three settlements on grass. You may "
            "build on lit hexes. Your first settlement may go on any grass, but this lesson "
            "lights only part of it."
        ),
        _built(1),
        where=_only(_CENTRE),
        may=_BUILD,
    ),
    Step(
        N_("Next to your own"),
        N_("Build the second one next to the first."),
        N_(
            "From now on, you must build next to your own settlements if your card allows it. "
            "Only if no such hex is free may you start somewhere else. So touch few terrains: "
            "then most cards let you choose freely."
        ),
        _built(2),
        where=_away_from_locations,
        may=_BUILD,
    ),
    Step(
        N_("Why not there?"),
        N_("Press {choose} on a hex that is not lit."),
        N_(
            "For every hex, the line below the board says whether it is legal, and if not, why. "
            "You cannot break a rule by mistake. Try it."
        ),
        _was_refused,
        where=_away_from_locations,
        accepts=_none,
        refusal=N_("That one is legal. Choose a hex that is not lit."),
        may=_BUILD,
        pauses=True,
    ),
    Step(
        N_("The third one"),
        N_("Build the third settlement."),
        N_("It may touch any of your settlements, not only the last one."),
        _built(3),
        where=_away_from_locations,
        may=_BUILD,
    ),
    Step(
        N_("Undo"),
        N_("Press {undo} to undo the last settlement."),
        N_(
            "Until your turn ends, you can undo everything, move by move, and redo it with "
            "{redo}. Only a card that was drawn stays drawn."
        ),
        lambda play: _own(play).bit_count() == 2,
        may=frozenset({"undo"}),
    ),
    Step(
        N_("End of the turn"),
        N_("Build it again wherever you like, then press {end}."),
        N_(
            "Before you end your turn, you see what it has earned. Then you draw the card for your "
            "next turn; nobody else can see it."
        ),
        lambda play: not play.is_asked,
        where=_away_from_locations,
        may=frozenset({"build", "undo", "redo", "end"}),
    ),
    Step(
        N_("Your opponent"),
        _READ,
        N_(
            "Your opponent does the same with another card. The latest settlements are marked on "
            "the board, and the log says what happened. Then it is your turn again."
        ),
    ),
)
_TILES: Final = (
    Step(
        N_("Locations"),
        N_("Build next to the Paddock at L7."),
        N_(
            "Every location starts with two tiles. When you build next to it, you take one at "
            "once, but only one per location in the whole game. You can use it once per turn, "
            "from your next turn on."
        ),
        lambda play: bool(play.tiles),
        "location",
        where=_only("k8 l8"),
        may=_BUILD,
        pauses=True,
    ),
    Step(
        N_("A tile that builds"),
        N_("Press {one} to use the Farm."),
        N_(
            "A few turns later, you have a Farm and a Paddock. You use tiles before the first or "
            "after the last of your three builds, never in between. The Farm builds one more on "
            "grass, whatever your card shows."
        ),
        _holds(Action.FARM),
        "tiles",
        may=frozenset({"farm"}),
    ),
    Step(
        N_("A tile that builds"),
        N_("Build on a lit hex."),
        N_(
            "This settlement comes from your reserve too, and it must go next to your own if "
            "possible. Tiles let you build more than three per turn, so take them early."
        ),
        _has_used(Action.FARM),
        where=_everywhere,
        needs=_holds(Action.FARM),
        may=frozenset({"farm"}),
    ),
    Step(
        N_("A tile that moves"),
        N_("Press {two} to use the Paddock."),
        N_(
            "Other tiles move a settlement that is already on the board. The Paddock moves one "
            "two hexes in a straight line, over anything in between."
        ),
        _holds(Action.PADDOCK),
        may=frozenset({"paddock"}),
    ),
    Step(
        N_("A tile that moves"),
        N_("Choose the settlement at N9."),
        N_(
            "This takes two steps. First, the settlements that can move are lit, and you choose "
            "one of them. Press {back} to go back a step."
        ),
        _is_moving,
        where=_only("n9"),
        needs=_holds(Action.PADDOCK),
        may=frozenset({"paddock"}),
    ),
    Step(
        N_("A tile that moves"),
        N_("Move it over the water, next to the castle."),
        N_(
            "Now the hexes it can reach are lit, and the line below says what each one earns. A "
            "castle pays 3 gold to every player next to it. Careful: you lose a tile when none of "
            "your settlements touches its location any more."
        ),
        _has_used(Action.PADDOCK),
        where=_everywhere,
        accepts=_best,
        refusal=_MORE,
        needs=_is_moving,
        may=frozenset({"paddock"}),
        pauses=True,
    ),
)
_GOALS: Final = (
    Step(
        N_("Goals"),
        N_("Press {goal}: the hexes that pay are lit. Press it again for the next goal."),
        N_(
            "Each game has three goals that pay gold, in addition to the castles. Here they are "
            "Fishermen, Knights and Merchants. The list shows what everyone would have if the "
            "game ended now."
        ),
        lambda play: play.goal is not None,
        "goals",
        may=frozenset({"goal"}),
        pauses=True,
    ),
    Step(
        N_("Gold under the cursor"),
        N_("Go over the lit hexes and build where you earn the most."),
        N_(
            "The line below the board says what a settlement on this hex would earn, goal by goal. "
            "The Merchants pay 4 gold for each castle or location that your settlements link to "
            "another: here, the castle and the Oasis."
        ),
        _built(9),
        where=_everywhere,
        accepts=_best,
        refusal=_MORE,
        may=_BUILD,
        pauses=True,
    ),
)
_END: Final = (
    Step(
        N_("The end"),
        N_("Build your last three settlements and end your turn."),
        N_(
            "When a player's reserve is empty, the round is played to its end, so everyone gets "
            "the same number of turns."
        ),
        lambda play: not play.is_asked,
        "end",
        where=_everywhere,
        may=frozenset({"build", "undo", "redo", "end"}),
    ),
    Step(
        N_("The last turn"),
        _READ,
        N_("You went first, so your opponent gets one more turn. Then the gold is counted."),
    ),
    *(Step("", _READ, "", goal=part) for part in range(_COUNT)),
    Step(
        N_("That is all"),
        N_("Press {choose} to leave the tutorial."),
        N_(
            "The player with the most gold wins. Now play your first game, with tips along the "
            "way. In every game, {rules} explains goals and tiles, and {help} explains the keys."
        ),
    ),
)
STEPS: Final = (*_FIRST_TURN, *_TILES, *_GOALS, *_END)
