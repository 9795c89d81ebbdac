"""Messages as bytes: what fits comes back equal, what does not is a typed error, always."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from relay.protocol import messages as m
from relay.protocol.codec import (
    TO_CLIENT,
    TO_RELAY,
    WORDS,
    decode_for_client,
    decode_for_relay,
    encode,
    pack,
    unpack,
)
from relay.protocol.errors import BYES, BadMessage
from relay.protocol.fields import kinds_of
from tests.relay.protocol.samples import GOOD, STRANGE

MESSAGES = {**TO_RELAY, **TO_CLIENT}


def decode(data: object) -> m.ToRelay | m.ToClient:
    """In whichever direction the message goes."""
    word = unpack(data)[0] if isinstance(data, bytes) else ""
    return decode_for_relay(data) if word in TO_RELAY else decode_for_client(data)


def kinds(message: object) -> list[str]:
    return list(kinds_of(type(message)))


# fields that may be left out
SPARE = {"bye": 1, "welcome": 1, "join": 1, "ready": 1, "said": 1, "try": 1, "table": 1}
SPARE |= {"dare": 1, "challenge": 1}


def test_there_is_a_sample_of_every_message() -> None:
    assert {type(message) for message in GOOD} == set(WORDS)


@pytest.mark.parametrize("message", GOOD, ids=lambda message: WORDS[type(message)])
def test_what_fits_comes_back_equal(message: m.ToRelay | m.ToClient) -> None:
    assert decode(encode(message)) == message


def test_a_field_that_may_be_left_out_is_unless_it_says_something() -> None:
    """So a client or relay that does not know it is none the wiser."""
    plain = m.Join("KQ7-4TN", "Bob", bytes(32))
    assert unpack(encode(plain)) == ("join", "KQ7-4TN", "Bob", bytes(32))
    assert decode(encode(plain)) == plain
    assert decode(pack(("join", "KQ7-4TN", "Bob", bytes(32), ""))) == plain
    assert len(unpack(encode(m.Join("KQ7-4TN", "Bob", bytes(32), "greedy")))) == 5
    for fields in (("KQ7-4TN", "Bob"), ("KQ7-4TN", "Bob", bytes(32), "", "")):
        with pytest.raises(BadMessage, match="fields"):
            decode(pack(("join", *fields)))


@pytest.mark.parametrize("message", GOOD, ids=lambda message: WORDS[type(message)])
def test_rows_come_back_as_what_they_were(message: m.ToRelay | m.ToClient) -> None:
    again = decode(encode(message))
    for name in kinds(message):
        ours, theirs = getattr(message, name), getattr(again, name)
        assert type(ours) is type(theirs)
        if isinstance(ours, tuple) and ours:
            assert type(ours[0]) is type(theirs[0])


@pytest.mark.parametrize("message", GOOD, ids=lambda message: WORDS[type(message)])
def test_a_strange_value_in_any_field_is_refused_or_fits(message: m.ToRelay | m.ToClient) -> None:
    word, *fields = unpack(encode(message))
    for index, (name, kind) in enumerate(kinds_of(type(message)).items()):
        refused = 0
        for strange in STRANGE:
            changed = [*fields]
            changed[index] = strange
            data = pack([word, *changed])
            fits = len(data) < 16_000 and kind(_tuples(strange))
            if fits:
                assert type(decode(data)) is type(message)
                continue
            refused += 1
            with pytest.raises(BadMessage) as caught:
                decode(data)
            assert caught.value.code in ("bad-message", "too-large")
            assert name in caught.value.text or word not in caught.value.text
        assert refused > len(STRANGE) / 2


def _tuples(value: Any) -> Any:
    """A value as it comes out of the unpacker."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


@pytest.mark.parametrize("message", GOOD, ids=lambda message: WORDS[type(message)])
def test_a_field_too_few_or_too_many_is_refused(message: m.ToRelay | m.ToClient) -> None:
    parts = list(unpack(encode(message)))
    least = len(parts) - SPARE.get(parts[0], 0)
    for wrong in (parts[: least - 1], [*parts, 0]):
        if wrong:
            with pytest.raises(BadMessage):
                decode(pack(wrong))


def test_a_message_of_the_other_direction_is_unknown() -> None:
    for message in GOOD:
        wrong = decode_for_client if type(message) in TO_RELAY.values() else decode_for_relay
        with pytest.raises(BadMessage) as caught:
            wrong(encode(message))
        assert "direction" in caught.value.text


def test_a_text_frame_is_told_from_a_bad_one() -> None:
    with pytest.raises(BadMessage) as caught:
        decode_for_relay("hello")
    assert caught.value.code == "text-frame"


def test_a_frame_above_the_limit_is_not_even_unpacked() -> None:
    with pytest.raises(BadMessage) as caught:
        decode_for_relay(b"\xc1" * 17_000)
    assert caught.value.code == "too-large"
    with pytest.raises(BadMessage) as caught:
        decode_for_relay(encode(m.Ping(1)), frame=3)
    assert caught.value.code == "too-large"


NO_MESSAGES: dict[str, bytes] = {
    "nothing": b"",
    "nil": b"\xc0",
    "a byte that is never used": b"\xc1",
    "a number": b"\x05",
    "a map": b"\x80",
    "a map with a message's word": msgpack.packb({"ping": 1}),
    "an empty array": b"\x90",
    "a word that is no text": pack([b"ping", 1]),
    "a word that is a list": pack([["ping"], 1]),
    "an unknown word": pack(["pong!", 1]),
    "a map inside": msgpack.packb(["say", {"text": "x"}]),
    "an extension": msgpack.packb(["ping", msgpack.ExtType(5, b"x")]),
    "a timestamp": msgpack.packb(["ping", msgpack.Timestamp(1)]),
    "text that is not UTF-8": b"\x92\xa3say\xa2\xff\xfe",
    "a surrogate": b"\x92\xa3say\xa3\xed\xa0\x80",
    "two messages": encode(m.Ping(1)) * 2,
    "something behind": encode(m.Ping(1)) + b"\x00",
    "an array of four thousand million": b"\xdd\xff\xff\xff\xff",
    "bytes of four thousand million": b"\x92\xa4ping\xc6\xff\xff\xff\xff",
    "text of four thousand million": b"\x92\xa3say\xdb\xff\xff\xff\xff",
    "a map of four thousand million": b"\xdf\xff\xff\xff\xff",
    "a long array": msgpack.packb([1] * 5000),
    "arrays in arrays": b"\x91" * 16_000,
    "arrays in arrays, closed": b"\x91" * 500 + b"\x90",
    "maps in maps": b"\x81\xa1a" * 5000,
    "a float": msgpack.packb(["ping", 1.0]),
    "a number too large for its field": msgpack.packb(["ping", 2**64 - 1]),
}


@pytest.mark.parametrize("name", NO_MESSAGES)
def test_what_is_no_message_is_a_typed_error(name: str) -> None:
    for read in (decode_for_relay, decode_for_client):
        with pytest.raises(BadMessage) as caught:
            read(NO_MESSAGES[name])
        assert caught.value.code in BYES


def test_every_message_cut_off_anywhere_is_a_typed_error() -> None:
    for message in GOOD:
        data = encode(message)
        for end in range(len(data)):
            with pytest.raises(BadMessage):
                decode_for_relay(data[:end])
            with pytest.raises(BadMessage):
                decode_for_client(data[:end])


def test_thousands_of_damaged_frames_are_messages_or_typed_errors() -> None:
    chance = random.Random(4)
    frames = [encode(message) for message in GOOD]
    outcomes = {True: 0, False: 0}
    for _ in range(20_000):
        data = bytearray(chance.choice(frames))
        for _ in range(chance.randint(1, 4)):
            if chance.random() < 0.7:
                data[chance.randrange(len(data))] = chance.randrange(256)
            else:
                data[chance.randrange(len(data)) :] = chance.randbytes(chance.randrange(20))
                data = data or bytearray(b"\xc0")
        read = chance.choice((decode_for_relay, decode_for_client))
        try:
            read(bytes(data))
            outcomes[True] += 1
        except BadMessage:
            outcomes[False] += 1
    assert min(outcomes.values()) > 100


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300))
@pytest.mark.slow
def test_any_bytes_are_a_message_or_a_typed_error(data: bytes) -> None:
    for read in (decode_for_relay, decode_for_client):
        with suppress(BadMessage):
            assert type(read(data)) in WORDS


_leaf = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=20)
    | st.binary(max_size=40)
)
_tree = st.recursive(
    _leaf,
    lambda inner: (
        st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=20,
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(MESSAGES)), st.lists(_tree, max_size=9))
def test_any_values_behind_a_word_are_a_message_or_a_typed_error(
    word: str, fields: list[Any]
) -> None:
    data = msgpack.packb([word, *fields])
    for read in (decode_for_relay, decode_for_client):
        try:
            message = read(data)
        except BadMessage:
            continue
        assert WORDS[type(message)] == word
