"""A card before the first move: what a first game is about, or who dares the player.

It lies over the board until the first key or click. Enter and Esc only take it away; everything
else is done as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from kbtui.games.screen import Opening
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    STRONG,
    TEXT,
    Line,
    Run,
    Tone,
    fit,
    heading,
    length,
    paragraphs,
)
from kbtui.screens.beside.companion import Companion
from kbtui.screens.widgets.lines import Lines
from kbtui.screens.widgets.placed import NOWHERE, Placed
from kbtui.story.view import View
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _
from kbtui.text.layout import Box, fits

_GROUND: Final = "raised"
_WIDEST: Final = 68  # columns: longer lines are hard to read
_EDGE: Final = 2  # columns at each side of the text
_CLOSE: Final = ("choose", "back")


class OpeningCard(Companion):
    """Shown once."""

    def __init__(self, kind: str, told: Callable[[View], Opening]) -> None:
        """``kind``: what kind of game it is, to be translated; ``told``: what the card says."""
        self._kind, self._told = kind, told
        self.is_open = True

    def widgets(self) -> Iterable[Placed]:
        self._card = Lines(self.screen.kb.look.theme, ground=_GROUND, id="opening")
        yield self._card

    # What is shown

    def painted(self) -> None:
        """In the middle of the window, above the prompt."""
        laid, (columns, high) = self.screen.laid, self.screen.app.size
        self.is_open = self.is_open and not self.screen.session.has_begun
        if not self.is_open or laid is None or not fits(columns, high):
            self._card.put(NOWHERE)
            return
        look, view = self.screen.kb.look, self.screen.view
        room, wide = laid.prompt.y - 1, min(columns - 4, _WIDEST)
        head = _(self.screen.kit.title), _(self._kind)
        rows = card_lines(head, self._told(view), view, wide)
        if look.theme.palette is None:  # no ground sets it off from the board
            rows.append(_on_card((Run(look.signs.stroke * wide),), wide))
        elif len(rows) + 2 <= room:
            blank = _on_card(EMPTY, wide)
            rows = [blank, *rows, blank]
        tall = min(len(rows), room)
        self._card.put(Box((columns - wide) // 2, 1 + (room - tall) // 2, wide, tall))
        self._card.show(rows)

    def hints(self, line: Line) -> Line:
        if not self.is_open:
            return line
        keys = self.screen.kb.keys
        named = (("choose", _("begin")), ("help", _("help")), ("rules", _("rules")))
        hints = ((keys.name(name), text, name) for name, text in named)
        return hint_bar(hints, self.screen.app.size.width)

    def dress(self) -> None:
        self._card.wear(self.screen.kb.look.theme)

    # What closes it

    def do(self, command: str) -> bool:
        was_open, self.is_open = self.is_open, False
        if not was_open or command not in _CLOSE:
            return False
        self.screen.repaint()
        return True

    def acted(self) -> None:
        """A click on the board."""
        self.is_open = False


def card_lines(head: tuple[str, str], card: Opening, view: View, columns: int) -> list[Line]:
    """All that the card says; ``head`` is the game and its kind."""
    inner = columns - 2 * _EDGE
    named = [((Run(word, STRONG),), text) for word, text in card.told]
    keys = {name: view.keys.name(name) for name in ("help", "rules", "choose")}
    rows = [
        heading(head[0].upper(), inner, head[1], view.signs.stroke),
        *_beside(named, inner),
        EMPTY,
        *([*_beside(card.symbols, inner), EMPTY] if card.symbols else []),
        (Run(_("{help} help   {rules} rules   {choose} begin").format(**keys), ACCENT),),
    ]
    return [_on_card(row, columns) for row in rows]


def _beside(named: Iterable[tuple[Line, str]], columns: int) -> list[Line]:
    """Each with its text beside it."""
    known = [*named]
    left = max(length(start) for start, _text in known) + 2
    rows: list[Line] = []
    for start, text in known:
        told = paragraphs(text, columns - left)
        rows.append((*fit(start, left), *told[0]))
        rows += [(*fit(EMPTY, left), *row) for row in told[1:]]
    return rows


def _on_card(row: Line, columns: int) -> Line:
    """The whole row can be clicked."""
    edge = Run(" " * _EDGE)
    inner = fit(row, columns - 2 * _EDGE)
    return tuple(
        run._replace(tone=_raised(run.tone), act=_CLOSE[0]) for run in (edge, *inner, edge)
    )


def _raised(tone: Tone) -> Tone:
    return tone.on(_GROUND) if tone.ground == TEXT.ground else tone
