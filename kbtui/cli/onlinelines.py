"""Connects an online game in line mode to this terminal or pipe and to a relay.

Typed lines and messages of the relay arrive at the same time. Input is read in a separate thread,
because nothing else can wait for a pipe, a terminal and a file alike.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import deque
from typing import Final

from kbtui.cli import relays
from kbtui.cli.output import complain, say_line, window
from kbtui.disk.places import games_folder, reports_folder, tickets_folder
from kbtui.disk.settings import Settings
from kbtui.linemode.online_game import Frame
from kbtui.linemode.visit import LineVisit
from kbtui.look.terminal import terminal_of
from kbtui.online.alerts import run_hook
from kbtui.online.entering import Entrance, Way
from kbtui.online.guest import Guest
from kbtui.play.start import Room
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal

_CHUNK: Final = 1 << 16
_PROMPT: Final = "> "


def play(room: Room, settings: Settings, notice: str | None) -> int:
    """Until it is over, the person leaves, or nobody types any more."""
    if notice is not None:
        complain(notice)
    entrance = Entrance(tickets_folder())
    way = entrance.way(room, settings)
    try:
        visit = asyncio.run(_Driver(entrance, way, settings).run())
    finally:
        way.guest.hang_up()
    if visit.problem:
        if visit.is_unreachable:
            raise relays.unreachable(way.guest.address, visit.problem)
        problem = visit.problem.rstrip(".")
        if visit.can_watch:
            text = _("{problem}; type kb watch {code} to watch")
            problem = text.format(problem=problem, code=way.asked)
        raise Refusal(problem)
    if visit.is_kept:
        print(_kept(way.guest))
    return 0


def _kept(guest: Guest) -> str:
    text = _("Your seat is kept. Type kb --line continue {code} to continue.")
    return text.format(code=guest.client.code)


class _Driver:
    """The terminal or pipe."""

    def __init__(self, entrance: Entrance, way: Way, settings: Settings) -> None:
        self._entrance = entrance
        self._way = way
        self._settings = settings
        self._terminal = terminal_of(os.environ, settings, sys.stdout.encoding)
        self._is_typed = sys.stdin.isatty() and sys.stdout.isatty()
        self._is_prompted = False
        self._is_broken = False  # nobody reads what we say
        self._lines: deque[str | None] = deque()  # typed, and not heard yet; None at the end
        self._hooks: set[asyncio.Task[None]] = set()

    async def run(self) -> LineVisit:
        self._news = asyncio.Event()
        way = self._way
        visit = LineVisit(way.guest, self._say, self._frame(), way.asked, shared=self._shared)
        way.guest.listen(lambda event: self._news.set())
        self._listen(asyncio.get_running_loop())
        try:
            line = await self._open()
            while not visit.is_over and not line.done():
                self._news.clear()
                self._hear(visit)
                if not visit.is_over:
                    self._prompt(visit)
                    await self._news.wait()
                if self._is_broken:
                    raise BrokenPipeError
            if line.done() and line.exception() is not None and visit.is_kept:  # it is raised below
                self._say(_kept(way.guest))
        finally:
            visit.close()
            try:
                await way.guest.stop()
            finally:
                await self._entrance.close()
        return visit

    async def _open(self) -> asyncio.Task[None]:
        """Open the line; where others reach a relay inside this program is said first."""
        line = await self._entrance.open(self._way.guest)
        line.add_done_callback(lambda _line: self._news.set())
        if addresses := ", ".join(self._shared()):
            self._say(
                _("The relay is running in this program: {addresses}").format(addresses=addresses)
            )
        return line

    def _shared(self) -> tuple[str, ...]:
        own = self._entrance.relay_of(self._way.guest)
        return () if own is None else own.addresses

    def _frame(self) -> Frame:
        draws = sys.stdout.isatty() and self._terminal.has_colour
        folders = games_folder(), reports_folder()
        return Frame(*folders, self._call, draws, lambda: window(self._terminal))

    # ---- what is typed --------------------------------------------------------------------------

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        def put(line: str | None) -> None:
            self._lines.append(line)
            self._news.set()

        def read() -> None:
            rest = b""
            try:
                while chunk := os.read(handle, _CHUNK):
                    *whole, rest = (rest + chunk).split(b"\n")
                    for line in whole:
                        loop.call_soon_threadsafe(put, line.decode("utf-8", "replace"))
                if rest:
                    loop.call_soon_threadsafe(put, rest.decode("utf-8", "replace"))
                loop.call_soon_threadsafe(put, None)
            except OSError:  # the terminal is gone
                loop.call_soon_threadsafe(put, None)
            except RuntimeError:  # the loop has ended: nobody wants to know
                return

        handle = sys.stdin.fileno()
        threading.Thread(target=read, daemon=True).start()

    def _hear(self, visit: LineVisit) -> None:
        while self._lines and visit.is_listening and not visit.is_over:
            line = self._lines.popleft()
            self._is_prompted = False  # the terminal went to a new line
            if line is None:
                visit.end_of_input()
            else:
                visit.hear(line)

    # ---- what is said ---------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        try:
            if self._is_prompted:
                print()
                self._is_prompted = False
            say_line(text)
        except BrokenPipeError:
            self._is_broken = True

    def _prompt(self, visit: LineVisit) -> None:
        if self._is_typed and visit.is_listening and not self._is_prompted:
            print(_PROMPT, end="", flush=True)
            self._is_prompted = True

    def _call(self, turn: int) -> None:
        """It is the person's turn."""
        settings = self._settings
        if self._is_typed and settings.bell:
            print("\a", end="", flush=True)
        if settings.on_turn:
            facts = {"room": self._way.guest.client.code, "turn": str(turn)}
            task = asyncio.ensure_future(run_hook(settings.on_turn, facts))
            self._hooks.add(task)
            task.add_done_callback(self._hooks.discard)
