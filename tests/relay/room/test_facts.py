"""Facts on disk: every kind is read back equal, and nonsense is a damaged log."""

from __future__ import annotations

import pytest

from relay.protocol.codec import pack
from relay.protocol.errors import BadLog
from relay.room import facts as f
from tests.relay.protocol.samples import TERMS

FACTS: list[f.Fact] = [
    f.Created(1_800_000_000_000, "kingdom", "{}", TERMS, bytes(32)),
    f.Changed("{}", TERMS),
    f.SatDown(0, "Ann", bytes(32)),
    f.IsProgram(0, "greedy"),
    f.BotSat(1, "greedy"),
    f.GotUp(1),
    f.HostIs(1),
    f.IsReady(0, bytes(32)),
    f.SealingBegan(5),
    f.Revealed(6, 0, bytes(32)),
    f.CalledOff(bytes(32)),
    f.TryBegan(6, "2026-11-17", "92428ac3"),
    f.Played(7, -1, "deal:forest", bytes(8)),
    f.Spoke(8, 0, "hello"),
    f.Muted(0, True),
    f.Voted(1, 0, True),
    f.VotesVoid(1),
    f.StoodIn(9, 1, "greedy"),
    f.TookBack(10, 1),
    f.Left(1, True),
    f.Again(0, True),
    f.Followed("KQ74TN"),
]


def test_there_is_a_sample_of_every_fact() -> None:
    assert {type(fact) for fact in FACTS} == set(f.LETTERS.values())


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact).__name__)
def test_a_fact_comes_back_equal(fact: f.Fact) -> None:
    again = f.read_fact(f.write_fact(fact))
    assert again == fact
    assert type(again) is type(fact)


def test_the_terms_of_a_fact_are_terms_again() -> None:
    again = f.read_fact(f.write_fact(FACTS[0]))
    assert isinstance(again, f.Created)
    assert again.terms.options == TERMS.options


def test_an_entry_takes_little_room() -> None:
    assert len(f.write_fact(f.Played(1_800_000_000_000, 0, "barn@c14-d16", bytes(8)))) <= 40


@pytest.mark.parametrize(
    "record", [b"", b"\xc1", pack("x"), pack([]), pack(["?"]), pack(["u"]), pack(["u", 1, 2])]
)
def test_nonsense_is_a_damaged_log(record: bytes) -> None:
    with pytest.raises(BadLog):
        f.read_fact(record)


@pytest.mark.parametrize(
    "values",
    [
        ("h", "0"),  # the host's seat as text
        ("h", -1),
        ("h", 8),
        ("h", True),
        ("u", None),
        ("e", "now", 0, "t1", bytes(8)),
        ("e", 1, 0, b"t1", bytes(8)),
        ("s", 0, "Ann", "token"),
        ("m", 0, 1),
        ("t", "{}", ["{}", True, True, 0, "none"]),
        ("t", "{}", ["{}", True, True, 0, "sometimes", 0]),
    ],
)
def test_a_field_that_no_relay_has_written_is_a_damaged_log(values: tuple[object, ...]) -> None:
    with pytest.raises(BadLog):
        f.read_fact(pack(values))
