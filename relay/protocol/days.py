"""The messages about deals that many play (docs/protocol.md, section 9): those of the days, which
came with version 5, and challenges."""

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
Place = Annotated[int, Whole(0, k.LARGEST_COUNT)]  # 0, since version 6: none
Scores = Annotated[tuple[int, ...], Many(Whole(-_FAR, _FAR), 5)]


RECORD: Final = 12_000  # characters of a record in one frame to a relay; most have a third of it

RecordText = Annotated[str, Text(1, RECORD)]
DealText = Annotated[str, Text(1, k.TEXT_PAGE)]
MaybeCode = Annotated[str, Text(0, 16)]


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
    """A page of the game of somebody on the table of a day, by the number of the row, from 1; since
    version 6, row 0 is the expert's."""

    game: k.GameKey
    day: Day
    token: k.Secret
    row: Place
    page: k.PageNo


class Ranked(NamedTuple):
    """One who has finished; without a place and a name if the operator has struck the row."""

    place: Place
    name: k.Name
    score: Score
    other: Score  # of the bot
    own: Yes  # of the client that asked


@dataclass(frozen=True, slots=True)
class DayView(ToClient):
    """How a day stands. Results of others come only when the player's try or the day is over."""

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
    expert: Scores = ()  # since version 6: of the relay's expert, and of its bot


# ---- challenges, which came with version 6 -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dare(ToRelay):
    """Leave a finished game as a challenge, or with a code as the answer to one."""

    name: k.GivenName
    token: k.Secret
    record: RecordText
    code: MaybeCode = ""


@dataclass(frozen=True, slots=True)
class AskChallenge(ToRelay):
    """The deal of a challenge, and who has played it so far."""

    code: k.Code
    token: k.Secret


@dataclass(frozen=True, slots=True)
class AskDared(ToRelay):
    """A page of the game of somebody who has played it, by the number of the row, from 1."""

    code: k.Code
    token: k.Secret
    row: Place
    page: k.PageNo


@dataclass(frozen=True, slots=True)
class ChallengeView(ToClient):
    """Results come only to those who have played it, but for that of the challenger."""

    code: k.Code
    deal: DealText  # a record without entries
    name: k.Name  # of the challenger
    played: k.Count  # by how many, the challenger included
    rows: Annotated[tuple[Ranked, ...], Many(Row(Ranked), TABLE)]
    first: Place  # the row of the challenger, from 1
    to_beat: Scores = ()  # since version 8: of the challenger, and of the best opponent
