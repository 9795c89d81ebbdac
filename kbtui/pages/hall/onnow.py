"""The games that are on now, above the panels of the one that is watched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kbtui.look.look import Look
from kbtui.pages.hall.hallwords import ago, chip, names_of, together
from kbtui.paint.runs import ACCENT, EMPTY, MUTED, STRONG, TEXT, Line, Run, heading, spread
from kbtui.text.i18n import _
from kbtui.text.keys import key_name
from relay.protocol import messages as m

_MOST: Final = 9
_SHARE: Final = 5  # the part of the column that it takes at most
_WIDE: Final = 40  # columns from which turns and idle times are shown


def on_now(
    games: Sequence[m.Listed],
    numbers: Mapping[str, int],
    code: str,
    look: Look,
    columns: int,
    height: int,
) -> list[Line]:
    """Nothing where there is no other game. ``code``: of the one that is watched."""
    room = min(max(height // _SHARE, 3), _MOST)
    if not [game for game in games if game.code != code]:
        return []
    found = [heading(_("ON NOW"), columns, key_name("tab"), look.signs.stroke)]
    codes = [game.code for game in games]
    first = max(codes.index(code) - room + 1, 0) if code in codes else 0
    found += [_row(game, numbers, code, look, columns) for game in games[first : first + room]]
    return [*found, EMPTY]


def _row(game: m.Listed, numbers: Mapping[str, int], code: str, look: Look, columns: int) -> Line:
    is_here, act = game.code == code, f"tile-{numbers.get(game.code, 0)}"
    mark = look.signs.pointer if is_here else str(numbers.get(game.code, " "))
    told = ""
    if columns >= _WIDE and game.turn:
        turn = _("turn {number}").format(number=game.turn)
        told = f"  {turn}  {ago(game.idle).rjust(6)}"
    names = together(names_of(game), columns - 4 - len(told), look.signs.more)
    tone = STRONG if is_here else TEXT
    left = (Run(mark, ACCENT, act), chip(game.game, act), Run(f" {names}", tone, act))
    return spread(left, (Run(told, MUTED, act),), columns)
