"""A room that another relay's entries are passed on in: the same as one that folds them."""

from __future__ import annotations

import pytest

from relay.protocol.codec import decode_for_client, encode, pack, unpack
from relay.protocol.errors import BadLog
from relay.room import facts as f
from relay.room.reading import fold_more
from relay.room.room import Room
from relay.room.sights import Sight, read_sight, write_sight
from tests.relay.rooms import again, any_move, begun, game_of, play


def passed_on(room: Room) -> tuple[list[bytes], Sight | None]:
    """What was just played, as it is stored and as other relays are told of it."""
    facts, room.fresh = room.fresh, []
    return [f.write_fact(fact) for fact in facts], read_sight(write_sight(room, facts))


def known(room: Room) -> dict[str, object]:
    """All that is known without the table."""
    left_out = {"table", "_ahead", "_dealer", "fresh", "chairs", "told"}
    left_out |= {"opened_at", "absent_since", "present"}
    return {name: value for name, value in vars(room).items() if name not in left_out}


@pytest.mark.slow
@pytest.mark.parametrize("game", ["kingdom", "castle"])
def test_all_that_is_sent_is_the_same_and_no_position_is_needed(game: str) -> None:
    room = begun(game, "Ann", "Bob", "Cid")
    copy = again(room)
    room.fresh, start = [], copy.table and copy.table.state
    at = 0.0
    while room.acting is not None and len(room.digests) < 400:
        told, at = len(room.digests), at + 1.5
        play(room, 1_800_000_000.0 + at, "" if told % 7 else last_move(room))
        fold_more(copy, *passed_on(room))
        assert known(copy) == known(room)
        for viewer in (None, 0, 1, 2):
            pages = [each.page(viewer, told, len(room.digests), 100) for each in (room, copy)]
            assert encode(pages[0]) == encode(pages[1])
    assert copy.table is not None
    assert copy.table.state == start  # nothing was folded
    assert copy.playing_table.entries == room.playing_table.entries
    assert copy.playing_table.state == room.playing_table.state
    assert room.hidden > 10


def test_a_relay_of_an_earlier_version_understands_what_it_knows() -> None:
    """It took every row for an entry; and what it said had no message."""
    room = game_of("Ann", "Bob")
    room.fresh, before = [], len(room.digests)
    play(room, 1_800_000_000.0)
    sight = write_sight(room, room.fresh)
    to_act, on_turn, *rows = unpack(sight)
    masked = {row[0]: (row[1], dict(row[2:])) for row in rows}
    assert (to_act, on_turn) == (room.to_act, room.on_turn)
    assert not any(masked.get(number) for number in range(1, len(room.digests) + 1))
    found = read_sight(sight)
    assert found is not None
    assert decode_for_client(found.page) == room.page(None, before, len(room.digests), 100)
    assert read_sight(pack((to_act, on_turn))) == found._replace(page=b"")


def last_move(room: Room) -> str:
    table = room.playing_table
    return table.game.format(table.game.legal(table.state)[-1])


def test_who_acts_here_acts_in_the_position_that_others_have_made() -> None:
    room = game_of("Ann", "Bob")
    copy = again(room)
    room.fresh = []
    for _ in range(12):
        play(room)
        fold_more(copy, *passed_on(room))
    move = any_move(room)
    for each in (room, copy):
        play(each, token=move)
    assert copy.digests == room.digests
    assert copy.playing_table.state == room.playing_table.state


def test_without_a_sight_all_is_folded_and_with_one_there_are_only_entries() -> None:
    room = game_of("Ann", "Bob")
    copy = again(room)
    room.fresh = []
    for _ in range(4):
        told = len(room.digests)
        play(room)
        records, sight = passed_on(room)
        spoken = f.write_fact(f.Spoke(0, 1, "well"))
        fold_more(copy, records, sight if told % 2 else None)
        fold_more(copy, [spoken])
    assert len(copy.chat) == 4
    with pytest.raises(BadLog, match="something else"):
        fold_more(copy, [spoken], sight)
    assert copy.playing_table.entries == room.playing_table.entries


@pytest.mark.parametrize("to_act", [-1, None, 1])
def test_who_says_something_false_is_found_out_when_somebody_acts(to_act: int | None) -> None:
    room = game_of("Ann", "Bob")
    copy = again(room)
    room.fresh = []
    play(room)
    assert room.to_act == 0
    records, _ = passed_on(room)
    fold_more(copy, records, Sight(to_act, 0, {}))
    with pytest.raises(BadLog, match="another position"):
        _ = copy.playing_table


def test_entries_that_cannot_be_are_found_out_too() -> None:
    room = game_of("Ann", "Bob")
    record = f.write_fact(f.Played(0, 0, "no move", bytes(8)))
    fold_more(room, [record], Sight(0, 0, {}))
    with pytest.raises(BadLog, match="does not fit"):
        _ = room.playing_table


def test_before_a_game_there_are_no_entries() -> None:
    record = f.write_fact(f.Played(0, 0, "end", bytes(8)))
    with pytest.raises(BadLog):
        fold_more(Room("KQ74TN"), [record], Sight(0, 0, {}))


@pytest.mark.parametrize(
    "data", [b"", b"\x00", pack(()), pack((0, 1, 5)), pack((0, 1, ())), b"\xff"]
)
def test_what_cannot_be_understood_says_nothing(data: bytes) -> None:
    assert read_sight(data) is None
