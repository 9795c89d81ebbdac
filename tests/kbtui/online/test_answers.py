"""What relays answer, in words."""

from __future__ import annotations

import socket

import pytest

from kbtui.online import answers
from relay.client.events import Ended
from relay.protocol.errors import REFUSALS, BadMessage


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_is_a_sentence_at_the_door_and_inside(code: str) -> None:
    for text in (
        answers.at_door(code, "why", "KQ7-4TN", "example.org"),
        answers.inside(code, "why"),
    ):
        assert text
        assert "{" not in text


def test_the_words_of_a_relay_are_cleaned() -> None:
    assert answers.at_door("new", "a\x1b[2Jb\nc", "", "") == "a[2Jb c"
    assert answers.inside("new", "x" * 900) == "x" * 200


@pytest.mark.parametrize(
    ("trouble", "text"),
    [
        (ConnectionRefusedError(), "Start kb-relay there, or host"),
        (socket.gaierror(), "Is the address right?"),
        (TimeoutError(), "Check your network connection"),
        (OSError("x"), "Check your network connection"),
        (BadMessage("bad-message", "x"), "What answers there may not be a relay"),
        (None, ""),
        (Ended("stopping", "", 1.0, True), ""),
    ],
)
def test_troubles_come_with_advice(trouble: Exception | Ended | None, text: str) -> None:
    told = answers.advice(trouble)
    assert told.startswith(text)
    assert bool(told) == bool(text)
