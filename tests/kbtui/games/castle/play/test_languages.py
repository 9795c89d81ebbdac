"""What is asked and told fits below the castle, whole, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from engine.castle.pieces.coins import WORDS
from kbtui.games.castle.play import hints, pointing, prompts
from kbtui.games.castle.play.hand import Play
from kbtui.paint.glyphs import UNICODE
from kbtui.paint.prompts import lines
from kbtui.paint.runs import EMPTY, Line, length, plain
from kbtui.play.session import HUMAN
from kbtui.text.i18n import LANGUAGES, use
from tests.engine.castle.positions import played, position, taking
from tests.kbtui.games.castle.castle_people import at_castle, do
from tests.kbtui.playing import BOT, view_of

CASTLE = {"f1": "wall6", "j1": "wall3"}
FULL = ["wall4", "wall5", "wall9", "stair18/1", "window10", "twin12", "lturret4/1"]
NEAR = {"castle": CASTLE, "rack": FULL, "baron": 6}  # a coin is two spaces ahead
OTHERS = ({"castle": CASTLE, "rack": ["wall2"], "baron": 7}, {"baron": 20, "rack": ["wall1"]})


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    use(request.param)
    yield request.param
    use("en")


def moments() -> Iterator[tuple[str, Play]]:
    """Everything that can be asked."""
    three = (HUMAN, BOT, BOT)
    turn = position(NEAR, *OTHERS, market=("hall3", "rturret7/2", "wall14"), pay="any")

    def at_turn(*commands: str) -> Play:
        return do(at_castle(turn, three), *commands)

    yield "turn", at_turn()
    yield "tile", at_turn("tile-2")
    yield "hop and coin", at_turn("tile-2", "i2")
    yield "site", at_turn("g2", "choose")
    yield "other castle", at_turn("seams")
    yield "draw", at_turn("draw")
    yield "pay", at_turn("tile-1", "i2", "choose")
    yield "pay more", at_turn("tile-3", "i2", "choose")
    for index in range(4):
        yield f"count {index}", at_turn(*["goal"] * (index + 1))
    surplus = NEAR | {"rack": [*FULL, "wall1", "wall3", "wall7"]}
    agenda = [("end", 0, 0), ("drop", 0, 0)]
    yield "drop", at_castle(position(surplus, *OTHERS, agenda=agenda), three)
    due = [("end", 0, 0), ("coin", 0, 2)]
    for start in range(0, len(WORDS), 2):
        coins = [*WORDS[start : start + 2], "monk" if start < 8 else "ruby"]
        play = at_castle(position(NEAR, *OTHERS, agenda=due, offered=coins), three)
        for at in range(len(play.options)):
            play.at = at
            yield f"coin {WORDS[play.options[at]]}", play
    for coin in ("thief", "collapse", "catapult"):
        yield coin, at_castle(taking(coin, NEAR, *OTHERS), three)
    milled = taking("mill", {"castle": CASTLE}, *OTHERS)
    shown = ("show:hall3", "show:rturret7/2", "show:twin11")
    yield "mill", at_castle(played(milled, *shown), three)
    yield "waiting", at_castle(position(NEAR, *OTHERS, seat=1), three)


@pytest.mark.parametrize("window", [(80, 2), (120, 1), (140, 1)])
def test_nothing_that_is_asked_is_cut(window: tuple[int, int], language: str) -> None:
    columns, rows = window
    cut = []
    for name, play in moments():
        view = view_of(play)

        def asks(play: Play, short: bool) -> tuple[Line, Line]:
            view = view_of(play)
            asked = prompts.prompt(play, view, short=short)
            return asked, pointing.place(play, view, short=short)

        found = lines(partial(asks, play), EMPTY, columns, rows, UNICODE)
        assert all(length(row) <= columns for row in found), name
        text = "\n".join(map(plain, found))
        if UNICODE.more in text:
            cut.append(f"{name}: {text}")
        assert len(plain(hints.hints(play, view, columns)).rstrip()) <= columns
    assert not cut, "\n".join(cut)


def test_the_most_important_keys_are_in_sight_in_the_narrowest_window(language: str) -> None:
    for name, play in moments():
        keys = plain(hints.hints(play, view_of(play), 62))
        assert view_of(play).keys.name("choose") in keys, name
