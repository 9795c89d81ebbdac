"""The next turn, tried out while opponents play: the game screen on a separate table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kbtui.games.kingdom.play.plan import planned
from kbtui.paint.runs import ACCENT, STRONG, Line, Run
from kbtui.play.session import Session
from kbtui.screens.game import GameScreen
from kbtui.text.i18n import _

_TICK: Final = 1.0


class PlanScreen(GameScreen):
    """Left with the moves of the plan, or with None if it is given up."""

    def __init__(
        self,
        session: Session,
        is_due: Callable[[], bool] = lambda: False,
        line: Callable[[], Line] = lambda: (),
    ) -> None:
        """``is_due``: whether the turn has come meanwhile; ``line``: room and clock of the game."""
        super().__init__(session)
        (self.play.seat,) = session.people
        self._is_due = is_due
        self._line = line

    def on_mount(self) -> None:
        self.set_interval(_TICK, self.repaint)  # the game goes on below, and so does its clock

    def title_bar(self) -> tuple[Line, Line]:
        """Without the number of a turn: that of the table below is no turn of the game."""
        _left, right = super().title_bar()
        (seat,) = self.session.people
        left = (
            Run(f" {_('PLAN')} ", ACCENT.on("raised").bold()),
            self._view.chip(seat),
            Run(f" {self._view.names[seat]} ", STRONG.on("raised")),
            Run(f" {_('your next turn')} ", ACCENT.on("raised")),
        )
        return left, (*self._line(), *right)

    def prompts(self, short: bool) -> tuple[Line, Line]:
        asked, hex_ = super().prompts(short)
        if self.editor.is_open or self.play.error is not None:
            return asked, hex_
        if self._is_leaving:
            text = _("{key} again gives the plan up.").format(key=self.kb.keys.name("back"))
            return (Run(f" {self.kb.look.signs.pointer} ", ACCENT), Run(text, STRONG)), hex_
        if self._is_due():
            text = _("Your turn has come: {key} takes the plan along.")
            told = text.format(key=self.kb.keys.name("end"))
            return (Run(f" {self.kb.look.signs.pointer} ", ACCENT), Run(told, STRONG)), hex_
        if not self.play.unbuilt:
            text = _("All is planned: {key} keeps it for your turn.")
            told = text.format(key=self.kb.keys.name("end"))
            return (Run(f" {self.kb.look.signs.pointer} ", ACCENT), Run(told)), hex_
        return asked, hex_

    def do(self, command: str) -> None:
        if command == "end":  # also in the middle: what is planned so far is kept
            self.dismiss(planned(self.session))
        else:
            super().do(command)
