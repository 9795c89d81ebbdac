"""What a door costs: logins, first paint, a key and its echo, memory for each session.

    python -m bench.door                 # 1, 30 and 100 sessions at once, on this machine alone
    python -m bench.door --sessions 1,30

A real door with its own relay and real programs; clients are connections of asyncssh in this
process, and OpenSSH's for the key. Everything listens on loopback, and ends on its own.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import asyncssh

from tests.kbtui.door.hosting import Door, known_keys, open_folder, programs
from tests.kbtui.door.listening import HALL
from tests.kbtui.door.test_ssh import free_port

PLAIN: Final = 27.0  # MB of a plain child, as measured before there was a spawner
_PATIENCE: Final = 120.0
_KEYS: Final = 20  # pressed for the time of a key


class Shown(NamedTuple):
    """A session, and how long it took."""

    login: float
    paint: float
    process: Any


async def show(port: int, key: asyncssh.SSHKey) -> Shown:
    start = time.perf_counter()
    connection = await asyncssh.connect(
        *("127.0.0.1", port),
        username="bench",
        client_keys=[key],
        known_hosts=None,
        agent_path=None,
        config=None,
    )
    login = time.perf_counter() - start
    process = await connection.create_process(
        term_type="xterm-256color", term_size=(80, 24), encoding=None
    )
    seen = b""
    while HALL not in seen:
        came = await asyncio.wait_for(process.stdout.read(65536), _PATIENCE)
        if not came:
            raise SystemExit(f"bench.door: a session ended before it painted: {seen[-300:]!r}")
        seen += came
    return Shown(login, time.perf_counter() - start, process)


def memory(door: int) -> list[tuple[float, float]]:
    """Private and proportional megabytes of every player's program."""
    found = []
    for pid in programs(door):
        try:
            rolled = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        sizes = {line.split()[0]: int(line.split()[1]) for line in rolled.splitlines()[1:]}
        private = sizes["Private_Clean:"] + sizes["Private_Dirty:"]
        found.append((private / 1024, sizes["Pss:"] / 1024))
    return found


def tell_memory(door: Door, where: str) -> None:
    sizes = memory(door.process.pid)
    if sizes:
        private = statistics.mean(each[0] for each in sizes)
        shared = statistics.mean(each[1] for each in sizes)
        print(f"  private, PSS {where:<21} {private:8.1f} MB {shared:.1f} MB")
        print(f"  against a plain child ({PLAIN:.0f} MB)       {private / PLAIN:8.2f}")


async def key_to_byte(shown: Shown) -> float:
    """The median time from a key to the first byte that it changes."""
    times = []
    for number in range(_KEYS):
        await quiet(shown)
        start = time.perf_counter()
        shown.process.stdin.write(b"\x1b[A" if number % 2 else b"\x1b[B")
        await asyncio.wait_for(shown.process.stdout.read(65536), _PATIENCE)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


async def quiet(shown: Shown) -> int:
    """Read until nothing comes for a while; how much came."""
    count = 0
    while True:
        try:
            async with asyncio.timeout(0.3):
                came = len(await shown.process.stdout.read(65536))
        except TimeoutError:
            return count
        if not came:  # the session has ended: nothing more will come
            return count
        count += came


async def round_(door: Door, count: int, keys: list[asyncssh.SSHKey]) -> None:
    start = time.perf_counter()
    shown = await asyncio.gather(*(show(door.port, key) for key in keys[:count]))
    took = time.perf_counter() - start
    paints = sorted(each.paint for each in shown)
    p99 = paints[min(len(paints) - 1, int(len(paints) * 0.99))]
    print(f"{count} sessions at once")
    print(f"  logins and first paints a second   {count / took:8.1f}")
    print(
        f"  login p50                          {statistics.median(s.login for s in shown):8.3f} s"
    )
    print(f"  first paint p50, p99               {statistics.median(paints):8.3f} s {p99:.3f} s")
    print(f"  key to first byte, median          {await key_to_byte(shown[0]) * 1000:8.1f} ms")
    await asyncio.gather(*(quiet(each) for each in shown))
    await asyncio.sleep(5)
    idle = sum(await asyncio.gather(*(quiet(each) for each in shown)))
    print(f"  bytes of idle sessions in 5 s      {idle:8}")
    tell_memory(door, "in the hall")
    for each in shown:
        for key in (b"\x1b", b"p"):  # to the menu, and a game
            each.process.stdin.write(key)
            await quiet(each)
    await asyncio.gather(*(quiet(each) for each in shown))
    tell_memory(door, "in a game")
    for each in shown:
        each.process.close()
        each.process.channel.get_connection().abort()
    while memory(door.process.pid):
        await asyncio.sleep(0.1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sessions", default="1,30,100")
    counts = [int(word) for word in parser.parse_args().sessions.split(",")]
    with open_folder() as folder:
        keys = known_keys(folder, max(counts))
        options = ["--sessions", "500", "--per-address", "1000", "--arrivals", "2000"]
        options += ["--relay-port", str(free_port())]
        with Door(folder / "state", *options) as door:
            print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
            for count in counts:
                asyncio.run(round_(door, count, keys))


if __name__ == "__main__":
    main()
