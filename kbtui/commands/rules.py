"""``kb rules``: prints the rules of a game, topic by topic."""

from __future__ import annotations

import argparse

from engine.contract import keys
from kbtui.cli.output import say
from kbtui.games.kit import Rulebook, find
from kbtui.games.rulelines import entry_named, told
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal


def run(asked: argparse.Namespace) -> int:
    topic = " ".join(asked.topic).strip()
    book = find(asked.game).rulebook if asked.game else _book_with(topic)
    if book is None:
        raise Refusal(_("there are no rules to print for this game yet"))
    command = f"kb rules --game {asked.game}" if asked.game else "kb rules"
    say(told(book, topic, command))
    return 0


def _book_with(topic: str) -> Rulebook | None:
    """Of the first game that has rules for the topic, or else the usual one."""
    books = [find(game).rulebook for game in keys()]
    known = (book for book in books if book is not None and topic and entry_named(book, topic))
    return next(known, None) or find(None).rulebook
