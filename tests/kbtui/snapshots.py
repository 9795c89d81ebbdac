"""Screens as text: the characters, and below them the colours and attributes of every cell.

    python -m tests.kbtui.snapshots            compare the screens with ``tests/golden/screens``
    python -m tests.kbtui.snapshots --renew    write them again, after a change that is meant

Each plane has one character for each cell. Colours are named in the order in which they appear; the
ink of a blank is nobody's business and left out.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from string import ascii_letters, digits
from typing import Final

from rich.color import Color
from rich.style import Style
from textual.strip import Strip

from kbtui.disk import places
from kbtui.text import i18n
from tests.kbtui.scenes import LOOKS, SCENES, SIZES, shown

FOLDER: Final = Path(__file__).resolve().parents[1] / "golden" / "screens"
RENEW: Final = "python -m tests.kbtui.snapshots --renew"

_NAMES: Final = ascii_letters + digits + "".join(map(chr, range(0xC0, 0x180)))
_NONE: Final = "."
_FLAGS: Final = (("bold", 1), ("dim", 2), ("underline", 4), ("reverse", 8), ("strike", 16))


class _Colours:
    """A letter for each colour."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def letter(self, colour: Color | None) -> str:
        if colour is None or colour.is_default:
            return _NONE
        value = colour.get_truecolor().hex if colour.triplet is not None else f"{colour.number}"
        return self.known.setdefault(value, _NAMES[len(self.known)])


def _cells(strip: Strip) -> Iterator[tuple[str, Style]]:
    for segment in strip:
        for char in segment.text:
            yield char, segment.style or Style.null()


def _flags(style: Style) -> str:
    total = sum(bit for name, bit in _FLAGS if getattr(style, name))
    return (digits + ascii_letters)[total] if total else _NONE


def _is_blank(char: str, style: Style) -> bool:
    return char == " " and not style.underline and not style.reverse and not style.strike


def _plane(title: str, rows: Sequence[str]) -> list[str]:
    """Without a plane that says nothing."""
    cut = [row.rstrip(" " if title == "text" else _NONE + " ") for row in rows]
    return [f"== {title}", *cut, ""] if any(cut) else []


def text_of(strips: Sequence[Strip]) -> str:
    """The screen as text."""
    colours = _Colours()
    cells = [[*_cells(strip)] for strip in strips]
    grounds = ["".join(colours.letter(style.bgcolor) for _, style in row) for row in cells]
    inks = [
        "".join(" " if _is_blank(*cell) else colours.letter(cell[1].color) for cell in row)
        for row in cells
    ]
    attributes = ["".join(_flags(style) for _, style in row) for row in cells]
    found = _plane("text", ["".join(char for char, _ in row) for row in cells])
    found += _plane("ground", grounds) + _plane("ink", inks) + _plane("attributes", attributes)
    legend = [f"{letter} {value}" for value, letter in colours.known.items()]
    return "\n".join([*found, *(["== colours", *legend, ""] if legend else [])])


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def difference(name: str, now: str) -> str | None:
    """What is different from the stored screen; None if nothing is."""
    path = file_of(name)
    if not path.exists():
        return f"{path.name} is missing; if {name} is right as it is: {RENEW}"
    before = path.read_text("utf-8")
    if before == now:
        return None
    pairs = zip(before.splitlines(), now.splitlines(), strict=False)
    lines = [f"- {old}\n+ {new}" for old, new in pairs if old != new]
    return "\n".join([f"{path.name} is different; if that is meant: {RENEW}", *lines[:20]])


def all_names() -> list[str]:
    """``scene-80x24-true`` and so on."""
    return [f"{scene}-{size}-{look}" for scene in SCENES for size in SIZES for look in LOOKS]


async def taken(name: str, home: Path) -> str:
    scene, size, look = name.rsplit("-", 2)
    return text_of(await shown(scene, size, look, home))


def main(arguments: Sequence[str]) -> int:
    i18n.use("en")
    os.environ.pop("NO_COLOR", None)
    do: Callable[[str, str], str | None] = _write if "--renew" in arguments else difference
    problems = 0
    for name in all_names():
        with tempfile.TemporaryDirectory() as home:
            os.environ[places.HOME] = home
            told = do(name, asyncio.run(taken(name, Path(home))))
        if told is not None:
            print(told)
            problems += 1
    return min(problems, 1)


def _write(name: str, now: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    file_of(name).write_text(now, "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
