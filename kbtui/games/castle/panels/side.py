"""The side column: track and coins, the players and their castles, as much as there is room for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.castle.rules.baron import Way
from engine.contract import Seat
from kbtui.games.castle.board.marks import Counted
from kbtui.games.castle.board.zoom import Zoom
from kbtui.games.castle.gallery.track import inside_columns, loop_columns, track_line, track_loop
from kbtui.games.castle.panels import coins, log, players
from kbtui.games.castle.panels.players import Castles
from kbtui.games.kit import Mask
from kbtui.paint.runs import EMPTY, Line, beside, fit, heading, indented, length
from kbtui.story.view import Said, View
from kbtui.text.i18n import _

_LOOP_ROWS: Final = 10
_STEP: Final = 5  # columns of a space in the loop, at least
_STEPS: Final = 6  # at most
_GAP: Final = 2
_LEAST_TEXT: Final = 14  # columns of the numbers beside a small castle
_LEAST_LOG: Final = 4  # rows
_LEVELS: Final = 8  # that a small castle shows at most, with sky above them
_ROWS: Final = {Zoom.S: 9, Zoom.XS: 5, Zoom.D: 4}  # that a small castle takes at least


class Shown(NamedTuple):
    """What the player looks at just now."""

    way: Way | None = None
    options: Sequence[int] = ()  # coins that can be taken
    coin: int | None = None  # the one that is pointed at
    castle: Seat = -1  # whose castle is large
    last: Mask = 0
    counted: Counted | None = None
    spoken: Sequence[Said] = ()
    has_log: bool = False  # elsewhere, so none is wanted here
    has_track: bool = False  # the same


def side(view: View, columns: int, height: int, shown: Shown) -> list[Line]:
    """The first form that fits, from the widest on."""
    if columns < Zoom.D.columns + _LEAST_TEXT:
        return _narrow(view, columns, height, shown)
    if columns >= 2 * loop_columns(_STEP) + _GAP and height < 2 * _LOOP_ROWS:
        return _double(view, columns, height, shown)
    if columns >= loop_columns(_STEP) and height >= _loop_height(view):
        table = _loop(view, columns, shown)
    else:
        table = []
    rest = height - len(table)
    if table:
        return [*table, *_players(view, columns, rest, shown)]
    return _flat(view, columns, height, shown)


def _loop_height(view: View) -> int:
    """Rows from which there is room for the loop, and all castles below it."""
    others = len(players.order(view))
    return 1 + _LOOP_ROWS + 2 + others * _ROWS[Zoom.D]


def _loop(view: View, columns: int, shown: Shown) -> list[Line]:
    assert view.look is not None, "a screen says how it looks"
    step = min((columns + 1) // 11, _STEPS)
    wide = inside_columns(step)
    inside = indented(coins.market(view, wide - 3, shown.options, shown.coin), 2)
    head = heading(_("TRACK AND COINS"), loop_columns(step), _("clockwise"), view.signs.stroke)
    loop = track_loop(view.state, view.look, step, inside, shown.way, view.state.seat)
    return [head, *loop]


def _players(view: View, columns: int, height: int, shown: Shown) -> list[Line]:
    """Oneself in a line, the others with small castles as large as there is room for."""
    rows: list[Line] = [players.heads(view, columns)]
    seats = players.order(view)
    if len(seats) < len(view.names):
        assert view.viewer is not None, "else nobody is left out"
        rows.append(players.own(view, view.viewer, columns, shown.castle))
    room = height - len(rows)
    each = room // max(len(seats), 1)
    zoom = _zoom(view, columns, each)
    if zoom is None:
        return [*rows, *players.narrow(view, columns, room)]
    most = zoom.rows(_LEVELS)
    castles = Castles(shown.last, shown.counted, shown.castle)
    for seat in seats:
        rows += players.block(view, seat, zoom, columns, min(each, most), castles)
    return [*rows, *_log(view, columns, height - len(rows), shown)]


def _highest(view: View, seats: Sequence[Seat]) -> int:
    return max((view.state.castles[seat].height for seat in seats), default=1)


def _zoom(view: View, columns: int, rows: int) -> Zoom | None:
    """The largest small castle for so much room, that shows every castle whole if one does."""
    high = _highest(view, players.order(view))
    fitting = [
        zoom
        for zoom in (Zoom.S, Zoom.XS, Zoom.D)
        if columns >= zoom.columns + _LEAST_TEXT and rows >= _ROWS[zoom]
    ]
    whole = [zoom for zoom in fitting if zoom.rows(high) <= rows]
    return whole[0] if whole else fitting[-1] if fitting else None


def _flat(view: View, columns: int, height: int, shown: Shown) -> list[Line]:
    """Without a loop: players first, then the coins, with what they do if there is room."""
    seats = players.order(view)
    is_viewer = len(seats) < len(view.names)
    own = [players.own(view, view.viewer or 0, columns, shown.castle)] if is_viewer else []
    offered = coins.headed(view, columns, shown.options, shown.coin)
    long = [offered[0], *coins.market(view, columns, shown.options, shown.coin)]
    track: list[Line] = []
    if not shown.has_track:
        assert view.look is not None, "a screen says how it looks"
        spaces = track_line(view.state, view.look, shown.way, view.state.seat)
        track = [heading(_("TRACK"), columns, stroke=view.signs.stroke), *_folded(spaces, columns)]
    forms = ([*track, *long], [*track, *offered], offered)
    for table in forms if coins.has_room(view, columns) else forms[1:]:
        room = height - len(own) - len(table)
        each = room // max(len(seats), 1)
        zoom = _zoom(view, columns, each)
        if zoom is not None and each >= _ROWS[zoom]:
            most = zoom.rows(_LEVELS)
            castles = Castles(shown.last, shown.counted, shown.castle)
            found = [
                row
                for seat in seats
                for row in players.block(view, seat, zoom, columns, min(each, most), castles)
            ]
            rows = [*own, *found, *table]
            return [*rows, *_log(view, columns, height - len(rows), shown)]
    return _narrow(view, columns, height, shown)


def _folded(spaces: Line, columns: int) -> list[Line]:
    """The track in as few rows as it takes, all as long as each other."""
    rows = -(-length(spaces) // columns)
    each = -(-len(spaces) // rows)
    return [spaces[start : start + each] for start in range(0, len(spaces), each)]


def _narrow(view: View, columns: int, height: int, shown: Shown) -> list[Line]:
    """Coins and rack of each player; the coins of the market below."""
    head = heading(_("COINS"), columns, stroke=view.signs.stroke)
    names = coins.listed(view, shown.options, shown.coin)
    below = [head, *[fit(row, columns) for row in names]]
    rows = players.narrow(view, columns, height - len(below))
    return [*rows, *[EMPTY] * (height - len(rows) - len(below)), *below]


def _double(view: View, columns: int, height: int, shown: Shown) -> list[Line]:
    """Wide and low: the loop beside the players."""
    left = loop_columns(_STEP)
    right = columns - left - _GAP
    table = _loop(view, left, shown)[:height]
    return beside((table, left + _GAP), (_players(view, right, height, shown), right))


def _log(view: View, columns: int, height: int, shown: Shown) -> list[Line]:
    if shown.has_log or height < _LEAST_LOG:
        return []
    return [EMPTY, *log.lines(view, columns, height - 1, shown.spoken)]


def panel(view: View, columns: int, height: int, shown: Shown) -> list[Line]:
    """All of it in the place of the castle: players, and the coins they have."""
    seats = players.order(view)
    rows: list[Line] = [players.heads(view, columns)]
    castles = Castles(shown.last, shown.counted, shown.castle)
    zoom = Zoom.XS if columns >= Zoom.XS.columns + _LEAST_TEXT else Zoom.D
    everyone = [view.viewer, *seats] if len(seats) < len(view.names) else seats
    high = max(zoom.rows(_highest(view, [*range(len(view.names))])), 5)
    for seat in everyone:
        assert seat is not None, "the viewer is there if somebody is left out"
        rows += [*players.block(view, seat, zoom, columns, high, castles), EMPTY]
    rows.append(heading(_("COINS ON THE MARKET"), columns, stroke=view.signs.stroke))
    rows += [*coins.market(view, columns, shown.options, shown.coin), EMPTY]
    rows.append(heading(_("COINS TAKEN"), columns, stroke=view.signs.stroke))
    for seat in everyone:
        assert seat is not None, "as above"
        rows += coins.held(view, seat, columns)
    return rows
