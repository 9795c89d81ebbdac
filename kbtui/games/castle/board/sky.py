"""What is behind a castle: sky, stars, moon, hills, and the ground it stands on.

The sky changes downwards only, so a row of it is one run for a terminal, which only stars break.
Stars, moon and hills follow from the seat alone and keep their places at every zoom: the seed of a
game is not known to all who look at it before the game is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.contract import Seat
from engine.rng import Stream
from kbtui.games.castle.board.grounds import Colors, colors
from kbtui.games.castle.board.zoom import Frame
from kbtui.paint.colors import BLACK, WHITE, Rgb
from kbtui.paint.modes import Mode
from kbtui.paint.palette import Palette, Theme

_FINE: Final = 1000  # parts of the width or height in which places in the sky are counted
_STARS: Final = 260
_AREA: Final = 56  # pixels of sky for each star
_LIGHTS: Final = (0.3, 0.35, 0.55, 0.85)  # how bright stars are
_LOWEST_STAR: Final = 0.72  # of the sky
_PEAKS: Final = 17  # points of a line of hills
_HALO: Final = 0.3
_TUFT: Final = 0.13  # of the grass, towards black
_CLOUDS: Final = 5
_CLOUD: Final = 0.5  # how white clouds are
_FLAT: Final = 1  # the step of the sky that stands for all of it

Pixels = list[Rgb]


@lru_cache(maxsize=32)
def behind(frame: Frame, seat: Seat, palette: Palette) -> tuple[Rgb, ...]:
    """The pixels of the whole picture, row by row, before any tile is laid on it."""
    return tuple(_Sky(frame, seat, palette).pixels)


class _Sky:
    def __init__(self, frame: Frame, seat: Seat, palette: Palette) -> None:
        self.frame, self.palette = frame, palette
        self.colors: Colors = colors(palette)
        self.columns, self.height = frame.columns, 2 * frame.rows
        self.floor = frame.floor if frame.lowest == 1 else self.height
        self.has_shades = palette.shades != (0.0, 0.0) or palette.mode is not Mode.TRUE
        self.pixels: Pixels = []
        for y in range(self.height):
            self.pixels += [self._shade(y)] * self.columns
        stream = Stream("sky", str(seat))
        if self.has_shades:
            self._stars(stream)
        has_clouds = palette.theme is Theme.LIGHT and palette.mode in (Mode.TRUE, Mode.GREY)
        if self.has_shades and has_clouds and frame.zoom.high > 1:
            self._clouds(Stream("clouds", str(seat)))
        if frame.zoom.high > 1:  # smaller, it would be taken for a window
            self._moon(stream)
        if frame.lowest == 1:
            self._hills(stream)
            self._ground()

    def _shade(self, y: int) -> Rgb:
        """The sky at that height."""
        steps = self.colors.sky
        if not self.has_shades:
            return steps[_FLAT]
        if self.palette.mode in (Mode.C256, Mode.C16):
            return steps[min(y * len(steps) // self.floor, len(steps) - 1)]
        at = min(y / max(self.floor - 1, 1), 1.0) * (len(steps) - 1)
        step = min(int(at), len(steps) - 2)
        return self.palette.blend(steps[step], steps[step + 1], at - step)

    def _set(self, x: int, y: int, light: Rgb, share: float = 1.0) -> None:
        if 0 <= x < self.columns and 0 <= y < self.floor:
            at = y * self.columns + x
            mixed = share < 1 and self.palette.mode is not Mode.C16
            self.pixels[at] = self.palette.blend(self.pixels[at], light, share) if mixed else light

    def _stars(self, stream: Stream) -> None:
        star = self.colors.lights[0]
        many = min(self.columns * self.floor // _AREA, _STARS)
        for i in range(_STARS):
            across, down, light = stream.below(_FINE), stream.below(_FINE), stream.below(4)
            if i < many and self.palette.theme is Theme.DARK:
                is_few = self.palette.mode in (Mode.C256, Mode.C16)
                high_up = down * (down + _FINE) / (2 * _FINE**2)  # more of them near the zenith
                y = int(high_up * self.floor * _LOWEST_STAR)
                if not is_few or light > 1:
                    x = across * self.columns // _FINE
                    self._set(x, y, star, 1.0 if is_few else _LIGHTS[light])

    def _moon(self, stream: Stream) -> None:
        zoom, moon = self.frame.zoom, self.colors.lights[1]
        radius = max(zoom.wide / 4.6, 1.0)
        middle_x = self.columns * (700 + stream.below(200)) / _FINE
        middle_y = min(self.floor * (120 + stream.below(60)) / _FINE + radius, self.floor / 2)
        has_halo = self.has_shades and self.palette.mode in (Mode.TRUE, Mode.GREY)
        reach = radius * (1.9 if has_halo else 1)
        for y in range(int(middle_y - reach) - 1, int(middle_y + reach) + 2):
            for x in range(int(middle_x - reach) - 1, int(middle_x + reach) + 2):
                far = ((x + 0.5 - middle_x) ** 2 + (y + 0.5 - middle_y) ** 2) ** 0.5
                if far <= radius:
                    is_shaded = x + 0.5 < middle_x - radius / 5 and abs(y - middle_y) < radius / 2
                    dim = self.palette.blend(moon, BLACK, 0.08)
                    self._set(x, y, dim if is_shaded and has_halo else moon)
                elif far <= reach:
                    self._set(x, y, moon, _HALO * (1 - (far - radius) / (reach - radius)))

    def _hills(self, stream: Stream) -> None:
        """Two lines of hills, the farther one higher."""
        for color, low, high in zip(self.colors.hills, (900, 550), (1350, 950), strict=True):
            peaks = [low + stream.below(high - low) for _ in range(_PEAKS)]
            for x in range(self.columns):
                at = x * (_PEAKS - 1) / self.columns
                i = int(at)
                height = peaks[i] + (peaks[i + 1] - peaks[i]) * (at - i)
                top = self.floor - round(height * self.frame.zoom.high / _FINE)
                for y in range(max(top, 0), self.floor):
                    self.pixels[y * self.columns + x] = color

    def _ground(self) -> None:
        zoom = self.frame.zoom
        _grass, light, plain, dark = self.colors.ground
        side = self.frame.margin + zoom.half
        wall = zoom.columns - zoom.wide
        rows = zoom.ground
        joints = [dark if x % zoom.half == 0 else plain for x in range(wall)]
        for row in range(rows):
            stones = [light] * wall if row == 0 else joints
            left, right = self._meadow(row, 0, side), self._meadow(row, side + wall, self.columns)
            if row == rows - 1 > 2:
                stones = self._meadow(row, side, side + wall)  # the letters stand there
            line = left + stones + right
            start = (self.frame.floor + row) * self.columns
            self.pixels[start : start + self.columns] = line

    def _meadow(self, row: int, start: int, end: int) -> Pixels:
        """Grass, with darker tufts where colors are many."""
        grass = self.colors.ground[0]
        if not self.has_shades or self.palette.mode is not Mode.TRUE:
            return [grass] * (end - start)
        tuft = self.palette.blend(grass, BLACK, _TUFT)
        return [tuft if (x // 3 * 5 + row * 2) % 7 < 2 else grass for x in range(start, end)]

    def _clouds(self, stream: Stream) -> None:
        """In the morning: a few, each of three rows."""
        for _ in range(_CLOUDS):
            x = stream.below(_FINE) * self.columns // _FINE
            y = int((80 + stream.below(420)) * self.floor / _FINE)
            wide = self.frame.zoom.wide * (10 + stream.below(8)) // 8
            for row, (first, end) in enumerate(((0.3, 0.7), (0.1, 0.9), (0, 1))):
                for at in range(x + int(wide * first), x + int(wide * end)):
                    self._set(at, y + row, WHITE, _CLOUD)


def letter_spots(frame: Frame) -> Iterator[tuple[int, int]]:
    """Where the letters of the ground stand: number of the letter, and column."""
    for i in range(frame.zoom.columns // frame.zoom.half - 1):
        yield i, frame.margin + (i + 1) * frame.zoom.half
