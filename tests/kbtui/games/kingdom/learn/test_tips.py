"""Tips: the right one for the situation, one at a time, not forever."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.kingdom.setup import first_game
from engine.kingdom.state import State
from kbtui.games.kingdom.learn.tips import _RULES, KEYS, Tips
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.screen import Tip
from kbtui.play.session import HUMAN
from kbtui.text.i18n import LANGUAGES, use
from tests.helpers import play as played
from tests.helpers import position
from tests.kbtui.playing import at_board, do, kingdom, others_act, view_of


def tip(play: Play, *, but: Sequence[str] = ()) -> Tip | None:
    """What a fresh adviser says, if those tips were given before."""
    tips = Tips()
    for rule in _RULES:
        if rule.key in but:
            tips._turns[rule.key] = set(range(-rule.times, 0))
    return tips.now(play, view_of(play))


def key(state: State, *, but: Sequence[str] = ()) -> str:
    found = tip(at_board(state), but=but)
    return "" if found is None else found.key


def before(wanted: str) -> list[str]:
    """The tips that would come first."""
    return [*KEYS[: KEYS.index(wanted)]]


# Each situation, and one that is nearly the same but not it: the tip, a position, another.
SITUATIONS: Sequence[tuple[str, State, State]] = [
    ("first card", position(card="grass"), position(settlements=["i9"], card="grass")),
    (
        "all built",
        played(position(card="grass"), "i9 i10 i11"),
        played(position(card="grass"), "i9 i10"),
    ),
    (
        "tile",
        position(settlements=["k8"], tiles=["l7"], card="grass"),
        position(settlements=["k8"], tiles=["l7:used"], card="grass"),
    ),
    (
        "location",
        position(settlements=["j9 k9"], card="grass"),
        position(settlements=["j11"], card="grass"),
    ),
    (
        "castle",
        position(settlements=["k13"], card="canyon"),
        position(settlements=["k13 l13"], card="canyon"),
    ),
    (
        "near the end",
        position(settlements=["i9"], filled=[32], card="canyon"),
        position(settlements=["i9"], filled=[25], card="canyon"),
    ),
    (
        "free choice",
        position(settlements=["i10"], card="desert"),
        position(settlements=["i10"], card="grass"),
    ),
    (
        "contact",
        played(position(card="grass"), "i9"),
        position(settlements=["i9"], card="grass"),
    ),
    (
        "crowded",
        position(settlements=["j13 k13 i13 h12"], card="canyon"),
        position(settlements=["i9"], card="grass"),
    ),
    (
        "merchants",
        position(settlements=["h8 i8 k8"], card="grass"),
        position(settlements=["h8 i8"], card="grass"),
    ),
    (
        "knights",
        position(settlements=["i9 j9"], card="grass"),
        position(settlements=["i9"], card="grass"),
    ),
    (
        "fishermen",
        position(settlements=["m9"], card="forest"),
        position(settlements=["i10"], card="grass"),
    ),
    (
        "last round",
        position(seat=1, settlements=["", "i9"], filled=[40], card="grass"),
        position(seat=1, settlements=["", "i9"], filled=[30], card="grass"),
    ),
]


def test_every_tip_has_a_situation() -> None:
    assert sorted(name for name, _state, _other in SITUATIONS) == sorted(KEYS)


@pytest.mark.parametrize(("name", "state", "other"), SITUATIONS, ids=[s[0] for s in SITUATIONS])
def test_a_tip_comes_in_its_situation_and_not_in_another(
    name: str, state: State, other: State
) -> None:
    if state.seat:  # the second player is the person here
        people = ("random", HUMAN)
        found = [tip(at_board(each, people), but=before(name)) for each in (state, other)]
        assert [each is not None and each.key == name for each in found] == [True, False]
        return
    assert key(state, but=before(name)) == name
    assert key(other, but=before(name)) != name


def test_a_tip_names_things() -> None:
    found = tip(at_board(position(settlements=["k8"], tiles=["l7"], card="grass")))
    assert found is not None
    assert "1" in found.short
    assert "Paddock" in found.text
    found = tip(at_board(position(card="desert")))
    assert found is not None
    assert found.short.startswith("Desert: build anywhere.")


def test_a_tip_stays_until_something_happens_and_is_not_repeated_for_ever() -> None:
    tips, play = Tips(), at_board(position(card="grass"))
    first = tips.now(play, view_of(play))
    assert first is not None
    assert first.key == "first card"
    do(play, "north", "south", "next")
    assert tips.now(play, view_of(play)) is first
    do(play, "i10", "choose")
    second = tips.now(play, view_of(play))
    assert second is not None
    assert second.key == "contact"
    do(play, "undo")  # the same turn: it may come again
    again = tips.now(play, view_of(play))
    assert again is not None
    assert again.key == "first card"


def test_no_tip_for_others_or_in_the_middle_of_something() -> None:
    play = at_board(position(settlements=["k8"], tiles=["l7"], card="grass"))
    assert tip(play) is not None
    do(play, "tile-1")
    assert tip(play) is None
    waiting = at_board(position(seat=1, card="grass"))
    assert tip(waiting) is None


def test_tips_can_be_switched_off_and_on() -> None:
    tips, play = Tips(), at_board(position(card="grass"))
    tips.is_on = False
    assert tips.now(play, view_of(play)) is None
    tips.is_on = True
    assert tips.now(play, view_of(play)) is not None


def test_a_whole_first_game_has_several_tips_but_no_flood() -> None:
    session = kingdom(first_game(seed="tips"), (HUMAN, "greedy"), ("Ada", "Ben"))
    play, tips = Play(session, "never"), Tips()
    given: dict[str, set[int]] = {}
    others_act(play)
    while not session.is_over:
        view = view_of(play)
        found = tips.now(play, view)
        if found is not None:
            given.setdefault(found.key, set()).add(view.turn)
        if play.unbuilt:
            do(play, "next", "choose")
        else:
            do(play, "end")
        others_act(play)
    limits = {rule.key: rule.times for rule in _RULES}
    assert all(len(turns) <= limits[name] for name, turns in given.items())
    assert {"first card", "contact", "location", "tile", "all built", "near the end"} <= {*given}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_tip_fits_in_a_line(language: str) -> None:
    use(language)
    try:
        for name, state, _other in SITUATIONS:
            people = ("random", HUMAN) if state.seat else (HUMAN, "random")
            found = tip(at_board(state, people), but=before(name))
            assert found is not None
            assert len(found.short) <= 90
            assert not {"{", "}"} & {*found.short, *found.text}
            if language == "en":
                assert len(found.short) <= 72, found.short
    finally:
        use("en")
