"""A board with one pixel or one letter per hex."""

from __future__ import annotations

from engine.kingdom.ground.hexes import PLACE, hexes, mask_of, parse_hex
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.setup import first_game, resolve
from kbtui.games.kingdom.board.grounds import grounds
from kbtui.games.kingdom.board.minimap import COLUMNS, minimap
from kbtui.games.kingdom.board.symbols import SYMBOLS, letter
from kbtui.paint.runs import Line, plain
from tests.kbtui.pages.showing import look_of

BOARD = resolve(first_game()).board
SETTLED = (mask_of([parse_hex("a1")]), mask_of([parse_hex("t20"), parse_hex("b7")]))


def halves(row: Line) -> list[tuple[object, object]]:
    """The colours of the upper and the lower half of every cell."""
    found: list[tuple[object, object]] = []
    for text, tone, _act in row:
        both = {" ": (1, 1), "█": (0, 0), "▀": (0, 1), "▄": (1, 0)}
        pair = tone.ink, tone.ground
        found += [(pair[both[char][0]], pair[both[char][1]]) for char in text]
    return found


def test_every_pixel_has_the_colour_of_its_hex() -> None:
    look = look_of()
    palette = look.theme.palette
    assert palette is not None
    rows = [halves(row) for row in minimap(BOARD, look, SETTLED)]
    assert [len(row) for row in rows] == [COLUMNS] * 10
    owners = {hex_: seat for seat, own in enumerate(SETTLED) for hex_ in hexes(own)}
    for terrain in Terrain:
        for hex_ in hexes(BOARD.terrain[terrain]):
            row, column = PLACE[hex_]
            wanted = grounds(palette).terrain[terrain].plain
            if hex_ in owners:
                wanted = palette.seats[owners[hex_]]
            assert rows[row // 2][column][row % 2] == wanted


def test_without_pixels_every_hex_has_its_sign() -> None:
    for name, plain_signs in (("ascii", True), ("plain", True), ("none", False)):
        rows = [plain(row) for row in minimap(BOARD, look_of(name), SETTLED)]
        assert [len(row) for row in rows] == [COLUMNS] * 20
        assert rows[0][0] == "1"
        assert rows[19][19] == rows[6][1] == "2"
        slots = {slot.hex: letter(slot.kind) for slot in BOARD.slots}
        for terrain, signs in SYMBOLS.items():
            for hex_ in hexes(BOARD.terrain[terrain] & ~SETTLED[0] & ~SETTLED[1]):
                row, column = PLACE[hex_]
                assert rows[row][column] == slots.get(hex_, signs[plain_signs])
