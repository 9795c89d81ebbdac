"""The side column: card, players, goals, tiles, and the log where there is room for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.terrain import Terrain
from kbtui.games.kingdom.panels import card, goals, log, owntiles, players
from kbtui.games.kingdom.play.held import held
from kbtui.paint.runs import EMPTY, Line, beside
from kbtui.story.view import Said, View
from kbtui.text.layout import DOUBLE, NORMAL

_GAP = 2  # columns between two columns
_TWO = 56  # columns from which there are two columns
_LOG = 8  # rows that are kept for a log, with its heading
_LEAST_LOG = 3  # rows below which there is none


Question = Callable[[int, bool], Sequence[Line]]  # columns, and whether nothing may be cut


class Shown:
    """What the player looks at just now."""

    def __init__(
        self,
        tile: Action | None = None,
        goal: int | None = None,
        half: Terrain | None = None,
        question: Question | None = None,
        spoken: Sequence[Said] = (),
        has_log: bool = False,
    ) -> None:
        """``question`` takes the place of the tiles; ``has_log``: the log is elsewhere."""
        self.tile = tile
        self.goal = goal
        self.half = half
        self.question = question
        self.spoken = spoken
        self.has_log = has_log

    def asked(self, columns: int, height: int) -> Sequence[Line]:
        """The question, whole if there is room for all its rows; empty if there is none."""
        if self.question is None:
            return ()
        found = self.question(columns, True)
        return found if len(found) <= height else self.question(columns, False)


def side(view: View, columns: int, height: int, shown: Shown) -> list[Line]:
    """As much as fits, by the width of the column."""
    if columns >= DOUBLE:
        return _double(view, columns, height, shown)
    if columns >= NORMAL:
        return _normal(view, columns, height, shown)
    return _narrow(view, columns, height, shown)


def _seat(view: View) -> int:
    return view.viewer if view.viewer is not None and view.viewer >= 0 else view.acting


def _narrow(view: View, columns: int, height: int, shown: Shown) -> list[Line]:
    rows = card.narrow(view, columns, shown.half)
    rows += players.narrow(view, columns)
    seat, room = _seat(view), height - len(rows) - 1 - len(view.parts)
    question = shown.asked(columns, room)
    is_asked = 0 < len(question) <= room
    wanted = len(question) if is_asked else 1 + max(len(held(view.state, seat)), 1)
    paid = goals.narrow(view, columns, shown.goal, room - wanted)
    room = height - len(rows) - len(paid)
    if is_asked:
        return [*rows, *paid, *question]
    if room < owntiles.least(view, seat, columns):  # two headings give way
        return rows + paid[1:] + owntiles.narrow(view, seat, columns, room + 2, shown.tile)[1:]
    rows += paid + owntiles.narrow(view, seat, columns, room, shown.tile)
    return [*rows, *_log(view, columns, height - len(rows), shown)]


def _normal(view: View, columns: int, height: int, shown: Shown) -> list[Line]:
    wide = columns - 1
    rows = [*card.wide(view, wide, shown.half), *players.wide(view, wide), EMPTY]
    for whole in (True, False):
        paid = [*goals.wide(view, wide, shown.goal, whole), EMPTY]
        room = height - len(rows) - len(paid)
        last = _last(view, wide, room, shown)
        if len(last) <= room:
            rows += [*paid, *last]
            return [*rows, *_log(view, wide, height - len(rows), shown)]
    return _narrow(view, columns, height, shown)


def _last(view: View, columns: int, height: int, shown: Shown) -> Sequence[Line]:
    """The question, or the tiles: with what they do where there is room for it."""
    if shown.question:
        return shown.asked(columns, height)
    seat = _seat(view)
    whole = owntiles.wide(view, seat, columns, shown.tile)
    short = owntiles.wide(view, seat, columns, shown.tile, whole=False)
    # Texts are cut for the sake of the log, but not where it has no room even so, nor for rows
    # that it does not need yet.
    has_no_log = shown.has_log or len(short) > height - _LEAST_LOG
    wanted = len(_log(view, columns, _LOG, shown))
    for rows, kept in ((whole, 0 if has_no_log else wanted), (short, 0)):
        if len(rows) <= height - kept:
            return rows
    least = owntiles.least(view, seat, columns)
    return owntiles.narrow(view, seat, columns, max(height, least), shown.tile)


def _log(view: View, columns: int, height: int, shown: Shown) -> list[Line]:
    if shown.has_log or height < _LEAST_LOG:
        return []
    return [EMPTY, *log.lines(view, columns, height - 1, shown.spoken)]


def panel(view: View, columns: int, height: int, shown: Shown) -> list[Line]:
    """All of it in the place of the board, where there is no side column, or in the place of a
    narrow one: in two columns, or in one that can be scrolled."""
    if columns < _TWO:
        rows = [*card.wide(view, columns, shown.half), *players.wide(view, columns), EMPTY]
        rows += [*goals.wide(view, columns, shown.goal), EMPTY]
        return [*rows, *owntiles.wide(view, _seat(view), columns, shown.tile)]
    left = (columns - _GAP) // 2
    right = columns - _GAP - left
    rows = [*card.wide(view, left, shown.half), *players.wide(view, left)]
    others = [*goals.wide(view, right, shown.goal), EMPTY]
    others += owntiles.wide(view, _seat(view), right, shown.tile)
    return beside((rows, left + _GAP), (others, right))


def _double(view: View, columns: int, height: int, shown: Shown) -> list[Line]:
    left = (columns - _GAP) // 2
    right = columns - _GAP - left
    rows = [*card.wide(view, left, shown.half), *players.wide(view, left), EMPTY]
    rows += _last(view, left, height - len(rows), shown)
    forms = (
        goals.bars(view, right, shown.goal),
        goals.bars(view, right, shown.goal, whole=False),
        goals.wide(view, right, shown.goal),
    )
    others = next((form for form in forms if len(form) <= height - _LOG), forms[-1])
    found = beside((rows, left + _GAP), (others, right))
    return [*found, *_log(view, columns - 1, height - len(found), shown)]
