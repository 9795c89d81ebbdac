"""A small SSH client for machines without OpenSSH's: ``python -m tests.kbtui.door.minissh``.

It knows the options that the tests use: -p, -i, -t, -T, -o (ignored), user@host, words.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import termios
import tty
from typing import Any

import asyncssh


class _Client(asyncssh.SSHClient):
    """Answers no questions: there are none."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Any
    ) -> Any:
        return []


async def main(arguments: list[str]) -> int:
    port, keys, wants, rest = 22, [], "", list(arguments)
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option in ("-t", "-T"):
            wants = option
            continue
        value = rest.pop(0)
        if option == "-p":
            port = int(value)
        elif option == "-i":
            keys.append(value)
    user, _at, host = rest.pop(0).rpartition("@")
    command = " ".join(rest) or None
    has_terminal = wants == "-t" or (not wants and command is None and os.isatty(0))
    async with asyncssh.connect(
        host,
        port,
        username=user or "tester",
        client_keys=keys or None,
        known_hosts=None,
        agent_path=None,
        config=None,
        client_factory=_Client,
    ) as connection:
        return await _talk(connection, command, has_terminal)


async def _talk(connection: Any, command: str | None, has_terminal: bool) -> int:
    size = os.get_terminal_size(0) if has_terminal else (80, 24)
    process = await connection.create_process(
        command,
        encoding=None,
        term_type=os.environ.get("TERM") if has_terminal else None,
        term_size=(size[0], size[1]),
    )
    loop = asyncio.get_running_loop()
    old = termios.tcgetattr(0) if has_terminal else None
    if has_terminal:
        tty.setraw(0)
        loop.add_signal_handler(
            signal.SIGWINCH, lambda: process.change_terminal_size(*os.get_terminal_size(0))
        )
    typing = loop.create_task(_type(process))
    try:
        await asyncio.gather(_copy(process.stdout, 1), _copy(process.stderr, 2))
        await process.wait_closed()
    finally:
        typing.cancel()
        if old is not None:
            termios.tcsetattr(0, termios.TCSADRAIN, old)
    return int(process.returncode if process.returncode is not None else 255)


async def _type(process: Any) -> None:
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while data := await reader.read(4096):
        process.stdin.write(data)
    process.stdin.write_eof()


async def _copy(stream: Any, file: int) -> None:
    while data := await stream.read(65536):
        while data:
            try:
                data = data[os.write(file, data) :]
            except BlockingIOError:  # a terminal is one file for input and output
                await asyncio.sleep(0.01)


if __name__ == "__main__":
    try:
        code = asyncio.run(main(sys.argv[1:]))
    except (OSError, asyncssh.Error):
        code = 255
    sys.stdout.flush()
    os._exit(code)
