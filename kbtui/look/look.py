"""How things look here: turns settings and terminal into palettes, symbols and boards.

What a board needs is imported when there is one to show: the menu opens without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kbtui.disk.settings import Settings
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.look.terminal import Terminal
from kbtui.look.theme import Theme
from kbtui.paint.glyphs import Glyphs, glyphs
from kbtui.paint.palette import Mode, Palette, palette
from kbtui.paint.palette import Theme as Shade

if TYPE_CHECKING:
    from kbtui.games.kingdom.board.art import Appearance


class Look:
    """Created again when a setting changes."""

    def __init__(self, settings: Settings, terminal: Terminal) -> None:
        self.settings = settings
        self.terminal = terminal.under(settings)
        self.mode = Mode.GREY if self.terminal.grey else self.terminal.mode
        self.shade = Shade(settings.theme)
        self.is_shaded = settings.shading and not settings.saver
        self.is_strong = settings.strength == "strong"
        self.is_outline = self.mode is None or settings.look == "outline"
        self.theme = Theme(self._palette())
        self.signs: Glyphs = glyphs(self.terminal.unicode)

    def _palette(self) -> Palette | None:
        if self.mode is None:
            return None
        return palette(self.mode, self.shade, shading=self.is_shaded, strong=self.is_strong)

    def board(self, zoom: Zoom) -> Appearance:
        from kbtui.games.kingdom.board.art import Appearance
        from kbtui.games.kingdom.board.symbols import MarkStyle

        return Appearance(
            zoom,
            self.mode,
            self.shade,
            self.terminal.unicode,
            self.is_shaded,
            self.is_strong,
            self.is_outline,
            MarkStyle(self.settings.marks),
        )

    def board_size(self, zoom: Zoom) -> tuple[int, int]:
        if not self.is_outline:
            return zoom.columns, zoom.rows
        from kbtui.games.kingdom.board.outline import size

        return size(zoom)

    def has_zoom(self, zoom: Zoom) -> bool:
        """The outline look has two sizes."""
        return not self.is_outline or zoom in (Zoom.S, Zoom.M_PLUS)

    @property
    def zoom(self) -> Zoom | None:
        """The zoom of the settings, unless it is automatic."""
        named = {zoom.label: zoom for zoom in Zoom}
        zoom = named.get(self.settings.zoom)
        return zoom if zoom is not None and self.has_zoom(zoom) else None
