"""Every reason why a connection is down has words."""

from __future__ import annotations

import socket

import pytest
from websockets.exceptions import InvalidURI

from kbtui.online.troubles import told
from relay.client import events as e
from relay.client.connection import Trouble
from relay.protocol.errors import BadMessage


@pytest.mark.parametrize(
    ("trouble", "text"),
    [
        (None, "the connection broke off"),
        (TimeoutError(), "no answer"),
        (ConnectionRefusedError(), "the relay is not running"),
        (OSError("Multiple exceptions: one, two"), "the relay is not running"),
        (OSError(113, "No route to host"), "No route to host"),
        (socket.gaierror(-2, "Name or service not known"), "no such host"),
        (InvalidURI("x", "y"), "no relay answers there"),
        (
            BadMessage("bad-message", "not msgpack"),
            "the relay sent something unexpected: not msgpack",
        ),
        (e.Ended("gone", "x", 0, False), "the room no longer exists"),
        (e.Ended("new-code", "It is raining.", 0, True), "It is raining."),
        (e.Ended("new-code", "It\x1b[2J is\nraining.", 0, True), "It[2J is raining."),
    ],
)
def test_a_reason_has_words(trouble: Trouble, text: str) -> None:
    assert told(trouble) == text
