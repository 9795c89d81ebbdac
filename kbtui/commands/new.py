"""``kb new``: a game at once, on screens or in lines."""

from __future__ import annotations

import argparse

from kbtui.commands.screen import chosen, need_player, open_app


def run(asked: argparse.Namespace) -> int:
    need_player(asked)
    from kbtui.commands.table import options, seats
    from kbtui.session import Session
    from kbtui.start import NewGame, names_of

    players = seats(asked)
    settings, notice = chosen(asked)
    names = names_of(players, settings.name)
    setup = options(asked, len(players))
    session = Session(setup, players, names)  # refuses what cannot be played
    if not asked.line:
        return open_app(NewGame(setup, players, names), asked, (settings, notice))
    from kbtui.commands.lines import play
    from kbtui.places import games_folder
    from kbtui.saves import start

    return play(session, start(session, games_folder()), settings, notice)
