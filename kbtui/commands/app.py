"""``kb`` without a command opens the menu, ``kb tutorial`` the lessons."""

from __future__ import annotations

import argparse

from kbtui.cli.screen import need_screen, open_app
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal


def run(asked: argparse.Namespace) -> int:
    is_tutorial = asked.command == "tutorial"
    if is_tutorial and asked.line:
        raise Refusal(_("the tutorial needs the full screen; kb rules prints the rules"))
    need_screen()
    from kbtui.play.start import Menu, Tutorial  # not before we know that there is a screen

    return open_app(Tutorial() if is_tutorial else Menu(), asked)
