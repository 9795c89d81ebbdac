"""Who dares the player: told before the first move, from the headers of the game alone."""

from __future__ import annotations

import pytest

from engine.record import format_record, read_record
from kbtui.daily.challenge import CHALLENGE, session_of
from kbtui.daily.challenger import challenger_of, headers, lines, told
from kbtui.play.session import Session
from tests.kbtui.daily.test_challenge import challenge

PLACE = "KQ7-4TN ws://relay.example.org:8765"


def dared(name: str, scores: tuple[int, ...]) -> Session:
    """As a relay tells of it."""
    session = session_of(challenge(), "Bea")
    rest = [tag for tag in session.origin.tags if tag[0] != CHALLENGE]
    tags = (*rest, (CHALLENGE, PLACE), *headers(name, scores))
    session.origin = session.origin._replace(tags=tags)
    return session


def test_a_long_code_says_who_dares_what_there_is_to_beat_and_no_move() -> None:
    dare = challenge("you novice expert")
    session = session_of(dare, "Bea")
    rows = dict(told(session, "d"))
    assert [*rows] == ["From", "Deal", "To beat", "End"]
    assert rows["From"].startswith("Ann dares you")
    against = "Botto (novice bot) and Cleo (expert bot)"
    assert rows["Deal"] == f"Base game; you play against {against}."
    assert f"Ann scored {dare.result.score}, " in rows["To beat"]
    assert rows["End"].startswith("Press d on the final score")
    assert "sent to" not in rows["End"]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((61, 49), "Ann scored 61, 12 more than the best opponent."),
        ((49, 61), "Ann scored 49, 12 less than the best opponent."),
        ((50, 50), "Ann scored 50, as much as the best opponent."),
        ((), None),  # an older relay keeps it to itself
    ],
)
def test_a_relay_says_the_same_and_a_saved_game_remembers_it(
    scores: tuple[int, ...], expected: str | None
) -> None:
    record, table = read_record(format_record(dared("Ann", scores).record()))
    again = Session.resumed(record, table)
    rows = dict(told(again))
    assert rows.get("To beat") == expected
    assert rows["End"].endswith("sent to relay.example.org:8765, where Ann finds it.")
    assert next(lines(again)).startswith("From: Ann dares you")


def test_nothing_is_said_of_other_games_nor_after_the_first_move() -> None:
    assert challenger_of(dared("", ()).origin) is None  # begun with an earlier version
    session = dared("Ann", (1, 2))
    for _entry in session.advance():
        pass
    assert [*lines(session)]
    session.play(session.game.format(session.game.legal(session.observation(0))[0]))
    assert not [*lines(session)]


def test_a_header_that_somebody_has_changed_breaks_nothing() -> None:
    session = dared("Ann", ())
    for scores, place in (("x", "KQ7-4TN"), ("1 2 3", "KQ7-4TN not an address")):
        tags = (("challenger", "Ann"), ("to beat", scores), (CHALLENGE, place))
        session.origin = session.origin._replace(tags=tags)
        assert [word for word, _text in told(session)] == ["From", "Deal", "End"]
