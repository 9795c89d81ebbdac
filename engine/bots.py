"""Defines what a bot is: something that chooses a legal move from what its chair may see.

A bot gets an observation (a state in which hidden things are unknown), a stream of random numbers
and a budget, and nothing else: the same observation, stream and node count give the same move,
unless the bot is stopped.
"""

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from engine.rng import Stream

S = TypeVar("S", contravariant=True)
M = TypeVar("M", covariant=True)
State = TypeVar("State")
Move = TypeVar("Move")

Stop = Callable[[], bool]


def never() -> bool:
    """For bots that nobody stops."""
    return False


Task = tuple[int, int]  # a piece of work, as the bot numbers them


@runtime_checkable
class Work(Protocol):
    """What the tasks of one move depend on; it may be sent to another process."""

    def worker(self) -> Callable[[Task], float]:
        """Does a task, wherever and whenever, with the same result."""


class Help(Protocol):
    """A crew working on one ``Work``. Neither call waits for anything."""

    def give(self, tasks: Sequence[Task], /) -> bool:
        """Let the crew do these; False if it cannot now, or ever again."""

    def take(self) -> Iterable[tuple[Task, float]]:
        """What it has found since the last call."""


class Crew(Protocol):
    """Helpers of the bot on another core. A crew may change when a bot answers, but never what it
    answers for a given number of nodes."""

    def begin(self, work: Work, /) -> Help:
        """The tasks to come are about this."""


class Budget(NamedTuple):
    """How much a bot may think. The engine has no clock: a caller that needs an answer in time
    passes a ``stop`` that says when time is up (``relay.deadline``). The engine has no processes: a
    caller with a spare core passes a ``crew`` (``kbtui.play.crew``)."""

    nodes: int  # positions the bot may look at
    stop: Stop = never  # asked every few positions: whether to answer with the best so far, now
    crew: Crew | None = None


class Bot(Protocol[S, M]):
    def __call__(self, observation: S, stream: Stream, budget: Budget, /) -> M:
        """The move of the seat that has to act in the observation."""


class Level(NamedTuple, Generic[State, Move]):
    """A bot and how much it thinks about a move if nobody says anything else."""

    bot: Bot[State, Move]
    nodes: int = 1

    def choose(
        self,
        observation: State,
        stream: Stream,
        stop: Stop = never,
        nodes: int | None = None,
        crew: Crew | None = None,
    ) -> Move:
        """The move of the seat that has to act."""
        budget = Budget(self.nodes if nodes is None else nodes, stop, crew)
        return self.bot(observation, stream, budget)


def late(module: str, name: str) -> Bot[Any, Any]:
    """A bot that is imported when it moves for the first time: few games have many of them."""

    def choose(observation: Any, stream: Stream, budget: Budget) -> Any:
        return getattr(import_module(module), name)(observation, stream, budget)

    return choose
