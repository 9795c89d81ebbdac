"""``kb rules``: prints the rules of a goal, a tile or a topic."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from textwrap import wrap
from typing import Final, NamedTuple

from engine.kingdom.ground.moves import word
from kbtui.cli.output import say
from kbtui.games.kingdom.words import words
from kbtui.games.kingdom.words.helps import TILE_HELP, TOPICS
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal
from kbtui.text.words import either

_WIDTH: Final = 78


class _Page(NamedTuple):
    key: str  # in the words of the notation
    name: str  # in the language of the player
    line: str  # what it does in a few words; empty for topics
    text: str


def run(asked: argparse.Namespace) -> int:
    topic = " ".join(asked.topic).strip()
    say(_page(topic) if topic else _contents())
    return 0


def _topics() -> list[_Page]:
    return [_Page(key, words.topic_name(key), "", words.topic_help(key)) for key in TOPICS]


def _goals() -> list[_Page]:
    return [
        _Page(key, words.goal_name(key), words.goal_text(key), words.goal_help(key))
        for key in words.GOALS
        if key not in TOPICS  # castles and palaces pay in every game
    ]


def _tiles() -> list[_Page]:
    return [
        _Page(word(kind), words.tile_name(kind), words.tile_text(kind), words.tile_help(kind))
        for kind in words.TILES
        if kind in TILE_HELP  # a bonus is told with its kind
    ]


def _contents() -> Iterator[str]:
    groups = ((_("Topics"), _topics()), (_("Goals"), _goals()), (_("Tiles"), _tiles()))
    for title, pages in groups:
        yield f"{title}:"
        for page in pages:
            lines = wrap(page.line or page.name, _WIDTH - 16)
            yield f"  {page.key:<12}  {lines[0]}"
            yield from (f"{'':16}{line}" for line in lines[1:])
        yield ""
    yield _("Type kb rules and one of these words to read more.")


def _page(topic: str) -> Iterator[str]:
    wanted = topic.casefold()
    for page in (*_topics(), *_goals(), *_tiles()):
        if wanted in (page.key, page.name.casefold()):
            yield page.name
            if page.line:
                yield from wrap(page.line, _WIDTH)
            yield ""
            for paragraph in words.whole_rule(page.key, page.text).split("\n"):
                indent = "  " if paragraph.startswith("- ") else ""
                yield from wrap(paragraph, _WIDTH, subsequent_indent=indent) or [""]
            return
    near = [p.key for p in (*_topics(), *_goals(), *_tiles()) if p.key[:3] == wanted[:3]]
    if near:
        text = _("there are no rules for {topic}; did you mean {near}?")
        raise Refusal(text.format(topic=topic, near=either(near)))
    text = _("there are no rules for {topic}; kb rules lists all topics")
    raise Refusal(text.format(topic=topic))
