"""What a game brings to files: pictures of a moment, and films of a whole game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from engine.record import Record


class Film(NamedTuple):
    """A game as a terminal of that size shows it: seconds to wait, and what is sent then."""

    columns: int
    rows: int
    frames: Iterable[tuple[float, str]]


class Drawing(Protocol):
    """Files to look at."""

    def svg(self, state: Any, names: Sequence[str], day: str = "") -> Iterable[str]:
        """A picture of a moment; ``day``: when the game was played, if that is known."""

    def film(self, record: Record, names: tuple[str, ...], **look: Any) -> Film:
        """A whole game; ``look`` is what this game knows about sizes and colors."""
