"""Figures of a door for Prometheus, on this machine alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from websockets.datastructures import Headers

from kbtui.door.shared import Shared
from relay.server.admission import is_meant_for_here

_PATIENCE: Final = 5.0  # seconds for a request
_NAMES: Final = (  # of the counters; each is there from the start
    *("connections", "logins", "no_login", "turned_away_crowd", "turned_away_proxy"),
    *("slow", "idle", "sessions", "no_accounts", "spawner_ended"),
)


def page(shared: Shared) -> str:
    """Nobody's name, key or address is in it."""
    lines = [
        "# TYPE kb_door_people gauge",
        f"kb_door_people {len(shared.people.here())}",
        "# TYPE kb_door_programs gauge",
        f"kb_door_programs {len(shared.players.running)}",
    ]
    for name in _NAMES:
        lines += [f"# TYPE kb_door_{name}_total counter"]
        lines += [f"kb_door_{name}_total {shared.figures[name]}"]
    return "\n".join(lines) + "\n"


async def serve(shared: Shared, port: int) -> asyncio.Server:
    """Raises OSError."""
    return await asyncio.start_server(_answer(shared), "127.0.0.1", port)


def _answer(
    shared: Shared,
) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                status, body = _told(shared, await reader.readuntil(b"\r\n\r\n"))
                head = f"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\n"
                head += f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
                writer.write(head.encode() + body)
                await writer.drain()
        except (OSError, TimeoutError, EOFError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    return answer


def _told(shared: Shared, request: bytes) -> tuple[str, bytes]:
    """The status and the page."""
    asked, *lines = request.decode("latin-1").split("\r\n")
    headers = Headers()
    for line in lines:
        name, _colon, value = line.partition(":")
        headers[name] = value.strip()  # a second one of that name is kept beside the first
    if not asked.startswith("GET /metrics "):
        return "404 Not Found", b""
    if not is_meant_for_here(headers):
        return "403 Forbidden", b"for this machine only\n"
    return "200 OK", page(shared).encode()
