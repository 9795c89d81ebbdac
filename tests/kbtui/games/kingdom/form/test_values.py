"""From the choices in the form to a game."""

from __future__ import annotations

from itertools import product

import pytest

from engine.errors import BadOptions
from engine.kingdom.ground.quadrants import BASE, MARSHLANDS
from engine.kingdom.setup import Options, resolve
from kbtui.form.values import for_players, named, new_game
from kbtui.games.kingdom.form.values import FormValues
from kbtui.play.playernames import NAMES
from kbtui.play.session import HUMAN

PLAIN = FormValues("heath")
BOTH = (BASE, MARSHLANDS)


def test_who_wishes_nothing_gets_what_the_seed_gives() -> None:
    assert PLAIN.options == Options(seed="heath")
    game = new_game("kingdom", PLAIN, {})
    assert game.players == (HUMAN, "greedy")
    assert game.names == NAMES[:2]


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("sets", [(BASE,), BOTH], ids="+".join)
def test_what_is_not_chosen_stays_as_it_was_drawn(place: int, sets: tuple[str, ...]) -> None:
    free = PLAIN._replace(sets=sets)
    drawn = [quadrant.id for quadrant in resolve(free.options).quadrants]
    for name in free.known_quadrants:
        asked: list[str | None] = [None] * 4
        asked[place] = name
        laid = [q.id for q in resolve(free._replace(quadrants=tuple(asked)).options).quadrants]
        assert laid[place] == name
        assert len({*laid}) == 4
        if name not in drawn:
            assert laid[:place] + laid[place + 1 :] == drawn[:place] + drawn[place + 1 :]


def test_two_chosen_places_always_leave_a_board() -> None:
    names = PLAIN.known_quadrants
    for one, other in product(names, names):
        asked = PLAIN._replace(quadrants=(None, one, None, other))
        if one == other:
            with pytest.raises(BadOptions):
                resolve(asked.options)
        else:
            laid = [quadrant.id for quadrant in resolve(asked.options).quadrants]
            assert (laid[1], laid[3]) == (one, other)


def test_a_quadrant_may_be_turned_without_being_chosen() -> None:
    free = resolve(PLAIN.options)
    turned = resolve(PLAIN._replace(turned=(True, None, False, None)).options)
    assert turned.quadrants == free.quadrants
    assert turned.rotated == (True, free.rotated[1], False, free.rotated[3])


def test_goals_are_chosen_one_by_one() -> None:
    drawn = resolve(PLAIN.options).goals
    assert resolve(PLAIN._replace(goals=("lords", None, None)).options).goals[0] == "lords"
    kept = resolve(PLAIN._replace(goals=(drawn[2], None, None)).options).goals
    assert kept == (drawn[2], drawn[1], drawn[0])
    with pytest.raises(BadOptions):
        resolve(PLAIN._replace(goals=("lords", "lords", None)).options)


def test_another_board_keeps_the_goals_and_the_other_way_round() -> None:
    before, after = resolve(PLAIN.options), resolve(PLAIN.other_board("moss").options)
    assert after.goals == before.goals
    assert after.layout == resolve(Options(seed="moss")).layout != before.layout
    after = resolve(PLAIN.other_goals("moss").options)
    assert after.layout == before.layout
    assert after.goals == resolve(Options(seed="moss")).goals != before.goals
    chosen = PLAIN._replace(quadrants=("tavern", None, None, None))
    assert chosen.other_board("moss").quadrants == (None,) * 4


def test_another_seed_draws_everything_again() -> None:
    other = PLAIN.other_board("moss").other_goals("moss").other_seed("jade")
    assert other.options == Options(seed="jade")


def test_smaller_sets_forget_what_they_do_not_have() -> None:
    wide = PLAIN.of_sets(BOTH)
    wide = wide._replace(
        quadrants=("canoe-standin", "tavern", None, None),
        goals=("scouts", "lords", None),
    )
    assert resolve(wide.options).double_cards
    narrow = wide.of_sets((BASE,))
    assert narrow.quadrants == (None, "tavern", None, None)
    assert narrow.goals == (None, "lords", None)
    assert not resolve(narrow.options).double_cards


def test_somebody_who_is_there_begins() -> None:
    three = for_players(PLAIN, 3)._replace(start=2)
    assert resolve(three.options).start == 2
    assert for_players(three, 2).start == 0
    assert for_players(three._replace(start=None), 2).start is None


def test_names_are_cleaned_and_never_empty() -> None:
    game = new_game(
        "kingdom", PLAIN._replace(players=3, names=("  Zoë\x07 ", "", "x" * 40, "Dmitri")), {}
    )
    assert game.names == ("Zoë", "Botto", "x" * 12)
    assert named(PLAIN, "Zoë").names[0] == "Zoë"
    assert named(PLAIN, "").names[0] == NAMES[0]
