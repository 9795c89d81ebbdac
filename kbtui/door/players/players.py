"""The door's end of players' programs: start one, write to it, resize it, hang it up.

    players = Players(Config(folder), relay="ws://127.0.0.1:8765", door="play.example.org")
    await players.start()
    player = await players.open(Wish(account=7, name="ada", words=("join", "KQ7-4TN")), listener)
    player.write(b"q")
    player.resize(Window.of(120, 40))
    player.hang_up()
    code = await player.ended

What the program writes goes to the listener as it comes. A listener that is full calls ``pause``;
then the program waits, and no more than what its terminal holds is kept anywhere.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from subprocess import Popen
from typing import Any, Final

from kbtui.door.players import wire
from kbtui.door.players.config import Config
from kbtui.door.players.keeper import GRACE, Keeper, spawn, wait
from kbtui.door.players.player import Listener as Listener
from kbtui.door.players.player import Player as Player
from kbtui.door.players.terminal import pipes, terminal
from kbtui.door.players.wish import Wish
from relay.server.logs import event, trouble

_READY: Final = 60.0  # seconds for the spawner
_PAUSES: Final = (0.0, 1.0, 5.0)  # seconds before each try to start another
_BROKEN: Final = -signal.SIGTERM  # how what needs a spawner ends without one
Answer = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class Full(Exception):
    """No more programs can be started now."""


class Players:
    """All programs of one door."""

    def __init__(
        self, config: Config, relay: str, door: str, most: int = 100, drops_rights: bool = False
    ) -> None:
        """``drops_rights``: this process will have fewer than a spawner needs, once it started."""
        self._config, self.relay, self.door = config, relay, door
        self.most = most
        self.badge: Callable[[str], str] = lambda address: ""  # for the relay, if it takes any
        self.relay_ended: Callable[[int], None] = lambda code: None
        self.spawner_ended: Callable[[], None] = lambda: None
        self.gave_up: Callable[[], None] = lambda: None  # no program will ever start again
        self.running: dict[int, Player] = {}
        self.kinds: list[str] = []  # how programs are locked in
        self._numbers = count(1)
        self._line: socket.socket | None = None
        self._process: Popen[bytes] | None = None
        self._opening: dict[int, asyncio.Future[None]] = {}
        self._drops_rights = drops_rights
        self._keeper: Keeper | None = None
        self._mending: asyncio.Task[None] | None = None
        self._asking: dict[int, socket.socket] = {}
        self._one_start = asyncio.Lock()

    async def start(self) -> None:
        """Start the spawner, unless it runs; raises OSError."""
        async with self._one_start:
            if self._line is None:
                await self._start()

    async def _start(self) -> None:
        loop = asyncio.get_running_loop()
        ready = loop.create_future()
        ours, theirs = wire.pair()
        ours.setblocking(False)
        loop.add_reader(ours, _set, ready)
        try:
            with theirs:
                self._launch(theirs)
            await asyncio.wait_for(ready, _READY)
            loop.remove_reader(ours)
            message, _files = wire.receive(ours)
            if message is None:
                raise OSError("the spawner of players' programs has ended")
        except BaseException as error:  # also if nobody waits for it any more
            loop.remove_reader(ours)
            ours.close()
            self._end_spawner()
            if isinstance(error, TimeoutError):
                raise OSError("the spawner of players' programs does not answer") from None
            raise
        self.kinds = message["kinds"]
        self._line = ours
        loop.add_reader(ours, self._hear)
        for player in self.running.values():  # they have outlived the spawner before
            if player.handle is not None:
                adopt = {"do": "adopt", "id": player.number, "account": player.wish.account}
                wire.send(ours, adopt, (player.handle,))

    def _launch(self, line: socket.socket) -> None:
        words = (_SPAWNER, self._config.text())
        if self._drops_rights:
            self._keeper = self._keeper or Keeper(words)
            self._keeper.start(line)
        else:
            self._process = spawn(words, line)

    async def open(self, wish: Wish, listener: Listener, answer: Answer | None = None) -> Player:
        """Start a program; raises Full, OSError. ``answer`` is asked what it wants to know."""
        if len(self.running) >= self.most:
            raise Full
        if self._line is None:  # it was killed
            await self.start()
        if self._line is None:
            raise OSError("no more programs can be started")
        files, theirs = pipes() if wish.window is None else terminal(wish.window)
        ours, line = wire.pair()
        number = next(self._numbers)
        player = self.running[number] = Player(number, wish, files, self)
        opening = self._opening[number] = asyncio.get_running_loop().create_future()
        try:
            wire.send(self._line, self._message(number, wish), (*theirs, line.fileno()))
            await opening
        except BaseException:
            self.forget(player)
            files.close()
            ours.close()
            raise
        finally:
            del self._opening[number]
            line.close()
            for file in theirs:
                os.close(file)
        self._attend(player, ours, answer)
        player.listen(listener)
        return player

    def _message(self, number: int, wish: Wish) -> wire.Message:
        return {
            "do": "start",
            "id": number,
            "account": wish.account,
            "words": wish.words,
            "environment": wish.environment(),
            "hosted": [
                *(wish.door or self.door, self.relay, wish.name),
                self.badge(wish.origin) if wish.origin else "",
            ],
            "is_terminal": wish.window is not None,
        }

    def _hear(self) -> None:
        assert self._line is not None, "there is something to hear"
        try:
            message, files = wire.receive(self._line)
        except BlockingIOError:
            return
        if message is None:
            self._lost()
            return
        number = message["id"]
        if "code" in message and number == 0:
            self.relay_ended(message["code"])
        elif "code" in message:
            if number in self.running:
                self.running[number].exited(message["code"])
        elif number in self._opening and not self._opening[number].done():
            if "pid" in message:
                player = self.running[number]
                player.pid = message["pid"]
                player.handle = files.pop() if files else None
                self._opening[number].set_result(None)
            else:
                self._opening[number].set_exception(OSError(message["trouble"]))
        for file in files:  # of a program that nobody waits for any more
            os.close(file)

    def _lost(self) -> None:
        """The spawner is gone. Another one is started, and adopts the programs; where the system
        has no handles for them, they are hung up."""
        assert self._line is not None, "it was there"
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._line)
        self._line.close()
        self._line = None
        self._end_spawner()
        event(logging.ERROR, "spawner-ended", programs=len(self.running))
        self.spawner_ended()
        for opening in self._opening.values():
            if not opening.done():
                opening.set_exception(OSError("the spawner of players' programs has ended"))
        for player in list(self.running.values()):
            if player.handle is None:
                player.exited(_BROKEN)
        self.relay_ended(_BROKEN)
        self._mending = loop.create_task(self._mend())

    async def _mend(self) -> None:
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            try:
                await self.start()
            except OSError as error:
                trouble("spawner", error)
            else:
                event(logging.WARNING, "spawner-started")
                return
        event(logging.ERROR, "no-spawner")
        for player in list(self.running.values()):  # nobody would tell how they end
            player.exited(_BROKEN)
        self.gave_up()

    def _end_spawner(self) -> None:
        """Where there is a keeper, that one does it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def signal(self, player: Player, number: int) -> None:
        if self._line is not None and not player.is_over:
            with suppress(OSError):
                wire.send(self._line, {"do": "signal", "id": player.number, "signal": number})

    def end(self, player: Player) -> None:
        """First the line is closed, then it is asked to end, then it is ended."""
        loop = asyncio.get_running_loop()
        self.signal(player, signal.SIGHUP)
        loop.call_later(GRACE, self.signal, player, signal.SIGTERM)
        loop.call_later(2 * GRACE, self.signal, player, signal.SIGKILL)

    def end_politely(self, player: Player) -> None:
        """It may still clean up its terminal."""
        self.signal(player, signal.SIGTERM)
        asyncio.get_running_loop().call_later(GRACE, self.signal, player, signal.SIGKILL)

    def forget_folder(self, account: int) -> None:
        """Nobody comes back to it."""
        if self._line is not None and account > 0:
            with suppress(OSError):
                wire.send(self._line, {"do": "forget", "account": account})

    def forget(self, player: Player) -> None:
        self.running.pop(player.number, None)

    async def stop(self, patience: float = 10.0) -> None:
        """Hang up on everybody and end the spawner."""
        players = list(self.running.values())
        for player in players:
            player.hang_up()
        if players:
            await asyncio.wait([player.ended for player in players], timeout=patience)
        if self._line is not None:
            asyncio.get_running_loop().remove_reader(self._line)
            self._line.close()
            self._line = None
        if self._mending is not None:
            self._mending.cancel()
        if self._process is not None:
            await asyncio.to_thread(wait, self._process)
        if self._keeper is not None:
            await asyncio.to_thread(self._keeper.stop)

    # The relay of the door, which the spawner forks too

    def start_relay(self, arguments: Sequence[str]) -> None:
        """``relay_ended`` is called when it has ended. Raises OSError."""
        if self._line is None:
            raise OSError("no more programs can be started")
        wire.send(self._line, {"do": "relay", "arguments": list(arguments)})

    def stop_relay(self) -> None:
        if self._line is not None:
            with suppress(OSError):
                wire.send(self._line, {"do": "signal", "id": 0, "signal": int(signal.SIGTERM)})

    # What programs ask

    def _attend(self, player: Player, line: socket.socket, answer: Answer | None) -> None:
        line.setblocking(False)
        self._asking[player.number] = line
        asyncio.get_running_loop().add_reader(line, self._asked, player, line, answer)

    def _asked(self, player: Player, line: socket.socket, answer: Answer | None) -> None:
        """A question of a program, which may have been taken over: it is foreign. One that asks
        nonsense or does not read gets no more answers."""
        try:
            data = line.recv(wire.LONGEST)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        try:
            if not data or answer is None:
                raise ValueError
            line.send(wire.packed(answer(wire.unpacked(data))))
        except (ValueError, OSError):
            self.silence(player)

    def silence(self, player: Player) -> None:
        line = self._asking.pop(player.number, None)
        if line is not None:
            asyncio.get_running_loop().remove_reader(line)
            line.close()


_SPAWNER: Final = "kbtui.door.players.spawner"


def _set(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)
