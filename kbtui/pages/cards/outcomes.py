"""What the pages about deals lead to, as values for the screens."""

from __future__ import annotations

from typing import NamedTuple

from relay.days import deals


class Play(NamedTuple):
    """The outcome: a game of this deal."""

    deal: deals.Deal
    is_practice: bool


class Best(NamedTuple):
    """The outcome: the expert's game of this deal, to look at."""

    deal: deals.Deal


class Copy(NamedTuple):
    """The outcome: a text for the clipboard."""

    text: str


class Take(NamedTuple):
    """The outcome: a challenge, as the code or the path that was typed."""

    text: str


class Table(NamedTuple):
    """The outcome: the table of the day at the relay."""

    game: str
    day: str


class Leave(NamedTuple):
    """The outcome: the game is to be left at a relay as a challenge."""


class Compare(NamedTuple):
    """The outcome: the game of this row of a challenge is wanted, from 1."""

    row: int


class Again(NamedTuple):
    """The outcome: the next challenge, with other cards."""


class Boards(NamedTuple):
    """The outcome: both games of a comparison, on two boards."""
