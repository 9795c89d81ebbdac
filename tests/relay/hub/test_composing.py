"""What is encoded while an append is made durable is what would have been sent without that."""

from __future__ import annotations

import pytest

from tests.relay.test_secrecy import GAMES, Eavesdropper, key_of
from tests.relay.wire import Wire


def overheard(name: str, is_composing: bool) -> Eavesdropper:
    game = Eavesdropper(key_of(name), GAMES[name], seed=3)
    game.wire.is_composing = is_composing
    game.play()
    return game


@pytest.mark.slow
@pytest.mark.parametrize("name", ["two", "four with Scouts", "two cards", "castle for two"])
def test_everybody_gets_the_same_bytes_in_the_same_order(name: str) -> None:
    composed, plain = (overheard(name, is_composing) for is_composing in (True, False))
    assert [(seen.viewer, seen.data) for seen in composed.seen] == [
        (seen.viewer, seen.data) for seen in plain.seen
    ]
    assert composed.wire.passed > 50
    assert plain.wire.passed == 0


def test_who_has_left_meanwhile_gets_nothing_and_the_others_get_it_all() -> None:
    wire = Wire()
    ann, bob = wire.started()
    wire.play_on([ann, bob], 20)
    acting, other = (ann, bob) if wire.step(ann) else (bob, ann)
    if acting is bob:
        assert wire.step(bob)
    wire.is_store_slow = True
    wire.settle()
    assert wire.waiting  # and composed for both
    before = wire.passed
    gone = next(line for line in wire.lines.values() if line.client is other)
    wire.cut(gone)
    count = len(gone.sent)
    wire.is_store_slow = False
    wire.store_all()
    wire.settle()
    assert len(gone.sent) == count
    assert acting.table is not None
    assert len(acting.table.entries) >= 21
    assert wire.passed == before  # it was for a crowd that is not there any more
    wire.connect(other)
    wire.settle()
    assert other.table is not None
    assert other.table.digest() == acting.table.digest()


def test_nothing_that_was_composed_is_sent_if_the_store_fails() -> None:
    wire = Wire()
    ann, bob = wire.started()
    wire.play_on([ann, bob], 20)
    wire.is_store_slow = True
    assert wire.step(ann) or wire.step(bob)
    wire.settle()
    before = wire.passed
    (append,) = wire.waiting
    wire.waiting.clear()
    wire.carry_out(wire.hub.failed(append, wire.now))
    assert wire.passed == before
    wire.is_store_slow = wire.is_composing = False
    wire.pass_time(5.0)  # another move comes instead, and what was composed is not said for it
    wire.play_on([ann, bob], 40)
    assert wire.passed == before
    assert ann.table is not None
    assert bob.table is not None
    assert len(ann.table.entries) == len(bob.table.entries) >= 40
