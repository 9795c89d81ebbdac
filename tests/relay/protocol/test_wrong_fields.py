"""Wrong values in every field of every message, to a real relay: each ends its own connection."""

from __future__ import annotations

from typing import Any, Final

import pytest

from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import TO_RELAY, WORDS, encode, pack, unpack
from relay.protocol.fields import kinds_of
from relay.server.server import Relay
from tests.relay.protocol.samples import GOOD
from tests.relay.raw import Raw, frame
from tests.relay.server.test_server import figure, running

pytestmark = pytest.mark.slow

WRONG: Final[tuple[Any, ...]] = (
    *(None, True, -1, 1.5, 2**63, "", "x" * 5000, b"", bytes(33), (), (0,), {}, {"a": 1}),
    ((((((),),),),),),
)


def spoiled(message: m.ToRelay) -> list[bytes]:
    """The message with each field replaced by everything that does not fit."""
    word, *fields = unpack(encode(message))
    return [
        pack((word, *fields[:place], value, *fields[place + 1 :]))
        for place, kind in enumerate(kinds_of(type(message)).values())
        for value in WRONG
        if not kind(value)
    ]


async def is_well(relay: Relay) -> bool:
    raw = await Raw.open(relay.port)
    raw.send(m.Ping(7))
    answer = await raw.until(m.Pong)
    raw.close()
    return answer == m.Pong(7) and await figure(relay, "errors_total") == 0


@pytest.mark.parametrize("word", TO_RELAY)
async def test_a_wrong_value_in_any_field_ends_the_line_and_nothing_else(word: str) -> None:
    message = next(good for good in GOOD if WORDS[type(good)] == word)
    assert isinstance(message, m.ToRelay)
    async with running() as relay:
        for data in spoiled(message):
            raw = await Raw.open(relay.port, "" if word == "hello" else k.PLAYER)
            raw.writer.write(frame(data))
            assert await raw.end() == 1008, data
            byes = [said for said in raw.said if isinstance(said, m.Bye)]
            assert [bye.code for bye in byes] == ["bad-message"], data
        assert await is_well(relay)
