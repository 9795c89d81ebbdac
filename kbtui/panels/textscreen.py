"""The full screen of a game that brings only what line mode needs.

The board is the game's own in lines, with the legal moves below it; what players hold is a strip
under it, and the side column has scores and the log. A game that wants more overrides a method, or
brings a ``Screen`` of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any, Final, NamedTuple

from engine.contract import DEALER, Seat
from kbtui.games.kit import Event, Kit, Marks, Place, find
from kbtui.games.plain import Asked
from kbtui.games.typed import Command, TypedLines
from kbtui.look.look import Look
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    KEY,
    MUTED,
    STRONG,
    TEXT,
    Line,
    Run,
    cut,
    heading,
    paragraphs,
    shortened,
    spread,
)
from kbtui.panels import around, eventlog, turnrows
from kbtui.panels.movelist import Listed, MoveList
from kbtui.panels.textboard import TextBoard, act_of
from kbtui.play.session import Session
from kbtui.story.chronicle import Turn
from kbtui.story.counting import Counting
from kbtui.story.replay import Replay
from kbtui.story.view import Said, View
from kbtui.text.i18n import N_, _, c_
from kbtui.text.keys import short_words, words
from kbtui.text.layout import Box, Layout, layout
from kbtui.text.words import both

_SIDE: Final = 34  # columns of the side column
_STRIP: Final = 4  # rows of the strip
_SIDE_FROM: Final = 80  # columns from which the layout has a side column


class _Zoom(NamedTuple):
    label: str = "M"


_ZOOM: Final = _Zoom()


class _Typed(TypedLines[MoveList]):
    """Moves in notation, and the questions of line mode."""

    one_word = N_("a move is one word; type legal to list what you can do")

    def __init__(
        self, kit: Kit, hand: MoveList, say: Callable[[str], None], hint: Callable[[], None]
    ) -> None:
        self._plain, self.questions = kit.plain, kit.plain.questions
        super().__init__(hand, say, hint)

    def commands(self) -> Mapping[str, Command]:
        return {}

    def asked(self) -> Asked:
        hand, game = self.play, self.play.session.game
        seat = hand.seat if hand.is_asked else None
        why_not = partial(game.explain, hand.state)
        return Asked(hand.state, seat, hand.session.names, game.parse, why_not, hand.viewer)

    def move(self, text: str) -> None:
        self.play.play(self._plain.token(self.play.state, text))

    def say_legal(self) -> None:
        self.say(" ".join(self.play.moves))

    def examples(self) -> list[tuple[str, str]]:
        return [(each.usage, _(each.about)) for each in self.questions.values()]

    def about(self, place: Place) -> str:
        return self.play.moves[place] if place < len(self.play.moves) else ""


class TextCount:
    """The final score: one part after the other."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit

    def title(self) -> str:
        return _("Final score")

    def side(self, view: View, counting: Counting, columns: int, height: int) -> list[Line]:
        title = heading(_("PLAYERS"), columns, stroke=view.signs.stroke)
        return [title, *_scores(view, counting.totals, columns)][:height]

    def totals(self, view: View, counting: Counting) -> Line:
        pairs = enumerate(counting.totals)
        return tuple(run for seat, n in pairs for run in (view.chip(seat), Run(f" {n}  ", STRONG)))

    def told(self, view: View, counting: Counting) -> Line:
        step = counting.step
        if step is None:
            text = _("Press {key} to count the score.")
            return (Run(text.format(key=view.keys.name("count-on"))),)
        part = f"{self._kit.words.part(step.part)} {step.paid}"
        return view.chip(step.seat), Run(f" {view.names[step.seat]}  ", STRONG), Run(part)

    def result(self, view: View) -> Line:
        best = self._kit.game.winners(view.state) or ()
        text = _("wins") if len(best) == 1 else _("share the victory")
        return Run(f"{both(view.names[seat] for seat in best)} ", STRONG), Run(text, ACCENT)

    def about(self, view: View, part: str) -> str:
        return ""


def _scores(view: View, totals: Sequence[int], columns: int) -> list[Line]:
    return [
        spread((view.chip(seat), Run(f" {name}")), (Run(str(totals[seat]), STRONG),), columns)
        for seat, name in enumerate(view.names)
    ]


class TextScreen:
    """Everything of ``Screen``, from the words, the story and the lines of a kit."""

    keys: Sequence[str] = ()

    def __init__(self, key: str) -> None:
        self._key = key

    @property
    def kit(self) -> Kit:
        return find(self._key)

    @property
    def count(self) -> TextCount:
        return TextCount(self.kit)

    # The board

    def zooms(self, look: Look) -> Sequence[_Zoom]:
        return (_ZOOM,)

    def zoom_beside_panels(self, look: Look, columns: int, rows: int) -> _Zoom:
        return _ZOOM

    def size(self, look: Look, zoom: Any, columns: int, rows: int) -> tuple[int, int]:
        wide = columns - _SIDE if columns >= _SIDE_FROM else columns
        return wide, max(rows - 4 - _STRIP, 1)

    def layout(self, columns: int, rows: int, board: tuple[int, int]) -> Layout:
        """That of a window with a few rows less; what a player holds takes these."""
        laid = layout(columns, rows - _STRIP, board)._replace(has_ruler=False)
        prompt, hints = (part._replace(y=part.y + _STRIP) for part in (laid.prompt, laid.hints))
        side = laid.side._replace(height=laid.side.height + _STRIP)
        strip = Box(0, laid.board.y + laid.board.height, laid.board.width, _STRIP)
        return laid._replace(side=side, prompt=prompt, hints=hints, hand=strip)

    def art(self, look: Look, zoom: Any, size: tuple[int, int]) -> TextBoard:
        return TextBoard(look.theme, size, self.drawn)

    def drawn(self, state: Any, marks: Marks, columns: int, rows: int) -> list[Line]:
        """The board in lines, and below it the moves around the cursor."""
        listed = marks.own if isinstance(marks.own, Listed) else Listed(self._numbers(state))
        game = self.kit.game
        asked = Asked(state, None, listed.names, game.parse, partial(game.explain, state))
        lines: list[Line] = [(Run(f" {text}"),) for text in self.kit.plain.board(asked, None, None)]
        if not listed.moves:
            return lines
        lines += [EMPTY, (Run(f" {_('MOVES')}", ACCENT),)]
        room = max(rows - len(lines), 1)
        first = max(min((marks.cursor or 0) - room // 2, len(listed.moves) - room), 0)
        for place, token in enumerate(listed.moves[first : first + room], first):
            tone = KEY if place == marks.cursor else STRONG if place == marks.hover else TEXT
            lines.append((Run(f" {place + 1:>3} ", MUTED), Run(f" {token} ", tone, act_of(place))))
        return lines

    def _numbers(self, state: Any) -> tuple[str, ...]:
        return tuple(str(seat + 1) for seat in range(self.kit.game.seats(state)))

    def legend(self, view: View, look: Look, columns: int) -> list[Line]:
        lines = self.kit.plain.legend(view.state, None)
        return [row for text in lines for row in paragraphs(text, columns)]

    # A person

    def hand(self, session: Session) -> MoveList:
        return MoveList(session)

    def typed(self, hand: MoveList, say: Callable[[str], None], hint: Callable[[], None]) -> _Typed:
        return _Typed(self.kit, hand, say, hint)

    def words(self, command: str) -> str:
        return _(_WORDS[command]) if command in _WORDS else words(command)

    def turned(self, view: View, marks: Marks, times: int) -> Marks:
        return marks._replace(own=Listed(view.names), cursor=None)

    def click(self) -> str:
        return _("choose a move; a second click plays it")

    def topic(self, hand: MoveList) -> str | None:
        return None

    def foreseen(self, observation: Any, seat: Seat) -> Any | None:
        return None

    # Around the board

    def title(self, hand: MoveList, view: View) -> tuple[Line, Line]:
        when = _("turn {number}").format(number=view.turn)
        return around.title(hand, view, "", when, lambda soft: ())

    def prompt(self, hand: MoveList, view: View, *, short: bool = False, seconds: int = 0) -> Line:
        over = _("The game is over. Press {key} to see the result.")
        return around.prompt(hand, view, over, partial(self._expected, hand, view, seconds))

    def _expected(self, hand: MoveList, view: View, seconds: int) -> Line:
        if not hand.is_asked:
            return (Run(around.thinking(hand, view, "", seconds), MUTED),)
        task = self.kit.plain.task(hand.state)
        return (Run(f"{task[:1].upper()}{task[1:]}"),)

    def place(self, hand: MoveList, view: View, *, short: bool = False) -> Line:
        at = hand.hover if hand.hover is not None else hand.at
        return (Run(hand.moves[at], STRONG),) if at < len(hand.moves) else ()

    def hints(
        self, hand: MoveList, view: View, columns: int, own: Mapping[str, str] | None = None
    ) -> Line:
        named = [(view.keys.name(each), self._does(hand, each), each) for each in _commands(hand)]
        return around.hints(view, columns, own, named)

    def _does(self, hand: MoveList, command: str) -> str:
        if command != "choose":
            return short_words(command)
        if hand.session.is_over:
            return _("result")
        if hand.hands_over_to is not None and not hand.is_asked:
            return _("take the keyboard")
        return c_("a game or a move", "play") if hand.is_asked else _("hurry")

    def news(self, hand: MoveList, view: View, columns: int, is_double: bool) -> str:
        entries = view.chronicle.table.entries
        own = (n for n in count(len(entries), -1) if not n or entries[n - 1].actor == hand.seat)
        acted = next(own)
        new = [e for e in view.chronicle.events if e.entry > acted and e.seat != hand.seat]
        told = "; ".join(self._told(view, event) for event in new)
        return cut(told, columns - 2 if is_double else columns // 2, view.signs.more)

    def side(
        self,
        hand: Any,
        view: View,
        columns: int,
        height: int,
        spoken: Sequence[Said],
        has_log: bool,
    ) -> list[Line]:
        rows = self._players(view, columns)
        if not has_log:
            rows += [EMPTY, *self.log(view, columns, height - len(rows) - 1, spoken)]
        return rows[:height]

    def _players(self, view: View, columns: int) -> list[Line]:
        title = heading(_("PLAYERS"), columns, self.kit.words.score(), view.signs.stroke)
        return [title, *_scores(view, view.totals, columns)]

    def strip(
        self, hand: Any | None, view: View, columns: int, height: int, has_log: bool
    ) -> list[Line]:
        """What everybody holds, as far as the view may see it."""
        texts = self.kit.plain.pieces(view.state)
        pairs = zip(texts, count(), strict=False)
        rows = [(view.chip(seat), Run(f" {text}")) for text, seat in pairs]
        return [shortened(row, columns, view.signs.more) for row in rows][:height]

    def panel(self, hand: Any, view: View, columns: int, height: int) -> list[Line]:
        held = self.strip(hand, view, columns, height, True)
        return [*self._players(view, columns), EMPTY, *held]

    def log(self, view: View, columns: int, height: int, spoken: Sequence[Said] = ()) -> list[Line]:
        if height < 2:
            return []
        told = [(event.entry, event) for event in view.chronicle.events_at(view.entry)]
        row = partial(self._event, view, columns)
        return [
            eventlog.head(view, columns),
            *eventlog.merged(told, row, spoken, columns, height - 1),
        ]

    def _event(self, view: View, columns: int, event: Event) -> Line:
        text = Run(self._told(view, event), MUTED if event.seat == DEALER else TEXT)
        return shortened((text,), columns, view.signs.more)

    def _told(self, view: View, event: Event) -> str:
        return self.kit.story.told(event, view.names)

    # After a game

    def turns(
        self,
        view: View,
        replay: Replay,
        columns: int,
        height: int,
        shown: int | None,
        has_log: bool,
    ) -> list[Line]:
        rows = [*self._players(view, columns), EMPTY]
        listed = partial(self._listed, view, columns)
        return [*rows, *turnrows.listing(view, replay, columns, height - len(rows), listed)]

    def _listed(
        self, view: View, columns: int, turn: Turn, is_now: bool, _spare: int
    ) -> list[Line]:
        start, act = turnrows.start(view, turn, is_now)
        text = "; ".join(self._told(view, event) for event in turn.events)
        row = (*start, Run(text, TEXT if is_now else MUTED, act))
        return [shortened(row, columns, view.signs.more)]


def _commands(hand: MoveList) -> list[str]:
    """The commands that do something now, most important first."""
    if hand.session.is_over:
        return ["choose", "replay", "help"]
    if not hand.is_asked:
        has_choose = hand.hands_over_to is not None or around.can_hurry(hand)
        return [*["choose"] * has_choose, "replay", "type", "help", "leave"]
    undo = ["undo"] if hand.can_undo else []
    redo = ["redo"] if hand.can_redo else []
    return ["choose", "next", *undo, *redo, "type", "help", "back"]


_WORDS: Final[Mapping[str, str]] = {  # what commands do here; nothing where it is empty
    "choose": N_("play the move"),
    "next": N_("next move"),
    "previous": N_("previous move"),
    "tile-1": N_("go to a move"),
    **dict.fromkeys(("end", "goal", "seams", "last", "half-left", "half-right"), ""),
    **dict.fromkeys(("page-up", "page-down", "row-start", "row-end", "undo-turn"), ""),
}
