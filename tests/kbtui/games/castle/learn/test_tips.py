"""Tips: the right one for the situation, one at a time, not forever."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.castle.state import State
from kbtui.games.castle.learn.tips import RULES, Tips
from kbtui.games.castle.play.hand import Play
from kbtui.games.screen import Tip
from kbtui.text.i18n import LANGUAGES, use
from tests.engine.castle.positions import position
from tests.kbtui.games.castle.castle_people import at_castle, do
from tests.kbtui.playing import view_of

KEYS = [rule.key for rule in RULES]
DEAD = ("stair18/1", "wall14", "roof15")  # nothing for a small castle
BASE = {"f1": "wall5", "j1": "wall3"}  # G2 is 7, I2 is 5


def own(castle: dict[str, str], *rack: str, baron: int = 1) -> State:
    mine = {"castle": castle, "rack": [*rack], "baron": baron}
    return position(mine, {"baron": 20}, market=DEAD)


def tip(play: Play, *, but: Sequence[str] = ()) -> Tip | None:
    """What a fresh adviser says, if those tips were given before."""
    tips = Tips()
    for rule in RULES:
        if rule.key in but:
            tips._turns[rule.key] = set(range(-rule.times, 0))
    return tips.now(play, view_of(play))


def before(wanted: str) -> list[str]:
    """The tips that would come first."""
    return KEYS[: KEYS.index(wanted)]


# Each situation, and one that is nearly the same but not it: the tip, a position, another.
SITUATIONS: Sequence[tuple[str, State, State]] = [
    ("first tile", own({}, "wall5"), own({"f1": "wall5"}, "wall5")),
    ("coin", own(BASE, "wall7", baron=6), own(BASE, "wall7", baron=3)),
    ("one short", own(BASE, "wall7", baron=5), own(BASE, "wall7", baron=4)),
    (
        "nothing fits",
        own({"f1": "wall5"}, "wall12", "twin12", "twin11", "wall10", "stair14/1", "stair16/1"),
        own({"f1": "wall5"}, "wall12", "twin12", "twin11", "wall10", "stair14/1", "wall7"),
    ),
    ("payment", own(BASE, "wall6", "twin12"), own(BASE, "wall7", "twin12")),
    (
        "market",
        position({"castle": BASE, "rack": ["wall7"]}, {}, market=("wall7", *DEAD[1:])),
        own(BASE, "wall7"),
    ),
    ("small numbers", own(BASE, "wall7"), own({}, "wall7")),
    ("any mark", own(BASE, "prince", "wall7"), own(BASE, "wall4", "wall7")),
    ("edges", own(BASE, "lside2"), own(BASE, "prince")),
    (
        "enough",
        own({**BASE, "d1": "wall4", "l1": "wall4"}, "wall6"),
        own({**BASE, "d1": "wall4"}, "wall6"),
    ),
]


@pytest.mark.parametrize(("wanted", "this", "other"), SITUATIONS, ids=lambda v: str(v)[:12])
def test_each_situation_has_its_tip(wanted: str, this: State, other: State) -> None:
    found = tip(at_castle(this), but=before(wanted))
    assert found is not None
    assert found.key == wanted
    nearly = tip(at_castle(other), but=before(wanted))
    assert nearly is None or nearly.key != wanted


def test_before_a_coin_is_taken_the_castles_are_compared() -> None:
    agenda = [("end", 0, 0), ("coin", 0, 1)]
    play = at_castle(position({}, {}, offered=("windows", "ruby", "mill"), agenda=agenda))
    found = tip(play)
    assert found is not None
    assert found.key == "comparing"
    assert "Most Windows" in found.text
    nobody = tip(at_castle(position({}, {}, offered=("ruby", "mill", "thief"), agenda=agenda)))
    assert nobody is None or nobody.key != "comparing"


def test_every_tip_has_its_situation() -> None:
    assert {"comparing", *(wanted for wanted, _this, _other in SITUATIONS)} == {*KEYS}


def test_a_tip_leaves_when_a_tile_is_chosen_and_is_not_given_for_ever() -> None:
    play, tips = at_castle(own({}, "wall5")), Tips()
    assert tips.now(play, view_of(play)) is not None
    do(play, "tile-1")
    assert tips.now(play, view_of(play)) is None
    do(play, "back")
    assert tips.now(play, view_of(play)) is not None
    tips.is_on = False
    assert tips.now(play, view_of(play)) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_tips_fit_a_line(language: str) -> None:
    use(language)
    try:
        for wanted, state, _other in SITUATIONS:
            found = tip(at_castle(state), but=before(wanted))
            assert found is not None
            assert len(found.short) <= 74, found.short
            assert "{" not in found.text
    finally:
        use("en")
