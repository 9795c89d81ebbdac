"""The messages about the deal of a day; all are new in version 5 (docs/protocol.md, section 9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, NamedTuple

from relay.protocol import kinds as k
from relay.protocol.fields import Many, Row, Text, Whole, Word, Yes
from relay.protocol.messages import ToClient, ToRelay

NEW, BEGUN, DONE, ABANDONED = "new", "begun", "done", "abandoned"
TABLE: Final = 50  # rows of a table in one frame
_FAR: Final = 100_000

Day = Annotated[str, Text(10, 10)]
MaybeDay = Annotated[str, Text(0, 10)]
Score = Annotated[int, Whole(-_FAR, _FAR)]
Edition = Annotated[str, Text(0, 16)]
Trying = Annotated[str, Word((NEW, BEGUN, DONE, ABANDONED))]
Place = Annotated[int, Whole(1, k.LARGEST_COUNT)]
Scores = Annotated[tuple[int, ...], Many(Whole(-_FAR, _FAR), 5)]


@dataclass(frozen=True, slots=True)
class Try(ToRelay):
    """Open the try of this day, or come back to it. ``level`` is for a program without a person."""

    game: k.GameKey
    day: Day
    name: k.GivenName
    token: k.Secret
    level: k.Level = ""


@dataclass(frozen=True, slots=True)
class AskDay(ToRelay):
    """How a day stands, for the holder of this token; an empty day is today."""

    game: k.GameKey
    day: MaybeDay
    token: k.Secret


@dataclass(frozen=True, slots=True)
class AskGame(ToRelay):
    """A page of the game of somebody on the table of a day, by the number of the row, from 1."""

    game: k.GameKey
    day: Day
    token: k.Secret
    row: Place
    page: k.PageNo


class Ranked(NamedTuple):
    """One who has finished."""

    place: Place
    name: k.Name
    score: Score
    other: Score  # of the bot
    own: Yes  # of the client that asked


@dataclass(frozen=True, slots=True)
class DayView(ToClient):
    """How a day stands. Results of others come only when one's own try is over, or the day is."""

    game: k.GameKey
    day: Day
    edition: Edition
    left: k.Stamp
    commitment: k.Secret
    secret: k.MaybeSecret
    trying: Trying
    opened: k.Count
    finished: k.Count
    abandoned: k.Count
    place: k.Count
    beaten: k.Count
    spread: Scores
    people: Annotated[tuple[Ranked, ...], Many(Row(Ranked), TABLE)]
    programs: Annotated[tuple[Ranked, ...], Many(Row(Ranked), TABLE)]
