"""What tones look like: turns names of colors into colors, for a palette or without any color."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from kbtui.paint.cells import BOLD, DIM, REVERSE, STRIKE, UNDERLINE
from kbtui.paint.colors import Rgb
from kbtui.paint.palette import Ground, Palette
from kbtui.paint.runs import Colour, Tone


class Ink(NamedTuple):
    """A tone as it is drawn; None is whatever the terminal has."""

    foreground: Rgb | int | None
    background: Rgb | int | None
    flags: int


# Without color, attributes alone show a tone. Reverse is for keys and what is selected.
_PLAIN: Final[Mapping[str, int]] = {
    "faint": DIM,
    "rule": DIM,
    "accent": BOLD,
    "warning": UNDERLINE,
    "good": BOLD,
}
_PLAIN_GROUNDS: Final[Mapping[str, int]] = {"accent": REVERSE, "location": UNDERLINE}
_KEPT: Final = BOLD | UNDERLINE | DIM | REVERSE | STRIKE


Tones = Callable[[Palette], Mapping[str, Ground]]


def no_tones(_palette: Palette) -> Mapping[str, Ground]:
    return {}


class Theme:
    """Tones drawn with one palette; ``None`` draws them without color."""

    def __init__(self, palette: Palette | None, tones: Tones = no_tones) -> None:
        """``tones``: the grounds of games, by name."""
        self.palette = palette
        self._known: dict[Tone, Ink] = {}
        self._grounds = tones(palette) if palette is not None else {}
        self._names = _names(palette, self._grounds) if palette is not None else {}

    @property
    def background(self) -> Rgb | None:
        return None if self.palette is None else self.palette.frame.background

    def ink(self, tone: Tone) -> Ink:
        found = self._known.get(tone)
        if found is None:
            found = self._known[tone] = self._resolve(tone)
        return found

    def _resolve(self, tone: Tone) -> Ink:
        if self.palette is None:
            flags = tone.flags | _PLAIN.get(str(tone.ink), 0)
            flags = (flags | _PLAIN_GROUNDS.get(str(tone.ground), 0)) & _KEPT
            return Ink(_given(tone.ink), _given(tone.ground), flags)
        ground = self._names[tone.ground] if isinstance(tone.ground, str) else tone.ground
        flags = tone.flags if self.palette.has_bold else tone.flags & ~BOLD
        if not isinstance(tone.ink, str):
            return Ink(tone.ink, ground, flags)
        if tone.ink not in ("on", "ink", "soft"):
            return Ink(self._names[tone.ink], ground, flags)
        known = ground if isinstance(ground, tuple) else self.palette.frame.background
        return Ink(self._derived(tone.ink, known, self.palette), ground, flags)

    def _derived(self, ink: str, ground: Rgb, palette: Palette) -> Rgb:
        """Inks that depend on their ground: what can be read on it, or only a little."""
        if ink == "ink" and ground == palette.frame.accent:
            return palette.frame.on_accent
        alike = (looks.symbol for looks in self._grounds.values() if looks.plain == ground)
        return next(alike, palette.clear(ground)) if ink == "soft" else palette.clear(ground)


def _given(colour: Colour) -> Rgb | int | None:
    """A color that is not a name."""
    return None if isinstance(colour, str) else colour


def _names(palette: Palette, grounds: Mapping[str, Ground]) -> dict[str, Rgb]:
    frame = palette.frame
    named = dict(zip(frame._fields, frame, strict=True))
    named |= {f"seat{seat}": colour for seat, colour in enumerate(palette.seats, 1)}
    return named | {name: ground.plain for name, ground in grounds.items()}
