"""Sliced numbers count like plain ones, and hexes appeal for what they earn."""

from __future__ import annotations

import pytest

from engine.kingdom.bots.appeal import ground_of, open_slots
from engine.kingdom.bots.slices import WIDTH, Slices, add, best, value_of
from engine.kingdom.bots.weights import FITTED, THUMB, Weights
from engine.kingdom.ground.hexes import ALL, BIT, mask_of, names
from engine.kingdom.setup import ALL_GOALS
from engine.rng import Stream
from tests.helpers import flat, position, setup_of, spots

PLAIN = ("fishermen", "knights", "merchants")


def test_sliced_numbers_add_up_like_plain_ones() -> None:
    stream = Stream("appeal", "sums")
    slices, plain = [0] * WIDTH, dict.fromkeys(ALL, 0)
    for weight in (1, 2, 3, 6, 8, 5, 12, 13):
        members = stream.sample(ALL, 150)
        add(slices, mask_of(members), weight)
        for hex_ in members:
            plain[hex_] += weight
    assert [value_of(slices, BIT[hex_]) for hex_ in ALL] == [plain[hex_] for hex_ in ALL]
    for _ in range(20):
        members = stream.sample(ALL, 30)
        most = max(plain[hex_] for hex_ in members)
        tops = mask_of(hex_ for hex_ in members if plain[hex_] == most)
        assert best(slices, mask_of(members)) == (tops, most)


def appeal(
    goals: tuple[str, ...],
    own: str,
    other: str = "",
    spots_: dict[str, str] | None = None,
    scouted: str | None = None,
    weights: Weights = THUMB,
) -> Slices:
    quadrants = (flat("a", "G", spots_), flat("b"), flat("c"), flat("d"))
    state = position(
        setup_of(quadrants, goals=goals), card="grass", settlements=[own, other], scouted=scouted
    )
    ground = ground_of(state.setup, state.cards.scouted, weights)
    return ground.appeal(state.settlements, 0, open_slots(ground, state.tiles.taken, 0), 5)


# goal, own settlements, those of the other, special hexes; a hex that appeals more than another
CASES = {
    "fishermen": ("a1", "", {"e5": "W"}, "e4", "j9"),
    "miners": ("a1", "", {"e5": "M"}, "e4", "j9"),
    "workers": ("a1", "", {"e5": "K"}, "e4", "j9"),
    "vassals": ("a1", "", {}, "j5", "c5"),
    "discoverers": ("a1", "", {}, "c3", "c1"),
    "knights": ("c3 d3", "", {}, "e3", "e4"),
    "hermits": ("c3", "", {}, "h8", "d3"),
    "citizens": ("c3 d3 t20", "", {}, "e3", "s20"),
    "farmers": ("c3 d3 p3 c16", "", {}, "p16", "e3"),
    "lords": ("c3 d3", "p3 q3 r3 s3 p4 q4 r4 e5", {}, "e4", "t8"),
    "merchants": ("d5 e4", "", {"e5": "K", "h5": "K"}, "f4", "c5"),
    "geologists": ("d5 e4", "", {"e5": "M", "h5": "M"}, "f4", "c5"),
    "messengers": ("c3 d3 e3", "", {}, "f3", "d4"),
    "captains": ("c3 d3 c4", "", {}, "d4", "b3"),
    "noblewomen": ("a1", "e4", {"e5": "farm"}, "d5", "a2"),
}


@pytest.mark.parametrize("weights", [THUMB, FITTED])
@pytest.mark.parametrize("goal", CASES)
def test_what_serves_the_goal_appeals_more(goal: str, weights: Weights) -> None:
    own, other, special, good, poor = CASES[goal]
    others = tuple(name for name in ("hermits", "knights", "fishermen") if name != goal)[:2]
    last = "vassals" if goal != "vassals" else "miners"
    slices = appeal((goal, *others), own, other, special, weights=weights)
    without = appeal((*others, last), own, other, special, weights=weights)

    def gap(found: Slices) -> int:
        return value_of(found, spots(good)) - value_of(found, spots(poor))

    assert gap(slices) > gap(without)


def test_scouts_like_the_terrain_that_was_removed() -> None:
    slices = appeal(("scouts", "fishermen", "miners"), "a1", "", {"e5": "D"}, "desert")
    assert value_of(slices, spots("e4")) > value_of(slices, spots("j9"))


def test_every_goal_has_an_appeal() -> None:
    assert {*CASES, "scouts"} == {*ALL_GOALS}


def test_tiles_and_castles_appeal_until_they_are_taken() -> None:
    quadrants = (flat("a", "G", {"e5": "farm", "h2": "K"}), flat("b"), flat("c"), flat("d"))
    setup = setup_of(quadrants, goals=PLAIN)
    far = position(setup, card="grass", settlements=["a9"])
    near = position(setup, card="grass", settlements=["e4 h1"], taken=["e5"])
    ground = ground_of(setup, None)
    wanted = ground.appeal(far.settlements, 0, open_slots(ground, far.tiles.taken, 0), 5)
    had = ground.appeal(near.settlements, 0, open_slots(ground, near.tiles.taken, 0), 5)
    for hex_ in ("d5", "g2"):
        assert value_of(wanted, spots(hex_)) > value_of(had, spots(hex_))


def test_a_location_is_open_to_those_who_have_not_been_there_while_tiles_last() -> None:
    setup = setup_of((flat("a", "G", {"e5": "farm"}), flat("b"), flat("c"), flat("d")), players=3)
    ground = ground_of(setup, None)
    assert [open_slots(ground, (0, 0, 1), seat) for seat in range(3)] == [1, 1, 0]
    assert [open_slots(ground, (1, 0, 1), seat) for seat in range(3)] == [0, 0, 0]


def test_a_tile_is_worth_less_the_fewer_turns_are_left() -> None:
    setup = setup_of((flat("a", "G", {"e5": "farm"}), flat("b"), flat("c"), flat("d")))
    ground = ground_of(setup, None)
    weights = [ground.tile_planes(1, turns)[0][0] for turns in (8, 4, 1)]
    assert weights == sorted(weights, reverse=True)
    assert names(ground.tile_planes(1, 8)[0][1]) == ["d4", "e4", "d5", "f5", "d6", "e6"]


def test_who_has_free_choice_in_a_terrain_stays_away_from_it() -> None:
    # The forest at e5 is not touched from a1: beside it nothing appeals more than elsewhere.
    goals = ("hermits", "knights", "farmers")
    plain = appeal(goals, "a1", spots_={"e5": "T"})
    wary = appeal(goals, "a1", spots_={"e5": "T"}, weights=THUMB._replace(free_choice=7))
    assert value_of(wary, spots("h5")) - value_of(plain, spots("h5")) == 7
    assert value_of(wary, spots("e4")) == value_of(plain, spots("e4"))


def test_who_has_lost_free_choice_likes_to_touch_more() -> None:
    # Grass is touched already: b1 would touch more of it, and so would any hex with grass beside.
    goals = ("hermits", "knights", "farmers")
    plain = appeal(goals, "a1", "b2", {"b1": "D"})
    eager = appeal(goals, "a1", "b2", {"b1": "D"}, weights=THUMB._replace(more_choice=2))
    assert value_of(eager, spots("b1")) - value_of(plain, spots("b1")) == 2
