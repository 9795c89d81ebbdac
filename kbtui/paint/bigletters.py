"""Letters made of half blocks, three rows high: the title of the menu, room codes, numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ROWS: Final = 3  # of text that a letter takes

# Six rows of pixels, from the top; a letter that is not here cannot be drawn.
_SHAPES: Final[Mapping[str, str]] = {
    "A": ".##. #..# #..# #### #..# #..#",
    "B": "###. #..# ###. #..# #..# ###.",
    "C": ".### #... #... #... #... .###",
    "D": "###. #..# #..# #..# #..# ###.",
    "E": "#### #... ###. #... #... ####",
    "F": "#### #... ###. #... #... #...",
    "G": ".### #... #... #.## #..# .###",
    "H": "#..# #..# #### #..# #..# #..#",
    "I": "### .#. .#. .#. .#. ###",
    "J": "..## ...# ...# ...# #..# .##.",
    "K": "#..# #.#. ##.. ##.. #.#. #..#",
    "L": "#... #... #... #... #... ####",
    "M": "#...# ##.## #.#.# #.#.# #...# #...#",
    "N": "#...# ##..# #.#.# #.#.# #..## #...#",
    "O": ".##. #..# #..# #..# #..# .##.",
    "P": "###. #..# #..# ###. #... #...",
    "Q": ".##. #..# #..# #..# #.#. .#.#",
    "R": "###. #..# #..# ###. #.#. #..#",
    "S": ".### #... .##. ...# ...# ###.",
    "T": "##### ..#.. ..#.. ..#.. ..#.. ..#..",
    "U": "#..# #..# #..# #..# #..# .##.",
    "W": "#...# #...# #.#.# #.#.# ##.## #...#",
    "X": "#...# .#.#. ..#.. ..#.. .#.#. #...#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#.. ..#..",
    "0": ".##. #..# #..# #..# #..# .##.",
    "1": ".#. ##. .#. .#. .#. ###",
    "2": "###. ...# .##. #... #... ####",
    "3": "###. ...# .##. ...# ...# ###.",
    "4": "#..# #..# #### ...# ...# ...#",
    "5": "#### #... ###. ...# ...# ###.",
    "6": ".##. #... ###. #..# #..# .##.",
    "7": "#### ...# ..#. ..#. .#.. .#..",
    "8": ".##. #..# .##. #..# #..# .##.",
    "9": ".##. #..# #..# .### ...# .##.",
    ":": ". # . . # .",
    "+": "... ... .#. ### .#. ...",
    "-": "... ... ... ### ... ...",
    " ": ".. .. .. .. .. ..",
}
_BLOCKS: Final = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def can_be_big(text: str) -> bool:
    return all(letter in _SHAPES for letter in text)


def big(text: str) -> list[str]:
    """The text in three lines of equal width."""
    letters = [_SHAPES[letter].split() for letter in text]
    pixels = [".".join(rows) for rows in zip(*letters, strict=True)]
    pairs = zip(pixels[::2], pixels[1::2], strict=True)
    return [
        "".join(_BLOCKS[upper + lower] for upper, lower in zip(*pair, strict=True))
        for pair in pairs
    ]
