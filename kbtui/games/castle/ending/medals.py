"""The coins of the winner in a row, as discs where colors can draw them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kbtui.games.castle.board.grounds import colors
from kbtui.games.castle.words.names import coin_name
from kbtui.look.look import Look
from kbtui.paint.cells import BOLD
from kbtui.paint.palette import Mode
from kbtui.paint.runs import MUTED, STRONG, TEXT, Colour, Line, Run, Tone, cut, paragraphs, width

# Pixels, two rows of them in a text row: gold, its edge, and what lies behind it.
_DISC: Final = (
    "..eggggge.",
    ".egggggge.",
    "egggggggge",
    "egggggggge",
    "egggggggge",
    "egggggggge",
    ".egggggge.",
    "..eeeeee..",
)
_WIDE: Final = 12  # columns of a disc and the gap behind it
_NAMES: Final = 2  # rows below a disc


def disc(look: Look) -> list[Line]:
    """A coin that nobody has taken yet; nothing without colors."""
    return medals((0,), look, _WIDE)[: len(_DISC) // 2] if has_discs((0,), look, _WIDE) else []


def has_discs(coins: Sequence[int], look: Look, columns: int) -> bool:
    """Whether there are colors for discs, and room."""
    palette = look.theme.palette
    is_plain = palette is None or palette.mode is Mode.C16 or not look.terminal.unicode
    return not is_plain and len(coins) * _WIDE <= columns


def medals(coins: Sequence[int], look: Look, columns: int) -> list[Line]:
    """In the order taken, with their names; as a list where there can be no discs."""
    palette = look.theme.palette
    if palette is None or not has_discs(coins, look, columns):
        return _listed(coins, columns)
    edge: Colour = palette.blend(colors(palette).gold[0], (0, 0, 0), 0.35)
    colours: dict[str, Colour] = {".": "background", "g": "coin", "e": edge}
    rows: list[Line] = []
    for y in range(0, len(_DISC), 2):
        row: list[Run] = []
        for number, _coin in enumerate(coins, 1):
            row += _slice(y, colours, str(number) if y == 2 else "")
            row.append(Run(" " * (_WIDE - len(_DISC[0]))))
        rows.append(tuple(row))
    return rows + _names(coins)


def _slice(y: int, colours: dict[str, Colour], number: str) -> list[Run]:
    """A text row of a disc; the number stands in the middle of the gold."""
    found = []
    for x, (upper, lower) in enumerate(zip(_DISC[y], _DISC[y + 1], strict=True)):
        middle = (len(_DISC[y]) - 1) // 2
        if number and x == middle:
            found.append(Run(number, Tone("ink", "coin", BOLD)))
        else:
            found.append(Run("▀", Tone(colours[upper], colours[lower])))
    return found


def _names(coins: Sequence[int]) -> list[Line]:
    made = [paragraphs(coin_name(coin), _WIDE - 1) for coin in coins]
    rows: list[Line] = []
    for y in range(_NAMES):
        row: list[Run] = []
        for lines in made:
            text = cut(lines[y][0].text if y < len(lines) else "", _WIDE - 1)
            left = (len(_DISC[0]) - width(text)) // 2
            row.append(Run((" " * max(left, 0) + text).ljust(_WIDE), TEXT))
        rows.append(tuple(row))
    return rows


def _listed(coins: Sequence[int], columns: int) -> list[Line]:
    rows: list[list[Run]] = [[]]
    for number, coin in enumerate(coins, 1):
        name = coin_name(coin)
        used = sum(width(run.text) for run in rows[-1])
        if used and used + width(name) + 4 > columns:
            rows.append([])
        rows[-1] += [Run(f"{number} ", STRONG), Run(f"{name}  ", MUTED)]
    return [tuple(row) for row in rows]
