"""Eyes for texts that are cut beside empty room, for columns that touch, for lines that begin in
the wrong place.

What lines are made of (``runs``) is replaced by functions that do the same and leave a trace in the
text: a character of its own for everything that is cut, marks of no width where a text begins and
where it goes on in the next line. What is shown is then searched for these traces.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import pytest

from kbtui.paint import runs
from kbtui.paint.runs import Line, Run, plain, width

_CUT: Final = 0xE000  # and the following: the text of that number is cut here
_CUTS: Final = 0xE7FF - _CUT
_TOUCH: Final = "\uf000"  # two texts without a blank between them
_START: Final = 0x300  # combining, so without a width: a text begins here
_MORE: Final = 0x320  # it goes on here
_IDS: Final = 32
_FEW: Final = 2  # blank rows that are a margin, not room to spare
_LOG: Final = 8  # rows that a log may keep for itself
_BULLETS: Final = " ►>•+-"


class Trace:
    """The texts that were cut."""

    def __init__(self) -> None:
        self.cut: list[tuple[str, str]] = []  # the whole text, and the mark it was cut with
        self._id = 0

    def mark(self, text: str, kept: str, ellipsis: str) -> str:
        """What is kept, with a trace as its last column."""
        if not kept or kept == text or not text[len(kept) - len(ellipsis) :].strip():
            return kept
        if any(_is_trace(char) for char in kept):
            return kept
        self.cut.append((text, ellipsis))
        body = kept
        dropped = 0
        while body and dropped < 1:
            dropped += width(body[-1])
            body = body[:-1]
        return body + chr(_CUT + (len(self.cut) - 1) % _CUTS) + " " * (dropped - 1)

    def forget(self) -> None:
        """What was cut so far is out of sight."""
        self.cut.clear()

    def next_id(self) -> int:
        self._id = (self._id + 1) % _IDS
        return self._id


def _is_trace(char: str) -> bool:
    return _CUT <= ord(char) <= _CUT + _CUTS or char == _TOUCH


def _tag(rows: list[Line], trace: Trace) -> list[Line]:
    """A mark at the beginning of each line of a text that has several."""
    if len(rows) < 2:
        return rows
    number, found = trace.next_id(), []
    for row in rows:
        if not plain(row).strip():  # between paragraphs
            number = trace.next_id()
            found.append(row)
            continue
        base = _START if not found or not plain(found[-1]).strip() else _MORE
        lead = next(i for i, run in enumerate(row) if run.text.strip())
        run = row[lead]
        at = len(run.text) - len(run.text.lstrip(" "))
        text = run.text[:at] + chr(base + number) + run.text[at:]
        found.append((*row[:lead], run._replace(text=text), *row[lead + 1 :]))
    return found


def traced(patch: pytest.MonkeyPatch) -> Trace:
    """Lines leave traces from now on."""
    trace, old = Trace(), {name: getattr(runs, name) for name in _REPLACED}

    def cut(text: str, columns: int, mark: str = "") -> str:
        return trace.mark(text, old["cut"](text, columns, mark), mark)

    def fit(row: Iterable[Run], columns: int, ground: runs.Colour = "background") -> Line:
        kept = tuple(row)
        found = old["fit"](kept, columns, ground)
        text, shown = plain(kept).rstrip(" "), plain(found)
        if width(text) <= columns or not found:
            return found  # type: ignore[no-any-return]
        last = found[-1]
        rest = text[len(shown) - len(last.text) :]
        return (*found[:-1], last._replace(text=trace.mark(rest, last.text, "")))

    def spread(
        left: Iterable[Run], right: Iterable[Run], columns: int, fill: Run | None = None
    ) -> Line:
        start, end = tuple(left), tuple(right)
        row = old["spread"](start, end, columns, fill)
        return _touched(row, width(plain(row)) - width(plain(end)))

    def beside(*columns: tuple[Sequence[Line], int]) -> list[Line]:
        found = old["beside"](*columns)
        for _, wide in columns[:-1]:
            found = [_touched(row, wide) for row in found]
        return found  # type: ignore[no-any-return]

    def paragraphs(*given: Any, **named: Any) -> list[Line]:
        return _tag(old["paragraphs"](*given, **named), trace)

    def folded(*given: Any, **named: Any) -> list[Line]:
        return _tag(old["folded"](*given, **named), trace)

    made: dict[str, Callable[..., Any]] = {
        "cut": cut,
        "fit": fit,
        "spread": spread,
        "beside": beside,
        "paragraphs": paragraphs,
        "folded": folded,
    }
    modules = [module for name, module in sys.modules.items() if name.startswith("kbtui")]
    for module in modules:
        for name, function in old.items():
            if getattr(module, name, None) is function:
                patch.setattr(module, name, made[name])
    return trace


_REPLACED: Final = ("cut", "fit", "spread", "beside", "paragraphs", "folded")


def _touched(row: Line, at: int) -> Line:
    """The row with a trace if there is no blank on either side of that column."""
    x = 0
    for i, run in enumerate(row):
        end = x + width(run.text)
        if end == at and i + 1 < len(row):
            after = plain(row[i + 1 :])[:1]
            if (
                _is_word(run.text[-1:])
                and _is_word(after)
                and run.tone.ground == row[i + 1].tone.ground
            ):
                return (*row[:i], run._replace(text=run.text[:-1] + _TOUCH), *row[i + 1 :])
        x = end
    return row


def _is_word(char: str) -> bool:
    return char.isalnum() or (char in "…~" and bool(char))


class Finding(NamedTuple):
    what: str
    y: int
    x: int
    text: str


def findings(
    rows: Sequence[Line], trace: Trace, *, exempt: Iterable[str] = (), log: str = ""
) -> Iterator[Finding]:
    """What is wrong with a panel, given as lines that are exactly as wide as it is."""
    texts = [plain(row) for row in rows]
    cells = [_columns(text) for text in texts]
    starts: dict[int, tuple[int, int]] = {}
    for y, text in enumerate(texts):
        x = 0
        for i, char in enumerate(text):
            code = ord(char)
            if char == _TOUCH:
                yield Finding("touches", y, x, shown(text))
            elif _is_trace(char):
                whole, mark = trace.cut[code - _CUT]
                name = any(
                    whole.startswith(each) or each.startswith(whole[:4]) for each in exempt if each
                )
                if not name and (not mark or spare_rows(cells, y, x, log)):
                    kind = "cut beside empty rows" if mark else "cut without a mark"
                    yield Finding(kind, y, x, f"{whole!r} in {shown(text)!r}")
            elif _START <= code < _START + _IDS:
                rest = text[i + 1 :]
                lead = len(rest) - len(rest.lstrip(_BULLETS))
                starts[code - _START] = (y, x + lead)
            elif _MORE <= code < _MORE + _IDS:
                begun = starts.get(code - _MORE)
                if begun is not None and x < begun[1]:
                    yield Finding("continues too far left", y, x, shown(text))
            x += width(char)


def _columns(text: str) -> str:
    """The text with one character for each column."""
    return "".join(char + "x" * (width(char) - 1) for char in text if width(char))


def spare_rows(cells: Sequence[str], y: int, x: int, log: str) -> bool:
    """Whether there is room below that place."""
    first = len(cells[y][: x + 1].rstrip(" ")) - 1
    gap = cells[y][: first + 1].rfind("   ")
    left = gap + 3 if gap >= 0 else 0
    blank = 0
    for at in range(y + 1, len(cells)):
        if log and cells[at].strip().startswith(log):
            return len(cells) - at > _LOG + _FEW
        part = cells[at][left : x + 1]
        blank = blank + 1 if not part.strip() else 0
        if blank > _FEW:
            return True
    return blank >= _FEW


def shown(text: str) -> str:
    """The text as it is seen."""
    seen = "".join("…" if _is_trace(char) else char for char in text)
    return "".join(char for char in seen if not _START <= ord(char) < _MORE + _IDS).rstrip()
