"""The rules of a game in plain lines, entry by entry: for ``kb rules`` and for line mode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kbtui.games.kit import Rulebook
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal
from kbtui.text.words import either, fold

_NAME: Final = 13  # columns of the longest word that can be typed


def told(book: Rulebook, topic: str, command: str, state: Any | None = None) -> Iterator[str]:
    """One entry, or all of them by name; raises Refusal. ``command`` is what was typed to get here,
    ``state`` the game that is played, if there is one."""
    return _page(book, topic, command, state) if topic else _contents(book, command, state)


def _contents(book: Rulebook, command: str, state: Any | None) -> Iterator[str]:
    for chapter in book.chapters(state):
        yield f"{chapter.title}:"
        for entry in chapter.entries:
            text = book.line(entry) or book.name(entry)
            yield from fold(f"  {entry:<{_NAME}}  {text}", " " * (_NAME + 4))
        yield ""
    text = _("Type {command} and one of these words to read more.")
    yield text.format(command=command)


def entry_named(book: Rulebook, topic: str) -> str | None:
    """The entry that has this word or name."""
    wanted = topic.casefold()
    named = (entry for chapter in book.chapters() for entry in chapter.entries)
    return next((each for each in named if wanted in (each, book.name(each).casefold())), None)


def _page(book: Rulebook, topic: str, command: str, state: Any | None) -> Iterator[str]:
    entry = entry_named(book, topic)
    if entry is not None:
        yield book.name(entry)
        yield from fold(book.line(entry), "")
        yield ""
        for paragraph in book.text(entry).split("\n"):
            indent = "  " if paragraph.startswith("- ") else ""
            yield from fold(paragraph, indent) or [""]
        yield from book.here(entry, state) if state is not None else ()
        return
    entries = [entry for chapter in book.chapters() for entry in chapter.entries]
    near = [entry for entry in entries if entry[:3] == topic.casefold()[:3]]
    if near:
        text = _("there are no rules for {topic}; did you mean {near}?")
        raise Refusal(text.format(topic=topic, near=either(near)))
    text = _("there are no rules for {topic}; {command} lists all topics")
    raise Refusal(text.format(topic=topic, command=command))
