"""A real relay and hostile peers, while others play next to them."""

from __future__ import annotations

import asyncio
import base64
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import TO_RELAY, encode, pack
from relay.protocol.fields import kinds_of
from relay.protocol.limits import Limits
from tests.relay.driving import Driver, sit_down, stop_all
from tests.relay.processes import RelayProcess
from tests.relay.raw import CONTINUED, TEXT, Raw, frame

pytestmark = pytest.mark.slow

MEGA: Final = 1024 * 1024
FRAMES: Final = 12_000
AT_ONCE: Final = 15
WRONG: Final = (-1, 2**64 - 1, True, "", "x" * 5000, b"", bytes(3000), (), (1,) * 900, ((((),),),))
Fuzz = Callable[[random.Random], bytes]


def noise(rng: random.Random) -> bytes:
    return frame(rng.randbytes(rng.randrange(1, 300)))


def right(rng: random.Random) -> bytes:
    """A message of the protocol with values that may do."""
    token = rng.randbytes(32)
    terms = m.Terms(rng.choice(('{"players":2}', "{}", "[]", "{")), False, True, 0, k.NO_CLOCK, 0)
    return encode(
        rng.choice(
            (
                m.Create("Mallory", token, rng.choice(("kingdom", "chess")), terms),
                m.Join("ACD-EFG", "Mallory", token),
                m.Resume("ACDEFG", token, rng.randrange(20_000), b"", 0),
                m.Move(rng.randrange(20_000), rng.choice(("e7", "undo", "deal:?", "\x1b[2J"))),
                m.Reveal(token),
                m.Say("\x1b]0;owned\x07"),
                m.Mute(rng.randrange(65_536), True),
                m.Kick(rng.randrange(8)),
                m.FetchRecord(1 + rng.randrange(1000)),
                m.Start(),
                m.More(rng.randrange(20_000)),
            )
        )
    )


def cut(rng: random.Random) -> bytes:
    data = right(rng)
    return frame(data[: rng.randrange(len(data))])


def flipped(rng: random.Random) -> bytes:
    data = bytearray(right(rng))
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return frame(bytes(data))


def wrong_field(rng: random.Random) -> bytes:
    """A message with any field of any type."""
    word = rng.choice(list(TO_RELAY))
    fields = [rng.choice(WRONG) for _ in kinds_of(TO_RELAY[word])]
    return frame(pack((word, *fields))[:16_000])


def deep(rng: random.Random) -> bytes:
    return frame(rng.choice((b"\x91", b"\x81\xa1a", b"\xdc\x00\x01")) * rng.randrange(400, 5000))


def claimed(rng: random.Random) -> bytes:
    """A few bytes that promise gigabytes."""
    head = rng.choice((b"\xdd", b"\xdf", b"\xc6", b"\xdb", b"\xc9"))
    return frame(b"\x92\xa4more" + head + b"\xff" * 4)


def large(rng: random.Random) -> bytes:
    return frame(bytes(rng.randrange(16_385, 70_000)))


def text(rng: random.Random) -> bytes:
    return frame(rng.choice((b"hello", b"\xff\xfe", b"")), TEXT)


def splinters(rng: random.Random) -> bytes:
    return frame(b"", 0x02) + frame(b"", CONTINUED) * 300


def torn(rng: random.Random) -> bytes:
    """The beginning of a frame; the rest never comes."""
    data = frame(right(rng))
    return data[: rng.randrange(1, len(data))]


FUZZ: Final[tuple[Fuzz, ...]] = (
    *(noise, cut, flipped, wrong_field, deep, claimed, large, text, splinters, torn),
    lambda rng: frame(right(rng)),
)


async def attack(port: int, rng: random.Random, frames: int) -> int:
    """Send that many frames, on a new line whenever one ends; how many lines it took."""
    lines = 0
    while frames > 0:
        lines += 1
        raw = await Raw.open(port, rng.choice((k.PLAYER, k.WATCHER, "")))
        count = min(frames, rng.randrange(1, 8))
        for _ in range(count):
            raw.writer.write(rng.choice(FUZZ)(rng))
        raw.send(m.Ping(1))
        frames -= count
        if rng.random() < 0.1:
            raw.close()
        else:
            raw.writer.write(b"\xff" * 20_000)  # ends whatever is torn, and is no frame itself
            await raw.end()
    return lines


async def test_thousands_of_bad_frames_hurt_nobody_else(tmp_path: Path) -> None:
    limits = Limits(
        connections=200,
        arrivals=10**6,
        all_arrivals=10**6,
        burst=100,
        rate=20,
        guesses=10**6,
        creations=50,
    )
    with RelayProcess(tmp_path, limits=limits) as relay:
        drivers = await sit_down(relay.url, ["Ann", "Bob"], ["Eve"], stop_at=4)
        await attack(relay.port, random.Random(0), 200)  # so that everything is loaded
        before = relay.memory()
        jobs = [attack(relay.port, random.Random(n), FRAMES // AT_ONCE) for n in range(AT_ONCE)]
        lines = sum(await asyncio.gather(*jobs))
        assert lines > FRAMES // 10
        assert relay.memory() - before < 24 * MEGA
        assert relay.figure("errors_total") == 0
        assert relay.page("/healthz").startswith("ok\n")
        assert [driver.lines for driver in drivers] == [1, 1, 1]
        for driver in drivers:
            await driver.go_on(12)
        await drivers[2].reaches(12)
        await stop_all(drivers)
        assert relay.stop() == 0


async def test_a_flood_leaves_other_rooms_alone(tmp_path: Path) -> None:
    limits = Limits(
        connections=200, arrivals=10**6, all_arrivals=10**6, faults=10**9, presence=0.05
    )
    with RelayProcess(tmp_path, limits=limits) as relay:
        before = relay.memory()
        floods = [await Raw.open(relay.port) for _ in range(5)]
        stop = asyncio.Event()

        async def flood(raw: Raw) -> None:
            while not stop.is_set():
                raw.send(*(m.Ping(n) for n in range(50)))
                for _ in range(50):
                    await raw.hear()

        tasks = [asyncio.create_task(flood(raw)) for raw in floods]
        ann, bob = await sit_down(relay.url, ["Ann", "Bob"], stop_at=12)
        for driver in (ann, bob):
            await driver.reaches(12)
        stop.set()
        await asyncio.gather(*tasks)
        assert (ann.lines, bob.lines) == (1, 1)
        assert relay.memory() - before < 24 * MEGA
        for raw in floods:
            raw.close()
        await stop_all([ann, bob])


async def test_stuck_readers_do_not_fill_the_memory(tmp_path: Path) -> None:
    with RelayProcess(tmp_path) as relay:
        drivers = await sit_down(relay.url, ["Ann", "Bob"])
        for driver in drivers:
            await driver.ends()
        before, count = relay.memory(), 40
        for _ in range(count):
            raw = await Raw.open(relay.port, k.WATCHER, buffer=4096)
            raw.send(m.Watch(drivers[0].client.code, "Stuck", 0, b""))
            raw.send(*(m.More(0) for _ in range(300)))
            await relay.becomes("connections", 2)
            raw.close()
        assert relay.figure("dropped_readers_total") == count
        assert relay.memory() - before < 8 * MEGA
        await stop_all(drivers)


def shapes(secret: bytes) -> Iterator[str]:
    """How bytes could stand in a log."""
    yield secret.hex()
    yield base64.b64encode(secret).decode().rstrip("=")
    yield base64.urlsafe_b64encode(secret).decode().rstrip("=")
    yield repr(secret)[2:-1]


async def test_logs_hold_no_secret(tmp_path: Path) -> None:
    with RelayProcess(tmp_path, "--log-level", "debug", "--log-format", "json") as relay:
        drivers = await sit_down(relay.url, ["Penelope", "Ulysses"], ["Telemachus"])
        await drivers[0].request(m.Say("the suitors are here"))
        for driver in drivers:
            await driver.ends()
        await snoop(relay.port, drivers[0])
        await stop_all(drivers)
        assert relay.stop() == 0
    log = relay.log.read_text()
    assert '"event": "opened"' in log
    assert '"event": "closed"' in log
    seal = drivers[0].client.seal
    assert seal is not None
    secrets = [seal.secret, *seal.nonces]
    for driver in drivers[:2]:
        assert driver.client.ticket is not None
        secrets += [driver.client.ticket.token, driver.client.ticket.key]
    assert [s.hex() for s in secrets for shape in shapes(s) if shape in log] == []
    words = (
        "Penelope",
        "Ulysses",
        "Telemachus",
        "suitors",
        "deal:",
        "show:",
        drivers[0].client.code,
    )
    assert [word for word in words if word in log] == []


async def snoop(port: int, driver: Driver) -> None:
    """Whatever could make a relay talk: wrong tokens, half messages, broken frames."""
    assert driver.client.ticket is not None
    token = driver.client.ticket.token
    for data in (
        frame(encode(m.Resume(driver.client.code, token[::-1], 0, b"", 0))) + frame(b"\xc1"),
        frame(encode(m.Join("AAA-AAA", "Penelope", token))[:-3]),
        frame(token, TEXT),
        b"\xff" + token,
    ):
        raw = await Raw.open(port)
        raw.writer.write(data)
        await raw.end()
    assert b"426" in await (await Raw.socket(port)).answer(
        b"GET /" + token.hex().encode() + b" HTTP/1.1\r\nHost: x\r\n\r\n"
    )
