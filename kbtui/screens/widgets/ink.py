"""Runs of equal style, and the fewest bytes that write them.

A pen knows where the cursor is and which colors are set, so it writes only what differs. A run of
half blocks may be written with its colors swapped, and a blank needs no foreground. Runs of the
same style are written together, wherever they are, because moving the cursor takes fewer bytes than
a color. After them come others that share a color with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from rich.color import Color, ColorSystem
from rich.style import Style

_FULL: Final = "█"
_BLOCKS: Final = "▀▄▌▐█ "
_TURNED: Final = str.maketrans(_BLOCKS, "▄▀▐▌ █")  # the same with both colours exchanged
_BYTES: Final = 3  # of a half block
_DEFAULT: Final = 0  # the number of the terminal's own colour
_RESET: Final = "\x1b[m"
_MOST: Final = 8192  # styles to remember; there are fewer, unless somebody keeps making new ones

# Attributes: how they are set and taken back.
_ATTRIBUTES: Final = (
    ("bold", "1", "22"),
    ("dim", "2", "22"),
    ("italic", "3", "23"),
    ("underline", "4", "24"),
    ("blink", "5", "25"),
    ("reverse", "7", "27"),
    ("strike", "9", "29"),
)
_DRAWN: Final = 0b1101000  # those that show on a blank: underline, reverse, strike


_Look = tuple[int, int, int, bool]  # two colours, attributes, and whether they are half blocks


class Ink(NamedTuple):
    """A style in numbers."""

    fore: int
    back: int
    flags: int


PLAIN: Final = Ink(_DEFAULT, _DEFAULT, 0)


class Inks:
    """The styles of one terminal, with the codes of their colours."""

    def __init__(self, system: ColorSystem | None) -> None:
        self._system = system or ColorSystem.TRUECOLOR
        self._numbers: dict[Color, int] = {}
        self._known: dict[int, tuple[Style, Ink]] = {}  # by identity: styles are slow to compare
        self.fore, self.back = ["39"], ["49"]

    def of(self, style: Style | None) -> Ink:
        if style is None:
            return PLAIN
        found = self._known.get(id(style))
        if found is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            found = self._known[id(style)] = style, self._resolve(style)
        return found[1]

    def _resolve(self, style: Style) -> Ink:
        on = (bool(getattr(style, name)) << bit for bit, (name, *_) in enumerate(_ATTRIBUTES))
        return Ink(self._number(style.color), self._number(style.bgcolor), sum(on))

    def _number(self, colour: Color | None) -> int:
        if colour is None or colour.is_default:
            return _DEFAULT
        if colour not in self._numbers:
            self._numbers[colour] = len(self.fore)
            shown = colour.downgrade(self._system)
            self.fore.append(";".join(shown.get_ansi_codes(True)))
            self.back.append(";".join(shown.get_ansi_codes(False)))
        return self._numbers[colour]


class Run:
    """Neighbouring cells that one style can write."""

    __slots__ = ("back", "columns", "flags", "fore", "is_bare", "is_blocks", "text", "x", "y")

    def __init__(self, y: int, x: int, columns: int, text: str, ink: Ink) -> None:
        self.y, self.x, self.columns, self.text = y, x, columns, text
        self.fore, self.back, self.flags = ink
        self.is_bare = not text.strip(" ") and not self.flags & _DRAWN  # any foreground will do
        self.is_blocks = bool(self.back) and not self.flags and not text.strip(_BLOCKS)
        if self.is_bare:
            self.fore = self.flags = 0
            self.is_blocks = bool(self.back)
        elif not self.fore:
            self.is_blocks = False

    def takes(self, other: Run) -> bool:
        """Hold the run that follows too, if one style is enough for both."""
        if self.back == other.back:
            return self._takes_same_ground(other)
        if not (self.is_blocks and other.is_blocks) or (self.is_bare and other.is_bare):
            return False
        if other.is_bare and other.back == self.fore:
            self._add(other, _FULL * len(other.text))
        elif other.fore == self.back and (self.is_bare or other.back == self.fore):
            self.fore, self.is_bare = other.back, False
            self._add(other, other.text.translate(_TURNED))
        else:
            return False
        return True

    def _takes_same_ground(self, other: Run) -> bool:
        if self.is_bare:
            if other.flags & _DRAWN:  # would show on our blanks
                return False
            self.fore, self.flags, self.is_bare = other.fore, other.flags, other.is_bare
        elif other.is_bare:
            if self.flags & _DRAWN:
                return False
        elif (self.fore, self.flags) != (other.fore, other.flags):
            return False
        self.is_blocks = self.is_blocks and other.is_blocks
        self._add(other, other.text)
        return True

    def _add(self, other: Run, text: str) -> None:
        self.text += text
        self.columns += other.columns

    @property
    def look(self) -> _Look:
        """Runs with the same colours, in either order, come together; blanks before others."""
        one, other = self.back, -1 if self.is_bare else self.fore
        if self.is_blocks and 0 <= other < one:
            one, other = other, one
        return one, other, self.flags, self.is_blocks


class Pen:
    """Where the cursor is and what is set, in a terminal that starts without colours."""

    def __init__(self, inks: Inks, columns: int) -> None:
        self._fore_codes, self._back_codes = inks.fore, inks.back
        self._columns = columns
        self._fore = self._back = self._flags = 0
        self._x = self._y = -1
        self._parts: list[str] = []

    @property
    def colours(self) -> tuple[int, int]:
        """Those that are set."""
        return self._back, self._fore

    def write(self, runs: Sequence[Run]) -> None:
        """Runs of one look; half blocks in that order of their colours which takes fewer bytes."""
        first = runs[0]
        fore, back, texts = first.fore, first.back, [run.text for run in runs]
        # A blank stays a blank, whatever it costs: people copy text from their terminal.
        if first.is_blocks and not first.is_bare:
            texts = [run.text if run.fore == fore else run.text.translate(_TURNED) for run in runs]
            turned = [text.translate(_TURNED) for text in texts]
            if self._price(back, fore, turned) < self._price(fore, back, texts):
                fore, back, texts = back, fore, turned
        for run, text in zip(runs, texts, strict=True):
            self._go(run.x, run.y)
            self._parts += (self._codes(fore, back, run.flags, run.is_bare), text)
            self._back = back
            if not run.is_bare:
                self._fore, self._flags = fore, run.flags
            else:
                self._flags &= ~_DRAWN
            self._x, self._y = run.x + run.columns, run.y

    def _price(self, fore: int, back: int, texts: Sequence[str]) -> int:
        """The bytes of half blocks in these colours, but for the ways to them."""
        text = "".join(texts)
        wide = len(text) - text.count(" ")
        return len(self._codes(fore, back, 0, False)) + len(text) + (_BYTES - 1) * wide

    def _codes(self, fore: int, back: int, flags: int, is_bare: bool) -> str:
        """The sequence from the style that is set to that one."""
        if is_bare:
            fore, flags = self._fore, self._flags & ~_DRAWN
        found = _switched(self._flags, flags)
        if fore != self._fore:
            found += (self._fore_codes[fore],)
        if back != self._back:
            found += (self._back_codes[back],)
        return f"\x1b[{';'.join(found)}m" if found else ""

    def _go(self, x: int, y: int) -> None:
        if (x, y) == (self._x, self._y):
            return
        there = f"\x1b[{y + 1};{x + 1}H"
        # Behind the last column terminals differ about where the cursor is.
        if 0 <= self._x < self._columns:
            step = _down(y - self._y) + _right(x - self._x)
            there = min(there, step, key=len)
        self._parts.append(there)

    @property
    def written(self) -> str:
        return "".join(self._parts) + _RESET if self._parts else ""


@lru_cache(maxsize=256)
def _switched(before: int, after: int) -> tuple[str, ...]:
    """The codes that turn attributes off and on."""
    if before == after:
        return ()
    off = {code for bit, (_, _, code) in enumerate(_ATTRIBUTES) if (before & ~after) >> bit & 1}
    on = [
        code
        for bit, (_, code, ends) in enumerate(_ATTRIBUTES)
        if after >> bit & 1 and (not before >> bit & 1 or ends in off)
    ]
    return (*sorted(off), *on)


def _down(rows: int) -> str:
    if not rows:
        return ""
    return f"\x1b[{_count(abs(rows))}{'B' if rows > 0 else 'A'}"


def _right(columns: int) -> str:
    if columns >= 0:
        return f"\x1b[{_count(columns)}C" if columns else ""
    return min("\b" * -columns, f"\x1b[{-columns}D", key=len)


def _count(steps: int) -> str:
    return "" if steps == 1 else str(steps)


def encode(rows: Iterable[Iterable[Run]], inks: Inks, columns: int) -> str:
    """The bytes for rows of runs; each row is made of runs that follow each other."""
    runs: list[Run] = []
    for row in rows:
        last: Run | None = None
        for run in row:
            if last is None or not last.takes(run):
                runs.append(run)
                last = run
    runs.sort(key=attrgetter("y", "x"))
    found: dict[_Look, list[Run]] = {}
    for run in runs:
        found.setdefault(run.look, []).append(run)
    pen, groups = Pen(inks, columns), dict(sorted(found.items()))
    looks = _Looks(groups)
    while groups:
        pen.write(groups.pop(looks.after(*pen.colours)))
    return pen.written


class _Looks:
    """The looks of what is to be written, in an order that changes few colours."""

    def __init__(self, known: Mapping[_Look, object]) -> None:
        self._left = known  # the writer of a line takes it out
        self._all = iter([*known])
        self._of: dict[int, list[_Look]] = {}
        for look in reversed([*known]):
            for colour in look[:2]:
                self._of.setdefault(colour, []).append(look)

    def after(self, *colours: int) -> _Look:
        """One with such a colour, if there is any, or else the next."""
        for colour in colours:
            looks = self._of.get(colour, [])
            while looks:
                look = looks.pop()
                if look in self._left:
                    return look
        return next(look for look in self._all if look in self._left)
