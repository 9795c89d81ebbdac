"""How the spawner of a door runs: where players' folders are, whose, and how much they may use."""

from __future__ import annotations

import json
from typing import NamedTuple

MEGABYTE = 1024 * 1024


class Limits(NamedTuple):
    """What one program may use."""

    memory: int = 768 * MEGABYTE  # of addresses, threads' stacks included
    file: int = 4 * MEGABYTE  # the longest one
    files: int = 64  # open at once
    cpu: int = 4 * 3600  # seconds, all in all


class Config(NamedTuple):
    """What the spawner is started with; the rest comes with each program."""

    folder: str  # of all players
    first_user: int | None = None  # of the users that processes of accounts become; None: ours
    users: int = 1
    quota: int = 8 * MEGABYTE  # of a player's folder
    limits: Limits = Limits()

    def text(self) -> str:
        return json.dumps(self)

    @classmethod
    def read(cls, text: str) -> Config:
        folder, first_user, users, quota, limits = json.loads(text)
        return cls(folder, first_user, users, quota, Limits(*limits))
