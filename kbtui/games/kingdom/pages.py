"""What full-screen pages show of Kingdom Builder: small boards, and words for scores and rooms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from engine.kingdom.ground.quadrants import BASE, MARSHLANDS
from engine.kingdom.rules.actions import new
from engine.kingdom.setup import Options, resolve
from engine.kingdom.state import State, reserve
from kbtui.games.kingdom.board import minimap, preview, sample
from kbtui.games.kingdom.board.art import (
    Appearance,
    BoardArt,
    appearance,
    board_lines,
    board_size,
    zoom_of,
)
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kingdom.words.kit import WORDS
from kbtui.games.kingdom.words.names import amount, goal_here, goal_name, short_name
from kbtui.games.kit import Marks, Pages
from kbtui.look.look import Look
from kbtui.paint.cells import Cell
from kbtui.paint.runs import Line
from kbtui.text.i18n import _

# The first that fits, from the top: boards a little larger than the window are cut.
_SCENES: Final = ((220, 60, Zoom.XXL), (140, 52, Zoom.XL), (100, 33, Zoom.L), (0, 0, Zoom.M))
_HIGH: Final = 30  # rows of a window from which a large sample is larger still


class _Kingdom:
    map_columns: int = minimap.COLUMNS
    part_text = staticmethod(goal_here)
    amount = staticmethod(amount)

    def parts_title(self) -> str:
        return _("BY GOAL")

    def tallies(self, state: State) -> list[tuple[str, Sequence[int]]]:
        left = [reserve(state, seat) for seat in range(state.setup.players)]
        tiles = [owned.bit_count() for owned in state.tiles.owned]
        return [(_("left"), left), (_("tiles"), tiles)]

    def features(self, state: State) -> list[tuple[str, str]]:
        return [(goal_name(goal), goal_here(goal, state)) for goal in state.setup.goals]

    def terms(self, state: State) -> Iterator[tuple[str, str]]:
        setup = state.setup
        has_marshlands = setup.double_cards or any(q.set == MARSHLANDS for q in setup.quadrants)
        yield _("goals"), ", ".join(goal_name(goal) for goal in setup.goals)
        yield _("sets"), WORDS.options({"sets": [BASE, MARSHLANDS] if has_marshlands else [BASE]})
        yield _("cards"), _("hold two, play one") if setup.two_cards else _("one, as in the rules")

    def size(self, look: Look) -> tuple[int, int]:
        return board_size(look, Zoom.S)

    def small(self, state: State, look: Look) -> list[Line]:
        return minimap.minimap(state.setup.board, look, state.settlements)

    def large(self, state: State, look: Look) -> list[Line]:
        return board_lines(state, look)

    def caption(self, state: State) -> tuple[str, str]:
        names = [short_name(quadrant.id) for quadrant in state.setup.quadrants]
        return ", ".join(names[:2]), ", ".join(names[2:])

    def preview(self, state: State, look: Look, columns: int, rows: int) -> list[Line]:
        wide, high = self.size(look)
        draw = preview.large if wide < columns and high < rows else preview.small
        return draw(state.setup, look, columns, rows)

    def scene(self, look: Look, day: str, columns: int, rows: int) -> list[Sequence[Cell]]:
        zoom = next(zoom for wide, high, zoom in _SCENES if columns >= wide and rows >= high)
        return _scene(appearance(look, zoom), day)

    def emblem(self, entry: str, look: Look) -> list[Line]:
        return []

    def strip(self, look: Look, mode: str | None = None) -> Line:
        return sample.strip(look) if mode is None else sample.mode_strip(mode, look)

    def sample(self, look: Look, columns: int, rows: int, is_large: bool) -> Sequence[Line]:
        usual = Zoom.S if not is_large else Zoom.M_PLUS if rows > _HIGH else Zoom.M
        return sample.board(look, zoom_of(look) or usual, columns, rows)


@lru_cache(maxsize=len(_SCENES))  # the same for everybody, all day
def _scene(look: Appearance, day: str) -> list[Sequence[Cell]]:
    art = BoardArt(look)
    art.show(new(resolve(Options(seed=f"day {day}"))), Marks())
    return [art.row(y) for y in range(art.rows)]


PAGES: Final[Pages] = _Kingdom()
