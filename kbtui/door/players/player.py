"""One running program of a player, as the door holds it: its files, and how it ends."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from kbtui.door.players.keeper import GRACE
from kbtui.door.players.terminal import Files
from kbtui.door.players.wish import Window, Wish

if TYPE_CHECKING:
    from kbtui.door.players.players import Players

_READ: Final = 32 * 1024
_UNREAD: Final = 64 * 1024  # bytes typed that a program has not read; more are not believed


class Listener(Protocol):
    """Who shows what a program writes."""

    def wrote(self, data: bytes, is_error: bool) -> None: ...

    def ended(self, code: int) -> None: ...


class Player:
    """One running program."""

    def __init__(self, number: int, wish: Wish, files: Files, players: Players) -> None:
        self.number, self.wish = number, wish
        self.pid: int | None = None  # once it runs
        self.handle: int | None = None  # of the process, for another spawner
        self.is_over = False
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._files = files
        self._players = players
        self._listener: Listener | None = None
        self._typed = b""
        self.drained: Callable[[], None] | None = None  # called when all was read
        self._code: int | None = None
        self._is_hung_up = False

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        self.resume()

    def write(self, data: bytes) -> bool:
        """What the player types; False, and it is hung up, if it has not read for too long."""
        if self._files.input is None or self.is_over:
            return True
        if len(self._typed) + len(data) > _UNREAD:
            self.hang_up()
            return False
        self._typed += data
        self._pass_on()
        return True

    def end_input(self) -> None:
        """No more is typed; a terminal has no such end."""
        if self.wish.window is None and self._files.input is not None and not self._typed:
            self._files.close_input()

    def resize(self, window: Window) -> None:
        self._files.resize(window)

    def pause(self) -> None:
        """Take nothing more of what it writes until ``resume``."""
        loop = asyncio.get_running_loop()
        for file in self._files.outputs:
            loop.remove_reader(file)

    def resume(self) -> None:
        loop = asyncio.get_running_loop()
        for file in self._files.outputs:
            loop.add_reader(file, self._read, file)

    def hang_up(self) -> None:
        """The line is gone: the program ends, politely or not."""
        if not self._is_hung_up:
            self._is_hung_up = True
            self._close()
            self._players.end(self)

    def _pass_on(self) -> None:
        """Write what was typed, now or when the program reads."""
        file = self._files.input
        if file is None:
            return
        loop = asyncio.get_running_loop()
        try:
            self._typed = self._typed[os.write(file, self._typed) :]
        except BlockingIOError:
            pass
        except OSError:  # it is gone; its end is reported elsewhere
            self._typed = b""
        if self._typed:
            loop.add_writer(file, self._pass_on)
        else:
            loop.remove_writer(file)
            if self.drained is not None:
                self.drained()

    @property
    def backlog(self) -> int:
        """Bytes that were typed and not yet read."""
        return len(self._typed)

    def _read(self, file: int) -> None:
        try:
            data = os.read(file, _READ)
        except BlockingIOError:
            return
        except OSError:  # the other end of a terminal is closed
            data = b""
        if data and self._listener is not None:
            self._listener.wrote(data, self._files.is_error(file))
        elif not data:
            asyncio.get_running_loop().remove_reader(file)
            self._files.close_output(file)
            self._finish()

    def exited(self, code: int) -> None:
        """Told by the spawner. What it wrote before is still read."""
        self._code = code
        if not self._files.outputs or self._is_hung_up:
            self._finish()
        else:  # somebody may not read for a while, or something else holds the terminal
            asyncio.get_running_loop().call_later(GRACE, self._give_up)

    def _give_up(self) -> None:
        self._close()
        self._finish()

    def _finish(self) -> None:
        if self.is_over or self._code is None or self._files.outputs:
            return
        self.is_over = True
        self._close()
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None
        self._players.forget(self)
        self.ended.set_result(self._code)
        if self._listener is not None:
            self._listener.ended(self._code)

    def _close(self) -> None:
        loop = asyncio.get_running_loop()
        if self._files.input is not None:
            loop.remove_writer(self._files.input)
        for file in self._files.outputs:
            loop.remove_reader(file)
        self._files.close()
        self._players.silence(self)
