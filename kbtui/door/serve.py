"""The command ``kb-door``: one process that hosts it all, until it is asked to stop."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from kbtui.door import figures
from kbtui.door.accounts import openaccounts
from kbtui.door.accounts.store import AccountsDown
from kbtui.door.browsers import Browsers
from kbtui.door.memory.finished import Finished
from kbtui.door.memory.memory import Memory
from kbtui.door.options import copy_parser, parser, shown
from kbtui.door.ownrelay import HOST, OwnRelay
from kbtui.door.people import People
from kbtui.door.players.config import MEGABYTE, Config
from kbtui.door.players.players import Players
from kbtui.door.ports import Ports
from kbtui.door.shared import Limits, Shared
from kbtui.door.ssh.sshserver import LIMITS, Settings, SshDoor
from kbtui.door.web.watch.home import Ways
from kbtui.door.web.weboptions import settings_from
from kbtui.door.web.webserver import WebDoor
from kbtui.text.address import Address, BadAddress, parse_address
from kbtui.text.i18n import N_
from relay.server import logs
from relay.server.admission import badge
from relay.server.arguments import Refusal, token_in
from relay.server.logs import event
from relay.store.valkey.address import is_url

BROKEN, USAGE = 1, 2  # exit codes
CLOSING: Final = N_(
    "This door closes for an upgrade. Your games are saved: type ssh {door} in a minute."
)
_HOUR: Final = 3600.0  # seconds
_REMEMBER: Final = 60.0  # seconds between two looks at who is here
_LAST: Final = 5.0  # seconds for programs to end when they are asked to


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 after a stop that was asked for, 1 if it can do no more, 2 for what cannot be
    done."""
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        if given[:1] == [openaccounts.WORD]:
            openaccounts.run(copy_parser().parse_args(given[1:]))
            return 0
        asked = parser().parse_args(given)
        logs.set_up(asked.log_format, asked.log_level, sys.stderr)
        return asyncio.run(_serve(asked))
    except SystemExit as stop:  # --help, --version
        return int(stop.code or 0)
    except (Refusal, OSError) as problem:
        text = problem.strerror if isinstance(problem, OSError) and problem.errno == 0 else problem
        print(f"kb-door: {text}", file=sys.stderr)
        return USAGE


class _Door:
    """Everything that is started, in the order in which it is stopped."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        self.stop = asyncio.Event()  # asked for
        self.is_broken = False
        self.user = _user(asked)
        self.folder: Path = asked.folder.absolute()
        self.private, self.players_folder = self.folder / "private", self.folder / "players"
        self._make_folders()
        self._ports = Ports(self.private)
        self.ssh: SshDoor
        self.relay: OwnRelay | None = None
        self.web: WebDoor | None = None
        self.figures: asyncio.Server | None = None
        self._chores: list[asyncio.Task[None]] = []
        self._finished: Finished | None = None

    def _make_folders(self) -> None:
        """Players' users must get to their own folder and see nothing else."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for path, mode in ((self.private, 0o700), (self.players_folder, 0o711)):
            path.mkdir(mode=mode, exist_ok=True)
            path.chmod(mode)
        self.folder.chmod(0o711)
        if self.user is None:
            return
        for path in (self.private, *self.private.iterdir()):
            os.chown(path, self.user, self.user)
        for above in self.folder.parents:
            if not above.stat().st_mode & 0o001:
                text = f"players' users cannot reach {self.folder}: {above} is closed to them"
                raise Refusal(f"{text}; use --folder, or --users none")

    async def open(self) -> None:
        """Raises Refusal, OSError."""
        asked = self.asked
        limits = Limits(asked.idle * 60, 20.0, asked.sessions, asked.per_account, asked.per_address)
        config = Config(str(self.players_folder), quota=asked.quota * MEGABYTE)
        if self.user is not None and asked.users is not None:
            config = config._replace(first_user=self.user + 1, users=asked.users[1] - self.user)
        name = asked.name or socket.getfqdn()
        door = shown(asked, name, asked.port)
        players = Players(config, asked.relay or "", door, asked.sessions, self.user is not None)
        self._find_relay(players)
        people = People(asked.per_account, asked.per_address)
        where = asked.accounts or self.private / "accounts.sqlite"
        accounts = openaccounts.open_accounts(where, asked.accept_risk)
        memory = Memory(self.private / "memory.json")
        self.shared = Shared(accounts, players, people, door, limits, memory)
        self.shared.users = 0 if config.first_user is None else config.users
        self.shared.desk.talk.is_on = asked.talk == "on"
        self.shared.desk.notice = asked.notice
        players.spawner_ended = partial(self.shared.count, "spawner_ended")
        players.gave_up = self._give_up
        self.ssh = SshDoor(self._settings(), self.shared)
        self._ports.claim(asked.host, asked.port, "--port")
        self.ssh.bind()
        if asked.port == 0:
            self._ports.hold(self.ssh.port)
            self.shared.door = self.shared.desk.door = players.door = shown(
                asked, name, self.ssh.port
            )
        if asked.web:
            self.web = self._web(players.relay)
        if self.relay is not None:
            await self._ports.claim_patiently(HOST, self.relay.port, "--relay-port")
        await players.start()  # the only process that keeps all rights
        if self.user is not None:
            self._drop()
        if self.relay is not None:
            await self.relay.start()
        await self.ssh.start()
        loop = asyncio.get_running_loop()
        self._chores = [loop.create_task(self._tidy()), loop.create_task(self._remember())]
        self._finished = self._looking_for_games(players.relay)
        if self.web is not None:
            await self.web.start()
            self.shared.desk.web = self.web.url
        if asked.metrics_port is not None:
            self.figures = await figures.serve(self.shared, asked.metrics_port)

    def _find_relay(self, players: Players) -> None:
        """One of its own, or one that is there already. Raises Refusal, OSError."""
        asked = self.asked
        if asked.relay is not None:
            if asked.relay_key is not None:
                players.badge = partial(badge, token_in(asked.relay_key))
            return
        if asked.accounts is not None and is_url(asked.accounts):
            text = "players of other doors are at other relays: name one for all with --relay"
            event(logging.WARNING, "alone", text=text)
        store = self.private / "relay.sqlite"
        self.relay = OwnRelay(store, asked.relay_port, players, asked.per_address)
        players.relay = self.relay.url

    def _settings(self) -> Settings:
        asked = self.asked
        limits = replace(
            LIMITS,
            connections=asked.per_address,
            all_connections=2 * asked.sessions + 50,
            arrivals=asked.arrivals,
            arrival_rate=asked.arrivals / 10,
        )
        proxies = tuple(asked.ssh_proxy)
        return Settings(asked.host, asked.port, self.private / "host_key", proxies, limits)

    def _give_up(self) -> None:
        """No program can be started: the operator has to start the door again."""
        self.is_broken = True
        self.stop.set()

    async def _tidy(self) -> None:
        """Guests who cannot come back, at the start and every hour."""
        while True:
            with suppress(AccountsDown):  # they are where no door reaches them now
                for number in self.shared.accounts.forget_guests():
                    self.shared.forget(number)
            await asyncio.sleep(_HOUR)

    async def _remember(self) -> None:
        while True:
            await asyncio.sleep(_REMEMBER)
            self.shared.remember()

    def _looking_for_games(self, relay: str) -> Finished:
        """Raises Refusal."""
        found = Finished(_address(relay), self.shared.memory)
        found.start()
        self.shared.desk.listed = found.listed
        return found

    def _web(self, relay: str) -> WebDoor:
        """Its port is taken and its certificate read while there is the right to. Raises Refusal,
        OSError."""
        ways = Ways(f"ssh {self.shared.door}", self.ssh.fingerprint, notice=self.asked.notice)
        settings = settings_from(self.asked, _address(relay), ways)
        limits, browsers = self.shared.settings, Browsers(self.shared)
        kept, made = self.shared.memory, self.shared.players.badge
        settings = replace(settings, programs=browsers, idle=limits.idle, memory=kept, badge=made)
        door = WebDoor(settings)
        self._ports.claim(settings.host, settings.port, "--web-port")
        door.bind()
        return door

    def _drop(self) -> None:
        assert self.user is not None, "only then"
        for path in (self.private, *self.private.iterdir()):
            os.chown(path, self.user, self.user)
        os.setgroups([])
        os.setgid(self.user)
        os.setuid(self.user)

    def say(self) -> None:
        """What players have to type, and how they know this machine."""
        lines = [
            f"kb-door listens on {self.asked.host} port {self.ssh.port}",
            f"players type: ssh {self.shared.door}",
            f"host key: {self.ssh.fingerprint}",
            *([] if self.web is None else [f"browsers open: {self.web.url}"]),
        ]
        with suppress(OSError):  # nobody may be reading
            print("\n".join(lines), flush=True)
        kinds = ", ".join(self.shared.players.kinds)
        if self.user is not None:
            kinds += ", users"
        event(logging.INFO, "listening", port=self.ssh.port, confined=kinds)

    async def drain(self) -> None:
        """Nobody new may come; people who are here may finish. A second signal shortens it."""
        self.shared.is_closing = True
        self.ssh.stop_accepting()
        if self.web is not None:
            self.web.stop_accepting()
        event(logging.INFO, "stopping", sessions=len(self.ssh.sessions()))
        self.stop.clear()
        waited = asyncio.get_running_loop().create_task(self.stop.wait())
        end = asyncio.get_running_loop().time() + self.asked.drain * 60
        while (self.ssh.sessions() or self._pages) and not waited.done():
            left = end - asyncio.get_running_loop().time()
            if left <= 0:
                break
            await asyncio.wait([waited], timeout=min(left, 0.5))
        waited.cancel()
        for session in self.ssh.sessions():
            session.say_goodbye(CLOSING)
        for _ in range(int(_LAST / 0.1)):
            if not self.ssh.sessions():
                break
            await asyncio.sleep(0.1)

    @property
    def _pages(self) -> int:
        """How many people play in a browser."""
        return 0 if self.web is None else self.web.programs

    async def close(self) -> None:
        for chore in self._chores:
            chore.cancel()
        if self._finished is not None:
            await self._finished.stop()
        self.shared.remember()
        await self.ssh.stop()
        if self.figures is not None:
            self.figures.close()
        if self.web is not None:
            await self.web.stop()
        if self.relay is not None:
            await self.relay.stop()
        await self.shared.players.stop()
        self.shared.accounts.close()
        event(logging.INFO, "stopped")


def _address(relay: str) -> Address:
    """Raises Refusal."""
    try:
        return parse_address(relay)
    except BadAddress as error:
        raise Refusal(str(error)) from None


def _user(asked: argparse.Namespace) -> int | None:
    """Whom this process becomes; only root can become somebody else."""
    if asked.users is None or os.getuid() != 0:
        return None
    return int(asked.users[0])


async def _serve(asked: argparse.Namespace) -> int:
    """The exit code."""
    door = _Door(asked)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, door.stop.set)
    try:
        await door.open()
        door.say()
        await door.stop.wait()
        await door.drain()
    finally:
        if hasattr(door, "ssh"):
            await door.close()
    return BROKEN if door.is_broken else 0


if __name__ == "__main__":
    sys.exit(main())
