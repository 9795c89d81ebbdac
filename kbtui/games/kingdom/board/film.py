"""The frames of a cast: what a terminal shows move by move, and the bytes it is sent for it.

Undone moves are left out; at the end the gold is counted goal by goal.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final, NamedTuple

from engine.kingdom.state import Phase
from engine.record import Record, start_table
from kbtui.games.drawing import Drawing, Film, window_of
from kbtui.games.kingdom.board.art import Appearance, BoardArt
from kbtui.games.kingdom.board.grounds import tones
from kbtui.games.kingdom.board.svg import picture
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kingdom.panels import card, goals, players
from kbtui.games.kingdom.words.events import phrase
from kbtui.games.kingdom.words.names import goal_name
from kbtui.games.kit import Event, Marks
from kbtui.look.theme import Theme
from kbtui.paint.palette import Mode, palette
from kbtui.paint.runs import ACCENT, BAR, EMPTY, STRONG, Line, Run, Tone, heading, line, spread
from kbtui.story.chronicle import EVERYTHING, Chronicle
from kbtui.story.counting import Counting
from kbtui.story.ranking import bar, ranking
from kbtui.story.reel import Reel
from kbtui.story.view import View
from kbtui.text.i18n import _, n_
from kbtui.text.layout import NORMAL
from kbtui.text.words import both

# Seconds: before each move, before each turn, for each number of the count.
_MOVE: Final = 0.5
_TURN: Final = 1.0
_COUNT: Final = 0.8

_CHIP: Final = 3  # columns of a chip and the blank behind it
_NUMBER: Final = 3

_WIDE: Final = 36  # columns of the side column
_NARROW: Final = 17  # the same next to the smallest board, so that 80 columns are enough
AROUND: Final = 2  # rows for the title and for what happens
GAP: Final = 1  # columns between the board and the side column


def film(
    record: Record,
    names: tuple[str, ...],
    *,
    zoom: Zoom = Zoom.M,
    mode: Mode = Mode.C256,
    columns: int | None = None,
    rows: int | None = None,
) -> Film:
    """The size is what the zoom needs, or more; raises BadOptions."""
    least = zoom.columns + GAP + (_NARROW if zoom is Zoom.S else _WIDE), zoom.rows + AROUND
    size = window_of(least, columns, rows)
    screen = Screen(Appearance(zoom, mode), *size)
    shown = ((moment.delay, screen.show(moment)) for moment in moments(record, names))
    return Film(*size, shown)


class Moment(NamedTuple):
    """What a frame shows, and how long the one before it stays."""

    delay: float
    view: View
    marks: Marks
    below: Line  # what happens
    side: Callable[[int], list[Line]]  # the side column, for a width


def moments(record: Record, names: tuple[str, ...]) -> Iterator[Moment]:
    table = start_table(record)
    table.extend(record.entries)
    chronicle = Chronicle(table, EVERYTHING)

    def view(entry: int) -> View:
        return View(table.states[entry], names, (False,) * len(names), None, chronicle, entry)

    start = view(0)
    below = line(f" {_('The game begins.')}")
    yield Moment(0, start, Marks(), below, partial(_playing, start))
    turn = 0
    for entry, done in groupby(chronicle.events, key=lambda event: event.entry):
        now = view(entry)
        delay, turn = _MOVE if now.turn == turn else _TURN, now.turn
        last = chronicle.turn_at(entry).changed
        yield Moment(delay, now, Marks(last=last), _told(now, [*done]), partial(_playing, now))
    if table.state.phase is Phase.OVER:
        yield from _count(view(chronicle.entries))


def _told(view: View, events: Sequence[Event]) -> Line:
    """The events of one entry in one line, each seat named once."""
    found: list[Run] = []
    for seat, group in groupby(events, key=lambda event: event.seat):
        text = ", ".join(phrase(event) for event in group)
        who = (view.chip(seat), Run(f" {view.names[seat]} ", STRONG)) if seat >= 0 else ()
        found += [Run(" "), *who, Run(text)]
    return tuple(found)


def _count(view: View) -> Iterator[Moment]:
    counting = Counting(view.chronicle.table.game, view.state)
    while counting.move(1):
        step = counting.steps[counting.at - 1]
        told = n_(
            "{goal}: {gold} gold, {total} in all", "{goal}: {gold} gold, {total} in all", step.paid
        ).format(goal=goal_name(step.part), gold=step.paid, total=step.totals[step.seat])
        below = line(" ", view.chip(step.seat), Run(f" {view.names[step.seat]} ", STRONG), told)
        side = partial(_counted, view, counting.parts, counting.table, counting.totals)
        yield Moment(_COUNT, view, Marks(lit=step.places), below, side)
    yield Moment(_TURN, view, Marks(), _result(view), side)


def _result(view: View) -> Line:
    best = [place for place in ranking(view.totals) if place.rank == 1]
    text = _("wins with {gold} gold") if len(best) == 1 else _("share the victory with {gold} gold")
    names = both(view.names[place.seat] for place in best)
    chips = [run for place in best for run in (Run(" "), view.chip(place.seat))]
    return *chips, Run(f" {names} ", STRONG), Run(text.format(gold=best[0].total))


class Screen:
    """The terminal of the cast, with a board and what is beside it."""

    def __init__(self, look: Appearance, columns: int, rows: int) -> None:
        assert look.mode is not None, "a cast has colours"
        self.columns, self.rows = columns, rows
        self._art = BoardArt(look)
        self._reel = Reel(look.mode, Theme(palette(look.mode), tones))

    def show(self, moment: Moment) -> str:
        """What must be sent; empty if nothing differs."""
        view, art, cells = moment.view, self._art, self._reel.cells
        art.show(view.state, moment.marks)
        wide = self.columns - art.columns - GAP
        side = moment.side(wide)
        frame = [cells(_title(view, self.columns), self.columns)]
        for y in range(self.rows - AROUND):
            board = art.row(y) if y < art.rows else cells(EMPTY, art.columns)
            beside = side[y] if y < len(side) else EMPTY
            frame.append([*board, *cells(EMPTY, GAP), *cells(beside, wide)])
        return self._reel.sent([*frame, cells(moment.below, self.columns)])


def _title(view: View, columns: int) -> Line:
    turns = view.chronicle.last_turn
    right = _("turn {number} of {turns}").format(number=view.turn, turns=turns)
    left = f" Kingdom Builder  {', '.join(view.names)}"
    return spread((Run(left, BAR),), (Run(f" {right} ", BAR),), columns, Run(" ", BAR))


def _playing(view: View, columns: int) -> list[Line]:
    """The side column during the game."""
    if columns < NORMAL:
        rows = [*card.narrow(view, columns), *players.narrow(view, columns)]
        return [*rows, *goals.narrow(view, columns)]
    above = [*card.wide(view, columns), *players.wide(view, columns)]
    return [*above, EMPTY, *goals.wide(view, columns)]


def _counted(
    view: View,
    parts: Sequence[str],
    gold: Sequence[Sequence[int | None]],
    totals: Sequence[int],
    columns: int,
) -> list[Line]:
    """The side column during the count: a bar for each player, and the numbers so far."""
    rows: list[Line] = [heading(_("GOLD"), columns, stroke=view.signs.stroke)]
    best, room = max(view.totals), columns - _CHIP - 2 * _NUMBER
    for seat, total in enumerate(totals):
        length = Run(bar(total, best, room), Tone(f"seat{seat + 1}"))
        rows.append(line(view.chip(seat), " ", length, Run(f" {total}", STRONG)))
    rows.append(EMPTY)
    chips = [run for seat in range(len(totals)) for run in (Run(" "), view.chip(seat))]
    rows.append(spread((Run(_("GOALS"), ACCENT),), chips, columns))
    for part, row in zip(parts, gold, strict=True):
        numbers = "".join(" " * _NUMBER if n is None else f"{n:>{_NUMBER}}" for n in row)
        rows.append(spread((Run(goal_name(part)),), (Run(numbers),), columns))
    return rows


class _Kingdom:
    svg = staticmethod(picture)

    def film(self, record: Record, names: tuple[str, ...], **look: Any) -> Film:
        return film(record, names, **look)


DRAWING: Final[Drawing] = _Kingdom()
