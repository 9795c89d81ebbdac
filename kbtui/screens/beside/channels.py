"""Watching like television: the public games are channels, and a key changes to the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from kbtui.pages.hall.hallwords import names_of
from kbtui.pages.hall.onnow import on_now
from kbtui.pages.hall.rows import is_running, numbered
from kbtui.paint.runs import ACCENT, Line, Run
from kbtui.play.start import Watch
from kbtui.screens.beside.companion import Companion
from kbtui.screens.online.entering import begin, way_into
from kbtui.screens.stack import PROBLEMS, problem_of
from kbtui.text.framing import Hint
from kbtui.text.hints import hint_bar, hints_of
from kbtui.text.i18n import _
from kbtui.text.keys import key_name, short_words
from relay.client import events as e
from relay.protocol import messages as m

if TYPE_CHECKING:
    from textual.timer import Timer

    from kbtui.online.guest import Guest
    from kbtui.screens.gamescreen import GameScreen

_EVERY: Final = 5.0  # seconds between two looks at the public games
_PAUSE: Final = 0.15  # seconds: of quick presses only the last one is followed
_LINGER: Final = 10.0  # seconds that a score stays before the next game comes
_STEPS: Final = {"next": 1, "previous": -1}
_DIGIT: Final = "tile-"  # what digits are called on the screen of a game


class Channels(Companion):
    """For somebody who watches. ``show`` makes the screen of a game from who watches it."""

    def __init__(self, guest: Guest, show: Callable[[Guest], GameScreen]) -> None:
        self._guest = guest
        self._show = show
        self._games: tuple[m.Listed, ...] = ()  # that can be watched, by their numbers
        self._coming: Guest | None = None  # already watches the next game
        self._timer: Timer | None = None  # until that is asked for
        self._target = ""  # the code of the game that is on its way
        self._moves_on = False  # when the score was looked at

    # Life

    def mounted(self) -> None:
        self._unlisten = self._guest.listen(self._happened)
        self.screen.set_interval(_EVERY, self._ask)
        self._ask()

    def unmounted(self) -> None:
        self._unlisten()
        self._stay()

    def _ask(self) -> None:
        if self._guest.is_up:
            self._guest.request(m.ListRooms())

    def _happened(self, event: e.Event | None) -> None:
        if isinstance(event, e.Got) and isinstance(event.message, m.Rooms):
            running = [room for room in event.message.rooms if is_running(room) and room.watching]
            numbers = numbered(self.screen.kb.numbers, [room.code for room in running])
            self.screen.kb.numbers = numbers
            chosen = (room for room in running if room.code in numbers)
            self._games = tuple(sorted(chosen, key=lambda room: numbers[room.code]))
            if self.screen.is_mounted:
                self.screen.repaint()

    # Other games

    @property
    def _code(self) -> str:
        return self._guest.client.code

    def _beside(self, step: int) -> m.Listed | None:
        """The game that number of channels away; None if there is no other."""
        codes = [room.code for room in self._games]
        start = self._target or self._code
        at = codes.index(start) + step if start in codes else min(step, 0)
        found = self._games[at % len(codes)] if codes else None
        return None if found is None or found.code == self._code else found

    def do(self, command: str) -> bool:
        was_moving, self._moves_on = self._moves_on, False
        if was_moving:
            self._stay()
            self.screen.repaint()
        if command in _STEPS:
            self._change_to(self._beside(_STEPS[command]))
            return True
        number = command.removeprefix(_DIGIT)
        if command.startswith(_DIGIT) and number.isdecimal():
            numbers = self.screen.kb.numbers
            found = (room for room in self._games if numbers.get(room.code) == int(number))
            self._change_to(next(found, None))
            return True
        if command == "back" and not self.screen.is_covered:
            self.screen.leave()  # nothing is lost by that
            return True
        return False

    def _change_to(self, room: m.Listed | None, after: float = _PAUSE) -> None:
        self._stay()
        if room is not None and room.code != self._code:
            self._target = room.code
            self._timer = self.screen.set_timer(after, lambda: self._open(room.code))

    def _stay(self) -> None:
        """Nothing comes any more."""
        self._target = ""
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.stop()
        coming, self._coming = self._coming, None
        if coming is not None:
            coming.hang_up()

    def _open(self, code: str) -> None:
        """Watch it from here: the screen changes once, when there is something to see."""
        self._timer = None
        try:
            self._coming = guest = way_into(self.screen.kb, Watch("", code)).guest
        except PROBLEMS as error:
            self.screen.say(problem_of(error))
            self.screen.repaint()
            return
        unlisten = guest.listen(lambda _event: self._arrived(guest, unlisten))
        begin(self.screen.kb, guest)

    def _arrived(self, guest: Guest, unlisten: Callable[[], None]) -> None:
        if guest is not self._coming:
            return
        if guest.refusal is not None:
            unlisten()
            self._stay()
            self.screen.say(_("This game cannot be watched any more."))
            self.screen.repaint()
        elif guest.is_playing and guest.client.confirmed >= guest.client.last:
            unlisten()
            self._coming = None
            self.screen.app.switch_screen(self._show(guest))

    # The end

    def settled(self) -> None:
        found = self._beside(1)
        if self.screen.session.is_over and found is not None and self._timer is None:
            self._change_to(found, _LINGER)
            self._moves_on = True
            self.screen.repaint()

    # What is shown

    def seen(self) -> object:
        return self._games, self.screen.kb.numbers

    def title(self, left: Line, right: Line) -> tuple[Line, Line]:
        codes = [room.code for room in self._games]
        if self._code not in codes:
            return left, right
        text = _("watching {number} of {count}")
        told = text.format(number=codes.index(self._code) + 1, count=len(codes))
        return left, (Run(f"{told}  ", ACCENT.on("raised")), *right)

    def above(self, columns: int, height: int) -> Sequence[Line]:
        look, numbers = self.screen.kb.look, self.screen.kb.numbers
        return on_now(self._games, numbers, self._code, look, columns, height)

    def prompts(self, asked: Line, place: Line) -> tuple[Line, Line]:
        coming = (room for room in self._games if room.code == self._target)
        found = next(coming, None) if self._moves_on else None
        if found is None:
            return asked, place
        text = _("Next: {names}. Press any key to stay here.")
        return self.screen.asked(text.format(names=", ".join(names_of(found)))), place

    def hints(self, line: Line) -> Line:
        """Before those of the game, of which as many are left as there is room for."""
        count, columns = len(self._games), self.screen.app.size.width
        own: list[Hint] = [(self.screen.kb.keys.name("back"), _("leave"), "back")]
        if count > 1:
            own = [(key_name("tab"), _("next game"), "next"), (f"1-{count}", _("game"), ""), *own]
        keys = self.screen.kb.keys
        own.append((keys.name("friend"), short_words("friend"), "friend"))
        return hint_bar([*own, *hints_of(line)], columns)
