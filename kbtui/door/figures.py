"""Figures of a door for Prometheus, on this machine alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from kbtui.door.shared import Shared

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
                asked = await reader.readline()
                found = asked.startswith(b"GET /metrics ")
                body = page(shared).encode() if found else b""
                status = b"200 OK" if found else b"404 Not Found"
                head = b"HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n"
                writer.write(head % (status, len(body)) + b"Connection: close\r\n\r\n" + body)
                await writer.drain()
        except (OSError, TimeoutError, ValueError):
            pass
        finally:
            writer.close()

    return answer
