"""How things look here: turns settings and terminal into palettes and symbols."""

from __future__ import annotations

from kbtui.disk.settings import Settings
from kbtui.look.terminal import Terminal
from kbtui.look.theme import Theme, Tones, no_tones
from kbtui.paint.glyphs import Glyphs, glyphs
from kbtui.paint.palette import Mode, Palette, palette
from kbtui.paint.palette import Theme as Shade


class Look:
    """Created again when a setting changes."""

    def __init__(self, settings: Settings, terminal: Terminal, tones: Tones = no_tones) -> None:
        """``tones``: what games call the colors of their grounds."""
        self.settings = settings
        self.terminal = terminal.under(settings)
        self.mode = Mode.GREY if self.terminal.grey else self.terminal.mode
        self.shade = Shade(settings.theme)
        self.is_shaded = settings.shading and not settings.saver
        self.is_strong = settings.strength == "strong"
        self.is_outline = self.mode is None or settings.look == "outline"
        self.theme = Theme(self._palette(), tones)
        self.signs: Glyphs = glyphs(self.terminal.unicode)

    def _palette(self) -> Palette | None:
        if self.mode is None:
            return None
        return palette(self.mode, self.shade, shading=self.is_shaded, strong=self.is_strong)
