"""Kingdom Builder on the full screen, as its kit hands it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from engine.kingdom.foresight import as_if_on_turn
from kbtui.games.kingdom.board.art import BoardArt, art, board_size, zooms
from kbtui.games.kingdom.board.zoom import Zoom, zoom_beside_panels
from kbtui.games.kingdom.panels import count, endturn, log, side, turnlist
from kbtui.games.kingdom.panels.legend import legend
from kbtui.games.kingdom.panels.side import Shown
from kbtui.games.kingdom.play import prompts
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.play.typed import Typed
from kbtui.games.kingdom.words.rulebook import topic_of
from kbtui.games.kit import Marks
from kbtui.games.screen import Count, Screen
from kbtui.look.look import Look
from kbtui.paint.runs import Line
from kbtui.play.session import Session
from kbtui.story.view import Said, View
from kbtui.text.i18n import _
from kbtui.text.keys import words
from kbtui.text.layout import layout


class _Kingdom:
    zooms = staticmethod(zooms)
    layout = staticmethod(layout)
    legend = staticmethod(legend)
    topic = staticmethod(topic_of)
    foreseen = staticmethod(as_if_on_turn)
    title = staticmethod(prompts.title)
    prompt = staticmethod(prompts.prompt)
    hints = staticmethod(prompts.hints)
    news = staticmethod(prompts.news)
    log = staticmethod(log.lines)
    turns = staticmethod(turnlist.side)
    count: Count = count.COUNT
    keys: Sequence[str] = ()
    words = staticmethod(words)

    def zoom_beside_panels(self, look: Look, columns: int, rows: int) -> Zoom:
        return zoom_beside_panels(columns, rows, zooms(look).__contains__)

    def size(self, look: Look, zoom: Zoom, columns: int, rows: int) -> tuple[int, int]:
        return board_size(look, zoom)

    def art(self, look: Look, zoom: Zoom, size: tuple[int, int]) -> BoardArt:
        return art(look, zoom)

    def hand(self, session: Session) -> Play:
        return Play(session)

    def typed(self, hand: Play, say: Callable[[str], None], hint: Callable[[], None]) -> Typed:
        return Typed(hand, say, hint)

    def turned(self, view: View, marks: Marks, times: int) -> Marks:
        return marks  # the borders are marked already

    def click(self) -> str:
        return _("go to a hex; a second click builds there")

    def place(self, hand: Play, view: View, *, short: bool = False) -> Line:
        if hand.is_asking or (hand.sums_up and hand.is_on_own):
            return endturn.short(hand, view)
        return prompts.hex_line(hand, view, short=short)

    def side(
        self,
        hand: Play,
        view: View,
        columns: int,
        height: int,
        spoken: Sequence[Said],
        has_log: bool,
    ) -> list[Line]:
        question = partial(endturn.lines, hand, view) if hand.sums_up else None
        shown = Shown(hand.tile, hand.goal, hand.half, question, spoken, has_log)
        return side.side(view, columns, height, shown)

    def strip(
        self, hand: Play | None, view: View, columns: int, height: int, has_log: bool
    ) -> list[Line]:
        return []  # cards and tiles are in the side column

    def panel(self, hand: Play, view: View, columns: int, height: int) -> list[Line]:
        return side.panel(view, columns, height, Shown(hand.tile, hand.goal, hand.half))


SCREEN: Final[Screen] = _Kingdom()
