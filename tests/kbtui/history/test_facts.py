"""What one record tells about its player."""

from __future__ import annotations

import pytest

from engine.contract import keys
from engine.record import Record, format_record, read_record
from kbtui.history.facts import PRACTICE, Fact, Uncounted, fact_of
from kbtui.play.session import SEATS
from tests.kbtui.history.shelves import played, record
from tests.sources import ROOT


def facts(found: Record) -> Fact | Uncounted:
    return fact_of(format_record(found).encode(), 0.0)


@pytest.mark.parametrize("game", keys())
def test_a_finished_game_of_one_person_is_a_fact(game: str) -> None:
    found = record("random you", game=game, thought=90)
    fact = facts(found)
    assert isinstance(fact, Fact)
    assert (fact.game, fact.day, fact.seat) == (game, "2026-05-01", 1)
    assert (fact.seats, fact.names) == (("random", "you"), ("Ann", "Botto"))
    assert (fact.result, fact.winners) == (found.result, found.winners)
    assert fact.seconds == 90
    _record, table = read_record(format_record(found))
    for rows in fact.counts.values():
        assert all(len(row) == 2 for row in rows.values())
    first = next(iter(fact.counts.values()))  # what scores adds up to the score
    assert tuple(map(sum, zip(*first.values(), strict=True))) == table.game.totals(table.state)


def test_the_example_of_the_page_about_records_is_counted_by_hand() -> None:
    """docs/record.md: 26 to 31 gold; the first seat has twelve lines, each a turn."""
    page = (ROOT / "docs" / "record.md").read_text()
    text = page.partition("```text\n")[2].partition("```")[0]
    head, _blank, entries = text.partition("\n\n")
    fact = fact_of(f"{head}\nseats: you random\n\n{entries}".encode(), 0.0)
    assert isinstance(fact, Fact)
    assert (fact.score, fact.best_other, fact.has_won) == (26, 31, False)
    assert fact.turns == 12
    assert fact.kind == "base"
    assert fact.day == "1970-01-01"  # the record does not say; the file does
    assert fact.counts["tiles"]["barn"][0] == 2  # the first seat moves two a turn with it


def test_what_does_not_count() -> None:
    two = played("kingdom", 2, "a")
    assert facts(two) is Uncounted.APART  # bots alone
    assert facts(record("you you")) is Uncounted.APART
    whole = record("you random")
    assert facts(whole._replace(tags=(*whole.tags, (PRACTICE, "yes")))) is Uncounted.APART
    entries = whole.entries[:40]
    cut = whole._replace(entries=entries, result=None, winners=None, digest=None)
    assert facts(cut) is Uncounted.UNFINISHED
    assert facts(cut._replace(tags=((SEATS, "random random"),))) is Uncounted.APART


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"kbtui record 1\n",
        b"kbtui record 1\ngame: chess\noptions: {}\nresult: 1 2\nseats: you random\n\n",
        format_record(record("you random")).replace("result: ", "result: 9").encode(),
        format_record(record("you random random", "b"))
        .replace("you random random", "you")
        .encode(),
    ],
    ids=["empty", "bytes", "cut", "unknown", "forged", "seats"],
)
def test_damage_is_no_fact_and_raises_nothing(text: bytes) -> None:
    assert fact_of(text, 0.0) is Uncounted.DAMAGED
