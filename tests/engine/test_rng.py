"""Our own random numbers: fixed for ever, fair, and separate for every purpose.

The vectors were computed apart from the engine, with ``hashlib`` alone, from the recipe: BLAKE2b of
8 bytes over label, zero byte and counter (8 bytes, big end first); its key is BLAKE2b of 32 bytes
over the seed, personalised with ``kbtui seed``. They must never change: old games depend on them.
"""

from collections import Counter

import pytest

from engine import rng
from engine.errors import BadOptions
from engine.rng import SEED_LENGTH, Stream, check_seed, weighted, word

WORDS = [
    (b"kingdom", "dealer 0", 0, 0x62CD9E20E78E8B55),
    (b"kingdom", "dealer 0", 1, 0x00A06FF1AC0D20AB),
    (b"kingdom", "dealer 1", 0, 0x0FCAEE16CD231D14),
    (b"kingdom", "kingdom set-up", 0, 0xA8748A0E78C2474C),
    (b"", "", 0, 0x661FEEEA663B2D45),
    (bytes(range(32)), "dealer 0", 0, 0x3474FA47B5218E3E),
    ("é".encode(), "ü", 2**40, 0xF6211D59D39DC687),
]


@pytest.mark.parametrize(("seed", "label", "counter", "expected"), WORDS)
def test_words_are_what_they_always_were(
    seed: bytes, label: str, counter: int, expected: int
) -> None:
    assert word(seed, label, counter) == expected


def test_a_stream_gives_the_numbers_it_always_gave() -> None:
    stream = Stream("kingdom", "test")
    assert [stream.below(10) for _ in range(12)] == [5, 0, 5, 1, 6, 1, 2, 0, 4, 3, 3, 3]


def test_a_stream_gives_the_same_for_any_bound() -> None:
    stream = Stream("kingdom", "test")
    bounds = (1, 2, 3, 100, 10**6, 2**63 + 1, 2**64)
    found = [stream.below(bound) for bound in bounds]
    assert found == [0, 0, 0, 81, 989706, 1287192469266396861, 5894678043853532872]


def test_a_shuffle_is_what_it_always_was() -> None:
    assert "".join(Stream("kingdom", "test").shuffle("abcdefgh")) == "fgaebcdh"


def test_weights_are_drawn_as_they_always_were() -> None:
    stream = Stream("kingdom", "test")
    drawn = [weighted([1, 0, 5, 2], stream.below) for _ in range(12)]
    assert drawn == [2, 2, 2, 2, 2, 2, 0, 2, 2, 2, 2, 2]


def test_a_seed_is_text_or_its_bytes() -> None:
    text, raw = Stream("kingdom é", "test"), Stream("kingdom é".encode(), "test")
    assert [text.below(99) for _ in range(9)] == [raw.below(99) for _ in range(9)]


def test_numbers_too_large_to_be_fair_are_skipped() -> None:
    # With this bound nearly half of all words are rejected; the first of this stream is one.
    bound = 2**63 + 1
    assert word(b"kingdom", "r1", 0) == 0x916BA1C5330C203F >= bound
    assert Stream("kingdom", "r1").below(bound) == 0x7560B0C25524BB11


def test_rejection_goes_on_until_a_number_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter([2**64 - 1, 2**64 - 1, 2**64 - 2, 2**64 - 1, 7])
    monkeypatch.setattr(rng.Source, "word", lambda source, head, counter: next(words))
    stream = Stream("any", "any")
    # 2**64 leaves 1 when divided by 3, so the single largest word is one too many.
    assert stream.below(3) == (2**64 - 2) % 3
    assert stream.below(3) == 1


def test_a_power_of_two_rejects_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng.Source, "word", lambda source, head, counter: 2**64 - 1)
    assert Stream("any", "any").below(2**64) == 2**64 - 1
    assert Stream("any", "any").below(16) == 15


@pytest.mark.parametrize("bound", [0, -1, -(2**70)])
def test_there_must_be_something_to_choose_from(bound: int) -> None:
    with pytest.raises(ValueError, match="nothing to choose from"):
        Stream("kingdom", "test").below(bound)


def test_choosing_from_nothing_is_refused() -> None:
    with pytest.raises(ValueError):
        Stream("kingdom", "test").choice([])
    with pytest.raises(ValueError):
        weighted([0, 0], Stream("kingdom", "test").below)
    with pytest.raises(ValueError):
        Stream("kingdom", "test").sample("ab", 3)


def test_streams_of_other_labels_and_seeds_have_nothing_in_common() -> None:
    def numbers(seed: str, label: str) -> list[int]:
        stream = Stream(seed, label)
        return [stream.below(2**64) for _ in range(50)]

    drawn = [numbers(seed, label) for seed in ("a", "b", "ab") for label in ("c", "bc", "")]
    assert len({number for row in drawn for number in row}) == 9 * 50


def test_numbers_are_spread_evenly() -> None:
    stream = Stream("fair", "dice")
    counts = Counter(stream.below(6) for _ in range(6000))
    # Five standard deviations (29 each) on either side; the numbers are fixed, so is the result.
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert all(850 < count < 1150 for count in counts.values())


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    stream = Stream("fair", "cards")
    counts = Counter("".join(stream.shuffle("abc")) for _ in range(3000))
    assert len(counts) == 6
    assert all(400 < count < 600 for count in counts.values())


def test_weights_are_chances() -> None:
    stream = Stream("fair", "weights")
    counts = Counter(weighted([1, 0, 3], stream.below) for _ in range(4000))
    assert counts[1] == 0
    assert 860 < counts[0] < 1140


def test_a_sample_has_different_items_and_leaves_its_source_alone() -> None:
    items = list(range(20))
    sample = Stream("kingdom", "test").sample(items, 7)
    assert len(set(sample)) == len(sample) == 7
    assert set(sample) <= set(items) == set(range(20))
    assert items == list(range(20))
    assert Stream("kingdom", "test").sample(items, 0) == []


def test_a_sample_is_the_beginning_of_the_shuffle() -> None:
    items = "abcdefghij"
    whole = Stream("kingdom", "test").shuffle(items)
    assert Stream("kingdom", "test").sample(items, 4) == whole[:4]


@pytest.mark.parametrize("seed", ["a", "kingdom", "two words", "x" * SEED_LENGTH, "~!@#{}'\""])
def test_a_seed_can_be_typed(seed: str) -> None:
    check_seed(seed)


@pytest.mark.parametrize(
    ("seed", "problem"),
    [
        ("", "1 to 64"),
        ("x" * (SEED_LENGTH + 1), "1 to 64"),
        ("é", "ASCII"),
        ("a\nb", "printable"),
        ("a\0", "printable"),
        ("\x7f", "printable"),
        (" a", "begin or end with a space"),
        ("a ", "begin or end with a space"),
        (" ", "begin or end with a space"),
    ],
)
def test_what_cannot_be_typed_is_no_seed(seed: str, problem: str) -> None:
    with pytest.raises(BadOptions, match=problem) as caught:
        check_seed(seed)
    assert caught.value.where == "seed"
