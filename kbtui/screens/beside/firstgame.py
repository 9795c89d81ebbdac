"""The first game: an ordinary game with tips, in the side column or in the line of the hex."""

from __future__ import annotations

from collections.abc import Sequence

from kbtui.games.kingdom.learn.tips import Tip, Tips
from kbtui.games.kingdom.panels import side
from kbtui.paint.runs import ACCENT, EMPTY, MUTED, Line, Run, heading, paragraphs
from kbtui.play.session import Session
from kbtui.screens.game import GameScreen
from kbtui.text.i18n import _
from kbtui.text.keys import FIRST
from kbtui.text.layout import NORMAL


class FirstGameScreen(GameScreen):
    """Tips can be switched off with a key; everything else is as in every game."""

    more_keys_of = FIRST

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.tips = Tips()
        self._told: Tip | None = None  # the tip that was there at the last command
        self._is_fresh = True  # it has come since then, so it is shown where there is little room

    @property
    def tip(self) -> Tip | None:
        return self.tips.now(self.play, self._view)

    def moment(self) -> object:
        return super().moment(), self.tip

    @property
    def _has_side(self) -> bool:
        """Whether the tip stands in the side column."""
        laid = self._laid
        if laid is None or laid.side.is_empty:
            return False
        return bool(self._side_tip(laid.side.width - 1, laid.side.height))

    def side(self, columns: int, rows: int, has_log: bool) -> Sequence[Line]:
        told = self._side_tip(columns, rows)
        return [*told, *super().side(columns, rows - len(told), has_log)]

    def _side_tip(self, columns: int, rows: int) -> list[Line]:
        """The tip above everything; in a narrow column only if nothing but the log gives way."""
        if columns >= NORMAL:
            return self._tip_lines(columns - 1)
        told = self._tip_lines(columns)
        others = super().side(columns, rows, True)
        return told if super().side(columns, rows - len(told), True) == others else []

    def _tip_lines(self, columns: int) -> list[Line]:
        tip = self.tip
        if tip is None:
            return []
        off = _("{key} off").format(key=self.kb.keys.name("tips"))
        head = heading(_("TIP"), columns, off, self.kb.look.signs.stroke)
        return [head, *paragraphs(tip.text, columns), EMPTY]

    def prompts(self, short: bool) -> tuple[Line, Line]:
        asked, hex_ = super().prompts(short)
        return asked, self._tip_line() or hex_

    @property
    def answer_line(self) -> Line:
        return self._tip_line() or super().answer_line

    def _tip_line(self) -> Line:
        """A new tip, where the side column has no room for it."""
        tip = self.tip
        if tip is None or not self._is_fresh or self._has_side or self.editor.is_open:
            return ()
        return Run(f"{_('Tip')} ", ACCENT, "tips"), Run(tip.short)

    def title_bar(self) -> tuple[Line, Line]:
        left, right = super().title_bar()
        what = _("no tips") if self.tips.is_on else _("tips")
        text = f"{self.kb.keys.name('tips')} {what}  "
        return left, (Run(text, MUTED.on("raised"), "tips"), *right)

    # Commands

    def do(self, command: str) -> None:
        if command == "tips":
            self.tips.is_on = not self.tips.is_on
            self._is_fresh = True
            self.repaint()
            return
        super().do(command)

    def _after(self, before: int) -> None:
        self._is_fresh = self._has_new_tip()
        super()._after(before)

    def _moved(self) -> None:
        self.play.refresh()
        self._is_fresh = self._has_new_tip() or self._is_fresh
        super()._moved()

    def _has_new_tip(self) -> bool:
        self.chronicle.update()
        told, self._told = self._told, self.tips.now(self.play, self.view)
        return told != self._told

    def _panel(self) -> None:
        def panel(columns: int, rows: int) -> Sequence[Line]:
            shown = side.panel(self._view, columns, rows, self._looked_at())
            return [*self._tip_lines(columns), *shown]

        self.lay_sheet("panel", panel)
