"""The end of a game: who has how many coins, and who has won."""

from __future__ import annotations

from typing import Final

from engine.castle.scores import standing, winners
from kbtui.games.castle.panels.coins import held
from kbtui.games.screen import Count
from kbtui.paint.runs import ACCENT, STRONG, Line, Run, heading
from kbtui.story.counting import Counting
from kbtui.story.view import View
from kbtui.text.i18n import _, n_
from kbtui.text.words import both


class _Castle:
    def title(self) -> str:
        return _("The coins")

    def side(self, view: View, counting: Counting, columns: int, height: int) -> list[Line]:
        """Everybody's coins, the winner's first."""
        rows: list[Line] = [heading(_("COINS TAKEN"), columns, stroke=view.signs.stroke)]
        seats = range(len(view.names))
        for seat in sorted(seats, key=lambda seat: standing(view.state, seat), reverse=True):
            rows += held(view, seat, columns)
        return rows[:height]

    def totals(self, view: View, counting: Counting) -> Line:
        pairs = enumerate(view.totals)
        return tuple(
            run for seat, coins in pairs for run in (view.chip(seat), Run(f" {coins}  ", STRONG))
        )

    def told(self, view: View, counting: Counting) -> Line:
        step = counting.step
        if step is None:
            text = _("Press {key} to go through the coins.")
            return (Run(text.format(key=view.keys.name("count-on"))),)
        text = n_("{count} coin", "{count} coins", step.paid).format(count=step.paid)
        name = Run(f" {view.names[step.seat]}  ", STRONG)
        return view.chip(step.seat), name, Run(text)

    def result(self, view: View) -> Line:
        """Who has won: coins decide, then levels, then tiles (CB-57)."""
        best = winners(view.state) or ()
        names = both(view.names[seat] for seat in best)
        coins = len(view.state.purses[best[0]]) if best else 0
        text = _("wins with {count} coins") if len(best) == 1 else _("share the victory")
        return Run(f"{names} ", STRONG), Run(text.format(count=coins), ACCENT)

    def about(self, view: View, part: str) -> str:
        return ""


COUNT: Final[Count] = _Castle()
