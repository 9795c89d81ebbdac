"""``kb continue``: continues a saved game exactly where it was left."""

from __future__ import annotations

import argparse

from kbtui.cli import openlines
from kbtui.cli.files import continued, named
from kbtui.cli.openscreen import chosen, need_player, open_app
from kbtui.disk.places import games_folder
from kbtui.online.saved_rooms import is_ticket
from kbtui.play.saves import resume
from kbtui.play.start import Resume, Return


def run(asked: argparse.Namespace) -> int:
    need_player(asked)
    path = continued(asked.file)
    if is_ticket(path):  # a game at a relay
        if not asked.line:
            return open_app(Return(path), asked)
        from kbtui.cli import onlinelines  # late: a game at home needs no connection

        return onlinelines.play(Return(path), *chosen(asked))
    programs = tuple(name.strip() for name in asked.bots.split(",")) if asked.bots else ()
    with named(path):
        session, save = resume(path, games_folder(), programs)
    if asked.line:
        return openlines.play(session, save, *chosen(asked))
    save.close()  # it can be played; the app opens it again
    return open_app(Resume(save.path or path, programs), asked)
