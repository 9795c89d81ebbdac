"""``kb continue``: a saved game, exactly where it was."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from kbtui.commands.files import continued, named
from kbtui.commands.screen import chosen, need_player, open_app
from kbtui.places import games_folder

if TYPE_CHECKING:
    from pathlib import Path

TICKET: Final = ".ticket"  # the one of kbtui/online/tickets.py, which is slow to import


def run(asked: argparse.Namespace) -> int:
    need_player(asked)
    path = continued(asked.file)
    if path.suffix == TICKET:
        return _back(path, asked)
    programs = tuple(name.strip() for name in asked.bots.split(",")) if asked.bots else ()
    from kbtui.saves import resume
    from kbtui.start import Resume

    with named(path):
        session, save = resume(path, games_folder(), programs)
    if asked.line:
        from kbtui.commands.lines import play

        return play(session, lambda: save, *chosen(asked))
    save.close()  # it can be played; the app opens it anew
    return open_app(Resume(save.path or path, programs), asked)


def _back(path: Path, asked: argparse.Namespace) -> int:
    """To a game at a relay."""
    from kbtui.start import Return

    if not asked.line:
        return open_app(Return(path), asked)
    from kbtui.commands.onlinelines import play

    return play(Return(path), *chosen(asked))
