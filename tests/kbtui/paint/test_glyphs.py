"""Symbols around the board: one column each, and plain ones where nothing else can be shown."""

from __future__ import annotations

from kbtui.paint.glyphs import ASCII, UNICODE, Glyphs, glyphs
from kbtui.paint.runs import width

SEATS = 4


def signs(found: Glyphs) -> list[str]:
    named = found._asdict()
    return [*named.pop("seats"), *named.values()]


def test_which_signs() -> None:
    assert glyphs(unicode=True) is UNICODE
    assert glyphs(unicode=False) is ASCII


def test_plain_signs_are_plain() -> None:
    assert all(sign.isascii() for sign in signs(ASCII))


def test_every_sign_that_is_repeated_or_counted_is_one_column_wide() -> None:
    for found in (UNICODE, ASCII):
        for name in ("pointer", "stroke", "wall", "dot", "block", "full", "half", "low", "more"):
            assert width(getattr(found, name)) == 1
        assert found.dot != found.block


def test_chips_are_two_columns_and_differ() -> None:
    assert [UNICODE.chip(seat) for seat in range(SEATS)] == ["●1", "■2", "▲3", "◆4"]
    chips = [ASCII.chip(seat) for seat in range(SEATS)]
    assert len({*chips}) == SEATS
    assert all(width(chip) == 2 and chip[1] == str(i) for i, chip in enumerate(chips, 1))


def test_no_sign_that_common_fonts_lack() -> None:
    assert not {*"▶✓□╭━○★"} & {*"".join(signs(UNICODE))}
