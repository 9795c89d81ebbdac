"""The symbols around the board, with and without Unicode; ``painting`` has those on the board."""

from typing import Final, NamedTuple

MARKS: Final = ("●", "■", "▲", "◆", "×")  # of the seats


class Glyphs(NamedTuple):
    pointer: str
    stroke: str  # of a heading
    wall: str
    dot: str  # still to be placed
    block: str  # placed
    full: str  # bars
    half: str
    low: str  # the bar of the reserve
    more: str
    done: str
    waiting: str
    moment: str  # on the time line
    taken: str  # a tile, on the time line
    seats: tuple[str, ...]
    arrows: str = "←→↑↓"

    def chip(self, seat: int) -> str:
        """Shape and number of a player, two columns wide."""
        return f"{self.seats[seat]}{seat + 1}"


UNICODE: Final = Glyphs("►", "─", "│", "·", "■", "█", "▌", "▄", "…", "√", "…", "●", "▲", MARKS)
ASCII: Final = Glyphs(
    ">",
    "-",
    "|",
    ".",
    "#",
    "#",
    "=",
    "=",
    "~",
    "ok",
    "..",
    "O",
    "^",
    ("P",) * 5,
    "<>^v",
)


def glyphs(unicode: bool) -> Glyphs:
    return UNICODE if unicode else ASCII
