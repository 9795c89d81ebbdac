"""``kb new``: starts a game right away, full screen or in line mode."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from kbtui.cli.screen import chosen, need_player, open_app

if TYPE_CHECKING:
    from kbtui.play.saves import Save
    from kbtui.play.session import Session


def run(asked: argparse.Namespace) -> int:
    need_player(asked)
    from kbtui.games.kingdom.form.table import options, seats
    from kbtui.play.names import names_of
    from kbtui.play.session import Session

    players = seats(asked)
    settings, notice = chosen(asked)
    names = names_of(players, settings.name)
    setup = options(asked, len(players))
    session = Session(setup, players, names)  # refuses what cannot be played
    if not asked.line:
        from kbtui.play.start import NewGame

        return open_app(NewGame(setup, players, names), asked, (settings, notice))
    from kbtui.cli.lines import play

    return play(session, lambda: _saved(session), settings, notice)


def _saved(session: Session) -> Save:
    from kbtui.disk.places import games_folder
    from kbtui.play.saves import start

    return start(session, games_folder())
