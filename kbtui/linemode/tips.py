"""Tips for a first game in lines: those of the screen, in words for somebody who types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kbtui.games.kit import Kit
from kbtui.games.screen import Tips
from kbtui.play.person import Person
from kbtui.play.session import HUMAN, Session
from kbtui.story.chronicle import Chronicle
from kbtui.story.view import View
from kbtui.text.i18n import _
from kbtui.text.words import fold


class _Guide(NamedTuple):
    tips: Tips
    hand: Person  # it never moves: tips are about what somebody could do


class LineTips:
    """For one person alone at the keyboard, in a game that has tips."""

    def __init__(self, session: Session, kit: Kit) -> None:
        self._session, self._kit = session, kit
        self._guide: _Guide | None = None  # from when tips are first wanted
        if session.is_guided:
            self._switch()

    @property
    def are_there(self) -> bool:
        """Whether they can be switched on."""
        alone = self._session.players.count(HUMAN) == 1 and self._session.allows_hints
        return alone and self._kit.has("learn")

    @property
    def are_on(self) -> bool:
        return self._guide is not None and self._guide.tips.is_on

    def switched(self, chronicle: Chronicle) -> Iterator[str]:
        """They are switched on or off; what is said."""
        if not self.are_there:
            yield self._why_none()
            return
        self._switch()
        yield _("Tips are on.") if self.are_on else _("Tips are off.")
        yield from self.told(chronicle)

    def _why_none(self) -> str:
        if not self._kit.has("learn"):
            return _("There are no tips for this game.")
        if self._session.is_counted:
            return _("There are no tips in a try that counts.")
        return _("There are tips only in games that you play alone.")

    def _switch(self) -> None:
        learn, screen = self._kit.learn, self._kit.screen
        if self._guide is not None:
            self._guide.tips.is_on = not self._guide.tips.is_on
        elif self.are_there and learn is not None and screen is not None:
            self._guide = _Guide(learn.tips(), screen.hand(self._session))

    def opening(self, chronicle: Chronicle) -> Iterator[str]:
        """What the game is about, before the first move of a first game."""
        learn = self._kit.learn
        if self._guide is not None and learn is not None and not self._session.has_begun:
            for line in learn.opening(self._view(self._guide.hand, chronicle)).typed:
                yield from fold(line)

    def told(self, chronicle: Chronicle) -> Sequence[str]:
        """The tip for this moment, if there is one. It belongs before the prompt, which has to be
        what is heard last."""
        if self._guide is None:
            return ()
        tips, hand = self._guide
        tip = tips.now(hand, self._view(hand, chronicle))
        return () if tip is None else fold(_("Tip: {text}").format(text=tip.typed))

    def _view(self, hand: Person, chronicle: Chronicle) -> View:
        chronicle.update()
        hand.refresh()
        session, entry = self._session, chronicle.entries
        bots = tuple(player != HUMAN for player in session.players)
        return View(hand.state, session.names, bots, hand.seat, chronicle, entry)
