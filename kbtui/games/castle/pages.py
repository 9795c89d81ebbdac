"""What full-screen pages show of Castle Builder: castles, small and large, and words for scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.castle.castle import tiles_built
from engine.castle.state import State
from kbtui.games.castle.board.art import art_in
from kbtui.games.castle.board.marks import Counted, Pointed, marks
from kbtui.games.castle.board.zoom import Zoom
from kbtui.games.castle.ending.medals import disc
from kbtui.games.castle.form.preview import preview
from kbtui.games.castle.gallery.dream import dream, table_of
from kbtui.games.castle.gallery.held import Held, hand
from kbtui.games.castle.gallery.sample import sample, strip
from kbtui.games.castle.gallery.small import small_castle
from kbtui.games.castle.play import counts
from kbtui.games.castle.words.kit import WORDS, chosen
from kbtui.games.castle.words.rulebook import COIN_ENTRIES, RULEBOOK, faces_of, options_of
from kbtui.games.kit import Pages
from kbtui.look.look import Look
from kbtui.paint.cells import Cell
from kbtui.paint.runs import EMPTY, Line, Run, beside, seat_tone
from kbtui.text.i18n import _, c_, n_

_CHIP: Final = 3  # columns of the mark of a player, and a blank
_ROWS: Final = 8  # text rows of a castle of the large picture
_GAP: Final = 1
_LOWEST: Final = 3  # text rows of a castle of the small picture, at least
_HIGHEST: Final = 5
_ROOMY: Final = (Zoom.XXL, Zoom.XL, Zoom.L)  # of a backdrop, from the largest
_EMBLEMS: Final = 4  # tiles that stand for a kind
_LARGE: Final = 30  # rows of a window from which a large sample is larger still


class _Castle:
    map_columns: int = _CHIP + Zoom.D.columns
    preview = staticmethod(preview)
    strip = staticmethod(strip)

    def part_text(self, part: str, state: State) -> str:
        return _("the first with {count} wins").format(count=state.setup.coins)

    def parts_title(self) -> str:
        return _("COINS")

    def amount(self, count: int) -> str:
        return n_("{count} coin", "{count} coins", count).format(count=count)

    def tallies(self, state: State) -> list[tuple[str, Sequence[int]]]:
        counted = [(counts.title(each), counts.values(state, each)) for each in Counted]
        return [(c_("of a castle", "tiles"), [*map(tiles_built, state.castles)]), *counted]

    def features(self, state: State) -> list[tuple[str, str]]:
        """What has to be reached, and the options of this game."""
        options = (topic for topic in options_of(state) if topic != "sky")
        told = [(RULEBOOK.name(topic), _first(RULEBOOK.text(topic))) for topic in options]
        return [(self.amount(state.setup.coins), _("the first to have them wins")), *told]

    def terms(self, state: State) -> Iterator[tuple[str, str]]:
        setup = state.setup
        yield _("coins"), str(setup.coins)
        rules = chosen(setup._asdict())
        yield _("options"), ", ".join(rules) if rules else c_("options", "none")

    def size(self, look: Look) -> tuple[int, int]:
        """Two castles side by side, and two below them."""
        return 2 * Zoom.XS.columns + _GAP, 2 * _ROWS + _GAP

    def small(self, state: State, look: Look) -> list[Line]:
        """One castle below the other."""
        found: list[Line] = []
        for seat, castle in enumerate(state.castles):
            rows = min(max(Zoom.D.rows(castle.height + 1), _LOWEST), _HIGHEST)
            chip = (Run(look.signs.chip(seat), seat_tone(seat)),)
            drawn = small_castle(castle, seat, look, Zoom.D, rows)
            found += beside(([EMPTY] * (rows - 1) + [chip], _CHIP), (drawn, Zoom.D.columns))
        return found

    def large(self, state: State, look: Look) -> list[Line]:
        """All castles, two in a row."""
        drawn = [
            small_castle(castle, seat, look, Zoom.XS, _ROWS)
            for seat, castle in enumerate(state.castles)
        ]
        found: list[Line] = []
        for first in range(0, len(drawn), 2):
            pair = [(rows, Zoom.XS.columns) for rows in drawn[first : first + 2]]
            gap: tuple[Sequence[Line], int] = ((), _GAP)
            found += [EMPTY] * bool(found)
            found += beside(pair[0], gap, *pair[1:])
        return found

    def caption(self, state: State) -> tuple[str, ...]:
        return (WORDS.options(state.setup._asdict()),)

    def scene(self, look: Look, day: str, columns: int, rows: int) -> list[Sequence[Cell]]:
        """A castle of that day, so large that a panel in the middle does not hide it."""
        zoom = next((zoom for zoom in _ROOMY if columns >= zoom.columns), Zoom.M)
        art = art_in(look, zoom, columns, rows)
        castle = dream(day, max(zoom.levels(rows) - 1, 1))
        art.show(table_of(castle), marks(Pointed(0, lowest=1, bare=True)))
        return [art.row(y) for y in range(art.rows)]

    def emblem(self, entry: str, look: Look) -> list[Line]:
        """A coin, or some tiles of that kind."""
        if entry in COIN_ENTRIES:
            return disc(look)
        held = [Held(face) for face in faces_of(entry)]
        step = max(len(held) // _EMBLEMS, 1)
        return hand(held[::step][:_EMBLEMS], look, Zoom.M, 2) if held else []

    def sample(self, look: Look, columns: int, rows: int, is_large: bool) -> Sequence[Line]:
        usual = Zoom.S if not is_large else Zoom.L if rows > _LARGE else Zoom.M
        return sample(look, usual, columns, rows)


def _first(text: str) -> str:
    """The first sentence, to be continued in a line."""
    sentence, _stop, _rest = text.partition(". ")
    return sentence.rstrip(".")


PAGES: Final[Pages] = _Castle()
