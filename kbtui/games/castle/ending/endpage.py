"""The last page of a game: the castle in view without numbers, and beside it the coins, the other
castles and the race."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.castle.castle import tiles_built
from engine.castle.scores import standing, winners
from engine.castle.setup import IDLE_ROUNDS
from engine.castle.state import State
from engine.contract import Seat
from kbtui.games.castle.board.art import art_in
from kbtui.games.castle.board.grounds import colors
from kbtui.games.castle.board.marks import Counted, Pointed, marks
from kbtui.games.castle.board.zoom import CASTLES, Zoom
from kbtui.games.castle.ending.medals import has_discs, medals
from kbtui.games.castle.ending.race import race
from kbtui.games.castle.gallery.small import small_castle
from kbtui.games.castle.panels.coins import purse
from kbtui.games.castle.play import counts
from kbtui.games.castle.words.names import coin_name
from kbtui.games.screen import Ending
from kbtui.look.look import Look
from kbtui.paint.bigletters import ROWS as LETTER_ROWS
from kbtui.paint.bigletters import big, can_be_big
from kbtui.paint.cells import BOLD, Cell
from kbtui.paint.colors import Rgb
from kbtui.paint.runs import (
    EMPTY,
    MUTED,
    STRONG,
    TEXT,
    Line,
    Run,
    beside,
    cut,
    heading,
    indented,
    painted,
    paragraphs,
    width,
)
from kbtui.story.view import View
from kbtui.text.i18n import _, c_, n_
from kbtui.text.words import both

_SIDE: Final = ((140, 41), (100, 35), (80, 32), (0, 14))  # columns of the side, by the window
_GAP: Final = 1
_NUMBERS: Final = (Counted.WINDOWS, Counted.ROOFS, Counted.PEOPLE)
_TOLD: Final = 2  # players whose coins are named in the side
_SMALL: Final = 8  # rows of another castle, at most


class _Castle:
    def seats(self, state: State) -> list[Seat]:
        return sorted(
            range(state.setup.players), key=lambda seat: standing(state, seat), reverse=True
        )

    def headline(self, view: View) -> str:
        """Who has won, and by what."""
        state, best = view.state, winners(view.state) or ()
        names = both(view.names[seat] for seat in best)
        if best and len(state.purses[best[0]]) >= state.setup.coins:
            text = _("{names} has {count} coins: the castle is finished.")
            return text.format(names=names, count=state.setup.coins)
        text = n_(
            "Nobody built for {rounds} rounds: the most coins win. {names} wins.",
            "Nobody built for {rounds} rounds: the most coins win. {names} share the victory.",
            len(best),
        )
        return text.format(rounds=IDLE_ROUNDS, names=names)

    def next(self) -> str:
        return _("next castle")

    def body(self, view: View, look: Look, columns: int, rows: int, seat: Seat) -> Sequence[Line]:
        side = next(wide for least, wide in _SIDE if columns >= least)
        left = columns - side - _GAP
        coins = view.state.purses[seat]
        is_told = side >= _SIDE[2][1] and len(view.names) <= _TOLD
        has_row = has_discs(coins, look, left) or not is_told
        below = medals(coins, look, left) if has_row else []
        high = rows - len(below) - has_row
        if Zoom.S.rows(view.state.castles[seat].height) > high:
            below, high = [], rows
        picture = _picture(view, look, left, high, seat)
        drawn = [*picture, *([EMPTY, *below] if below else [])]
        return beside((drawn, left + _GAP), (_side(view, look, side - 1, rows, seat), side))


def _picture(view: View, look: Look, columns: int, rows: int, seat: Seat) -> list[Line]:
    """The castle as large as the room is, with the name of its builder in the sky."""
    state = view.state
    height = state.castles[seat].height
    fitting = [z for z in CASTLES if z.columns <= columns and z.rows(height + 1) <= rows]
    zoom = fitting[-1] if fitting else Zoom.S
    art = art_in(look, zoom, columns, rows)
    art.show(state, marks(Pointed(seat, lowest=1, bare=True)))
    cells = [[*art.row(y)] for y in range(art.rows)]
    if zoom.rows(height) + LETTER_ROWS + 4 <= rows and look.theme.palette is not None:
        _write(cells, view, seat, look)
    return [painted(row) for row in cells]


def _write(cells: list[list[Cell]], view: View, seat: Seat, look: Look) -> None:
    """The name in large letters, over the sky, which shows between them; below it the coins."""
    palette = look.theme.palette
    if palette is None or not look.terminal.unicode:
        return
    gold = colors(palette).gold[0]
    text = view.names[seat].upper()
    if not can_be_big(text) or width(big(text)[0]) + 4 > len(cells[0]):
        return
    for y, row in enumerate(big(text), 1):
        for x, block in enumerate(row, 2):
            if block != " ":
                upper, lower = _halves(cells[y][x])
                upper = gold if block in "▀█" else upper
                lower = gold if block in "▄█" else lower
                cells[y][x] = Cell("▀", upper, lower)
    for x, sign in enumerate(_coins_told(view, seat), 2):
        cells[LETTER_ROWS + 2][x] = Cell(sign, gold, _halves(cells[LETTER_ROWS + 2][x])[1], BOLD)


def _coins_told(view: View, seat: Seat) -> str:
    count = len(view.state.purses[seat])
    if (seat,) == winners(view.state):
        return _("wins with {count} coins").format(count=count)
    return n_("{count} coin", "{count} coins", count).format(count=count)


def _halves(cell: Cell) -> tuple[Rgb | None, Rgb | None]:
    """The colors of the upper and the lower half."""
    sign, ink, ground, _flags = cell
    return (ink, ground) if sign == "▀" else (ground, ink) if sign == "▄" else (ground, ground)


def _side(view: View, look: Look, columns: int, rows: int, seat: Seat) -> list[Line]:
    """As much as there is room for, the most important first."""
    stroke = view.signs.stroke
    state, seats = view.state, ENDING.seats(view.state)
    goal = _("to {count} coins").format(count=state.setup.coins)
    parts: list[list[Line]] = [
        [
            heading(_("COINS"), columns, goal, stroke),
            *(row for each in seats for row in _coins(view, each, columns)),
        ],
        [heading(_("CASTLES"), columns, stroke=stroke), *_table(view, look, seats, columns)],
        [
            heading(_("THE RACE"), columns, _("coins by round"), stroke),
            *race(view, columns),
        ],
        [
            heading(_("COACH"), columns, stroke=stroke),
            *paragraphs(
                _("Press {key}: the coach finds the costliest turns.").format(
                    key=view.keys.name("coach")
                ),
                columns,
                MUTED,
            ),
        ],
    ]
    found: list[Line] = []
    for part in parts:
        if len(part) == 1:  # no room for what belongs below the heading
            continue
        gap = [EMPTY] * (bool(found) and len(found) + len(part) < rows)
        if len(found) + len(gap) + len(part) <= rows:
            found += [*gap, *part]
    left = rows - len(found) - 1
    for other in (each for each in seats if each != seat):
        small = _small(state, other, look, columns, min(left, _SMALL))
        if small and left >= len(small):
            found += [EMPTY, *small]
            left -= len(small) + 1
    return found


def _coins(view: View, seat: Seat, columns: int) -> list[Line]:
    """Everybody's coins; with room for it, which ones."""
    name = Run(f" {cut(view.names[seat], columns - 3)} ", STRONG)
    if columns < _SIDE[2][1] - 1:
        return [(view.chip(seat), name), (*purse(view, seat),)]
    row = (view.chip(seat), name, *purse(view, seat))
    if len(view.names) > _TOLD:
        return [row]
    names = ", ".join(map(coin_name, view.state.purses[seat]))
    return [row, *indented(paragraphs(names, columns - 3, MUTED), 3)]


def _table(view: View, look: Look, seats: Sequence[Seat], columns: int) -> list[Line]:
    state = view.state
    titles = [
        _("levels"),
        c_("of a castle", "tiles"),
        *(counts.sign(each, look.terminal.unicode) for each in _NUMBERS),
    ]
    columns_ = [
        [castle.height for castle in state.castles],
        [*map(tiles_built, state.castles)],
        *(counts.values(state, each) for each in _NUMBERS),
    ]
    wide = [max(width(title) + 1, 3) for title in titles]
    named = columns - sum(wide)
    rows: list[Line] = [
        (
            Run(" " * named),
            *(Run(title.rjust(room), MUTED) for title, room in zip(titles, wide, strict=True)),
        )
    ]
    for seat in seats:
        name = f" {cut(view.names[seat], max(named - 4, 0))}"
        row = [view.chip(seat), Run(name.ljust(max(named - 2, 0)), TEXT)]
        for values, room in zip(columns_, wide, strict=True):
            is_best = values[seat] == max(values) and values[seat]
            row.append(Run(f"{values[seat]:>{room}}", STRONG if is_best else MUTED))
        rows.append(tuple(row))
    return rows if named >= 6 else []


def _small(state: State, seat: Seat, look: Look, columns: int, rows: int) -> list[Line]:
    castle = state.castles[seat]
    for zoom in (Zoom.XS, Zoom.D):
        high = zoom.rows(castle.height + 1)
        if zoom.columns <= columns and high <= rows:
            return [*small_castle(castle, seat, look, zoom, high)]
    return []


ENDING: Final[Ending] = _Castle()
