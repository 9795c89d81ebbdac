"""One connection: frames in any portions, by the shortcut and by the library, mean the same."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import encode
from relay.server.server import Relay
from relay.server.websocket import framed, is_whole
from tests.relay.driving import DEADLINE, FAST
from tests.relay.raw import CONTINUED, PING, Raw, frame, request
from tests.relay.server.test_server import figure, running

PONG = 0x8A


def masked(data: bytes, mask: bytes) -> bytes:
    """A small frame with a mask that changes something."""
    hidden = bytes(byte ^ mask[n % 4] for n, byte in enumerate(data))
    return bytes((0x82, 0x80 | len(data))) + mask + hidden


def portions(data: bytes, rng: random.Random, cuts: int) -> Iterator[bytes]:
    places = sorted({0, len(data), *(rng.randrange(len(data)) for _ in range(cuts))})
    return (data[start:end] for start, end in pairwise(places))


async def send(relay: Relay, raw: Raw, portion: bytes) -> None:
    """As a portion of its own: the relay has read it before the next one comes."""
    assert relay._driver is not None
    figures = relay._driver.figures
    read = figures.bytes_in + len(portion)
    raw.writer.write(portion)
    async with asyncio.timeout(DEADLINE):
        while figures.bytes_in < read and not raw.writer.is_closing():
            await asyncio.sleep(0)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_a_message_is_framed_as_the_standard_says(size: int) -> None:
    whole = framed(bytes(size))
    width, length = (0, whole[1]) if whole[1] < 126 else ({126: 2, 127: 8}[whole[1]], 0)
    assert whole[0] == 0x82
    assert (length or int.from_bytes(whole[2 : 2 + width], "big")) == size
    assert whole[2 + width :] == bytes(size)


def test_whole_small_frames_are_known() -> None:
    one, two = frame(b"x" * 125), frame(b"")
    assert all(map(is_whole, (one, two, one + two, two * 50)))
    wrong = (one[:-1], one + two[:1], one + two[:2], b"\x82\x01x", frame(bytes(126)), one + b"\x82")
    assert not any(map(is_whole, wrong))


@pytest.mark.parametrize("cuts", [0, 1, 5, 40])
async def test_frames_may_come_in_any_portions(cuts: int) -> None:
    rng = random.Random(cuts)
    stamps = [rng.choice((n, 2**40 + n)) for n in range(60)]
    frames = [masked(encode(m.Ping(stamp)), rng.randbytes(4)) for stamp in stamps]
    frames[30:30] = [frame(b"a", PING), frame(b"", PONG), frame(bytes(8), PONG)]
    async with running() as relay:
        raw = await Raw.open(relay.port)
        for portion in portions(b"".join(frames), rng, cuts) if cuts else frames:
            await send(relay, raw, portion)
        while len(raw.said) < 1 + len(stamps):
            assert await raw.hear() is not None
        assert raw.said[1:] == [m.Pong(stamp) for stamp in stamps]
        raw.close()


async def test_several_messages_may_come_at_once_and_then_one_by_one() -> None:
    async with running() as relay:
        raw = await Raw.open(relay.port)
        raw.writer.write(b"".join(frame(encode(m.Ping(n))) for n in range(5)))
        for n in range(5, 10):
            assert await raw.until(m.Pong) == m.Pong(n - 5)
            raw.send(m.Ping(n))
        raw.close()


async def test_a_long_message_does_not_confuse_the_short_cut() -> None:
    async with running() as relay:
        raw = await Raw.open(relay.port)
        raw.send(m.Ping(1))
        await raw.until(m.Pong)
        raw.send(m.Say("x" * 300))
        assert isinstance(await raw.until(m.Refused), m.Refused)
        raw.send(m.Ping(2))
        assert await raw.until(m.Pong) == m.Pong(2)
        raw.close()


async def test_a_message_within_the_parts_of_another_breaks_the_protocol() -> None:
    async with running() as relay:
        raw = await Raw.open(relay.port)
        await raw.until(m.Welcome)
        await send(relay, raw, frame(b"\x92", 0x02))
        raw.writer.write(frame(encode(m.Ping(1))))
        assert await raw.end() == 1002
        assert not any(isinstance(said, m.Pong) for said in raw.said)


def trojan() -> tuple[bytes, bytes, bytes]:
    """A message with a frame in it, cut so that the frame comes alone."""
    inner = frame(encode(m.Ping(99)))
    outer = frame(encode(m.Resume("AAA-AAA", inner.ljust(32, b"."), 0, b"", 0)))
    before, after = outer.split(inner)
    return before, inner, after


async def test_what_looks_like_a_frame_in_a_message_is_none() -> None:
    async with running() as relay:
        raw = await Raw.open(relay.port)
        await raw.until(m.Welcome)
        for portion in trojan():
            await send(relay, raw, portion)
        assert isinstance(await raw.until(m.Refused), m.Refused)
        raw.send(m.Ping(1))
        assert await raw.until(m.Pong) == m.Pong(1)
        raw.close()


async def test_nor_is_one_whose_message_begins_behind_the_request() -> None:
    inner = frame(b"abcdefg")
    app = (b"\xe2" + inner).decode()  # its first two bytes are the end of a sign
    hello = frame(encode(m.Hello(k.PROTOCOL, k.PLAYER, app)))
    async with running() as relay:
        raw = await Raw.socket(relay.port)
        await send(relay, raw, request() + hello.removesuffix(inner))
        assert b" 101 " in await raw.reader.readuntil(b"\r\n\r\n")
        await send(relay, raw, inner)
        assert isinstance(await raw.hear(), m.Welcome)
        raw.close()


async def test_a_message_before_the_answer_to_the_request_breaks_the_protocol() -> None:
    async with running() as relay:
        raw = await Raw.socket(relay.port)
        await send(relay, raw, request() + frame(encode(m.Hello(k.PROTOCOL, k.PLAYER, "raw"))))
        assert b" 101 " in await raw.reader.readuntil(b"\r\n\r\n")
        assert await raw.end() == 1002


@pytest.mark.parametrize("head", [PONG, PING, CONTINUED])
async def test_small_frames_one_by_one_are_a_flood_too(head: int) -> None:
    async with running(FAST) as relay:
        raw = await Raw.open(relay.port)
        await raw.until(m.Welcome)
        if head == CONTINUED:
            raw.writer.write(frame(b"x", 0x02))
        for _ in range(200):
            await send(relay, raw, frame(b"", head))
        assert await raw.end() in (1006, 1008)
        assert await figure(relay, 'bye_total{code="too-fast"}') == 1
