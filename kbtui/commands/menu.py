"""``kb`` without a command: opens the menu."""

from __future__ import annotations

import argparse

from kbtui.cli.screen import need_screen, open_app


def run(asked: argparse.Namespace) -> int:
    need_screen()
    from kbtui.play.start import Menu

    return open_app(Menu(), asked)
