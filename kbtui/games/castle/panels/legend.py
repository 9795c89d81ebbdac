"""The legend of the help: the signs on castles, tiles and track."""

from __future__ import annotations

from kbtui.games.castle.board.symbols import signs
from kbtui.look.look import Look
from kbtui.paint.runs import ACCENT, Line, Run, fit, paragraphs
from kbtui.story.view import View
from kbtui.text.i18n import _

_SIGNS = 6  # columns


def legend(view: View, look: Look, columns: int) -> list[Line]:
    known = signs(look.terminal.unicode)
    named = (
        (f"{known.moves}3", _("the baron moves 3 spaces")),
        (known.coin, _("a coin, a coin space")),
        (known.tile, _("a tile from the reserve, a tile space")),
        (known.ruby, _("a ruby, a ruby space")),
        ("-1", _("pay 1 tile")),
        (known.any, _("any number")),
        (known.never_first, _("never first on a level")),
        (known.window, _("a window")),
        (known.roof, _("a roof")),
        (known.person, _("a person")),
        (known.levels, _("levels")),
        (known.hit, _("can be taken down")),
    )
    rows: list[Line] = []
    for sign, text in named:
        told = paragraphs(text, columns - _SIGNS)
        rows.append((*fit((Run(f" {sign}", ACCENT),), _SIGNS), *told[0]))
        rows += [(Run(" " * _SIGNS), *row) for row in told[1:]]
    rows += [(view.chip(seat), Run(f"  {name}")) for seat, name in enumerate(view.names)]
    return rows
