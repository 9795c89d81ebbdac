"""Positions as JSON: written from any state, read back, refused with the wrong field."""

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadPosition
from engine.kingdom.digest import digest
from engine.kingdom.forms.position import FORMAT, read_position, write_position
from engine.kingdom.observation import observe
from engine.kingdom.rules.actions import legal, new
from engine.kingdom.state import State
from engine.table import Table
from tests.fuzzing import FUZZ, JSON
from tests.helpers import line, position, setup_of, with_pile
from tests.helpers import table as whole_board
from tests.walks import KINGDOM, TABLES, fixed, options, scarce, steps

pytestmark = pytest.mark.slow

Position = dict[str, Any]
Path = tuple[str | int, ...]

# A Farm at E5 (beside it D5, F5), Canoes at N5 and N8, a Temple at E15, a lake, a desert, a hill.
LAND = whole_board(
    "G",
    {"e5": "farm", "n5 n8": "canoe", "e15": "temple", "q15 q16": "W", "s2 s3": "D", "b19": "M"},
    players=3,
)
STATE = position(
    LAND,
    settlements=["d5 a1", "m5 m8 f5", "c1"],
    tiles=["e5:used", "n5:usable n8:usable canoe+:new"],
    taken=["e15"],
    hands=["", "forest", "?"],
    card="grass",
    due=[1],
    laid=[0, 2],
)
GIVEN: Position = write_position(STATE)
DELETED = object()


def changed(*changes: tuple[Path, object], given_: Position = GIVEN) -> Position:
    """The position with some values at other paths."""
    data = deepcopy(given_)
    for path, value in changes:
        where: Any = data
        for step in path[:-1]:
            where = where[step]
        if value is DELETED:
            del where[path[-1]]
        else:
            where[path[-1]] = value
    return data


def culprit(data: object) -> str:
    """The field for which a position is refused."""
    with pytest.raises(BadPosition) as caught:
        read_position(data)
    assert caught.value.problem
    return caught.value.where


def mailed(state: State) -> State:
    return read_position(json.loads(json.dumps(write_position(state))))


# ---- reading back ---------------------------------------------------------------------------


def walks() -> Mapping[str, Mapping[str, Any]]:
    own = {"scarce grass": fixed(scarce("G", players=3)), "scarce marsh": fixed(scarce("S"))}
    return {name: options(name, "position") for name in TABLES} | own


@pytest.mark.parametrize("name", walks())
def test_every_state_of_a_game_reads_back_for_every_chair(name: str) -> None:
    table = Table.new(KINGDOM, walks()[name])
    for number, _ in enumerate(steps(table, name, 200, is_greedy=True)):
        state = table.state
        chairs = [*range(state.setup.players), None]
        for copy in (state, observe(state, chairs[number % len(chairs)])):
            again = mailed(copy)
            assert again == copy
            assert digest(again) == digest(state)


def test_a_made_up_position_reads_back() -> None:
    assert mailed(STATE) == STATE
    assert legal(mailed(STATE)) == legal(STATE)


def test_what_can_be_left_out_is_an_untouched_table() -> None:
    setup = {"players": 2, "quadrants": ["tavern", "paddock", "oasis", "farm"]}
    bare = {"format": FORMAT, "setup": setup, "seat": 1, "card": "forest", "players": [{}, {}]}
    state = read_position(bare)
    assert state.settlements == (0, 0)
    assert state.cards.discard == (0,) * 10
    assert write_position(state)["draw"] == 24
    assert [row["reserve"] for row in write_position(state)["players"]] == [40, 40]


def test_null_is_the_same_as_left_out() -> None:
    nothing = [((field,), None) for field in ("reactions", "discard", "removed", "draw", "begun")]
    assert read_position(changed(*nothing)) == STATE


def test_reading_leaves_its_argument_alone() -> None:
    data = deepcopy(GIVEN)
    read_position(data)
    assert data == GIVEN


def test_the_order_of_cards_and_settlements_does_not_matter() -> None:
    hexes = list(reversed(GIVEN["players"][1]["settlements"]))
    assert read_position(changed((("players", 1, "settlements"), hexes))) == STATE


def test_an_unknown_card_in_a_hand_stays_unknown() -> None:
    assert write_position(STATE)["players"][2]["hand"] == ["?"]
    assert mailed(STATE).cards.hands == STATE.cards.hands


# ---- one field wrong ------------------------------------------------------------------------

P0: Path = ("players", 0)
TILE: Path = ("players", 0, "tiles", 0)
FARM_TILE = {"kind": "farm", "source": "e5", "status": "usable"}
TOP: list[tuple[Path, list[object]]] = [
    (("format",), [DELETED, "kbtui-position/2", 1, None, []]),
    (("setup",), [DELETED, [], "first", None]),
    (("seat",), [DELETED, -1, 3, "0", 1.0, True, None, [0]]),
    (("phase",), ["lunch", "TURN", 4, "", True]),
    (("card",), ["water", "?", 0, ["grass"], "", "Marsh"]),
    (("terrain",), ["forest", "marsh", "sea", 0]),
    (("owed",), [4, -1, "3", 1.0, True, 10**30]),
    (("begun",), [0, 1, "true", []]),
    (("reactions",), [{}, 1, [[0]], [[2]], [[2], [1]]]),
    (("players",), [DELETED, {}, [], [{}], [{}] * 4, "three"]),
    (("draw",), [0, -1, "9", True, 31]),
    (("discard",), [[], {"water": 1}, {"forest": -1}, {"forest": "1"}, {"?": 1}, {"forest": True}]),
    (("removed",), [[], {"water": 1}, {"forest": -1}, {"forest": None}, {"?": 1}]),
    (("scouted",), ["forest", "sea", 1]),
    (("colour",), ["red", None, 1]),
]
INNER: list[tuple[Path, str, list[object]]] = [
    (("setup", "players"), "setup.players", [1, 5, "2", None]),
    (("setup", "start"), "setup.start", [-1, 3, "0"]),
    (("setup", "sets"), "setup.sets", [["marshlands"], ["base", "sea"], [1]]),
    (("setup", "goals"), "setup.goals", [["lords"], ["lords"] * 3, ["a", "b", "c"], 3]),
    (("setup", "quadrants"), "setup.quadrants", [["tavern"], ["x"] * 4, "tavern"]),
    (("setup", "custom"), "setup.custom", [{}, 1]),
    (("setup", "custom", 0), "setup.custom 1", ["a board"]),
    (("setup", "colour"), "setup.colour", ["red"]),
    (("setup", "two_cards"), "setup.two_cards", [1, "no"]),
    (P0, "players[0]", [None, [], 1, "Ann"]),
    ((*P0, "settlements"), "players[0].settlements", [{}, "d5", ["d5", "d5"], ["d5", "e5"]]),
    ((*P0, "settlements"), "players[0].settlements[1]", [["d5", "z9"], ["d5", 7], ["d5", None]]),
    ((*P0, "settlements"), "players[0].settlements[0]", [[["d5"]], ["u1"], ["a21"], [""]]),
    ((*P0, "settlements"), "players[1].settlements", [["d5", "f5"]]),
    ((*P0, "settlements"), "players[0].tiles[0].source", [[], ["a1"]]),
    ((*P0, "reserve"), "players[0].reserve", [0, 38, "37", True]),
    ((*P0, "temple"), "players[0].temple", [[], 1]),
    ((*P0, "temple", "due"), "players[0].temple.due", [-1, 41, "1", True, 10**30]),
    ((*P0, "temple", "laid"), "players[0].temple.laid", [-1, 41, 0.0]),
    ((*P0, "temple", "colour"), "players[0].temple.colour", [1]),
    ((*P0, "tiles"), "players[0].tiles", [{}, "farm"]),
    ((*P0, "tiles"), "players[0].tiles[1]", [[FARM_TILE, FARM_TILE], [FARM_TILE, 7]]),
    ((*P0, "tiles"), "players[0].tiles[0]", [[{"kind": "temple+", "source": "e15"}]]),
    ((*P0, "tiles"), "players[0].tiles[0]", [[{"kind": "farm+"}], [{"kind": "refuge+"}]]),
    ((*P0, "tiles"), "players[0].tiles", [[{"kind": "temple+"}], [{"kind": "canoe+"}]]),
    ((*TILE, "kind"), "players[0].tiles[0].kind", [DELETED, "mill", "build", 1, "", "+"]),
    ((*TILE, "kind"), "players[0].tiles[0].source", ["tavern", "canoe"]),
    ((*TILE, "source"), "players[0].tiles[0].source", ["e6", "n5", 5]),
    ((*TILE, "source"), "players[0].tiles[0].source[0]", ["e", DELETED, None]),
    ((*TILE, "status"), "players[0].tiles[0].status", ["worn", 1]),
    ((*TILE, "colour"), "players[0].tiles[0].colour", [1]),
    ((*P0, "lost"), "players[0].lost", [{}, ["a1"], ["e5"], ["e15", "e15"]]),
    ((*P0, "lost"), "players[0].lost[0]", [["z"], [1]]),
    ((*P0, "hand"), "players[0].hand", [["water"], [1], [None], ["grass", "grass"], "grass"]),
    ((*P0, "colour"), "players[0].colour", [1]),
    (("players", 1, "tiles", 2, "kind"), "players[1].tiles", ["temple+"]),
    (("players", 1, "tiles", 2), "players[1].tiles[2]", [{"kind": "canoe+", "source": "n5"}]),
]
CASES = [(path, str(path[0]), value) for path, values in TOP for value in values]
CASES += [(path, where, value) for path, where, values in INNER for value in values]


@pytest.mark.parametrize(("path", "where", "value"), CASES)
def test_a_wrong_field_is_named(path: Path, where: str, value: object) -> None:
    assert culprit(changed((path, value))) == where


@pytest.mark.parametrize("data", [None, [], "position", 1, True])
def test_what_is_no_object_is_no_position(data: object) -> None:
    assert culprit(data) == "position"


# ---- fields that do not fit each other ------------------------------------------------------


@pytest.mark.rule("C-1")
def test_nobody_has_more_than_forty_settlements() -> None:
    rows = [f"{column}{row}" for row in range(17, 20) for column in "cdefghijklmnopqrst"]
    assert culprit(changed(((*P0, "settlements"), ["d5", *rows[:40]]))) == "players[0]"


@pytest.mark.rule("C-4")
@pytest.mark.parametrize("field", ["discard", "removed"])
def test_there_are_five_cards_of_a_terrain(field: str) -> None:
    # One forest card is in a hand.
    assert read_position(changed(((field,), {"forest": 4}), (("draw",), None)))
    assert culprit(changed(((field,), {"forest": 5}))) == "cards"
    assert culprit(changed(((field,), {"marsh/forest": 2}))) == "cards"


def test_hidden_hands_are_cards_too() -> None:
    everything = dict.fromkeys(("flowers", "canyon", "desert"), 5) | {"grass": 4, "forest": 4}
    doubles = {f"marsh/{t}": 1 for t in ("grass", "flowers", "forest", "canyon", "desert")}
    spent = changed((("discard",), {**everything, **doubles}), (("draw",), None))
    assert culprit(spent) == "players"


@pytest.mark.rule("S-2")
def test_only_two_tiles_lie_on_a_location() -> None:
    third = [(("players", seat, "lost"), ["e15"]) for seat in range(3)]
    assert read_position(changed(*third[:2]))
    assert culprit(changed(*third)) == "players: tiles of e15"


@pytest.mark.rule("M-BONUS-1")
def test_both_tiles_and_the_bonus_tile_go_together() -> None:
    tiles = GIVEN["players"][1]["tiles"]
    assert len(tiles) == 3
    for without in range(3):
        some = [tile for i, tile in enumerate(tiles) if i != without]
        assert culprit(changed((("players", 1, "tiles"), some))) == "players[1].tiles"


@pytest.mark.rule("S-8")
def test_scouts_need_a_removed_terrain() -> None:
    land = setup_of(goals=("scouts", "lords", "knights"))
    data = write_position(position(land, scouted="desert", card="grass"))
    assert read_position(data)
    assert culprit(changed((("scouted",), None), given_=data)) == "scouted"


@pytest.mark.rule("G-SCOUTS-2")
def test_the_removed_terrain_has_cards_and_they_are_all_removed() -> None:
    land = setup_of(goals=("scouts", "lords", "knights"))
    data = write_position(position(land, scouted="desert", card="grass"))
    assert culprit(changed((("scouted",), "water"), given_=data)) == "scouted"
    some = (("removed",), {"desert": 4, "marsh/desert": 1})
    assert culprit(changed(some, (("draw",), None), given_=data)) == "removed"


def test_the_phase_scouts_needs_the_goal() -> None:
    gone = [((field,), None) for field in ("card", "terrain", "draw", "owed", "begun")]
    assert culprit(changed((("phase",), "scouts"), *gone)) == "phase"


@pytest.mark.rule("D-19")
def test_a_begun_action_has_its_number_of_builds_settled() -> None:
    assert culprit(changed((("begun",), True), (("owed",), None))) == "owed"


@pytest.mark.rule("A-7")
def test_a_turn_without_a_card_needs_empty_piles() -> None:
    assert culprit(changed(*NO_CARD)) == "card"


NO_CARD = [((field,), None) for field in ("card", "terrain", "draw")]


@pytest.mark.rule("A-4")
def test_an_exhausted_card_is_not_in_play() -> None:
    settled = (("players", 2), {"settlements": ["s2", "s3"]})
    assert culprit(changed(settled, *NO_CARD, (("card",), "desert"))) == "card"


def test_a_card_lies_open_only_in_a_turn() -> None:
    for phase in ("deal", "show", "replace", "over"):
        assert culprit(changed((("phase",), phase))) == "card"
    assert read_position(changed((("phase",), "replace"), *NO_CARD))
    assert culprit(changed((("phase",), "show"), *NO_CARD)) == "phase"  # nothing in the hand


def test_a_phase_of_the_dealer_needs_cards() -> None:
    empty = with_pile(position(LAND, card=None, hands=["", "", ""]), "")
    data = write_position(empty)
    assert read_position(data) == empty
    for phase in ("deal", "replace", "show"):
        assert culprit(changed((("phase",), phase), given_=data)) == "phase"


@pytest.mark.rule("H-1")
def test_choosing_belongs_to_the_house_rule() -> None:
    between = changed((("phase",), "show"), *NO_CARD, ((*P0, "hand"), ["grass"]))
    assert read_position(between)
    assert culprit(changed((("phase",), "choose"), given_=between)) == "phase"


@pytest.mark.rule("M-CANOE-1")
def test_only_a_seat_with_a_ready_canoe_reacts() -> None:
    assert read_position(changed((("reactions",), [[1, 2], [2]])))
    assert culprit(changed((("reactions",), [[1], [5]]))) == "reactions[1]"
    assert culprit(changed((("reactions",), [[]]))) == "reactions[0]"
    assert culprit(changed((("reactions",), [1]))) == "reactions[0]"


@pytest.mark.rule("M-CARD-2")
def test_a_double_card_is_bound_to_one_of_its_terrains() -> None:
    marsh = setup_of(("temple-standin", "tavern", "oasis", "farm"))
    data = write_position(position(marsh, card="marsh/grass"))
    assert data["terrain"] is None
    for terrain in ("marsh", "grass"):
        assert read_position(changed((("terrain",), terrain), given_=data)).terrain >= 0
    assert culprit(changed((("terrain",), "desert"), given_=data)) == "terrain"


# ---- nonsense -------------------------------------------------------------------------------

FILLED = write_position(
    position(LAND, settlements=[line("a1", 9)], hands=["", "grass", "?"], card="marsh/desert")
)


def paths(data: object, here: Path = ()) -> list[Path]:
    """Every place in a JSON value."""
    keys: list[str | int] = []
    if isinstance(data, dict):
        keys = list(data)
    elif isinstance(data, list):
        keys = list(range(len(data)))
    found = [here] if here else []
    for key in keys:
        found += paths(data[key], (*here, key))  # type: ignore[index]
    return found


def attempt(data: object) -> bool:
    """Whether it is a position; anything but BadPosition comes through."""
    try:
        state = read_position(data)
    except BadPosition:
        return False
    assert mailed(state) == state
    return True


@FUZZ
@given(JSON)
def test_any_json_is_a_position_or_refused(data: object) -> None:
    assert not attempt(data)


@FUZZ
@given(st.sampled_from([GIVEN, FILLED]), st.data())
def test_any_value_anywhere_is_read_or_refused(base: Position, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(paths(base)))
    attempt(changed((path, data.draw(JSON)), given_=base))


@FUZZ
@given(st.dictionaries(st.sampled_from(sorted(GIVEN)), JSON, min_size=1))
def test_any_fields_together_are_read_or_refused(fields: Position) -> None:
    attempt({**GIVEN, **fields})


@pytest.mark.rule("G-SCOUTS-3")
def test_before_scouts_all_cards_are_in_the_pile() -> None:
    land = setup_of(goals=("scouts", "lords", "knights"), sets=("base",))
    everything = dict.fromkeys(("grass", "flowers", "forest", "canyon", "desert"), 5)
    data = write_position(new(land)) | {"removed": everything, "draw": 0}
    assert culprit(data) == "removed"
    data = write_position(new(land)) | {"discard": {"grass": 1}, "draw": 24}
    assert culprit(data) == "discard"
    data = write_position(new(land)) | {"draw": 24}
    data["players"][1]["hand"] = ["grass"]
    assert culprit(data) == "players[1].hand"


@pytest.mark.parametrize("queues", [[[1], []], [[1, 1]], [[1]] * 40])
def test_reactions_are_as_many_as_there_can_be(queues: list[list[int]]) -> None:
    assert culprit(changed((("reactions",), queues))).startswith("reactions")
