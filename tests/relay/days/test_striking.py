"""The operator strikes a result: it leaves the table, which says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from relay.days.striking import NotStruck, rows_of, strike
from relay.effects import Append
from relay.protocol import days as d
from relay.server.cli import main
from relay.store.log_store import MemoryStore
from relay.store.sqlite import SqliteStore
from tests.relay.days.test_tries import DAY, finished, token_of, trier, view, wire_at


@pytest.mark.slow
def test_a_struck_result_is_shown_as_such_and_counts_for_nobody() -> None:
    wire = wire_at()
    ann = finished(wire, trier(wire))
    bob, cid = finished(wire, trier(wire, "Bob")), trier(wire, "Cid")
    rows = rows_of(wire.store, "kingdom", DAY)
    assert [row.attempt.opened.name for row in rows] == ["Ann", "Bob", "Cid"]
    strike(wire.store, rows[1], 5)
    wire.restart()
    for client in (ann, bob):
        found = view(wire, token_of(client))
        assert [(row.place, row.name) for row in found.people] == [(1, "Ann"), (0, "")]
        assert (found.finished, found.opened) == (1, 3)
    assert (found.place, found.trying) == (0, d.DONE)  # and there is no second try
    assert view(wire, token_of(cid)).people == ()
    for number, reason in ((1, "struck before"), (2, "not finished")):
        with pytest.raises(NotStruck, match=reason):
            strike(wire.store, rows_of(wire.store, "kingdom", DAY)[number], 5)
    with pytest.raises(NotStruck, match="meanwhile"):
        strike(wire.store, rows[0], 5)  # as it was before


@pytest.mark.slow
def test_the_command_lists_the_tries_and_strikes_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wire = wire_at()
    finished(wire, trier(wire))
    assert isinstance(wire.store, MemoryStore)
    path = tmp_path / "relay.sqlite"
    store = SqliteStore(path)
    for kept in wire.store.rooms():
        if kept.room.startswith("(day"):
            records = tuple(wire.store.load(kept.room))
            store.append([Append(kept.room, 0, records, kept.expires)])
    store.close()
    words = ["strike", "kingdom", DAY, "--store", str(path)]
    assert main(words) == 0
    assert "   1  12:00  Ann " in capsys.readouterr().out
    assert main([*words, "2"]) == 2
    assert "numbers 1 to 1" in capsys.readouterr().err
    assert main([*words, "1"]) == 0
    assert capsys.readouterr().out == "struck: Ann\n"
    assert main(words) == 0
    assert capsys.readouterr().out.endswith("struck\n")
    assert main([*words, "1"]) == 2
    assert main(["strike", "castle", DAY, "--store", str(path)]) == 2
    assert "there is no try of castle" in capsys.readouterr().err
