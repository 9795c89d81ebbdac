"""Everybody who is here, in place of the list: what they do, and whose words are hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kbtui.look.look import Look
from kbtui.pages.hall.aside import doing
from kbtui.pages.hall.known import Neighbor
from kbtui.paint.runs import ACCENT, FAINT, MUTED, STRONG, TEXT, Line, Run, cut, fit, heading
from kbtui.text.i18n import _
from kbtui.text.listing import Listing


class Who:
    """A list with a cursor; ``ignored`` are names, and shared with the talk."""

    def __init__(self, ignored: set[str]) -> None:
        self.is_open = False
        self._ignored = ignored
        self._list = Listing(0)

    def do(self, command: str, people: Sequence[Neighbor], own: str) -> bool:
        """Whether it was one for the list; anything else closes it."""
        self._list.count = len(people)
        if self._list.step(command):
            return True
        if command == "delete" and people:
            name = people[min(self._list.at, len(people) - 1)].name
            if name != own:
                self._ignored ^= {name}
            return True
        self.is_open = False
        return False

    def lines(
        self,
        people: Sequence[Neighbor],
        numbers: Mapping[str, int],
        look: Look,
        columns: int,
        height: int,
    ) -> tuple[list[Line], int]:
        """With the row of the cursor."""
        self._list.count = max(len(people), 1)
        self._list.go(self._list.at)
        shown = self._list.window(height - 1)
        title = heading(_("HERE"), columns, str(len(people)), look.signs.stroke)
        rows = [
            self._row(each, numbers, look, columns, is_at=number == self._list.at)
            for number, each in enumerate(people)
        ]
        return [title, *rows[shown]], 1 + self._list.at - shown.start

    def _row(
        self,
        each: Neighbor,
        numbers: Mapping[str, int],
        look: Look,
        columns: int,
        *,
        is_at: bool,
    ) -> Line:
        ground = "raised" if is_at else "background"
        half = min(columns // 2, 26)
        is_ignored = each.name in self._ignored
        text, tone = doing(each, numbers, is_long=True)
        if is_ignored:
            text, tone = _("ignored: you do not see what they say"), MUTED
        name_tone = FAINT if is_ignored else STRONG if is_at else TEXT
        sign = Run(f"{look.signs.pointer if is_at else ' '} ", ACCENT.on(ground))
        name = fit((Run(cut(each.name, half - 4), name_tone.on(ground)),), half - 2, ground)
        return fit((sign, *name, Run(text, tone.on(ground))), columns, ground)
