"""``kb tutorial``: opens the lessons."""

from __future__ import annotations

import argparse

from kbtui.cli.output import Refusal
from kbtui.cli.screen import need_screen, open_app
from kbtui.text.i18n import _


def run(asked: argparse.Namespace) -> int:
    if asked.line:
        raise Refusal(_("the tutorial needs the full screen; kb rules prints the rules"))
    need_screen()
    from kbtui.play.start import Tutorial

    return open_app(Tutorial(), asked)
