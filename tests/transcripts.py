"""Transcripts in the documentation: requests and answers, with ``...`` for what is left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = "left out"


class Exchange(NamedTuple):
    request: str  # one line, as it goes over the wire
    answer: Any  # JSON, with LEFT_OUT where the page has dots


def exchanges(page: str) -> Iterator[Exchange]:
    """All pairs of request and answer of a page, in order."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    for block in re.findall(r"```text\n(.*?)```", text, re.DOTALL):
        if block.startswith("> "):
            # A long line is broken after a comma and indented.
            lines = re.sub(r"\n  (?=\S)", "", block).splitlines()
            for asked, told in zip(lines[::2], lines[1::2], strict=True):
                assert (asked[:2], told[:2]) == ("> ", "< "), (page, asked, told)
                marked = re.sub(r"(?<![.\w\"])\.\.\.", f'"{LEFT_OUT}"', told[2:])
                yield Exchange(asked[2:], json.loads(marked))


def agrees(told: Any, real: Any) -> bool:
    """Whether the page tells the truth, as far as it tells anything."""
    if told == LEFT_OUT:
        return True
    if isinstance(told, dict) and isinstance(real, dict):
        return told.keys() == real.keys() and all(agrees(told[k], real[k]) for k in told)
    if isinstance(told, list) and isinstance(real, list):
        return len(told) == len(real) and all(map(agrees, told, real))
    return bool(told == real)
