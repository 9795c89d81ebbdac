"""The board behind the menu."""

from __future__ import annotations

import pytest

from kbtui.games.kingdom.board.grounds import grounds
from kbtui.games.kingdom.pages import PAGES
from kbtui.pages.backdrop import backdrop, has_backdrop
from kbtui.paint.palette import INDICES
from kbtui.paint.runs import length
from kbtui.text.layout import Box
from tests.kbtui.pages.showing import EVERYWHERE, look_of

DAY = "2026-11-16"


def boxes(columns: int, rows: int) -> tuple[Box, Box]:
    return Box(0, 5, columns, rows - 6), Box(6, 7, 50, rows - 10)


@EVERYWHERE
def test_it_leaves_a_hole_for_the_panel(size: tuple[int, int]) -> None:
    area, panel = boxes(*size)
    sides = backdrop(PAGES, look_of(), DAY, area, panel)
    assert len(sides) == area.height
    for y, (left, right) in enumerate(sides, area.y):
        if panel.y <= y < panel.y + panel.height:
            assert length(left) == panel.x
            assert length(right) == area.width - panel.x - panel.width
        else:
            assert length(left) + length(right) == area.width


@pytest.mark.parametrize("name", ["256", "16", "grey"])
def test_dimmed_colours_are_those_of_the_terminal(name: str) -> None:
    look = look_of(name)
    assert has_backdrop(look)
    assert look.mode is not None
    known = {None, *INDICES[look.mode]}
    for sides in backdrop(PAGES, look, DAY, *boxes(80, 24)):
        for run in (*sides[0], *sides[1]):
            assert run.tone.ink in known
            assert run.tone.ground in known


def test_it_is_dimmer_than_the_board_and_the_shadow_is_dimmer_still() -> None:
    look = look_of()
    palette = look.theme.palette
    assert palette is not None
    area, panel = boxes(140, 45)
    sides = backdrop(PAGES, look, DAY, area, panel)
    plain = {ground.plain for ground in grounds(palette).terrain.values()}
    shown = {run.tone.ground for left, _right in sides for run in left}
    assert not shown & plain
    bright = max(sum(ground) for ground in shown if isinstance(ground, tuple))
    beside = [right[0].tone.ground for _left, right in sides if right]
    assert max(sum(ground) for ground in beside if isinstance(ground, tuple)) < bright
