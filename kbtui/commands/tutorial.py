"""``kb tutorial``: opens the lessons."""

from __future__ import annotations

import argparse

from kbtui.commands.output import Refusal
from kbtui.commands.screen import need_screen, open_app
from kbtui.i18n import _


def run(asked: argparse.Namespace) -> int:
    if asked.line:
        raise Refusal(_("the tutorial needs the full screen; kb rules prints the rules"))
    need_screen()
    from kbtui.start import Tutorial

    return open_app(Tutorial(), asked)
