"""The players: coins, racks, what coins compare, and their castles small."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.castle.castle import Castle
from engine.castle.pieces.cells import Mask
from engine.castle.state import State
from engine.contract import Seat
from kbtui.games.castle.board.marks import Counted, cells_of
from kbtui.games.castle.board.zoom import Zoom
from kbtui.games.castle.gallery.small import small_castle
from kbtui.games.castle.panels.coins import purse
from kbtui.games.castle.play import counts
from kbtui.look.look import Look
from kbtui.paint.cells import BOLD
from kbtui.paint.glyphs import UNICODE
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    MUTED,
    STRONG,
    TEXT,
    Line,
    Run,
    Tone,
    beside,
    cut,
    fit,
    heading,
    length,
    width,
)
from kbtui.panels import around
from kbtui.story.view import View
from kbtui.text.i18n import _, current

_GAP: Final = 2  # columns between a small castle and its numbers
_TEXT: Final = 14  # columns of the numbers beside a small castle
_TONES: Final = {
    Counted.WINDOWS: "pane",
    Counted.ROOFS: "roof",
    Counted.PEOPLE: "folk",
    Counted.HEIGHT: "text",
}
_COUNTED: Final = (Counted.WINDOWS, Counted.ROOFS, Counted.PEOPLE)


@lru_cache(maxsize=128)
def _picture(
    castle: Castle,
    seat: Seat,
    look: Look,
    zoom: Zoom,
    rows: int,
    last: Mask,
    counted: Counted | None,
) -> tuple[Line, ...]:
    act = f"castle-{seat}"
    found = small_castle(castle, seat, look, zoom, rows, last=last, counted=counted, act=act)
    return tuple(found)


class Castles:
    """What the small castles point out."""

    def __init__(self, last: Mask = 0, counted: Counted | None = None, shown: int = -1) -> None:
        """``last``: places of what was built last; ``shown``: whose castle is large."""
        self.last = last
        self.counted = counted
        self.shown = shown

    def lines(self, view: View, seat: Seat, zoom: Zoom, rows: int) -> Sequence[Line]:
        assert view.look is not None, "a screen says how it looks"
        castle = view.state.castles[seat]
        last = cells_of(self.last, seat)
        return _picture(castle, seat, view.look, zoom, rows, last, self.counted)


def order(view: View) -> list[Seat]:
    """The other seats, clockwise from the left of the viewer; without one, all of them."""
    seats = len(view.names)
    if view.viewer is None or view.viewer < 0:
        return [*range(seats)]
    return [(view.viewer + i) % seats for i in range(1, seats)]


def _who(view: View, seat: Seat, columns: int, shown: int) -> Line:
    act = f"castle-{seat}"
    tone = ACCENT if seat == shown else STRONG
    room = columns - 3
    name = cut(view.names[seat], room, view.signs.more)
    note = around.note(view, seat, room - width(name) - 1)
    found = (view.chip(seat, act), Run(" "), Run(name, tone, act), Run(f" {note}", MUTED))
    return found if note else found[:-1]


def _counts(view: View, seat: Seat, columns: int, gap: str = " ") -> Line:
    """``∩ 4  Λ 1  @ 1``; the best of each is bold."""
    found: list[Run] = []
    unicode = view.signs == UNICODE
    for counted in _COUNTED:
        values = counts.values(view.state, counted)
        best = values[seat] == max(values) > 0
        text = f"{counts.sign(counted, unicode)}{gap}"
        found += [
            Run(text, Tone(_TONES[counted])),
            Run(str(values[seat]), STRONG if best else TEXT),
        ]
        found.append(Run("  " if gap else " "))
    row = tuple(found[:-1])
    if length(row) > columns and gap:
        return _counts(view, seat, columns, "")
    return fit(row, columns) if length(row) > columns else row


def _levels(view: View, seat: Seat) -> Line:
    values = counts.values(view.state, Counted.HEIGHT)
    tone = STRONG if values[seat] == max(values) else TEXT
    return Run(f"{_('levels')} ", MUTED), Run(str(values[seat]), tone)


def _high(view: View, seat: Seat) -> Line:
    """``≡5``"""
    values = counts.values(view.state, Counted.HEIGHT)
    tone = STRONG if values[seat] == max(values) else TEXT
    sign = counts.sign(Counted.HEIGHT, view.signs == UNICODE)
    return Run(sign, MUTED), Run(str(values[seat]), tone)


def _rack(view: View, seat: Seat, columns: int) -> Line:
    """How many tiles; with a stroke for each where there is room."""
    state: State = view.state
    count = len(state.racks[seat])
    title = f"{_('rack')} "
    strokes = view.signs.half * count
    has_room = width(title) + width(strokes) + 3 <= columns
    bars = (Run(strokes, Tone("sandstone")), Run(" ")) if has_room and count else ()
    return Run(title, MUTED), *bars, Run(str(count), STRONG)


def own(view: View, seat: Seat, columns: int, shown: int = -1) -> Line:
    """Oneself in one line."""
    act = f"castle-{seat}"
    name = cut(view.names[seat], max(columns - 44, 0), view.signs.more)
    tone = ACCENT if seat == shown else STRONG
    found: list[Run] = [view.chip(seat, act), Run(" ")]
    if name and columns >= _ROOMY:
        found += [Run(f"{name}  ", tone, act)]
    found += [*purse(view, seat), Run("  ")]
    found += _levels(view, seat) if columns >= _ROOMY else _high(view, seat)
    found.append(Run("  "))
    rest = columns - length(found)
    found += _counts(view, seat, rest, " " if columns >= _ROOMY else "")
    return tuple(found)


_ROOMY: Final = 50  # columns from which the own line has words


def numbers(view: View, seat: Seat, columns: int, rows: int, shown: int) -> list[Line]:
    """Beside a small castle: who, coins, rack, levels and counts, in four lines or more."""
    who = _who(view, seat, columns, shown)
    if rows >= 5:
        found = [who, purse(view, seat), _rack(view, seat, columns), _levels(view, seat)]
        return [*found, _counts(view, seat, columns)]
    state: State = view.state
    rack = Run(f"{_('rack')} ", MUTED), Run(f"{len(state.racks[seat])}  ", STRONG)
    found = [who, purse(view, seat), (*rack, *_high(view, seat)), _counts(view, seat, columns, "")]
    return [fit(row, columns) if length(row) > columns else row for row in found][:rows]


def block(
    view: View, seat: Seat, zoom: Zoom, columns: int, rows: int, castles: Castles
) -> list[Line]:
    """A small castle, its numbers beside it. A cursor step changes none of it, so what was made
    for the same moment is kept."""
    said = view.names, view.notes, view.away, view.bots, view.look, current()
    marks = castles.last, castles.counted, castles.shown
    key = view.state, seat, zoom, columns, rows, marks, said
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= _MOST:
            _KNOWN.clear()
        found = _KNOWN[key] = _block(view, seat, zoom, columns, rows, castles)
    return found


_KNOWN: Final[dict[object, list[Line]]] = {}
_MOST: Final = 64


def _block(
    view: View, seat: Seat, zoom: Zoom, columns: int, rows: int, castles: Castles
) -> list[Line]:
    picture = castles.lines(view, seat, zoom, rows)
    room = columns - zoom.columns - 1
    texts = numbers(view, seat, room, rows, castles.shown)
    return beside((picture, zoom.columns + 1), (texts, room))[:rows]


def heads(view: View, columns: int) -> Line:
    note = _("other castles: {key}").format(key=view.keys.name("seams"))
    return heading(_("PLAYERS"), columns, note, view.signs.stroke)


def narrow(view: View, columns: int, height: int) -> list[Line]:
    """Without pictures: two lines a player, and a third if there is room."""
    rows: list[Line] = []
    seats = range(len(view.names))
    per = height // max(len(view.names), 1)
    for seat in seats:
        pointer = around.pointer(view, seat)
        act = f"castle-{seat}"
        name = cut(view.names[seat], columns - 4, view.signs.more)
        state: State = view.state
        rows.append((pointer, view.chip(seat, act), Run(" "), Run(name, STRONG, act)))
        rack = Run(f"  {view.signs.half}", Tone("sandstone")), Run(str(len(state.racks[seat])))
        coins = Run(f"   ${len(state.purses[seat])}", Tone("coin", "background", BOLD))
        rows.append((coins, *rack, Run("  "), *_high(view, seat)))
        if per > 2:
            rows.append((Run("   "), *_counts(view, seat, columns - 3, "")))
        if per > 3:
            rows.append(EMPTY)
    return [fit(row, columns) if length(row) > columns else row for row in rows][:height]
