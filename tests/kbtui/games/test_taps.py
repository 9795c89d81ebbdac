"""Every game as taps: each legal move can be chosen, no two look the same, nothing hidden shows."""

from __future__ import annotations

import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.contract import DEALER
from engine.table import Table
from kbtui.games.kit import find, keys
from tests.walks import TABLES, Options

NAMES = ("ada", "<b>", "c&d", "zoë")
GAMES = [key for key in keys() if find(key).taps is not None]


def moments(game: str, options: Options, entries: int) -> list[tuple[Any, int]]:
    """States of a random game in which a seat has to act, as that seat sees them."""
    table, random = Table.new(game, {**options, "seed": game}), Random(game)
    rules, found = table.game, []
    while table.to_act is not None and len(table.entries) < entries:
        actor = table.to_act
        if actor == DEALER:
            moves, chances = zip(*rules.outcomes(table.state), strict=True)
            move = random.choices(moves, chances)[0]
        else:
            found.append((rules.observe(table.state, actor), actor))
            move = random.choice(rules.legal(table.state))
        table.append(actor, rules.format(move))
    return found


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((game, {"players": players}) for game in GAMES for players in (2, 4)),
        ("kingdom", TABLES["marshes"]),
        ("kingdom", TABLES["two cards on marshes"]),
        ("castle", {"players": 2, "royal": True}),
    ],
)
def test_every_legal_move_can_be_tapped_and_told_from_the_others(
    game: str, options: Options
) -> None:
    kit = find(game)
    assert kit.taps is not None
    for state, seat in moments(game, options, 150)[::3]:
        spots, moves = kit.taps.spots(state, seat), kit.game.legal(state)
        choices = [kit.taps.choice(state, move, NAMES) for move in moves]
        assert len({*choices}) == len(moves)
        assert all(place in spots for choice in choices for place in choice.places)
        assert all(choice.label for choice in choices)
        assert all(choice.group for choice in choices if choice.places)
        assert kit.taps.prompt(state).endswith(".")
        assert all(kit.taps.notes(state, seat))


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_is_svg_with_every_spot_inside(game: str) -> None:
    kit = find(game)
    assert kit.taps is not None
    for state, seat in moments(game, {"players": 3}, 120)[::20]:
        drawn = "".join(kit.taps.picture(state, NAMES[:3], seat))
        root = ElementTree.fromstring(drawn)
        _x, _y, width, height = map(float, root.attrib["viewBox"].split())
        for x, y, radius in kit.taps.spots(state, seat).values():
            assert radius <= x <= width - radius
            assert radius <= y <= height - radius
        assert not re.search(r"<(script|style|foreignObject)|\son\w+=|style=", drawn)


@pytest.mark.parametrize("game", GAMES)
def test_what_others_hide_changes_nothing(game: str) -> None:
    """A seat's copy and the full state show a seat the same picture and the same notes."""
    kit, random = find(game), Random(game)
    taps = kit.taps
    assert taps is not None
    for state, seat in moments(game, {"players": 2}, 60)[::10]:
        guess = kit.game.determinize(state, random.randrange)
        drawn, guessed = (taps.picture(each, NAMES[:2], seat) for each in (state, guess))
        assert [*drawn] == [*guessed]
        assert [*taps.notes(state, seat)] == [*taps.notes(guess, seat)]
