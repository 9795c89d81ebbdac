"""A saved game in a few words, for the menu and for lists."""

from __future__ import annotations

import time

from engine.contract import default, find, keys
from kbtui.paint.runs import cut, width
from kbtui.play.saved_games import Summary
from kbtui.play.session import HUMAN
from kbtui.text.i18n import _


def title(key: str) -> str:
    """The name of a game, for lists of several; empty for the one that is played by default."""
    if key in ("", default()):
        return ""
    return _(find(key).title) if key in keys() else key


def moment(game: Summary) -> str:
    """``turn 9 against Botto``; a game of several people names them all."""
    if game.room:
        return _online(game)
    people = [seat for seat, player in enumerate(game.seats) if player == HUMAN]
    if len(people) != 1:
        text = _("turn {turn}, {names}")
        return text.format(names=", ".join(game.names), turn=game.turn)
    others = (name for seat, name in enumerate(game.names) if seat != people[0])
    return _("turn {turn} against {names}").format(names=", ".join(others), turn=game.turn)


def _online(game: Summary) -> str:
    """``KQ7-4TN: your turn, Ann, Bob``."""
    if game.is_done:
        what = _("the game is over")
    elif game.seat is None:
        what = _("waiting room")
    elif game.is_due:
        what = _("your turn")
    else:
        what = _("{name}'s turn").format(name="".join(game.names[game.seat : game.seat + 1]))
    return f"{game.room}: {what}, {', '.join(filter(None, game.names))}"


def state(game: Summary) -> str:
    """How far it has come, or how it ended, or what is wrong with its file."""
    if game.problem is not None:
        return f"{game.path.name}: {game.problem}"
    named = title(game.game)
    start = f"{named}: " if named else ""
    if game.result is None:
        return start + moment(game)
    pairs = zip(game.names, game.result, strict=False)
    return start + ", ".join(f"{name} {score}" for name, score in pairs)


def fitting_state(game: Summary, columns: int, more: str) -> str:
    """The same where there is little room: without the names, if a part of them would be cut."""
    text = state(game)
    if width(text) > columns and not (game.problem or game.room or game.result):
        named = title(game.game)
        text = (f"{named}: " if named else "") + _("turn {number}").format(number=game.turn)
    return cut(text, columns, more)


def when(game: Summary, is_short: bool = False) -> str:
    """The time when it was last played."""
    form = "%Y-%m-%d" if is_short else "%Y-%m-%d %H:%M"
    return time.strftime(form, time.localtime(game.when))
