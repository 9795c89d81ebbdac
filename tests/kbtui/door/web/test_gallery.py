"""How many rooms a door watches at once, and which one gives way."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from kbtui.door.web.sockets import Gate
from kbtui.door.web.watch import gallery
from kbtui.door.web.watch.gallery import Full, Gallery, Watched
from kbtui.text.address import Address


async def is_there(room: Watched) -> bool:
    return True


@pytest.fixture
async def rooms(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Gallery]:
    """Its relay shows every room."""
    monkeypatch.setattr(gallery, "_MOST", 4)
    monkeypatch.setattr(gallery, "_OF_ADDRESS", 3)
    monkeypatch.setattr(Watched, "appear", is_there)
    made = Gallery(Address("ws://127.0.0.1:9"))
    yield made
    await made.close()


async def look(rooms: Gallery, codes: str, address: str) -> None:
    for code in codes:
        await rooms.ask(code, Gate(), address)


async def test_rooms_that_nobody_looks_at_give_way_to_one_that_somebody_wants(
    rooms: Gallery,
) -> None:
    await look(rooms, "AB", "192.0.2.1")
    await look(rooms, "CDA", "192.0.2.2")  # A was looked at last
    await look(rooms, "E", "192.0.2.3")
    assert [code for code in "ABCDE" if rooms.find(code)] == [*"ACDE"]
    for room in rooms._rooms.values():
        room.viewers = 1
    with pytest.raises(Full):
        await look(rooms, "F", "192.0.2.3")
    assert len(rooms._rooms) == 4


async def test_the_rooms_of_one_address_give_way_to_its_own(rooms: Gallery) -> None:
    await look(rooms, "V", "192.0.2.9")
    await look(rooms, "ABCDEF", "192.0.2.1")
    assert [code for code in "VABCDEF" if rooms.find(code)] == [*"VDEF"]
