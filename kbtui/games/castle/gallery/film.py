"""The frames of a cast: a castle grows, and beside it the small ones of the others.

The large castle is that of who wins in the end. Undone moves are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from engine.castle.state import State
from engine.contract import Seat
from engine.record import Record, start_table
from engine.table import Table
from kbtui.disk.settings import Settings
from kbtui.games.castle.board.art import art_in
from kbtui.games.castle.board.grounds import tones
from kbtui.games.castle.board.marks import Pointed, cells_of, marks
from kbtui.games.castle.board.zoom import Zoom
from kbtui.games.castle.gallery.small import small_castle
from kbtui.games.castle.gallery.svg import leader, picture
from kbtui.games.castle.words.events import STORY
from kbtui.games.castle.words.kinds import Kind
from kbtui.games.drawing import Drawing, Film, window_of
from kbtui.games.kit import Event
from kbtui.look.look import Look
from kbtui.look.terminal import Promised, Terminal
from kbtui.paint.cells import Cell
from kbtui.paint.palette import Mode
from kbtui.paint.runs import ACCENT, BAR, EMPTY, FAINT, STRONG, Line, Run, seat_tone, spread
from kbtui.story.chronicle import EVERYTHING, Chronicle
from kbtui.story.reel import Reel
from kbtui.text.i18n import _, n_

# Seconds before what an entry shows.
_BUILD: Final = 0.7
_OTHER: Final = 0.35
_END: Final = 1.5

_AROUND: Final = 2  # rows for the title and for what happens
_GAP: Final = 1  # columns between the castles
_SMALL: Final = Zoom.XS
_HIGHEST: Final = 9  # rows of a small castle
_LEAST_LEVELS: Final = 6
_SILENT: Final = (Kind.DEALT, Kind.SHOWN, Kind.MINTED, Kind.SHUFFLED)  # the dealer's work


class Moment(NamedTuple):
    """What a frame shows, and how long the one before it stays."""

    delay: float
    state: State
    last: int  # places that were built in this turn
    told: str
    turn: int
    is_end: bool = False


def moments(record: Record, names: tuple[str, ...]) -> Iterator[Moment]:
    """From the empty foundations to the last coin."""
    table = _table(record)
    chronicle = Chronicle(table, EVERYTHING)
    yield Moment(0, table.states[0], 0, _("The game begins."), 0)
    for entry, group in groupby(chronicle.events, key=lambda event: event.entry):
        told = [event for event in group if event.kind not in _SILENT]
        if told:
            turn = chronicle.turn_at(entry)
            delay = _BUILD if told[0].kind in (Kind.BUILT, Kind.TOPPLED) else _OTHER
            text = " ".join(_sentence(event, names) for event in told)
            yield Moment(delay, table.states[entry], turn.changed, text, turn.number)
    state = table.state
    if table.to_act is None:
        yield Moment(_END, state, 0, _result(state, names), chronicle.last_turn, is_end=True)


def _table(record: Record) -> Table:
    table = start_table(record)
    table.extend(record.entries)
    return table


def _sentence(event: Event, names: Sequence[str]) -> str:
    return STORY.told(event, names)


def _result(state: State, names: Sequence[str]) -> str:
    winner = leader(state)
    count = len(state.purses[winner])
    text = n_("{name} wins with {count} coin.", "{name} wins with {count} coins.", count)
    return text.format(name=names[winner], count=count)


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
    states: Sequence[State] = _table(record).states
    hero = leader(states[-1])
    highest = max(state.castles[hero].height for state in states)
    levels = max(highest + 1, _LEAST_LEVELS)
    least = zoom.columns + _GAP + _SMALL.columns, zoom.rows(levels) + _AROUND
    size = window_of(least, columns, rows)
    screen = Screen(zoom, mode, size, hero, names)
    frames = ((moment.delay, screen.show(moment)) for moment in moments(record, names))
    return Film(*size, frames)


class Screen:
    """The terminal of the cast, with all castles."""

    def __init__(
        self, zoom: Zoom, mode: Mode, size: tuple[int, int], hero: Seat, names: tuple[str, ...]
    ) -> None:
        self.columns, self.rows = size
        self._hero, self._names = hero, names
        self._look = Look(Settings(), Terminal(mode, False, True, Promised(mode, True)), tones)
        room = self.columns - _GAP - _SMALL.columns
        self._art = art_in(self._look, zoom, room, self.rows - _AROUND)
        self._reel = Reel(mode, self._look.theme)

    def show(self, moment: Moment) -> str:
        """What must be sent; empty if nothing differs."""
        cells, state, art = self._reel.cells, moment.state, self._art
        pointed = Pointed(self._hero, bare=moment.is_end)
        art.show(state, marks(pointed, last=moment.last))
        beside = self._beside(moment)
        frame: list[list[Cell]] = [cells(self._title(moment), self.columns)]
        for y in range(art.rows):
            side = beside[y] if y < len(beside) else EMPTY
            frame.append([*art.row(y), *cells(EMPTY, _GAP), *cells(side, _SMALL.columns)])
        told = (Run(" "), Run(moment.told, STRONG if moment.is_end else ACCENT))
        return self._reel.sent([*frame, cells(told, self.columns)])

    def _title(self, moment: Moment) -> Line:
        left = (Run(f" {_('Castle Builder')}  {', '.join(self._names)}", BAR),)
        right = (Run(_("turn {number}").format(number=moment.turn), BAR), Run(" ", BAR))
        return spread(left, right, self.columns, Run(" ", BAR))

    def _beside(self, moment: Moment) -> list[Line]:
        """Who has which coins, and the castles of the others."""
        state = moment.state
        seats = [seat for seat in range(len(state.castles)) if seat != self._hero]
        high = min(max((self.rows - _AROUND - 1) // len(seats) - 1, 2), _HIGHEST)
        found = [self._player(state, self._hero)]
        for seat in seats:
            found.append(self._player(state, seat))
            last = cells_of(moment.last, seat)
            found += small_castle(state.castles[seat], seat, self._look, _SMALL, high, last=last)
        return found

    def _player(self, state: State, seat: Seat) -> Line:
        owned, wanted = len(state.purses[seat]), state.setup.coins
        chip = Run(self._look.signs.chip(seat), seat_tone(seat))
        coins = (Run("$" * owned, ACCENT), Run("·" * (wanted - owned), FAINT), Run(f" {owned}"))
        return spread((chip, Run(f" {self._names[seat]}", STRONG)), coins, _SMALL.columns)


class _Castle:
    svg = staticmethod(picture)

    def film(self, record: Record, names: tuple[str, ...], **look: Any) -> Film:
        return film(record, names, **look)


DRAWING: Final[Drawing] = _Castle()
