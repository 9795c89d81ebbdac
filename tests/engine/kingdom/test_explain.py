"""Every refusal names the rule and says why in one sentence; what is legal has no refusal."""

import random
import re

import pytest

from engine.errors import IllegalMove
from engine.kingdom.ground.hexes import ALL
from engine.kingdom.ground.moves import NOWHERE, Action, Move, Shape, make_move, parse_move, shape
from engine.kingdom.rules.actions import apply, explain, legal, new, outcomes
from engine.kingdom.state import State, actor
from tests.helpers import MARSHLANDS, field, play, position, refusal, setup_of, table, with_pile
from tests.test_rules_page import RULE_IDS

# e5 has desert at f5, d6 and e6; more desert at m10, canyon at c9, one of everything besides.
MARKS = {"f5 d6 e6 m10": "D", "c9": "C", "d5": "W", "p3": "M", "p5": "K", "p7": "P", "n14": "S"}
HOMES = {  # two kinds of location to a quadrant
    "h3": "paddock",
    "h9": "farm",
    "n3": "oasis",
    "q9": "tower",
    "b13": "oracle",
    "b17": "tavern",
    "r13": "barn",
    "r15": "harbor",
}
TILES = " ".join(f"{home}:usable" for home in HOMES)


def middle(card: str = "desert", settlements: str = "e5", other: str = "s20") -> State:
    """A turn with a usable tile of every base kind, before the builds."""
    setup = table("G", MARKS | HOMES)
    return position(setup, card=card, settlements=(settlements, other), tiles=(TILES,))


def sentence(state: State, token: str) -> str:
    found = explain(state, parse_move(token))
    assert found is not None
    return found.reason


@pytest.mark.rule("B-3")
def test_the_example_of_the_desert() -> None:
    assert refusal(middle(), "m10") == "B-3"
    assert sentence(middle(), "m10") == (
        "Your card is desert; your settlements touch 3 free desert hexes, so you must "
        "build on one of them."
    )


@pytest.mark.rule("B-3")
def test_one_hex_is_not_called_hexes() -> None:
    state = position(table("G", {"f5 m10": "D"}), card="desert", settlements=("e5",))
    assert "your settlements touch 1 free desert hex, so" in sentence(state, "m10")


@pytest.mark.parametrize(
    ("token", "rule"),
    [
        ("e5", "B-1"),
        ("s20", "B-1"),
        ("a1", "B-2"),
        ("p3", "B-2"),
        ("d5", "B-2"),
        ("p5", "GEO-4"),
        ("p7", "GEO-4"),
        ("b13", "GEO-4"),
        ("m10", "B-3"),
        ("end", "T-5"),
        ("pass", "M-CANOE-1"),
        ("canoe@d5", "M-CANOE-1"),
        ("canoe+@d5", "M-BONUS-1"),
        ("temple@e5", "T-3"),
        ("fountain@f5", "T-3"),
        ("play:desert", "T-1"),
        ("deal:forest", "T-6"),
        ("show:forest", "T-6"),
        ("oracle@m10", "B-3"),
        ("oracle@a1", "B-2"),
        ("farm@f5", "L-FARM-1"),
        ("farm@a1", "B-3"),
        ("oasis@a1", "L-OASIS-1"),
        ("oasis@m10", "B-3"),
        ("tower@e4", "L-TOWER-1"),
        ("tower@p3", "B-2"),
        ("tavern@e4", "L-TAVERN-1"),
        ("tavern@d5", "L-TAVERN-2"),
        ("barn@a1-m10", "L-MOVE-2"),
        ("barn@s20-m10", "L-MOVE-2"),
        ("barn@e5-e5", "L-MOVE-1"),
        ("barn@e5-a1", "L-BARN-1"),
        ("harbor@e5-f5", "L-HARBOR-1"),
        ("harbor@e5-n14", "L-HARBOR-1"),
        ("paddock@e5-e4", "L-PADDOCK-1"),
        ("paddock@e5-p3", "L-PADDOCK-3"),
        ("paddock@e5-p5", "GEO-4"),
    ],
)
def test_a_refusal_names_the_rule(token: str, rule: str) -> None:
    assert refusal(middle(), token) == rule


@pytest.mark.rule("M-REFUGE-1", "M-REFUGE-2")
@pytest.mark.parametrize(
    ("token", "rule"),
    [
        ("refuge@e5-e3", "M-REFUGE-1"),  # not adjacent
        ("refuge@e5-d5", "M-REFUGE-1"),  # water
        ("refuge@e5-p5", "GEO-4"),
        ("refuge+@e5-g5", "M-REFUGE-2"),  # f5 is nearer
        ("refuge+@e5-e3", "M-REFUGE-2"),  # no straight line
        ("refuge+@e5-d5", "M-REFUGE-2"),  # water
    ],
)
def test_a_refused_refuge_names_its_own_rules(token: str, rule: str) -> None:
    setup = table("G", MARKS | {"c15": "refuge", "g15": "refuge"})
    tiles = ("c15:usable g15:usable refuge+:usable",)
    assert refusal(position(setup, card="desert", settlements=("e5",), tiles=tiles), token) == rule


@pytest.mark.rule("B-6")
def test_a_move_away_from_the_others_names_the_lifted_settlement() -> None:
    state = middle(settlements="e5 c15")
    assert refusal(state, "barn@c15-m10") == "B-6"
    assert "C15" in sentence(state, "barn@c15-m10")


@pytest.mark.rule("L-TAVERN-1")
def test_without_a_line_the_tavern_says_so() -> None:
    assert "no straight line of 3" in sentence(middle(), "tavern@e4")
    assert "not at the end of a line" in sentence(middle(settlements="e8 f8 g8"), "tavern@e4")


@pytest.mark.rule("M-TEMPLE-1")
def test_a_temple_takes_back_own_settlements_only() -> None:
    setup = table("G", {"c3": "temple"})
    state = position(setup, tiles=("c3:usable",), settlements=("d3", "m10"))
    assert refusal(state, "temple@m10") == refusal(state, "temple@a1") == "M-TEMPLE-1"


@pytest.mark.rule("T-3", "T-4", "L-GEN-5", "L-GEN-12", "M-BONUS-3")
def test_a_tile_that_cannot_be_used_now_says_why() -> None:
    setup = table("G", {"c3": "farm", "h3": "refuge", "h7": "refuge"})
    used = position(setup, tiles=("c3:used",))
    fresh = position(setup, tiles=("c3:new h3:usable h7:new refuge+:new",), settlements=("d3",))
    begun = position(setup, tiles=("c3:usable",), owed=2, begun=True)
    empty = position(setup, tiles=("c3:usable",), filled=(40,))
    assert refusal(used, "farm@a1") == "T-3"
    assert refusal(fresh, "farm@a1") == "L-GEN-5"
    assert refusal(fresh, "refuge+@d3-e3") == "M-BONUS-3"
    assert refusal(begun, "farm@a1") == "T-4"
    assert refusal(empty, "farm@a1") == "L-GEN-12"


@pytest.mark.rule("T-5")
def test_an_early_end_counts_what_is_still_to_be_built() -> None:
    assert "3 more settlements" in sentence(middle(), "end")
    assert "1 more settlement " in sentence(play(middle(), "f5 d6"), "end")


@pytest.mark.rule("T-5", "M-CARD-1")
def test_an_early_end_counts_both_halves_of_a_double_card_until_one_is_built_on() -> None:
    land = setup_of(field("D", S="c3 d3", T="m3 n3 o3"))
    state = position(land, card="marsh/forest")
    assert "3 settlements, or 2 on marsh" in sentence(state, "end")
    assert "1 more settlement " in sentence(play(state, "c3"), "end")
    assert "2 more settlements" in sentence(play(state, "m3"), "end")


@pytest.mark.rule("T-2", "A-7")
def test_a_build_too_many_and_a_build_without_a_card_differ() -> None:
    done = play(middle(), "f5 d6 e6")
    assert refusal(done, "m10") == "T-2"
    setup = table("G", {"c3": "D"})
    bare = with_pile(position(setup, card="desert", hands=("", "grass")), "")
    assert refusal(play(bare, "c3"), "a1") == "A-7"


@pytest.mark.rule("T-1", "T-6", "C-4", "H-1")
def test_the_dealer_is_refused_too() -> None:
    start = new(setup_of(sets=("base",)))
    assert refusal(start, "a1") == "T-6"
    assert refusal(start, "show:forest") == "T-6"
    assert refusal(start, "deal:marsh/forest") == "C-4"
    dealt = play(start, "deal:forest deal:desert")
    assert refusal(dealt, "show:canyon") == "T-1"
    assert "forest" not in sentence(dealt, "show:canyon")  # the card held stays secret (T-8)
    choosing = play(new(setup_of(two_cards=True)), "deal:forest deal:grass deal:? deal:?")
    assert refusal(choosing, "play:desert") == refusal(choosing, "end") == "H-1"


@pytest.mark.rule("E-2")
def test_after_the_game_nothing_is_possible() -> None:
    state = position(table("G"), seat=1, card="grass", filled=(40, 40))
    assert refusal(play(state, "end"), "end") == "E-2"


@pytest.mark.rule("M-CANOE-1")
def test_while_a_canoe_may_react_nothing_else_is_possible() -> None:
    setup = table("G", {"c3": "farm", "h3": "canoe", "m10": "W"})
    state = position(setup, card="grass", tiles=("", "h3:usable"), taken=("", "c3"))
    state = play(state, "d3")
    assert refusal(state, "e3") == refusal(state, "end") == "M-CANOE-1"
    assert refusal(state, "canoe@a1") == "M-CANOE-1"


def test_a_refused_move_changes_nothing() -> None:
    state = middle()
    before = hash(state)
    with pytest.raises(IllegalMove):
        apply(state, parse_move("m10"))
    assert hash(state) == before


def any_move(action: Action, chance: random.Random) -> Move:
    match shape(action):
        case Shape.HEX:
            return make_move(action, NOWHERE, chance.choice(ALL))
        case Shape.TAKE:
            return make_move(action, chance.choice(ALL))
        case Shape.PATH:
            return make_move(action, chance.choice(ALL), chance.choice(ALL))
        case Shape.CARD:
            return make_move(action, NOWHERE, chance.randrange(10))
        case Shape.BARE:
            return make_move(action)


SENTENCE = re.compile(r"[A-Z][^.!?]*\.")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("two_cards", [False, True])
def test_in_whole_games_a_move_is_legal_or_refused_in_one_sentence(
    seed: int, two_cards: bool
) -> None:
    chance = random.Random(seed)
    state = new(setup_of(MARSHLANDS, players=2 + seed % 3, two_cards=two_cards))
    while actor(state) is not None:
        possible = legal(state)
        for action in Action:
            own = state.settlements[max(actor(state) or 0, 0)]
            tries = [any_move(action, chance) for _ in range(2)]
            if shape(action) == Shape.PATH and own:
                start = chance.choice([hex_ for hex_ in ALL if own >> hex_ & 1])
                tries += [make_move(action, start, chance.choice(ALL)) for _ in range(2)]
            for move in tries:
                found = explain(state, move)
                assert (found is None) == (move in possible), move
                if found is not None:
                    assert SENTENCE.fullmatch(found.reason), found.reason
                    assert found.rule in RULE_IDS
        drawn = outcomes(state)
        moves = [move for move, n in drawn for _ in range(n)] if drawn else possible
        state = apply(state, chance.choice(moves))
