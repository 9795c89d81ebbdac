"""The first game: an ordinary game with tips, in the side column or below the board."""

from __future__ import annotations

from collections.abc import Sequence

from kbtui.games.kit import find
from kbtui.games.screen import Tip, Tips
from kbtui.paint.runs import ACCENT, EMPTY, MUTED, Line, Run, heading, paragraphs
from kbtui.play.session import Session
from kbtui.screens.beside.companion import Companion
from kbtui.screens.beside.openingcard import OpeningCard
from kbtui.screens.gamescreen import GameScreen
from kbtui.text.i18n import N_, _
from kbtui.text.keys import FIRST
from kbtui.text.layout import NORMAL


def first_game_screen(session: Session) -> GameScreen:
    """With tips, if there are any for this game, and before the first move a card about it."""
    learn = find(session.game.key).learn
    if learn is None:
        return GameScreen(session)
    before = () if session.has_begun else (OpeningCard(N_("first game"), learn.opening),)
    return GameScreen(session, *before, FirstGame(learn.tips()))


class FirstGame(Companion):
    """Tips can be switched off with a key; everything else is as in every game."""

    keys = FIRST

    def __init__(self, tips: Tips) -> None:
        self.tips = tips
        self._told: Tip | None = None  # the tip that was there at the last command
        self._is_fresh = True  # it has come since then, so it is shown where there is little room

    @property
    def tip(self) -> Tip | None:
        return self.tips.now(self.screen.hand, self.screen.view)

    def seen(self) -> object:
        return self.tip

    def above(self, columns: int, height: int) -> Sequence[Line]:
        """The tip; in a narrow column only if nothing but the log gives way."""
        if columns >= NORMAL:
            return self.above_panel(columns - 1)
        told = self.above_panel(columns)
        others = self.screen.game_side(columns, height, True)
        less = self.screen.game_side(columns, height - len(told), True)
        return told if less == others else []

    def above_panel(self, columns: int) -> list[Line]:
        tip = self.tip
        if tip is None:
            return []
        off = f"{self.screen.kb.keys.name('tips')} {_('hide')}"
        head = heading(_("TIP"), columns, off, self.screen.kb.look.signs.stroke)
        return [head, *paragraphs(tip.text, columns), EMPTY]

    def answer(self) -> Line:
        """A new tip, where the side column has no room for it."""
        tip = self.tip
        if tip is None or not self._is_fresh or self._has_side or self.screen.editor.is_open:
            return ()
        return Run(f"{_('Tip')} ", ACCENT, "tips"), Run(tip.short)

    @property
    def _has_side(self) -> bool:
        """Whether the tip stands in the side column."""
        laid = self.screen.laid
        if laid is None or laid.side.is_empty:
            return False
        return bool(self.above(laid.side.width - 1, laid.side.height))

    def title(self, left: Line, right: Line) -> tuple[Line, Line]:
        what = _("hide tips") if self.tips.is_on else _("show tips")
        text = f"{self.screen.kb.keys.name('tips')} {what}  "
        return left, (Run(text, MUTED.on("raised"), "tips"), *right)

    def do(self, command: str) -> bool:
        if command != "tips":
            return False
        self.tips.is_on = not self.tips.is_on
        self._is_fresh = True
        self.screen.repaint()
        return True

    def acted(self) -> None:
        self._is_fresh = self._has_new_tip()

    def moved(self) -> None:
        self._is_fresh = self._has_new_tip() or self._is_fresh

    def _has_new_tip(self) -> bool:
        self.screen.chronicle.update()
        told = self._told
        self._told = self.tips.now(self.screen.hand, self.screen.new_view())
        return told != self._told
