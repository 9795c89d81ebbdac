"""Challenges: the same deal for a friend, and both games side by side."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import keys
from engine.dealer import Seal, commitment
from engine.errors import BadInput, EngineError
from engine.record import Record, format_record, read_record, verify_record
from kbtui.daily import comparison
from kbtui.daily.challenge import (
    Challenge,
    answered,
    challenge_of,
    code_of,
    compared,
    read_code,
    same_deal,
    session_of,
    taken,
)
from kbtui.daily.results import Result
from kbtui.hosted import mode
from tests.kbtui.daily.test_diary import finish
from tests.kbtui.history.shelves import record


def challenge(seats: str = "you novice", game: str = "kingdom", seed: str = "a") -> Challenge:
    return challenge_of(*read_record(format_record(record(seats, seed, game=game))))


@pytest.mark.parametrize("game", keys())
def test_a_friend_gets_the_same_deal_and_both_are_compared(game: str) -> None:
    dare = challenge(game=game)
    again = read_code(code_of(dare))
    assert same_deal(again, dare)
    assert again.result.rounds == dare.result.rounds
    session = session_of(again, "Bea")
    assert session.players == ("you", "novice")
    first = session.think()
    assert first is not None
    assert first.token == record("you novice", "a", game=game).entries[0].token
    finish(session)
    made, table = read_record(format_record(session.record()))
    assert verify_record(made, table) > 0  # these cards, and no others
    other = answered(made)
    assert other is not None
    mine = challenge_of(made, table)
    assert same_deal(mine, other)
    lines = [*comparison.lines(mine.result, other)]
    assert len(lines) == 3 + max(len(mine.result.rounds), len(dare.result.rounds))
    assert "Ann" in lines[-1]


def test_people_are_replaced_and_that_is_said() -> None:
    dare = challenge("person you expert")
    assert dare.players == ("skilled", "you", "expert")
    assert dare.has_people
    told = " ".join(comparison.lines(dare.result, dare))
    assert "met people; you met bots in their place" in told


def test_rounds_are_put_side_by_side_also_if_one_game_was_longer() -> None:
    mine = Result("Ann", 0, 9, 5, True, False, [(3, 4), (9, 5)])
    theirs = Result("Bea", 0, 7, 8, False, False, [(2, 2), (4, 4), (7, 8)])
    rows = compared(mine, theirs)
    assert [row.yours for row in rows] == [(3, 4), (9, 5), None]
    assert [row.theirs for row in rows] == [(2, 2), (4, 4), (7, 8)]
    assert comparison.verdict(mine, theirs) == "You did better than Bea by 5."
    assert comparison.verdict(theirs, mine) == "Ann did better than you by 5."
    assert comparison.verdict(mine, mine) == "Ann and you did equally well."


@pytest.mark.slow
def test_a_sealed_deal_that_is_open_can_be_dealt_again() -> None:
    """As a game over a relay, once its secret is revealed."""
    secret = bytes(32)
    seal = Seal(commitment(secret), ("00" * 16, "11" * 16), secret.hex())
    start = {key: value for key, value in record("you novice").start.items() if key != "seed"}
    first = session_of(
        Challenge("kingdom", start, seal, ("you", "person"), challenge().result), "Ann"
    )
    finish(first)
    made, table = read_record(format_record(first.record()))
    assert verify_record(made, table) > 0
    second = session_of(read_code(code_of(challenge_of(made, table))), "Bea")
    finish(second)
    assert second.table.entries == first.table.entries


def test_what_cannot_be_played_again() -> None:
    whole = record("you novice")
    for wrong in (
        record("you you"),
        whole._replace(entries=whole.entries[:9], result=None, winners=None, digest=None),
        whole._replace(seeded=False),
    ):
        with pytest.raises(BadInput):
            challenge_of(*read_record(format_record(wrong)))


def packed(data: object) -> str:
    raw = zlib.compress(json.dumps(data).encode())
    return "kb1-" + base64.urlsafe_b64encode(raw).decode().rstrip("=")


GOOD = {
    "game": "kingdom",
    "start": {"players": 2, "seed": "x"},
    "seal": None,
    "seats": ["you", "novice"],
    "name": "Ann",
    "rounds": [[1, 2]],
    "won": [False, False],
}


def test_a_code_with_line_breaks_is_read() -> None:
    code = packed(GOOD)
    assert read_code(f" {code[:20]}\n  {code[20:]} \n").result.name == "Ann"
    assert answered(Record("kingdom", {}, tags=(("challenge", "1"),))) is None


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "chess"},
        {"start": []},
        {"seats": ["you", "you"]},
        {"seats": ["novice", "novice"]},
        {"seats": ["you", "exec:rm"]},
        {"seats": ["you", 7]},
        {"rounds": []},
        {"rounds": [[1, "2"]]},
        {"rounds": [[1, 10**9]]},
        {"rounds": 7},
        {"won": 1},
        {"seal": "x"},
        {"seal": ["a", ["b"], None]},
    ],
    ids=str,
)
def test_a_forged_code_is_refused_in_one_sentence(changed: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="not the code of a challenge"):
        read_code(packed({**GOOD, **changed}))


def test_a_code_that_unpacks_to_more_than_any_game_is_refused() -> None:
    bomb = packed({**GOOD, "name": "x" * 5_000_000})
    assert len(bomb) < 8_000
    with pytest.raises(BadInput):
        read_code(bomb)
    name = read_code(packed({**GOOD, "name": "\x1b[31mAnn\n" + "x" * 99})).result.name
    assert name.isprintable()
    assert len(name) <= 12
    assert read_code(packed({**GOOD, "name": " "})).result.name == "Orange"


@given(st.text(max_size=60))
def test_anything_typed_is_a_challenge_or_a_clear_sentence(text: str) -> None:
    for code in (text, f"kb1-{text}"):
        with pytest.raises((EngineError, OSError, ValueError)):
            taken(code, "Ann")


def test_options_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(EngineError):
        session_of(read_code(packed({**GOOD, "start": {"players": 99}})), "Ann")
    with pytest.raises(EngineError):
        session_of(read_code(packed({**GOOD, "start": {"players": 3, "seed": "x"}})), "Ann")


def test_at_a_door_no_file_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "friend.kbdeal"
    path.write_text(format_record(record("you novice")))
    mode.begin(mode.Hosted("play.example.org", "example.org", "ann"))
    try:
        for text in (str(path), "/etc/passwd"):
            with pytest.raises(BadInput, match="not the code of a challenge"):
                taken(text, "Ann")
        assert taken(code_of(challenge()), "Ann").players == ("you", "novice")
    finally:
        mode.begin(None)
    assert taken(str(path), "Ann").players == ("you", "novice")
