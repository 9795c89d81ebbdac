"""What a game brings to files: pictures of a moment, and films of a whole game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from engine.errors import BadOptions

if TYPE_CHECKING:
    from engine.record import Record


class Film(NamedTuple):
    """A game as a terminal of that size shows it: seconds to wait, and what is sent then."""

    columns: int
    rows: int
    frames: Iterable[tuple[float, str]]


def window_of(least: tuple[int, int], columns: int | None, rows: int | None) -> tuple[int, int]:
    """The window of a film: what it needs, or more if that is asked for; raises BadOptions."""
    size = columns or least[0], rows or least[1]
    if size[0] < least[0] or size[1] < least[1]:
        raise BadOptions(
            "size",
            "this zoom needs {columns} columns and {rows} rows",
            columns=least[0],
            rows=least[1],
        )
    return size


class Drawing(Protocol):
    """Files to look at."""

    def svg(self, state: Any, names: Sequence[str], day: str = "") -> Iterable[str]:
        """A picture of a moment; ``day``: when the game was played, if that is known."""

    def film(self, record: Record, names: tuple[str, ...], **look: Any) -> Film:
        """A whole game; ``look`` is what this game knows about sizes and colors."""
