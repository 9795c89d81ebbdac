"""What every screen shares: keys become commands, and a window that is too small gets a message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from textual import events
from textual.geometry import Size
from textual.screen import Screen

from kbtui.paint.runs import EMPTY, Line
from kbtui.screens.widgets.lines import Lines
from kbtui.text.keys import PAGE

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp


SIT_DOWN: Final = "sit-down"  # a click on the note
SIT_DOWN_KEY: Final = "J"  # a capital, because Enter may just be building a settlement


class KbScreen(Screen[object]):
    """Hears keys and hands them on as commands of its table."""

    DEFAULT_CSS = "KbScreen { background: ansi_default; overflow: hidden; }"
    AUTO_FOCUS = ""
    BLANK = True  # every cell is painted by a widget; the framework need not draw a ground
    keys_of = PAGE  # the table of commands that this screen goes by
    more_keys_of: tuple[str, ...] = ()  # others, which come first

    @property
    def kb(self) -> KbApp:
        return cast("KbApp", self.app)

    @property
    def outer_size(self) -> Size:
        """That of the window. The framework tells a screen of a new size late, or never if a page
        lay over it, and until then lays out and paints a part of the window only."""
        return self.app.size

    def on_mount(self) -> None:
        # The framework paints what lay under a widget that has gone or moved only if it has not
        # looked where its widgets are in the meantime. So all is painted; the terminal gets what
        # differs.
        self.screen_layout_refresh_signal.subscribe(self, self._laid_out, immediate=True)

    def _laid_out(self, _screen: Screen[object]) -> None:
        self.refresh()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if not self.is_active or self.type_key(event):  # keys may come two at a time
            return
        if event.key == SIT_DOWN_KEY and self._sit_down():
            return
        keys = self.kb.keys
        tables = (*self.more_keys_of, self.keys_of)
        command = next(filter(None, (keys.command(table, event.key) for table in tables)), None)
        if command is not None:
            self.do(command)

    def type_key(self, event: events.Key) -> bool:
        """Whether the key went into a text that is being typed."""
        return False

    def do(self, command: str) -> None:
        """Carry out a command of the keyboard or of a click."""

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        message.stop()
        if self.is_active and not (message.act == SIT_DOWN and self._sit_down()):
            self.do(message.act)

    def _sit_down(self) -> bool:
        """With somebody who has come while we waited; whether there is one."""
        standby = self.kb.standby
        if standby is None or not standby.is_asked:
            return False
        standby.sit_down()
        return True

    def note(self) -> Line:
        """What stands in the title bar of every screen."""
        return EMPTY if self.kb.standby is None else self.kb.standby.note

    def repaint(self) -> None:
        """Bring everything up to date."""

    def painted(self) -> None:
        """The app has been painted for the first time: what can wait begins now."""

    def put_away(self) -> None:
        """Settle what is on disk: the screen is left for good, and the menu looks there next."""

    def dress(self) -> None:
        """The settings have changed: colours, signs, language."""
