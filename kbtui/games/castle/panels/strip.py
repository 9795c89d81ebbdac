"""The hand below the castle: royals, rack and market as tiles one can read, with their keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.castle.moves import Action
from engine.castle.pieces.tiles import UNKNOWN
from engine.castle.setup import MARKET, RACK_LIMIT
from engine.castle.state import State
from engine.contract import Seat
from kbtui.games.castle.board.zoom import Zoom
from kbtui.games.castle.gallery.held import Held, Pose, hand
from kbtui.games.castle.gallery.track import track_line
from kbtui.games.castle.panels import log
from kbtui.games.castle.play.choices import Slot, slots
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.play.stance import Step
from kbtui.look.look import Look
from kbtui.paint.runs import ACCENT, EMPTY, RULE, Line, Run, fit, heading, length, width
from kbtui.story.view import View
from kbtui.text.i18n import _

_ZOOMS: Final = (Zoom.XXL, Zoom.XL, Zoom.L, Zoom.M, Zoom.S3)
_GAP: Final = 2  # columns between royals, rack and market, with a rule in the first of them
_PLACES: Final = {Action.ROYAL: 2, Action.BUILD: RACK_LIMIT, Action.MARKET: MARKET}
_IN_A_ROW: Final = (Step.COIN, Step.THIEF)


def strip(play: Play | None, view: View, columns: int, height: int, has_log: bool) -> list[Line]:
    """What somebody holds. Without a hand (in a replay) the rack of whose eyes one looks through,
    or of the player who acts; ``has_log``: track and log are elsewhere."""
    look = view.look
    assert look is not None, "a screen says how it looks"
    rows = [] if has_log else [_track(play, view, look, columns)]
    seat = _holder(play, view)
    groups = _groups(play, view, seat)
    head = height - len(rows) > Zoom.S3.tile_rows + 1
    zoom, gap, shown = _fitting(groups, columns, height - len(rows) - head)
    if head:
        rows.append(_headings(view, seat, zoom, gap, shown))
    return [*rows, *_side_by_side(tuple(shown), look, zoom, gap, view.signs.wall)]


def _track(play: Play | None, view: View, look: Look, columns: int) -> Line:
    """The track as a line, and what happened last beside it."""
    way = None if play is None else play.way
    spaces = track_line(view.state, look, way, view.state.seat)
    title = f"{_('TRACK')} "
    rest = columns - length(spaces)
    start = (Run(title, ACCENT),) if rest >= width(title) else ()
    rest -= length(start)
    if rest <= 0 or view.has_log:
        return (*start, *spaces)
    return (*start, *spaces, Run(" "), *log.newest(view, rest - 1))


def _holder(play: Play | None, view: View) -> Seat:
    """Whose rack is shown."""
    if play is not None and play.seat is not None and not view.hides_card:
        return play.seat
    if play is not None and play.hands_over_to is not None:
        return play.hands_over_to
    return view.viewer if view.viewer is not None and view.viewer >= 0 else view.acting


class Group(NamedTuple):
    """Tiles that lie together, on that many places."""

    source: Action
    held: tuple[Held, ...]
    places: int

    def wide(self, zoom: Zoom, gap: int) -> int:
        return self.places * (zoom.wide + gap) - gap


def _groups(play: Play | None, view: View, seat: Seat) -> list[Group]:
    """Royals, rack and market, those that there are."""
    state: State = view.state
    lying = slots(state, seat) if play is None or play.seat != seat else play.slots
    fresh = [*play.fresh] if play is not None and play.seat == seat else []
    found: list[Group] = []
    for source in (Action.ROYAL, Action.BUILD, Action.MARKET):
        here = (slot for slot in lying if slot.source is source)
        tiles = tuple(_held(slot, play, view, seat, fresh) for slot in here)
        if tiles or source is not Action.ROYAL:  # what lies there stays where it is
            found.append(Group(source, tiles, max(_PLACES[source], len(tiles))))
    return found


def _held(slot: Slot, play: Play | None, view: View, seat: Seat, fresh: list[int]) -> Held:
    is_new = slot.source is Action.BUILD and slot.face in fresh
    if is_new:
        fresh.remove(slot.face)
    key = view.keys.name(slot.key) if slot.key else ""
    if play is None or slot.face == UNKNOWN:
        return Held(slot.face, seat=seat)
    return Held(slot.face, key, _pose(slot, play), slot.key, is_new, seat)


def _pose(slot: Slot, play: Play) -> Pose:
    step = play.step
    if slot.face == UNKNOWN:
        return Pose.DOWN
    if step is Step.NOTHING:
        return Pose.OPEN
    if step in (Step.PAY, Step.DROP) and slot.source is Action.BUILD:
        if slot.number in play.marked:
            return Pose.MARKED
        if slot.number == play.option:
            return Pose.CHOSEN
    if step is Step.TAKE and slot.source is Action.MARKET and slot.number == play.option:
        return Pose.CHOSEN
    if slot == play.slot:
        return Pose.CHOSEN
    if step in _IN_A_ROW or step is Step.HIT:
        return Pose.FADED
    return Pose.OPEN if play.fits(slot) else Pose.FADED


def _fitting(groups: Sequence[Group], columns: int, rows: int) -> tuple[Zoom, int, Sequence[Group]]:
    """The largest tiles that there is room for, with gaps if they can be had. In the narrowest
    window something has to give way: empty places, then the market while it cannot be used, then
    the royals, which keep their keys."""
    for zoom in _ZOOMS:
        for gap in (1, 0):
            if zoom.tile_rows + 1 <= rows and _wide(groups, zoom, gap) <= columns:
                return zoom, gap, groups
    zoom = _ZOOMS[-1]
    tight = [group._replace(places=len(group.held)) for group in groups if group.held]
    full = any(group.source is Action.BUILD and len(group.held) > RACK_LIMIT for group in groups)
    first, then = (Action.MARKET, Action.ROYAL) if full else (Action.ROYAL, Action.MARKET)
    for left_out in ((), (first,), (first, then)):
        kept = [group for group in tight if group.source not in left_out]
        if _wide(kept, zoom, 0) <= columns:
            break
    return zoom, 0, kept


def _wide(groups: Sequence[Group], zoom: Zoom, gap: int) -> int:
    return sum(group.wide(zoom, gap) for group in groups) + _GAP * (len(groups) - 1)


@lru_cache(maxsize=16)
def _side_by_side(
    groups: tuple[Group, ...], look: Look, zoom: Zoom, gap: int, wall: str
) -> list[Line]:
    """A cursor step leaves the hand as it is."""
    found: list[list[Run]] = [[] for _ in range(zoom.tile_rows + 1)]
    for number, group in enumerate(groups):
        block = hand(group.held, look, zoom, gap)
        wide = group.wide(zoom, gap)
        for row, runs in zip(found, block, strict=True):
            if number:
                row += [Run(wall, RULE), Run(" " * (_GAP - 1))]
            row += fit(runs, wide)
    return [tuple(row) for row in found]


def _headings(view: View, seat: Seat, zoom: Zoom, gap: int, groups: Sequence[Group]) -> Line:
    found: list[Run] = []
    for group in groups:
        title, note = _title(view, group.source, group.held, seat)
        if found:
            found.append(Run(" " * _GAP))
        found += heading(title, group.wide(zoom, gap), note, view.signs.stroke)
    return tuple(found) if found else EMPTY


def _title(view: View, source: Action, held: Sequence[Held], seat: Seat) -> tuple[str, str]:
    if source is Action.ROYAL:
        return _("SET ASIDE"), ""
    if source is Action.MARKET:
        return _("MARKET"), ""
    note = _("{count} of {most}").format(count=len(held), most=RACK_LIMIT)
    is_own = view.viewer == seat
    return (_("RACK"), note) if is_own else (_("RACK"), f"{view.names[seat]}  {note}")
