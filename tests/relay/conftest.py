"""What all tests of the relay have in common."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.relay.valkeys import Valkey


class Server(NamedTuple):
    url: str


@pytest.fixture(scope="session")
def valkey() -> Iterator[Server]:
    """A server for tests that leave it as it is, each with a prefix of its own."""
    given = os.environ.get("KB_TEST_KV_URL")
    if given:
        yield Server(given)
        return
    with Valkey() as server:
        yield Server(server.url)
