"""A channel and the program behind it: bytes, sizes, slow readers, and how it ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Final

import asyncssh

from kbtui.door import commandwords
from kbtui.door.accounts.store import Account, AccountsDown
from kbtui.door.desk import Visit
from kbtui.door.players.player import Player
from kbtui.door.players.players import Full
from kbtui.door.players.wish import ALLOWED, WELCOME, Window, Wish
from kbtui.door.shared import Shared
from kbtui.door.ssh.login import Login
from kbtui.door.ssh.sentences import (
    CROWDED,
    DOWN,
    FULL,
    IDLE,
    KEY_NEEDED,
    LOST,
    MEANWHILE,
    NEW_KEY,
    NOWHERE,
    RESTORE,
    TOO_MANY,
)
from kbtui.hosted import mode
from kbtui.text import i18n
from kbtui.text.i18n import _
from relay.server.logs import event, trouble

_STALL: Final = 30.0  # seconds that somebody may not read
_HIGH: Final = 64 * 1024  # bytes that wait for a slow reader
_BACKLOG: Final = 16 * 1024  # bytes typed that wait for the program
_FIRST: Final = 600.0  # seconds without a key on the first page, where nobody has begun anything
_WAY: Final = "ssh"
_NOT_NOW, _WRONG = 1, 2  # exit codes
_OF_ACCOUNTS: Final = ("status", "saves", "continue", "key", "whoami")


class Crowded(Exception):
    """No more programs for this address."""


class Session(asyncssh.SSHServerSession[bytes]):
    """One channel. Its life: asked for, an account found, a program run, closed."""

    def __init__(self, shared: Shared, login: Login) -> None:
        self._shared, self._login = shared, login
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._command: str | None = None
        self._term: str | None = None  # None: no terminal
        self._window = Window.of(0, 0)
        self._player: Player | None = None
        self._early = b""  # typed before the program runs
        self._typed = asyncio.Event()
        self._eof = False
        self._task: asyncio.Task[None] | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._place: int | None = None  # among the people here
        self._is_admitted = False  # counted for the address
        self._patience = shared.settings.idle  # seconds without a key
        self._language = i18n.ENGLISH
        self._goodbye = ""  # a sentence for the end
        self.is_over = False

    @property
    def channel(self) -> asyncssh.SSHServerChannel[bytes]:
        assert self._channel is not None, "it was opened"
        return self._channel

    # What the client asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        chan.set_write_buffer_limits(high=_HIGH)

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        self._term = term_type
        self._window = Window.of(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._window = Window.of(width, height)
        if self._player is not None:
            self._player.resize(self._window)

    def data_received(self, data: bytes, datatype: Any) -> None:
        self._stir()
        if self._player is None:
            self._early = (self._early + data)[:_BACKLOG]
            self._typed.set()
            return
        self._player.write(data)
        if self._player.backlog > _BACKLOG:
            self.channel.pause_reading()

    def eof_received(self) -> bool:
        self._eof = True
        if self._player is not None:
            self._player.end_input()
        return True

    def signal_received(self, signal: str) -> None:
        """As if it was typed; nothing else of a signal reaches a program."""
        if signal == "INT" and self._player is not None and self._term is not None:
            self._player.write(b"\x03")

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_over = True
        for timer in (self._stalled, self._idle):
            if timer is not None:
                timer.cancel()
        if self._player is not None:
            self._player.hang_up()
        if self._task is not None:
            self._task.cancel()
        self._leave()

    # Clients that do not read, and people who do nothing

    def pause_writing(self) -> None:
        self.stall(True)

    def resume_writing(self) -> None:
        self.stall(False)

    def stall(self, is_stalled: bool) -> None:
        if self._player is not None and not self._player.is_over:
            if is_stalled:
                self._player.pause()
            else:
                self._player.resume()
        if is_stalled and self._stalled is None:
            loop = asyncio.get_running_loop()
            self._stalled = loop.call_later(_STALL, self._too_slow)
        elif not is_stalled and self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _too_slow(self) -> None:
        self._shared.count("slow")
        event(logging.INFO, "slow")
        self._login.connection.abort()

    def _stir(self) -> None:
        """Somebody is there."""
        if self._idle is not None:
            self._idle.cancel()
        loop = asyncio.get_running_loop()
        self._idle = loop.call_later(self._patience, self._too_idle)

    def _too_idle(self) -> None:
        self._shared.count("idle")
        self.say_goodbye(IDLE)

    def say_goodbye(self, sentence: str) -> None:
        """The program ends politely, then this is said; so it is where there is none yet."""
        if self._player is not None:
            self._shared.players.end_politely(self._player)
        self._goodbye = sentence
        self._typed.set()

    # Its life

    async def _run(self) -> None:
        code = _NOT_NOW
        try:
            self._stir()
            code = await self._serve()
        except Full:
            code = self._refuse(FULL)
        except Crowded:
            code = self._refuse(CROWDED)
        except OSError as error:
            trouble("session", error)
            code = self._refuse(FULL)
        except (asyncio.CancelledError, asyncssh.Error):
            raise
        except Exception as error:
            trouble("session", error)
        finally:
            self._leave()
            if not self.is_over:
                self.channel.exit(code)

    async def _serve(self) -> int:
        """The exit code."""
        identity = self._login.identity
        assert identity is not None, "nobody gets a session before"
        shared, environment = self._shared, self._environment()
        self._language = i18n.by_locale(environment)
        self._speak()
        asked = commandwords.wanted(
            identity.user, self._command, self._term is not None, shared.door
        )
        if asked.trouble:
            self._write(asked.trouble)
            return _WRONG
        try:
            account = shared.accounts.of_key(identity.key) if identity.key else None
            if account is None and asked.code:
                account = shared.accounts.use_code(asked.code, identity.key)
                if account is None:
                    return self._refuse(NOWHERE)
                if account.is_guest and identity.key is not None:
                    account = None  # a name is missing; the page takes the code once more
            if account is None and not asked.prints:
                self._admit()
                visit = shared.desk.visit(identity.key, asked.proposal, self._login.wrong)
                if self._term is not None:
                    visit.prepare()
                account = await self._welcome(visit, environment)
                if account is None:
                    return _NOT_NOW
        except AccountsDown as error:
            trouble("accounts", error)
            return await self._meanwhile(asked, environment)
        if account is None:
            if asked.command in _OF_ACCOUNTS:
                sentence = KEY_NEEDED if identity.key is None else NEW_KEY
                named = mode.at(shared.door, "NAME")
                return self._refuse(sentence, _WRONG, word=asked.command, named=named)
            return await self._print(asked.words, shared.nobody)
        if asked.command in commandwords.DESK:
            return await self._print(asked.words, account)
        return await self._play(account, asked.words, environment)

    async def _meanwhile(self, asked: commandwords.Wanted, environment: Mapping[str, str]) -> int:
        """Accounts cannot be reached: what needs none is there, and a guest of now may play."""
        shared, identity = self._shared, self._login.identity
        if asked.prints and asked.command not in _OF_ACCOUNTS:
            return await self._print(asked.words, shared.nobody)
        is_key = identity is not None and identity.key is not None
        if asked.prints or asked.code or (self._term is None and is_key):
            return self._refuse(DOWN)
        if self._term is not None:
            for sentence in (DOWN, MEANWHILE):
                self._say(sentence)
            await self._typed.wait()
            if self._goodbye:
                return self._refuse(self._goodbye)
            typed, self._early = self._early, b""
            if not typed.startswith((b"\r", b"\n")):
                return _NOT_NOW
        guest = shared.passing_guest()
        try:
            return await self._play(guest, asked.words, environment)
        finally:
            shared.left(guest)

    async def _welcome(self, visit: Visit, environment: Mapping[str, str]) -> Account | None:
        if self._term is None:  # lines: a guest, or a key whose name can wait
            return self._shared.accounts.guest()
        wish = Wish(0, "", (WELCOME,), self._window, self._term, environment)
        patience, self._patience = self._patience, min(_FIRST, self._patience)
        self._stir()
        code = await self._show(wish, visit.answer)
        self._patience = patience
        self._stir()
        return visit.account if code == 0 else None

    def _admit(self) -> None:
        """Before a program is run: from the first page on, and for what is printed. Raises
        Crowded."""
        if not self._is_admitted:
            if not self._shared.people.admit(self._login.origin):
                raise Crowded
            self._is_admitted = True

    async def _print(self, asked: tuple[str, ...], account: Account) -> int:
        if asked[0] in commandwords.DESK:
            self._speak()
            try:
                lines = list(self._shared.lines(asked[0], account))
            except AccountsDown:
                return self._refuse(DOWN)
            for line in lines:
                self.channel.write(f"{line}{self._end}".encode())
            return 0
        return await self._play(account, asked, self._environment())

    async def _play(
        self, account: Account, asked: tuple[str, ...], environment: Mapping[str, str]
    ) -> int:
        shared = self._shared
        if not shared.people.has_room(account):
            return self._refuse(TOO_MANY)
        self._admit()
        if account.number:
            if not shared.has_own_user(account):
                return self._refuse(FULL)
            shared.count("sessions")
            self._place = shared.people.enter(account, _WAY, asked)
        window = None if self._term is None else self._window
        wish = Wish(
            *(account.number, account.name, asked, window, self._term or "", environment),
            origin=self._login.origin,
        )
        code = await self._show(wish, shared.desk.resident(account))
        return code if code >= 0 else 128 - code

    async def _show(self, wish: Wish, answer: Any) -> int:
        """Run a program to its end."""
        self._player = player = await self._shared.players.open(wish, self, answer)
        player.drained = self._drained
        player.resize(self._window)
        early, self._early = self._early, b""
        if early:
            player.write(early)
        if self._eof:
            player.end_input()
        if self.is_over:
            player.hang_up()
        elif self._goodbye:  # said while it was started
            self._shared.players.end_politely(player)
        code = await asyncio.shield(player.ended)
        if code < 0 and not self.is_over:  # it did not clean up after itself
            if wish.window is not None:
                self.channel.write(RESTORE.encode())
            self._say(self._goodbye or LOST)
        elif self._goodbye and not self.is_over:
            self._say(self._goodbye)
        return code

    def _drained(self) -> None:
        if not self.is_over:
            self.channel.resume_reading()

    def _environment(self) -> dict[str, str]:
        found = dict(self.channel.get_environment())
        return {name: str(found[name]) for name in ALLOWED if name in found}

    def _refuse(self, sentence: str, code: int = _NOT_NOW, **more: str) -> int:
        self._say(sentence, **more)
        return code

    def _speak(self) -> None:
        """In the language of this session, until somebody else is spoken to."""
        i18n.use(self._language)

    def _say(self, sentence: str, **more: str) -> None:
        self._speak()
        self._write(_(sentence).format(door=self._shared.door, **more))

    @property
    def _end(self) -> str:
        return "\n" if self._term is None else "\r\n"

    def _write(self, text: str) -> None:
        """One line to standard error; a terminal has only one stream."""
        start = "" if self._term is None else "\r"  # a program may have ended anywhere
        data = f"{start}{text}{self._end}".encode()
        if self._term is None:
            self.channel.write_stderr(data)
        else:
            self.channel.write(data)

    def _leave(self) -> None:
        if self._place is not None:
            self._shared.people.leave(self._place)
            self._place = None
        if self._is_admitted:
            self._shared.people.dismiss(self._login.origin)
            self._is_admitted = False

    # What the program says

    def wrote(self, data: bytes, is_error: bool) -> None:
        if self.is_over:
            return
        if is_error:
            self.channel.write_stderr(data)
        else:
            self.channel.write(data)

    def ended(self, code: int) -> None:
        """Told by ``player.ended`` too."""
