"""Castle Builder on the full screen, as its kit hands it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.castle.pieces.piecenames import kind_of
from engine.castle.pieces.tiles import TILES
from engine.castle.rules.foresight import as_if_on_turn
from kbtui.games.castle.board.art import CastleArt, art, zooms
from kbtui.games.castle.board.marks import Pointed, seat_shown
from kbtui.games.castle.board.zoom import Zoom, zoom_beside_panels
from kbtui.games.castle.panels import count, layout, log, side, turnlist
from kbtui.games.castle.panels.legend import legend
from kbtui.games.castle.panels.side import Shown
from kbtui.games.castle.panels.strip import strip
from kbtui.games.castle.play import hints, pointing, prompts
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.play.stance import Step
from kbtui.games.castle.play.typed import Typed
from kbtui.games.castle.words.rulebook import topic_of_coin
from kbtui.games.kit import Marks
from kbtui.games.screen import Count, Screen
from kbtui.look.look import Look
from kbtui.paint.runs import Line, length
from kbtui.panels import eventlog
from kbtui.play.session import Session
from kbtui.story.view import Said, View
from kbtui.text.i18n import N_, _
from kbtui.text.keys import HAND
from kbtui.text.keys import words as common

_WORDS: Final[Mapping[str, str]] = {  # what commands do here; nothing where it is empty
    "choose": N_("build, choose"),
    "next": N_("next legal cell"),
    "previous": N_("previous legal cell"),
    "tile-1": N_("choose a tile"),
    "draw": N_("draw 2 tiles"),
    "row-start": N_("down to the ground"),
    "row-end": N_("up to the top"),
    "page-up": N_("four levels up"),
    "page-down": N_("four levels down"),
    "half-left": N_("the Prince that is set aside"),
    "half-right": N_("the Princess that is set aside"),
    "goal": N_("count windows, roofs, people, levels"),
    "seams": N_("show the next castle"),
    "last": N_("step through the latest builds"),
    "info": N_("describe the cell in full"),
    "panel": N_("players and coins"),
    "rules": N_("rules, coins and tiles"),
    "undo-turn": "",
    "end": "",
}


class _Castle:
    zooms = staticmethod(zooms)
    layout = staticmethod(layout.layout)
    legend = staticmethod(legend)
    foreseen = staticmethod(as_if_on_turn)
    title = staticmethod(hints.title)
    prompt = staticmethod(prompts.prompt)
    place = staticmethod(pointing.place)
    hints = staticmethod(hints.hints)
    log = staticmethod(log.lines)
    strip = staticmethod(strip)
    turns = staticmethod(turnlist.side)
    count: Count = count.COUNT
    keys: Sequence[str] = (HAND,)

    def zoom_beside_panels(self, look: Look, columns: int, rows: int) -> Zoom:
        return zoom_beside_panels(columns, rows)[0]

    def size(self, look: Look, zoom: Zoom, columns: int, rows: int) -> tuple[int, int]:
        return layout.size(zoom, columns, rows)

    def art(self, look: Look, zoom: Zoom, size: tuple[int, int]) -> CastleArt:
        return art(look, zoom, zoom.levels(size[1]))

    def hand(self, session: Session) -> Play:
        return Play(session)

    def typed(self, hand: Play, say: Callable[[str], None], hint: Callable[[], None]) -> Typed:
        return Typed(hand, say, hint)

    def words(self, command: str) -> str:
        text = _WORDS.get(command)
        return common(command) if text is None else _(text) if text else ""

    def turned(self, view: View, marks: Marks, times: int) -> Marks:
        """Another castle than that of the builder."""
        if not times:
            return marks
        seat = (seat_shown(marks) + times) % len(view.names)
        return marks._replace(own=Pointed(seat))

    def click(self) -> str:
        return _("choose a tile or go to a cell; a second click builds there")

    def topic(self, hand: Play) -> str | None:
        """The coin pointed at, or the kind of the tile that is chosen."""
        if hand.step is Step.COIN and hand.option is not None:
            return topic_of_coin(hand.option)
        return None if hand.slot is None else kind_of(TILES[hand.slot.face].word)

    def news(self, hand: Play, view: View, columns: int, is_double: bool) -> str:
        asked = length(prompts.prompt(hand, view, short=True))
        return log.since(view, columns - 2 if is_double else columns - 4 - asked)

    def side(
        self,
        hand: Play,
        view: View,
        columns: int,
        height: int,
        spoken: Sequence[Said],
        has_log: bool,
    ) -> list[Line]:
        shown = _shown(hand)._replace(spoken=spoken, has_log=has_log, has_track=not has_log)
        rows = side.side(view, columns, height, shown)
        view.has_log = eventlog.head(view, columns) in rows
        return rows

    def panel(self, hand: Play, view: View, columns: int, height: int) -> list[Line]:
        return side.panel(view, columns, height, _shown(hand))


def _shown(hand: Play) -> Shown:
    coins = hand.options if hand.step is Step.COIN else ()
    coin = hand.option if coins else None
    return Shown(hand.way, coins, coin, hand.shown, hand.last, hand.counted)


SCREEN: Final[Screen] = _Castle()
