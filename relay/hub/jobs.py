"""What is to be done in a room when its turn comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from relay.hub.connections import Connection
from relay.hub.guesses import Guess
from relay.protocol import messages as m


class Job(NamedTuple):
    """Something to be done in a room when its turn comes; by whom, for the refusal."""

    run: Callable[[float], None]
    connection: Connection | None = None
    request: m.ToRelay | None = None
    guess: Guess | None = None  # the code or token that led here
