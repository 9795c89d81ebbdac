"""Kingdom Builder on the full screen, as its kit hands it out."""

from typing import Final

from kbtui.games.kingdom.board.art import art, board_size, zooms
from kbtui.games.kingdom.board.zoom import Zoom, zoom_beside_panels
from kbtui.games.screen import Screen
from kbtui.look.look import Look


class _Kingdom:
    zooms = staticmethod(zooms)
    size = staticmethod(board_size)
    art = staticmethod(art)

    @staticmethod
    def zoom_beside_panels(look: Look, columns: int, rows: int) -> Zoom:
        return zoom_beside_panels(columns, rows, zooms(look).__contains__)


SCREEN: Final[Screen] = _Kingdom()
