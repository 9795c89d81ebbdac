"""A game goes on from a position that somebody looks at."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.record import format_record, read_record
from kbtui.daily.playon import session_from
from kbtui.history.facts import PRACTICE
from kbtui.play import saves
from kbtui.play.session import SEATS, UNSEEN, Session
from kbtui.story.exports import Source, source_of
from tests.kbtui.daily.test_diary import finish
from tests.kbtui.history.shelves import record


def source(game: str, seats: str = "you novice") -> Source:
    made, table = read_record(format_record(record(seats, "a", game=game)))
    return source_of(table, made.players, made)


def moments(it: Source) -> list[object]:
    """What seat 1 saw when it had to act, in the first half of the game."""
    states = it.table.states[: len(it.table.states) // 2]
    game = it.table.game
    return [game.observe(state, 0) for state in states if game.to_act(state) == 0][::9]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["kingdom", "castle"])
def test_any_moment_can_be_played_on_to_the_end(game: str) -> None:
    it = source(game)
    for seen in moments(it):
        session = session_from(it, seen, 0, "Ann")
        rules = session.table.game
        assert session.players == ("you", "novice")
        assert rules.totals(session.table.state) == rules.totals(seen)
        assert rules.digest(session.table.state) == rules.digest(seen)  # all that is public
        finish(session)
        assert session.is_over


@pytest.mark.parametrize("game", ["kingdom", "castle"])
def test_it_is_kept_as_practice_and_can_be_continued(game: str, tmp_path: Path) -> None:
    it = source(game)
    session = session_from(it, moments(it)[1], 0, "Ann", seed="some-seed")
    save = saves.start(session, tmp_path)
    for _entry in range(3):
        entry = session.think()
        if entry is not None:
            session.follow(entry)
    save.close()
    assert save.path is not None
    again, other = saves.resume(save.path, tmp_path)
    assert again.table.entries == session.table.entries
    tags = dict(again.origin.tags)
    assert (tags[PRACTICE], tags[UNSEEN], tags[SEATS]) == ("position", "some-seed", "you novice")
    one, two = (each.think() for each in (session, again))
    assert one == two  # the same cards follow
    other.close()


def test_hidden_cards_are_others_with_another_seed_and_the_same_with_the_same() -> None:
    it = source("castle")
    seen = moments(it)[1]

    def whole(seed: str) -> object:
        session: Session = session_from(it, seen, 0, "Ann", seed)
        return session.table.game.write_position(session.table.state)

    assert whole("one") == whole("one")
    assert len({str(whole(f"seed {number}")) for number in range(5)}) > 1


@pytest.mark.parametrize("seats", ["person you expert", "you you"])
def test_people_who_are_not_there_are_played_by_bots(seats: str) -> None:
    it = source("kingdom", seats)
    seat = 1
    states = [s for s in it.table.states if it.table.game.to_act(s) == seat]
    session = session_from(it, it.table.game.observe(states[3], seat), seat, "Ann")
    expected = {"person you expert": ("skilled", "you", "expert"), "you you": ("skilled", "you")}
    assert session.players == expected[seats]
