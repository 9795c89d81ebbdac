"""The minimal relay: everyone on the same path receives what anyone there sends.

    python -m bench.broadcast

A plain server of the library: nothing is checked, stored or limited. It prints its address.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict

from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed


async def main() -> None:
    rooms: defaultdict[str, set[ServerConnection]] = defaultdict(set)

    async def handle(connection: ServerConnection) -> None:
        path = connection.request.path if connection.request is not None else ""
        room = rooms[path]
        room.add(connection)
        try:
            async for message in connection:
                broadcast(room, message)
        except ConnectionClosed:
            pass
        finally:
            room.discard(connection)

    async with serve(handle, "127.0.0.1", 0, compression=None) as server:
        print(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    asyncio.run(main())
