"""``kb`` without a command opens the menu, with the name of a game its menu, ``kb tutorial`` the
lessons."""

from __future__ import annotations

import argparse

from kbtui.cli.openscreen import need_screen, open_app
from kbtui.games.kit import find
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal


def run(asked: argparse.Namespace) -> int:
    is_tutorial = asked.command == "tutorial"
    if is_tutorial and asked.line:
        raise Refusal(_("the tutorial needs the full screen; kb rules prints the rules"))
    game = find(asked.game).key if is_tutorial else ""
    need_screen()
    from kbtui.play.start import Menu, Tutorial  # not before we know that there is a screen

    if is_tutorial:
        return open_app(Tutorial(game), asked)
    return open_app(Menu() if asked.command is None else Menu(asked.command), asked)
