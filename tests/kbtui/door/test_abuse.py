"""What strangers may try: keys that are not theirs, floods, silence, and not reading."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import asyncssh
import pytest
import pytest_asyncio
from asyncssh.packet import Boolean, String

from kbtui.door.accounts.store import Account, AccountsDown, SqliteAccounts
from kbtui.door.browsers import Browsers
from kbtui.door.people import People
from kbtui.door.players.wish import Window, Wish
from kbtui.door.shared import Limits, Shared
from kbtui.door.ssh import session as session_module
from kbtui.door.ssh.login import Identity, Login
from kbtui.door.ssh.sshserver import LIMITS, Settings, SshDoor
from kbtui.door.web.terminal.sessions import Full, Wanted
from tests.kbtui.door.listening import HALL, Ear, players

pytestmark = pytest.mark.slow
HERE = "127.0.0.1"
_REQUEST = 50  # the number of a request to log in


class Client(asyncssh.SSHClient):
    """Answers no questions: there are none."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Any
    ) -> Any:
        return []


@pytest_asyncio.fixture
async def shared(tmp_path: Path) -> AsyncIterator[Shared]:
    folder = tmp_path / "players"
    folder.mkdir()
    programs = players(folder)  # started when somebody needs it
    accounts = SqliteAccounts(tmp_path / "accounts.sqlite")
    yield Shared(accounts, programs, People(), "play.example.org", Limits(login=1.5))
    await programs.stop()
    accounts.close()


@pytest_asyncio.fixture
async def door(shared: Shared, tmp_path: Path) -> AsyncIterator[SshDoor]:
    limits = replace(LIMITS, connections=3, arrivals=60)
    proxies = (ip_network("127.0.0.9/32"),)
    found = SshDoor(Settings("127.0.0.1", 0, tmp_path / "key", proxies, limits), shared)
    await found.start()
    yield found
    await found.stop()


def connect(door: SshDoor, **more: Any) -> Any:
    options: dict[str, Any] = {"username": "x", "client_keys": None, **more}
    return asyncssh.connect(
        *("127.0.0.1", door.port),
        known_hosts=None,
        agent_path=None,
        config=None,
        client_factory=Client,
        **options,
    )


async def whoami(connection: asyncssh.SSHClientConnection) -> str:
    done = await connection.run("whoami", check=False)
    return str(done.stdout or done.stderr)


# Keys


async def test_a_stranger_s_key_behind_one_s_own_changes_nothing(
    door: SshDoor, shared: Shared
) -> None:
    """Signed with one's own, and at once an unsigned request for the stranger's."""
    own, stranger = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    shared.accounts.create("eve", own.get_fingerprint())
    shared.accounts.create("ada", stranger.get_fingerprint())
    unsigned = (
        *(String("x"), String("ssh-connection"), String("publickey"), Boolean(False)),
        *(String(b"ssh-ed25519"), String(stranger.public_data)),
    )

    class Pipelining(Client):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            plain = conn.send_packet

            def send(kind: int, *parts: bytes, **more: Any) -> None:
                plain(kind, *parts, **more)
                if kind == _REQUEST and b"publickey" in b"".join(parts):
                    plain(_REQUEST, b"".join(unsigned))

            vars(conn)["send_packet"] = send

    for _ in range(6):
        try:
            async with asyncssh.connect(
                *("127.0.0.1", door.port),
                username="x",
                client_keys=[own],
                known_hosts=None,
                agent_path=None,
                config=None,
                client_factory=Pipelining,
            ) as connection:
                assert await whoami(connection) == "eve, 1 key\n"
        except asyncssh.Error:
            pass  # the library may close such a connection


def login_of(shared: Shared) -> tuple[Login, list[str]]:
    login = Login(shared.accounts, "", lambda _login: None, lambda: None)
    done: list[str] = []

    class Connection:
        username = "x"

        def send_auth_banner(self, text: str) -> None: ...

        def get_extra_info(self, name: str) -> str:
            return self.username

        def abort(self) -> None:
            done.append("aborted")

    vars(login)["_connection"] = Connection()
    return login, done


async def test_only_what_stands_at_the_end_of_the_login_counts(shared: Shared) -> None:
    own, stranger = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    print_ = own.get_fingerprint()
    login, _done = login_of(shared)
    login.begin_auth("x")
    assert login.validate_public_key("x", own)
    login.begin_auth("y")  # another user name: what was offered before is forgotten
    login.auth_completed()
    assert login.identity == Identity("x", None)
    login, _done = login_of(shared)
    login.begin_auth("x")
    login.validate_public_key("x", stranger)
    login.get_kbdint_challenge("x", "", "")  # another method
    login.auth_completed()
    assert login.identity == Identity("x", None)
    login, _done = login_of(shared)
    login.begin_auth("x")
    login.validate_public_key("x", own)
    login.auth_completed()
    login.validate_public_key("x", stranger)
    login.auth_completed()
    assert login.identity == Identity("x", print_)


async def test_where_the_user_name_is_an_account_only_its_keys_are_taken(shared: Shared) -> None:
    own, stranger = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    shared.accounts.create("ada", own.get_fingerprint())
    login, _done = login_of(shared)
    login.begin_auth("ADA")
    assert not login.validate_public_key("ADA", stranger)
    login.auth_completed()
    assert login.identity == Identity("x", None)
    assert login.validate_public_key("ADA", own)


async def test_a_login_has_twenty_tries(shared: Shared) -> None:
    login, done = login_of(shared)
    for _ in range(20):
        login.public_key_auth_supported()
    assert done == []
    login.public_key_auth_supported()
    assert done == ["aborted"]


async def test_a_wrong_signature_is_nobody(door: SshDoor, shared: Shared) -> None:
    own, stranger = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    shared.accounts.create("ada", stranger.get_fingerprint())
    pair = asyncssh.load_keypairs([own])[0]
    vars(pair)["public_data"] = stranger.public_data  # signs with the one, speaks of the other
    with pytest.raises(asyncssh.Error):
        async with connect(door, client_keys=[pair], preferred_auth="publickey"):
            pass


# Connections


async def first_bytes(address: tuple[str, int], sent: bytes = b"", source: str = "") -> bytes:
    """What a connection gets; empty if it is closed at once."""
    loop, sock = asyncio.get_running_loop(), socket.socket()
    with sock:
        if source:
            sock.bind((source, 0))
        sock.setblocking(False)
        await loop.sock_connect(sock, address)
        if sent:
            await loop.sock_sendall(sock, sent)
        try:
            return await asyncio.wait_for(loop.sock_recv(sock, 100), 10)
        except ConnectionError:
            return b""


async def test_an_address_has_so_many_connections_and_no_key_is_exchanged_beyond(
    door: SshDoor, shared: Shared
) -> None:
    held = []
    for _ in range(6):  # two sockets for each connection that an address may have
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        assert (await reader.readline()).startswith(b"SSH-2.0-kb-door")
        held.append(writer)
    assert await first_bytes(("127.0.0.1", door.port)) == b""
    assert (await first_bytes(("127.0.0.1", door.port), source="127.0.0.2")).startswith(b"SSH-")
    assert shared.figures["turned_away_crowd"] == 1
    for writer in held:
        writer.close()


async def test_who_says_nothing_is_gone_after_the_deadline(door: SshDoor) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
    await asyncio.wait_for(reader.read(), 20)  # to the end
    writer.close()


async def test_a_listed_proxy_names_the_client_and_others_are_not_believed(door: SshDoor) -> None:
    address, line = ("127.0.0.1", door.port), b"PROXY TCP4 192.0.2.%d 192.0.2.1 40000 22\r\n"
    for number in range(12):  # a proxy's own address is never limited
        assert (await first_bytes(address, line % number, "127.0.0.9")).startswith(b"SSH-")
    assert await first_bytes(address, b"SSH-2.0-x\r\n" + b"x" * 20, "127.0.0.9") == b""
    reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
    writer.write(line % 1)  # nonsense from anybody else
    assert (await asyncio.wait_for(reader.read(), 20)).startswith(b"SSH-2.0-kb-door")
    writer.close()


# Sessions


async def test_a_connection_has_two_sessions_and_nothing_else(door: SshDoor) -> None:
    async with connect(door) as connection:
        shown = [
            await connection.create_process(term_type="xterm", term_size=(80, 24)) for _ in range(2)
        ]
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process(term_type="xterm")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", door.port)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", door.port)
        for process in shown:
            process.close()
    async with connect(door) as connection:
        with pytest.raises((asyncssh.Error, OSError)):
            await asyncio.wait_for(connection.start_sftp_client(), 20)


async def test_who_does_not_read_is_hung_up_and_costs_little(
    door: SshDoor, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that says it can take everything, and takes nothing."""
    monkeypatch.setattr(session_module, "_STALL", 0.5)
    guest = shared.accounts.guest()
    shared.accounts.new_code(guest.number, "return")
    async with connect(door) as connection:
        process = await connection.create_process(
            term_type="xterm-256color", term_size=(500, 200), window=2**31 - 1, encoding=None
        )
        await process.stdout.read(1000)
        transport = vars(connection)["_transport"]
        transport.pause_reading()
        for _ in range(300):
            process.change_terminal_size(499 + _ % 2, 200)
            await asyncio.sleep(0.02)
            if shared.figures["slow"]:
                break
        assert shared.figures["slow"] == 1
        for login in door.logins:
            held = vars(login.connection)["_transport"]
            assert held is None or held.get_write_buffer_size() < 4 * 1024 * 1024
        transport.abort()
    while shared.players.running:
        await asyncio.sleep(0.02)


async def test_an_idle_session_sends_nothing(door: SshDoor, shared: Shared) -> None:
    ear = Ear()
    player = await shared.players.open(Wish(1, "ada"), ear)
    await ear.hears(HALL)
    for _ in range(100):  # until it has painted all of it
        before = len(ear.data)
        await asyncio.sleep(0.3)
        if len(ear.data) == before:
            break
    before = len(ear.data)
    await asyncio.sleep(1.0)
    assert len(ear.data) == before
    player.hang_up()


async def test_an_idle_question_to_somebody_without_a_program_ends_too(
    door: SshDoor, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_down(_key: str | None = None) -> Account:
        raise AccountsDown(0, "nobody answers")

    monkeypatch.setattr(shared.accounts, "guest", is_down)
    monkeypatch.setattr(shared, "settings", replace(shared.settings, idle=0.1))
    async with connect(door) as connection:
        done = await asyncio.wait_for(connection.run(term_type="xterm", check=False), 5)
    assert done.exit_status == 1
    assert "Press Enter to play as a guest meanwhile" in done.stdout
    assert done.stdout.endswith("type ssh play.example.org to continue.\r\n")


async def test_no_program_starts_as_the_user_of_somebody_else(
    door: SshDoor, shared: Shared
) -> None:
    shared.people.enter(shared.accounts.create("ada", "a key"), "ssh")
    shared.users = 1
    async with connect(door) as connection:
        done = await connection.run("line new", check=False)
    assert (done.exit_status, "This door is full now" in str(done.stderr)) == (1, True)


async def test_an_address_has_so_many_sessions_and_pages_together(
    door: SshDoor, shared: Shared
) -> None:
    ada = shared.accounts.create("ada", "a key")
    assert all(shared.people.admit(HERE) for _ in range(10))  # browsers, from the same machine
    async with connect(door) as connection:
        # A game, what is printed for nobody, and the first page.
        for words, term in (("line new", None), ("rules lords", None), (None, "xterm")):
            done = await connection.run(words, term_type=term, check=False)
            told = f"{done.stdout}{done.stderr}"
            assert "Too many sessions are open from your address" in told, words
            assert done.exit_status == 1
        assert (await connection.run("version", check=False)).exit_status == 0  # no program
    with pytest.raises(Full):
        await Browsers(shared).open(Wanted("cookie", "tab", ()), Window(80, 24), "en", Ear(), HERE)
    assert shared.people.has_room(ada)
    assert not shared.players.running


async def test_the_first_page_is_counted_and_not_kept_for_hours(
    door: SshDoor, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = MagicMock(ended=asyncio.get_running_loop().create_future())
    crowd: list[bool] = []

    async def start(*_wish: Any) -> Any:
        crowd.extend(shared.people.admit(HERE) for _ in range(10))
        return page

    monkeypatch.setattr(session_module, "_FIRST", 0.05)
    monkeypatch.setattr(shared.players, "open", start)
    monkeypatch.setattr(shared.players, "end_politely", lambda page: page.ended.set_result(-15))
    async with connect(door) as connection:
        done = await asyncio.wait_for(connection.run(term_type="xterm", check=False), 5)
    assert done.exit_status == 1
    assert "You were away for a while." in done.stdout
    assert crowd == [True] * 9 + [False]  # the tenth is the page
    assert shared.people.admit(HERE)


async def test_pages_that_come_at_once_have_no_more_programs_than_an_account(
    shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program takes its time to start, and is counted from its first moment on."""

    async def slow(*_wish: Any) -> Any:
        await asyncio.sleep(0.01)
        raise OSError

    monkeypatch.setattr(shared.players, "open", slow)
    browsers = Browsers(shared)

    async def visit(tab: int) -> str:
        try:
            wanted = Wanted("cookie", str(tab), ())
            await browsers.open(wanted, Window(80, 24), "en", Ear(), f"192.0.2.{tab}")
        except (Full, OSError) as error:
            return type(error).__name__
        return ""

    came = await asyncio.gather(*map(visit, range(6)))
    assert sorted(came) == ["Full"] * 2 + ["OSError"] * 4
    assert shared.people.here() == []  # who did not get in is not here


async def test_words_reach_no_shell_and_escape_sequences_no_terminal(
    door: SshDoor, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    async with connect(door, username="x; id") as connection:
        for command in (f"games; touch {mark}", f"$(touch {mark})", f"rules `touch {mark}`"):
            await connection.run(command, check=False)
        done = await connection.run("frob\x1b[31mnicate", check=False)
        assert "\x1b" not in str(done.stderr)
        done = await connection.run("rules 'x\u202ey'", check=False)
        assert "\u202e" not in str(done.stderr)
    assert not mark.exists()
