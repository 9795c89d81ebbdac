"""A finished game on television: it plays without keys, and Tab changes to the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kbtui.pages.hall.past import Rerun
from kbtui.paint.runs import ACCENT, Line, Run
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _
from kbtui.text.keys import key_name

if TYPE_CHECKING:
    from textual import events

    from engine.record import Record
    from engine.table import Table
    from kbtui.screens.online.archive import Archive

_STEPS: Final = {"tab": 1, "shift+tab": -1}


class RerunScreen(ReplayScreen):
    """``channels`` are the games that can be seen; ``rerun`` is one of them."""

    def __init__(
        self,
        archive: Archive,
        channels: Sequence[Rerun],
        rerun: Rerun,
        game: tuple[Record, Table],
    ) -> None:
        record, table = game
        super().__init__(table, rerun.names, origin=record)
        self._archive, self._channels, self._rerun = archive, channels, rerun

    def on_mount(self) -> None:
        super().on_mount()
        self.do("play")

    @property
    def _number(self) -> int:
        return self._channels.index(self._rerun)

    def title_bar(self) -> tuple[Line, Line]:
        left, right = super().title_bar()
        text = _("rerun {number} of {count}")
        told = text.format(number=self._number + 1, count=len(self._channels))
        return left, (Run(f"{told}  ", ACCENT.on("raised")), *right)

    def hint_line(self) -> Line:
        hints = self.looking.hints(self.kb.keys, self._has_side)
        if len(self._channels) > 1:
            hints = [(key_name("tab"), _("next game"), "channel"), *hints]
        return hint_bar(hints, self.app.size.width)

    def type_key(self, event: events.Key) -> bool:
        if event.key in _STEPS and not self.is_covered:
            self._change(_STEPS[event.key])
            return True
        return super().type_key(event)

    def do(self, command: str) -> None:
        if command == "channel":
            self._change(1)
        else:
            super().do(command)

    def _change(self, step: int) -> None:
        found = self._channels[(self._number + step) % len(self._channels)]
        if found != self._rerun:
            self.run_worker(self._show(found), group="rerun", exclusive=True)

    async def _show(self, rerun: Rerun) -> None:
        """The screen changes once, when there is something to see."""
        screen = await rerun_screen(self._archive, self._channels, rerun)
        if screen is None:
            self.looking.note = _("This game is no longer kept.")
            self.repaint()
        elif self.is_active:
            self.app.switch_screen(screen)


async def rerun_screen(
    archive: Archive, channels: Sequence[Rerun], rerun: Rerun
) -> RerunScreen | None:
    """None: the door does not have the game any more."""
    game = await asyncio.to_thread(archive.play, rerun)
    if game is None:
        return None
    return RerunScreen(archive, channels, rerun, game)
