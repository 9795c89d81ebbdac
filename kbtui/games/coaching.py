"""What a game brings for its coach: a bot that explains what it would do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from engine.bots import Stop
    from engine.contract import Seat
    from engine.table import Table


class Verdict(Protocol):
    """What a coach says of a turn. A coach adds what it needs to tell why."""

    @property
    def turn(self) -> int:
        """Its number."""

    @property
    def seat(self) -> Seat: ...

    @property
    def entry(self) -> int:
        """The entry after which the player began to act."""

    @property
    def cost(self) -> float:
        """What the turn cost, in the unit of the score."""


class Step(NamedTuple):
    """One move of a turn that is played out."""

    state: Any  # after it, as the player may see it
    what: str  # a few words: ``Oasis C4``
    brings: str  # at once; empty if that is nothing
    total: str  # what the turn has brought so far, with its sign; empty where nothing is counted


class Way(NamedTuple):
    """A turn, played out move by move."""

    steps: Sequence[Step]
    end: str  # what comes of it at the end of the game, in a few words; empty if nobody knows
    ahead: float  # the same as a number: ahead of the best opponent, or behind


class Ways(NamedTuple):
    """A turn as it was played, and as the coach would have played it."""

    before: Any  # the state that both begin with
    played: Way
    better: Way


class Coach(Protocol):
    """A bot that explains what it would do."""

    levels: Sequence[str]  # of bots that can be the coach, the best last
    slight: float  # what cost less is not worth a word

    def hint(self, observation: Any, names: Sequence[str], stop: Stop) -> tuple[str, list[str]]:
        """The move of the seat that has to act, as a token and in sentences that say why."""

    def judge(self, table: Table, turn: Any, level: str, stop: Stop) -> Verdict | None:
        """What a turn (of ``kbtui.story``) cost; None if the player had no choice in it."""

    def heading(self, verdict: Any) -> str:
        """The turn and its cost, in a few words."""

    def compared(self, verdict: Any, names: Sequence[str]) -> Iterable[tuple[str, str]]:
        """Who, and what with which gain: first what was played, then what the coach found."""

    def why(self, verdict: Any, names: Sequence[str]) -> str:
        """What the coach's turn brings that the turn as played does not, and what it gives up for
        that; empty if the coach found nothing better."""

    def ways(self, verdict: Any, names: Sequence[str]) -> Ways:
        """The turn and the better turn, move by move."""

    def as_json(self, verdict: Any) -> Mapping[str, Any]:
        """A verdict for other programs."""
