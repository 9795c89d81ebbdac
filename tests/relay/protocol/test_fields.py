"""Kinds of fields: strict about types, exact about bounds."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import pytest

from relay.protocol.fields import Blob, Column, Flag, Kind, Many, Row, Text, Whole, Word, kinds_of


class Pair(NamedTuple):
    number: Annotated[int, Whole(0, 9)]
    name: Annotated[str, Text(1, 3)]


FITS: list[tuple[Kind, list[object], list[object]]] = [
    (Whole(0, 9), [0, 9], [-1, 10, True, 1.0, "1", None]),
    (Flag(), [True, False], [0, 1, None, "true"]),
    (Text(1, 3), ["a", "abc", "äöü"], ["", "abcd", b"a", 1]),
    (Word(("a", "b")), ["a", "b"], ["c", "", b"a", None]),
    (Blob((0, 4)), [b"", b"1234"], [b"1", "1234", bytearray(4)]),
    (Column(2, 3), [b"12", b"123456"], [b"", b"1", b"123", b"12345678", "12"]),
    (Many(Whole(0, 9), 2), [(), (1,), (1, 2)], [(1, 2, 3), [1], (10,), (True,), None]),
    (Row(Pair), [(1, "a"), Pair(1, "a")], [(1,), (1, "a", 2), [1, "a"], ("a", 1), (1, "")]),
    (Many(Row(Pair), 1), [((1, "a"),)], [((1, "a"), (1, "a")), ((1,),), (1, "a")]),
]


@pytest.mark.parametrize(("kind", "good", "bad"), FITS, ids=[str(row[0]) for row in FITS])
def test_a_kind_takes_what_fits_and_nothing_else(
    kind: Kind, good: list[object], bad: list[object]
) -> None:
    assert all(map(kind, good))
    assert not any(map(kind, bad))


def test_the_fields_of_a_class_are_found_in_order() -> None:
    assert list(kinds_of(Pair)) == ["number", "name"]


def test_a_field_that_does_not_say_what_fits_is_our_mistake() -> None:
    class Bare(NamedTuple):
        number: int

    with pytest.raises(TypeError):
        kinds_of(Bare)
