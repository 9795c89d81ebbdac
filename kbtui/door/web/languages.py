"""The language of a page: the first one that the browser asks for and that we have."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from websockets.http11 import Request

from kbtui.text import i18n

_MOST: Final = 20  # languages that are looked at


def asked_for(request: Request) -> str:
    """The code of a language; browsers name the best one first."""
    given = ",".join(request.headers.get_all("Accept-Language"))
    tags = (part.partition(";")[0].strip().lower() for part in given.split(",")[:_MOST])
    codes = (tag.partition("-")[0] for tag in tags)
    return next((code for code in codes if code in i18n.LANGUAGES), i18n.ENGLISH)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """That language for a while in which nothing may be awaited: others are asked in theirs."""
    before = i18n.current()
    i18n.use(language)
    try:
        yield
    finally:
        i18n.use(before)
