"""What a newcomer to Castle Builder reads before the first move."""

from __future__ import annotations

from itertools import starmap

from kbtui.games.castle.board.symbols import signs
from kbtui.games.screen import Opening
from kbtui.paint.glyphs import UNICODE
from kbtui.paint.runs import ACCENT, Line, Run
from kbtui.story.view import View
from kbtui.text.i18n import _, c_
from kbtui.text.words import explained


def opening(view: View) -> Opening:
    goal = _("Be the first with {count} coins: your baron takes one at each {coin} of the track.")
    turn = _(
        "Build a tile, or draw 2. The number at its foot has to be the sum of the two tiles below "
        "it. The higher it stands, the further your baron moves."
    )
    end = _("As soon as somebody has {count} coins.")
    known, coins = signs(view.signs == UNICODE), view.state.setup.coins
    rest = (_("Turn"), turn), (c_("of a game", "End"), end.format(count=coins))
    typed = _("Be the first with {count} coins: your baron takes one at each coin of the track.")
    lines = (_("Goal"), typed.format(count=coins)), *rest
    track = f"{known.coin} {known.tile} {known.ruby}"
    marks = f"{known.any} {known.never_first}"
    counts = f"{known.levels} {known.window} {known.roof} {known.person}"
    symbols = (
        (f"{known.moves}3", _("A build here moves your baron 3 spaces.")),
        (track, _("On the track: a coin, a tile, 1 space more.")),
        (marks, _("On tiles: any sum; never first on a level.")),
        (counts, _("A castle's levels, windows, roofs, people.")),
    )
    return Opening(
        ((_("Goal"), goal.format(count=coins, coin=known.coin)), *rest),
        [(_sign(sign), text) for sign, text in symbols],
        [*starmap(explained, lines)],
    )


def _sign(text: str) -> Line:
    return (Run(text, ACCENT),)
