"""``kb new``: starts a game right away, full screen or in line mode."""

from __future__ import annotations

import argparse

from kbtui.cli.openlines import play
from kbtui.cli.openscreen import chosen, need_player, open_app
from kbtui.cli.seatarguments import seats
from kbtui.disk.places import games_folder
from kbtui.games.kit import find
from kbtui.play.playernames import names_of
from kbtui.play.saves import start
from kbtui.play.session import Session
from kbtui.play.start import NewGame


def run(asked: argparse.Namespace) -> int:
    need_player(asked)
    kit = find(asked.game)
    players = seats(asked, kit)
    settings, notice = chosen(asked)
    options = kit.form.options(asked, len(players))
    names = names_of(players, settings.name)
    game = NewGame(kit.key, options, players, names, asked.tips)
    session = Session(*game)  # refuses what cannot be played
    if not asked.line:
        return open_app(game, asked, (settings, notice))
    return play(session, start(session, games_folder()), settings, notice)
