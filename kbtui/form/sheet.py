"""What a game brings to a form: its own fields, how they are laid out, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from kbtui.form.fields import Grid, Kinds
    from kbtui.form.pen import Pen
    from kbtui.games.kit import Kit
    from kbtui.look.look import Look
    from kbtui.paint.runs import Line


class Group(NamedTuple):
    """Rows of a form under a title, which can be drawn again if there is a command for it."""

    title: str  # in capitals
    draw: str  # a command of ``Sheet.draws``, or nothing
    rows: Sequence[Line]


class Draw(NamedTuple):
    """A command that leaves something to chance again."""

    key: str
    label: str  # to be translated
    how: Callable[[Any, str], Any]  # values and a new seed in, values out
    is_hinted: bool = True  # among the keys at the bottom


class Sheet(Protocol):
    """The form of a game. ``values`` are its named tuple, ``table`` is what lies on the table
    before the first entry."""

    kit: Kit
    kinds: Kinds  # of all its fields
    draws: Mapping[str, Draw]  # by their commands, in the order of the hints

    def fresh(self, seed: str) -> Any:
        """The values that are proposed first."""

    def table(self, values: Any) -> Any:
        """Raises BadOptions for what cannot be played."""

    def options(self, values: Any) -> dict[str, Any]:
        """What the rules are asked for."""

    def read(self, options: Any) -> Any:
        """The values that lead to these options; raises BadOptions."""

    def has_off_turn(self, values: Any) -> bool:
        """Whether somebody may be asked in the turn of somebody else."""

    def grid(self, values: Any) -> Grid:
        """Its fields between those of the seats and those of a room, the seed among them."""

    def labels(self) -> Mapping[str, str]:
        """What its fields with a few choices are called, by their kinds."""

    def groups(self, pen: Pen, columns: int) -> Iterable[Group]:
        """The same as rows."""

    def preview_columns(self, look: Look) -> tuple[int, int]:
        """Columns of the preview: the small and the large one."""

    def preview(self, table: Any, look: Look, columns: int, rows: int) -> list[Line]:
        """The table, as large as there is room for, and what is on it."""
