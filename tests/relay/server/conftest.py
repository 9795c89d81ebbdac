"""What all tests of the server have in common."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from relay.server import logs


@pytest.fixture(autouse=True)
def _same_logging() -> Iterator[None]:
    """Logging is for the whole process: leave it as it was, not at a stream that is closed."""
    root, ours = logging.getLogger(), logs.LOG
    before = (root.handlers[:], root.level, ours.level)
    yield
    root.handlers[:], level, our_level = before
    root.setLevel(level)
    ours.setLevel(our_level)
