"""``kb rules``: prints the rules of a game, topic by topic."""

from __future__ import annotations

import argparse

from kbtui.cli.output import say
from kbtui.games.kit import find
from kbtui.games.rulelines import told
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal


def run(asked: argparse.Namespace) -> int:
    book = find(asked.game).rulebook
    if book is None:
        raise Refusal(_("there are no rules to print for this game yet"))
    command = f"kb rules --game {asked.game}" if asked.game else "kb rules"
    say(told(book, " ".join(asked.topic).strip(), command))
    return 0
