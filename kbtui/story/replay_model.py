"""The model of a replay: the moment, how it plays, what is asked and said. Knows no terminal.

It takes commands and typed keys, and gives marks, lines and files to write. The screen has the
clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kbtui.games.kit import Marks, Mask, Place
from kbtui.paint.glyphs import Glyphs
from kbtui.paint.runs import ACCENT, MUTED, STRONG, TEXT, Line, Run
from kbtui.story import timeline
from kbtui.story.chronicle import EVERYTHING
from kbtui.story.exports import Exporter, Job, Source
from kbtui.story.replay import Pace, Replay
from kbtui.story.view import View
from kbtui.text.framing import Hint
from kbtui.text.i18n import N_, _
from kbtui.text.keys import REPLAY, Keys, key_name
from kbtui.text.textinput import TextField

_DIGITS: Final = 5  # of the number of a turn
_PAGE: Final = 10  # turns


class ReplayModel:
    """A ``Replay`` in the hands of a player."""

    def __init__(self, source: Source, replay: Replay, stem: str = "") -> None:
        """``stem``: what files are called that are written."""
        self.source = source
        self.replay = replay
        self.pace = Pace()
        self.exporter = Exporter(source, stem)
        self.goal: int | None = None  # the part of the score that is shown on the board
        self.number: TextField | None = None  # of a turn, while it is typed
        self.note = ""
        self.seams = replay.kit.story.seams(replay.state)
        self.turned = 0  # how often that was asked for at this moment
        self._commands: Mapping[str, Callable[[], object]] = {
            "play": self._play,
            "step-back": lambda: self._step(-1),
            "step-on": lambda: self._step(1),
            "turn-back": lambda: replay.turn(-1),
            "turn-on": lambda: replay.turn(1),
            "north": lambda: replay.turn(-1),
            "south": lambda: replay.turn(1),
            "turns-back": lambda: replay.turn(-_PAGE),
            "turns-on": lambda: replay.turn(_PAGE),
            "to-start": replay.home,
            "to-end": replay.end,
            "to-turn": self._ask_turn,
            "mark": self._mark,
            "to-mark": self._to_mark,
            "slower": self.pace.slower,
            "faster": self.pace.faster,
            "view": self._next_view,
            "goal": self._next_goal,
            "seams": self._toggle_seams,
            "export": lambda: self.exporter.open(replay.at),
        }
        self._pointed: Mapping[str, Callable[[int], object]] = {
            "at": replay.to,
            "turn": replay.to_turn,
            "goal": self._show_goal,
            "export": self.exporter.choose,
        }

    # What is

    @property
    def is_over(self) -> bool:
        """The game, whatever the moment."""
        return self.replay.table.to_act is None

    @property
    def is_asking(self) -> bool:
        """Whether keys go into a text that is being typed."""
        return self.exporter.is_open or self.number is not None

    @property
    def seen(self) -> object:
        """A value that changes whenever the panels may change."""
        return self.replay.at, self.replay.length, self.replay.view, self.goal

    def view(self, signs: Glyphs, keys: Keys, zoom: Any = None) -> View:
        replay = self.replay
        return View(
            replay.state,
            replay.names,
            self.source.bots,
            replay.view,
            replay.chronicle,
            replay.at,
            signs,
            keys,
            zoom,
        )

    def marks(self, view: View) -> Marks:
        last = self.replay.last
        return Marks(last=last, lit=self._lit(view), cursor=self._newest, seams=self.seams)

    @property
    def _newest(self) -> Place | None:
        """Where something happened last: it is pointed at, and stays in sight."""
        past = map(self.replay.chronicle.done, range(self.replay.at, 0, -1))
        hexes = (event.places for events in past for event in events[:1] if event.places)
        return next(hexes, (None,))[-1]

    def _lit(self, view: View) -> Mask:
        """What pays for the goal that is shown: to the point of view, or else to everybody."""
        mask, viewer = 0, self.replay.view
        for seat, row in enumerate(view.earned):
            if self.goal is not None and viewer in (EVERYTHING, None, seat):
                mask |= row[self.goal][1]
        return mask

    # Commands

    def do(self, command: str) -> bool:
        """Carry out a command or a click; False if it is none of ours, and nothing changes."""
        head, _dash, number = command.partition("-")
        is_pointed = head in self._pointed and number.isdecimal()
        if command not in self._commands and not is_pointed:
            return False
        self.hush()
        if command != "seams":
            self.turned = 0
        if command in self._commands:
            self._commands[command]()
        else:
            self._pointed[head](int(number))
        return True

    def hush(self) -> None:
        """What was said has been read."""
        self.note = ""
        if not self.exporter.is_busy:
            self.exporter.note = ""

    def step_back(self) -> bool:
        """What Esc takes away; False: nothing, so it leads out of the replay."""
        if self.exporter.is_open:
            self.exporter.close()
        elif self.number is not None:
            self.number = None
        elif self.goal is not None:
            self.goal = None
        else:
            return False
        return True

    def _play(self) -> None:
        if not self.pace.is_on and self.replay.is_at_end:
            self.replay.home()  # once more from the start
        self.pace.toggle()

    def play_on(self, elapsed: float) -> bool:
        """Go on as far as this many seconds allow; whether there is something new to see."""
        steps = self.pace.due(elapsed)
        if steps:
            self.replay.step(steps)
        if self.pace.is_on and self.replay.is_at_end:
            self.pace.toggle()
            return True
        return bool(steps)

    def _step(self, count: int) -> None:
        """By hand: from then on it no longer plays on its own."""
        if self.pace.is_on:
            self.pace.toggle()
        self.replay.step(count)

    @property
    def _has_goals(self) -> bool:
        """A score of one part is in sight anyway."""
        return len(self.replay.table.game.parts(self.replay.state)) > 1

    def _next_goal(self) -> None:
        if not self._has_goals:
            return
        parts = len(self.replay.table.game.parts(self.replay.state))
        following = 0 if self.goal is None else self.goal + 1
        self.goal = following if following < parts else None

    def _show_goal(self, index: int) -> None:
        self.goal = None if self.goal == index else index

    def _next_view(self) -> None:
        self.replay.next_view()
        self.note = self.replay.view_name

    def _toggle_seams(self) -> None:
        self.seams = not self.seams
        self.turned += 1

    def _mark(self) -> None:
        self.note = _("mark set") if self.replay.mark() else _("mark removed")

    def _to_mark(self) -> None:
        if not self.replay.marks:
            self.note = _("no mark has been set yet")
        self.replay.to_mark()

    def _ask_turn(self) -> None:
        self.number = TextField(longest=_DIGITS)

    # Typing

    def press(self, key: str, character: str | None, keys: Keys) -> tuple[bool, Job | None]:
        """A key before it becomes a command: whether it was taken, and a file that is to be
        written."""
        if self.exporter.is_open:
            return True, self.exporter.press(key, character)
        if self.number is not None:
            self._type(self.number, key, character)
        elif keys.command(REPLAY, key) == "tenth" and key.isdecimal():
            self.hush()
            self.replay.tenth(int(key))
        else:
            return False, None
        return True, None

    def _type(self, number: TextField, key: str, character: str | None) -> None:
        if key == "enter":
            self.number = None
            if number.text:
                self.replay.to_turn(int(number.text))
        elif key == "escape" or (key == "backspace" and not number.text):
            self.number = None
        elif key.isdecimal() or len(key) > 1:
            number.press(key, character if key.isdecimal() else None)

    # Words

    def title(self, has_side: bool) -> tuple[Line, Line]:
        """The left and the right part of the title bar."""
        soft, replay = MUTED.on("raised"), self.replay
        text, more = ", ".join(replay.names), f"  {self.source.seed}"
        if not has_side and replay.done:  # else it stands in the side column
            text, more = (
                "; ".join(replay.kit.story.told(event, replay.names) for event in replay.done),
                "",
            )
        left = (
            Run(f" {_('Replay')}  ", ACCENT.on("raised")),
            Run(text, TEXT.on("raised")),
            Run(more, soft),
        )
        where = _("turn {number} of {turns}").format(number=replay.now.number, turns=replay.turns)
        return left, (Run(f"  {where} ", soft),)

    def prompts(self, view: View, columns: int, is_double: bool) -> tuple[Line, Line]:
        """What is asked or said, and else the time line."""
        pointer = view.signs.pointer
        if self.exporter.is_open:
            return self.exporter.lines(columns, pointer)
        if self.number is not None:
            return self._turn_question(self.number, pointer)
        line, below = timeline.lines(self.replay, self.pace, columns, view.signs)
        said = self._said(view)
        if is_double:
            return (Run(" "), *line), said or below
        return said or line, ()

    def _turn_question(self, number: TextField, pointer: str) -> tuple[Line, Line]:
        start = (Run(f" {pointer} ", ACCENT), Run(f"{_('Go to turn')} ", STRONG))
        about = _("1 to {turns}; 0 is the setup").format(turns=self.replay.turns)
        return (*start, *number.runs(_DIGITS + 1)), (Run(f"  {about}", MUTED),)

    def _said(self, view: View) -> Line:
        """What the player must be told right now."""
        text = self.exporter.note or self.note
        if text:
            return Run(f" {view.signs.pointer} ", ACCENT), Run(text, STRONG)
        if self.goal is None:
            return ()
        name = self.replay.kit.words.part(view.parts[self.goal])
        return Run(f"   {name}", STRONG), Run(_(": the hexes that pay are lit"))

    def _words(self, text: str) -> str:
        return _("pause") if text == _PLAY and self.pace.is_on else _(text)

    def hints(self, keys: Keys, has_side: bool) -> list[Hint]:
        """Keys that do something now, most important first; a pair of keys shares its words."""
        if self.exporter.is_open:
            return self.exporter.hints()
        if self.number is not None:
            enter, escape = key_name("enter"), key_name("escape")
            return [(enter, _("go there"), ""), (escape, _("cancel"), "back")]
        is_idle = {
            "view": len(self.replay.views) == 1,
            "panel": has_side,
            "scores": not self.is_over,
            "goal": not self._has_goals,
        }
        return [
            ("/".join(filter(None, map(keys.name, commands))), self._words(text), commands[-1])
            for commands, text in _HINTS
            if not is_idle.get(commands[0])
        ]


_PLAY: Final = N_("play")
_HINTS: Final = (
    (("play",), _PLAY),
    (("step-back", "step-on"), N_("step")),
    (("north", "south"), N_("turn")),
    (("panel",), N_("players")),
    (("help",), N_("help")),
    (("slower", "faster"), N_("speed")),
    (("export",), N_("export")),
    (("scores",), N_("score")),
    (("coach",), N_("coach")),
    (("goal",), N_("goals")),
    (("view",), N_("view")),
    (("back",), N_("back")),
    (("to-turn",), N_("go to turn")),
    (("mark", "to-mark"), N_("mark")),
    (("to-start", "to-end"), N_("start, end")),
)
