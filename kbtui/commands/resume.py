"""``kb continue``: continues a saved game exactly where it was left."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from kbtui.cli.files import continued_name, named
from kbtui.cli.screen import chosen, need_player, open_app
from kbtui.disk.places import games_name

if TYPE_CHECKING:
    from pathlib import Path

TICKET: Final = ".ticket"  # the one of kbtui/online/tickets.py, which is slow to import


def run(asked: argparse.Namespace) -> int:
    need_player(asked)
    name = continued_name(asked.file)
    if name.endswith(TICKET):
        return _back(_path(name), asked)
    programs = tuple(name.strip() for name in asked.bots.split(",")) if asked.bots else ()
    from kbtui.play.saves import reopen

    with named(name):
        session, keep = reopen(name, games_name(), programs)
    if asked.line:
        from kbtui.cli.lines import play

        return play(session, keep, *chosen(asked))
    from kbtui.play.start import Resume

    save = keep()
    save.close()  # it can be played; the app opens it anew
    return open_app(Resume(save.path or _path(name), programs), asked)


def _path(name: str) -> Path:
    from pathlib import Path  # late: slow to import, and lines do without

    return Path(name)


def _back(path: Path, asked: argparse.Namespace) -> int:
    """To a game at a relay."""
    from kbtui.play.start import Return

    if not asked.line:
        return open_app(Return(path), asked)
    from kbtui.cli.onlinelines import play

    return play(Return(path), *chosen(asked))
