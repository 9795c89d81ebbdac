"""Damaged records: each refused with the right line and reason, never by another error."""

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.errors import BadRecord
from engine.record import MAGIC, format_record, parse_record, read_record
from engine.table import Entry
from tests.fuzzing import FUZZ
from tests.records import small

WHOLE = small(2000)
TEXT = format_record(WHOLE)
LINES = TEXT.split("\n")


def line_of(start: str, text: str = TEXT) -> int:
    """The number of the first line that begins like this."""
    return next(n for n, row in enumerate(text.split("\n"), 1) if row.lstrip().startswith(start))


def with_line(number: int, *rows: str) -> str:
    """The record with other rows in the place of one line."""
    return "\n".join([*LINES[: number - 1], *rows, *LINES[number:]])


def with_word(line: int, index: int, word: str) -> str:
    """The record with one word of an entry line changed: 0 is the number, 1 the actor."""
    words = LINES[line - 1].split()
    words[index] = word
    return with_line(line, " ".join(words))


def refused(text: str) -> tuple[int, str]:
    """The line and the problem for which a text is refused."""
    with pytest.raises(BadRecord) as caught:
        read_record(text)
    assert caught.value.where == f"line {caught.value.line}"
    return caught.value.line, caught.value.problem


GAME, OPTIONS, DIGEST = map(line_of, ("game:", "options:", "digest:"))
RESULT, WINNERS = map(line_of, ("result:", "winners:"))
FIRST = line_of("1 dealer")
SECOND = FIRST + 1
MIDDLE = FIRST + 20
LAST = len(LINES) - 1

HEADERS: dict[str, tuple[str, int, str]] = {
    "not a record": ("hello\n", 1, MAGIC),
    "empty": ("", 1, MAGIC),
    "another version": (TEXT.replace("record 1", "record 2", 1), 1, MAGIC),
    "no game": (with_line(GAME), 1, "'game' is missing"),
    "no options": (with_line(OPTIONS), 1, "'options' is missing"),
    "another game": (with_line(GAME, "game: chess"), GAME, "chess"),
    "no header at all": (with_line(GAME, "game kingdom"), GAME, "expected a header"),
    "capital header": (with_line(GAME, "Game: kingdom"), GAME, "expected a header"),
    "header twice": (with_line(GAME, LINES[GAME - 1], LINES[GAME - 1]), GAME + 1, "appears twice"),
    "an escape sequence": (
        with_line(GAME, LINES[GAME - 1], "player 1: Ann\x1b]0;owned\x07"),
        GAME + 1,
        "printable characters",
    ),
    "text that runs backwards": (
        with_line(GAME, LINES[GAME - 1], "event: \u202etrap"),
        GAME + 1,
        "printable characters",
    ),
    "bad JSON": (with_line(OPTIONS, "options: {"), OPTIONS, "not JSON"),
    "JSON of another kind": (with_line(OPTIONS, "options: []"), OPTIONS, "JSON object"),
    "deep JSON": (with_line(OPTIONS, "options: " + "[" * 99999), OPTIONS, "not JSON"),
    "huge JSON number": (with_line(OPTIONS, "options: " + "9" * 9999), OPTIONS, "not JSON"),
    "bad option": (with_line(OPTIONS, 'options: {"players": 9}'), OPTIONS, "players"),
    "unknown option": (with_line(OPTIONS, 'options: {"colour": 9}'), OPTIONS, "colour"),
    "options and position": (
        with_line(OPTIONS, LINES[OPTIONS - 1], "position: {}"),
        OPTIONS,
        "does not match the other headers",
    ),
    "bad position": (
        with_line(OPTIONS, 'position: {"format": "kbtui-position/1"}'),
        OPTIONS,
        "setup: is missing",
    ),
    "player left out": (
        with_line(line_of("player 1")),
        line_of("player 2") - 1,
        "player 1 is missing",
    ),
    "unknown deck": (with_line(line_of("deck:"), "deck: marked"), line_of("deck:"), "table seed"),
    "secret without commitment": (
        with_line(GAME, LINES[GAME - 1], "secret: 00"),
        GAME + 1,
        "does not match",
    ),
    "nonce left out": (
        with_line(GAME, LINES[GAME - 1], "commitment: 00", "nonce 2: 00"),
        GAME + 2,
        "nonce 1 is missing",
    ),
    "wrong result": (with_line(RESULT, "result: 999 1"), RESULT, "give the result"),
    "result of one seat": (with_line(RESULT, "result: 1"), RESULT, "give the result"),
    "no result": (with_line(RESULT, "result: won"), RESULT, "score of each seat"),
    "another winner": (with_line(WINNERS, "winners: 1 2"), WINNERS, "give the winners"),
    "no winner": (with_line(WINNERS, "winners:"), WINNERS, "give the winners"),
    "a winner by name": (with_line(WINNERS, "winners: Ann"), WINNERS, "counted from 1"),
    "huge result": (with_line(RESULT, "result: " + "9" * 9999), RESULT, "score of each seat"),
    "wrong digest": (with_line(DIGEST, "digest: 0123456789abcdef"), DIGEST, "give the digest"),
}
ENTRIES: dict[str, tuple[str, int, str]] = {
    "missing line": (with_line(MIDDLE), MIDDLE, "missing or repeated"),
    "doubled line": (
        with_line(MIDDLE, *[LINES[MIDDLE - 1]] * 2),
        MIDDLE + 1,
        "missing or repeated",
    ),
    "swapped lines": (
        with_line(MIDDLE, LINES[MIDDLE], LINES[MIDDLE - 1]),
        MIDDLE,
        "missing or repeated",
    ),
    "wrong number": (with_word(FIRST, 0, "2"), FIRST, "entry 1"),
    "huge number": (with_word(FIRST, 0, "9" * 9999), FIRST, "expected an entry"),
    "huge seat": (with_word(SECOND, 1, "9" * 9999), SECOND, "expected an entry number"),
    "large seat": (with_word(SECOND, 1, "99999999"), SECOND, "cannot act now"),
    "seat zero": (with_word(FIRST, 1, "0"), FIRST, "counted from 1"),
    "seat double zero": (with_word(FIRST, 1, "00"), FIRST, "counted from 1"),
    "no number": (with_line(FIRST, "dealer deal:forest"), FIRST, "expected an entry number"),
    "no move": (with_line(FIRST, "1 dealer"), FIRST, "expected an entry number"),
    "no digits of ours": (with_word(FIRST, 0, "١"), FIRST, "expected an entry"),
    "no such move": (with_word(FIRST, 2, "deal:water"), FIRST, "not a terrain card"),
    "another's move": (with_word(FIRST, 1, "1"), FIRST, "seat 1 cannot act now"),
    "illegal move": (with_word(SECOND, 2, "end"), SECOND, "end: "),
    "undo of nothing": (with_word(SECOND, 2, "undo"), SECOND, "nothing to"),
    "move after the end": (
        TEXT + f"{len(WHOLE.entries) + 1} 1 end\n",
        LAST + 1,
        "nobody can",
    ),
    "binary junk": (f"{MAGIC}\n" + bytes(range(256)).decode("latin-1"), 2, "expected a header"),
}


@pytest.mark.parametrize("name", HEADERS)
def test_a_damaged_header_is_refused_with_its_line(name: str) -> None:
    text, line, problem = HEADERS[name]
    found = refused(text)
    assert found[0] == line
    assert problem in found[1]


@pytest.mark.parametrize("name", ENTRIES)
def test_a_damaged_entry_is_refused_with_its_line(name: str) -> None:
    text, line, problem = ENTRIES[name]
    found = refused(text)
    assert found[0] == line
    assert problem in found[1]


def test_a_changed_move_is_found_where_it_stops_making_sense() -> None:
    record, table = read_record(TEXT)
    changed = 0
    for number, (actor, token) in enumerate(record.entries, 1):
        if number % 9 or token in ("undo", "redo"):
            continue
        moves = [table.game.format(move) for move in table.game.legal(table.states[number - 1])]
        other = next((move for move in moves if move != token), None)
        if other is not None:
            entries = (*record.entries[: number - 1], Entry(actor, other), *record.entries[number:])
            text = format_record(record._replace(entries=entries))
            line, _ = refused(text)  # a later entry no longer fits, or at least the digest
            assert line in (DIGEST, RESULT) or line >= FIRST
            changed += 1
    assert changed > 5


@pytest.mark.parametrize("part", [0.3, 0.6, 0.9])
def test_a_truncated_file_is_refused(part: float) -> None:
    line, _ = refused(TEXT[: int(len(TEXT) * part)])
    assert line >= 1


def test_every_truncation_at_a_line_is_refused() -> None:
    for count in range(DIGEST, LAST):  # the digest stands in front, so nothing can be cut off
        refused("\n".join(LINES[:count]))


def _replace(text: str, at: int, letter: str) -> str:
    return text[:at] + letter + text[at + 1 :]


def _insert(text: str, at: int, letter: str) -> str:
    return text[:at] + letter + text[at:]


def _drop(text: str, at: int, letter: str) -> str:
    return text[:at] + text[at + 1 :]


SHORT = format_record(small())
Damage = Callable[[str, int, str], str]


def attempt(text: str) -> int:
    """The line for which a text is refused, 0 if it is a record after all."""
    try:
        record, table = read_record(text)
    except BadRecord as error:
        return error.line
    assert table.entries == list(record.entries)
    return 0


@FUZZ
@given(
    st.sampled_from([_replace, _insert, _drop]),
    st.integers(0, len(SHORT) - 1),
    st.one_of(st.characters(), st.sampled_from('0123456789 \n#:@-"{}[]abtz?')),
)
@example(_replace, 0, "\ud800")
@example(_insert, SHORT.index("seed") + 8, "\ud800")
def test_one_damaged_letter_never_raises_anything_else(
    damage: Damage, at: int, letter: str
) -> None:
    assert 0 <= attempt(damage(SHORT, at, letter)) <= SHORT.count("\n") + 2


@FUZZ
@given(st.text())
def test_any_text_is_a_record_or_refused(text: str) -> None:
    for head in ("", f"{MAGIC}\n", f"{MAGIC}\ngame: kingdom\noptions: {{}}\n\n"):
        assert attempt(head + text) >= 0


def test_a_record_cut_off_inside_its_headers_is_refused() -> None:
    lines = format_record(small()).split("\n")
    for end in range(1, lines.index("")):
        for tail in ("", "\n"):
            with pytest.raises(BadRecord) as caught:
                parse_record("\n".join(lines[: end + 1]) + tail)
            assert caught.value.line in (1, end + 1)
