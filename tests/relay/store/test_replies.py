"""Answers of a server, from bytes to values, in whatever portions they come."""

from __future__ import annotations

import pytest

from relay.store.valkey.replies import Refused, Replies

STREAM = (
    b"+OK\r\n"
    b":42\r\n"
    b":-1\r\n"
    b"$5\r\na\r\nb\n\r\n"
    b"$0\r\n\r\n"
    b"$-1\r\n"
    b"*-1\r\n"
    b"*0\r\n"
    b"*3\r\n$8\r\nsmessage\r\n*2\r\n:1\r\n$1\r\nx\r\n$-1\r\n"
)
VALUES = [b"OK", 42, -1, b"a\r\nb\n", b"", None, None, [], [b"smessage", [1, b"x"], None]]


def test_all_kinds_of_answers_at_once() -> None:
    replies = Replies()
    replies.feed(STREAM)
    assert replies.take(100) == VALUES
    assert replies.take(100) == []


@pytest.mark.parametrize("size", [1, 2, 3, 7, 30])
def test_answers_in_small_portions(size: int) -> None:
    replies, found = Replies(), []
    for at in range(0, len(STREAM), size):
        replies.feed(STREAM[at : at + size])
        found += replies.take(100)
    assert found == VALUES


def test_no_more_answers_than_are_wanted() -> None:
    replies = Replies()
    replies.feed(STREAM)
    assert replies.take(2) == VALUES[:2]
    replies.feed(b":7\r\n")
    assert replies.take(100) == [*VALUES[2:], 7]


def test_a_refusal_is_an_answer_like_others() -> None:
    replies = Replies()
    replies.feed(b"-MOVED 5 elsewhere:1\r\n:1\r\n")
    refused, after = replies.take(2)
    assert isinstance(refused, Refused)
    assert (refused.kind, refused.strerror) == ("MOVED", "MOVED 5 elsewhere:1")
    assert after == 1


@pytest.mark.parametrize("data", [b"?\r\n", b"\r\n", b":x\r\n", b"$x\r\n", b"*1\r\n!\r\n"])
def test_what_is_no_answer_is_found(data: bytes) -> None:
    replies = Replies()
    replies.feed(data)
    with pytest.raises(ValueError):
        replies.take(1)
