"""``kb rules``: prints the rules of a game, topic by topic."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from kbtui.cli.output import say
from kbtui.games.kit import Rulebook, find
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal
from kbtui.text.words import either

_WIDTH: Final = 78


def run(asked: argparse.Namespace) -> int:
    book = find(asked.game).rulebook
    if book is None:
        raise Refusal(_("there are no rules to print for this game yet"))
    topic = " ".join(asked.topic).strip()
    command = f"kb rules --game {asked.game}" if asked.game else "kb rules"
    say(_page(book, topic, command) if topic else _contents(book, command))
    return 0


def _contents(book: Rulebook, command: str) -> Iterator[str]:
    for chapter in book.chapters():
        yield f"{chapter.title}:"
        for entry in chapter.entries:
            lines = wrap(book.line(entry) or book.name(entry), _WIDTH - 16)
            yield f"  {entry:<12}  {lines[0]}"
            yield from (f"{'':16}{line}" for line in lines[1:])
        yield ""
    text = _("Type {command} and one of these words to read more.")
    yield text.format(command=command)


def _page(book: Rulebook, topic: str, command: str) -> Iterator[str]:
    wanted = topic.casefold()
    entries = [entry for chapter in book.chapters() for entry in chapter.entries]
    for entry in entries:
        if wanted in (entry, book.name(entry).casefold()):
            yield book.name(entry)
            yield from wrap(book.line(entry), _WIDTH)
            yield ""
            for paragraph in book.text(entry).split("\n"):
                indent = "  " if paragraph.startswith("- ") else ""
                yield from wrap(paragraph, _WIDTH, subsequent_indent=indent) or [""]
            return
    near = [entry for entry in entries if entry[:3] == wanted[:3]]
    if near:
        text = _("there are no rules for {topic}; did you mean {near}?")
        raise Refusal(text.format(topic=topic, near=either(near)))
    text = _("there are no rules for {topic}; {command} lists all topics")
    raise Refusal(text.format(topic=topic, command=command))
