"""What a terminal shows: new cells in, bytes for those that differ out.

The framework paints some things more than once, above all when a screen opens. What is already
there is not written again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from textual.strip import Strip

from kbtui.screens.widgets.ink import PLAIN, Ink, Inks, Run, encode

Glyph = tuple[str, Ink]  # one column; an empty text is the right half of a wide character

_UNKNOWN: Final[Glyph] = ("\0", PLAIN)  # like no cell that is ever laid
_GAP: Final = 5  # columns: three between two that are written
_ink = itemgetter(1)


class Canvas:
    """The cells of one terminal."""

    def __init__(self, columns: int, rows: int, system: ColorSystem | None) -> None:
        self.size = columns, rows
        self._inks = Inks(system)
        self._rows: dict[int, list[Glyph]] = {}
        self._whole: dict[int, list[Segment]] = {}  # rows that were laid once and are not split yet
        self._new: list[int] = []  # those of them that are not written yet
        self._dirty: dict[int, set[int]] = {}  # columns that differ from the terminal, by row

    def is_new(self, y: int) -> bool:
        """Whether nothing of this row is known yet."""
        return y not in self._rows and y not in self._whole

    def lay_row(self, y: int, segments: list[Segment]) -> None:
        """Put a whole row there."""
        if self.is_new(y):
            self._whole[y] = segments
            self._new.append(y)
        elif self._whole.get(y) != segments:
            self.lay(0, y, segments)

    def lay(self, x: int, y: int, segments: Iterable[Segment]) -> None:
        """Put them there; cells that differ are remembered until they are written."""
        new = self._glyphs(segments)[: self.size[0] - x]
        row, end = self._row(y), x + len(new)
        old = row[x:end]
        if old == new:
            return
        row[x:end] = new
        pairs = zip(old, new, strict=True)
        differ = [at for at, (one, other) in enumerate(pairs, x) if one != other]
        self._dirty.setdefault(y, set()).update(differ)

    def _row(self, y: int) -> list[Glyph]:
        """The cells of a row, to be changed."""
        found = self._rows.get(y)
        if found is None:
            columns = self.size[0]
            found = self._glyphs(self._whole.pop(y, ()))[:columns]
            found += [_UNKNOWN] * (columns - len(found))
            self._rows[y] = found
            if y in self._new:
                self._new.remove(y)
                self._dirty[y] = {at for at, glyph in enumerate(found) if glyph is not _UNKNOWN}
        return found

    def _glyphs(self, segments: Iterable[Segment]) -> list[Glyph]:
        found: list[Glyph] = []
        ink_of = self._inks.of
        for text, style, _ in segments:
            ink = ink_of(style)
            if not text.isascii() and not _is_narrow(text):
                found += _spread(text, ink)
            elif len(text) == 1:
                found.append((text, ink))
            else:
                found += [(char, ink) for char in text]
        return found

    def written(self) -> str:
        """The bytes for everything that was laid since the last time."""
        new, self._new = self._new, []
        dirty, self._dirty = self._dirty, {}
        found = [self._runs_of_row(y) for y in new]
        for y, columns in dirty.items():
            spans = _spans(sorted(columns), self._rows[y])
            found += [self._runs(first, end, y) for first, end in spans]
        return encode(found, self._inks, self.size[0])

    def _runs(self, x: int, end: int, y: int) -> Iterator[Run]:
        for ink, group in groupby(self._rows[y][x:end], _ink):
            texts = [text for text, _ in group]
            yield Run(y, x, len(texts), "".join(texts), ink)
            x += len(texts)

    def _runs_of_row(self, y: int) -> Iterator[Run]:
        x = 0
        for ink, group in groupby(self._whole[y], lambda segment: self._inks.of(segment.style)):
            text = "".join([segment.text for segment in group])
            columns = len(text) if text.isascii() else cell_len(text)
            yield Run(y, x, columns, text, ink)
            x += columns


@lru_cache(maxsize=4096)
def _is_narrow(text: str) -> bool:
    return all(cell_len(char) == 1 for char in text)


def between(strip: Strip, first: int, end: int) -> tuple[int, list[Segment]]:
    """The segments that have something of these columns, and the column where they begin."""
    segments = [*strip]
    if len(segments) == strip.cell_length:  # one for each column
        return first, segments[first:end]
    found: list[Segment] = []
    start = stop = 0
    for segment in segments:
        stop += segment.cell_length
        if stop > first:
            found.append(segment)
            if stop >= end:
                break
        else:
            start = stop
    return start, found


def _spread(text: str, ink: Ink) -> list[Glyph]:
    """A wide character takes two columns; a mark that takes none stays with what it is put on."""
    found: list[Glyph] = []
    for char in text:
        columns = cell_len(char)
        if columns:
            found += [(char, ink), *[("", ink)] * (columns - 1)]
        elif found:
            place = max(i for i, (kept, _) in enumerate(found) if kept)
            found[place] = found[place][0] + char, ink
    if len(found) != cell_len(text):  # characters that are narrower together
        found = [(text, ink), *[("", ink)] * (cell_len(text) - 1)]
    return found


def _spans(places: list[int], row: list[Glyph]) -> Iterator[tuple[int, int]]:
    """Stretches of neighbours, and what is quicker written again than left out; wide characters
    stay whole."""
    first = last = places[0]
    for place in places[1:]:
        if place > last + 1 and not _is_cheap(row[last : place + 1]):
            yield _whole(first, last + 1, row)
            first = place
        last = place
    yield _whole(first, last + 1, row)


def _is_cheap(gap: list[Glyph]) -> bool:
    """Whether letters of one style between two others take no more bytes than to go over them."""
    ink = gap[0][1]
    return len(gap) <= _GAP and all(other == ink and text.isascii() for text, other in gap)


def _whole(first: int, end: int, row: list[Glyph]) -> tuple[int, int]:
    while first > 0 and not row[first][0]:
        first -= 1
    while end < len(row) and not row[end][0]:
        end += 1
    return first, end
