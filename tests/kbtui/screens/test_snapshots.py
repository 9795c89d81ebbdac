"""The main screens look as stored: the characters, colors and attributes of every cell."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tests.kbtui.scenes import LOOKS
from tests.kbtui.snapshots import FOLDER, all_names, difference, file_of, taken, text_of


@pytest.mark.slow
@pytest.mark.parametrize("name", all_names())
async def test_a_screen_looks_as_it_is_stored(name: str, home: Path) -> None:
    told = difference(name, await taken(name, home))
    assert told is None, told


@pytest.mark.parametrize("name", [name for name in all_names() if name.endswith("-bare")])
def test_without_colour_there_are_only_ascii_characters_and_no_colours(name: str) -> None:
    stored = file_of(name).read_text("utf-8")
    assert stored.isascii()
    assert "== colours" not in stored
    assert "== attributes" in stored


def test_no_screen_is_stored_that_nobody_compares() -> None:
    looks = tuple(LOOKS)
    stored = {path.stem for path in FOLDER.iterdir() if path.stem.endswith(looks)}
    assert stored == {*all_names()}


def test_a_snapshot_sees_characters_colours_and_attributes() -> None:
    one = text_of([Strip([Segment("ab", Style(color="#ff0000", bgcolor="#000001"))])])
    assert one == "== text\nab\n\n== ground\naa\n\n== ink\nbb\n\n== colours\na #000001\nb #ff0000\n"
    others = (
        Strip([Segment("ac", Style(color="#ff0000", bgcolor="#000001"))]),
        Strip([Segment("ab", Style(color="#ff0001", bgcolor="#000001"))]),
        Strip([Segment("ab", Style(color="#ff0000", bgcolor="#000002"))]),
        Strip([Segment("ab", Style(color="#ff0000", bgcolor="#000001", bold=True))]),
    )
    assert len({one, *(text_of([other]) for other in others)}) == 5


def test_the_ink_of_a_blank_does_not_matter_unless_it_shows() -> None:
    plain = [text_of([Strip([Segment(" ", Style(color=ink))])]) for ink in ("#000000", "#ffffff")]
    assert plain[0] == plain[1]
    struck = [
        text_of([Strip([Segment(" ", Style(color=ink, underline=True))])])
        for ink in ("#000000", "#ffffff")
    ]
    assert struck[0] != struck[1]


def test_a_difference_says_what_it_is_and_how_to_renew() -> None:
    name = all_names()[0]
    stored = file_of(name).read_text("utf-8")
    told = difference(name, stored.replace("Ada", "Eve"))
    assert told is not None
    assert "--renew" in told
    assert "Eve" in told
    assert difference(name, stored) is None
    missing = difference("no-such-screen", stored)
    assert missing is not None
    assert "missing" in missing
