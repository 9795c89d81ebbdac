"""``kb saves``: prints the saved games. Reads only headers, so hundreds of them take no time."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from kbtui.cli.files import listed, online
from kbtui.cli.output import say
from kbtui.disk.places import games_folder
from kbtui.hosted.mode import is_hosted
from kbtui.play.gamewords import title
from kbtui.play.saved_games import Summary
from kbtui.text.i18n import _


def run(asked: argparse.Namespace) -> int:
    say(_lines())
    return 0


def _lines() -> Iterator[str]:
    games = listed()
    for number, game in enumerate(games, 1):
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.when))
        yield f"{number:>3}  {when}  {game.path.stem}  {title(game.game)}".rstrip()
        yield f"     {_state(game)}"
    rooms = online()
    for room in rooms:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(room.when))
        yield f"     {when}  {room.room}  {title(room.game)}".rstrip()
        yield f"     {_('online')}: {_state(room)}"
    if games or rooms:
        yield ""
        yield _("Use kb continue or kb replay with a number or a name.")
    else:
        yield _("There are no saved games.")
    if not is_hosted():
        yield _("Saved games are in {folder}.").format(folder=games_folder())


def _state(game: Summary) -> str:
    if game.problem is not None:
        return _("damaged: {problem}").format(problem=game.problem)
    names = ", ".join(filter(None, game.names))
    if game.result is not None:
        pairs = zip(game.names, game.result, strict=False)
        return _("over: {gold}").format(gold=", ".join(f"{name} {gold}" for name, gold in pairs))
    if game.room and game.seat is None:
        return f"{names}; {_('the game is over') if game.is_done else _('waiting room')}"
    if game.seat is None or game.seat >= len(game.names):
        return _("turn {turn}").format(turn=game.turn)
    on_turn = game.names[game.seat]
    return _("{names}; turn {turn}, {name}").format(names=names, turn=game.turn, name=on_turn)
