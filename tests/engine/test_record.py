"""Game records: what is written reads back, even after a person has edited it."""

import pytest

from engine.contract import find
from engine.dealer import Dealer, Seal, commitment, sealed_seed
from engine.errors import BadInput, BadRecord, FoulDeal
from engine.record import (
    Record,
    entry_line,
    format_record,
    parse_record,
    read_head,
    read_record,
    record_for,
    record_of,
    start_table,
    verify_record,
    written_entries,
)
from engine.table import Table
from tests.records import dealt, small
from tests.walks import KINGDOM, TABLES, fixed, options, scarce, walked

SECRET = bytes(range(32))
NONCES = (b"\x01" * 16, b"\x02" * 16)
WHOLE = small(2000)
TEXT = format_record(WHOLE)
LINES = TEXT.split("\n")


# ---- parts of a record ----------------------------------------------------------------------


def test_the_head_is_the_record_without_its_entries() -> None:
    head = read_head(TEXT)
    assert head.record == WHOLE._replace(entries=())
    assert LINES[head.line_of["result"] - 1].startswith("result: ")
    assert LINES[head.line_of["start"] - 1].startswith("options: ")
    assert head.entries.split("\n")[0] == LINES[head.first - 1]


def test_the_head_does_not_ask_what_the_game_is_or_what_was_played() -> None:
    text = TEXT.replace("game: kingdom", "game: chess").replace("end", "nonsense")
    assert read_head(text).record == WHOLE._replace(game="chess", entries=())
    with pytest.raises(BadRecord):
        parse_record(text)


def test_entries_are_read_as_they_are_written_with_their_lines() -> None:
    written = [*written_entries(read_head(TEXT))]
    assert [entry for _, entry in written] == [*WHOLE.entries]
    for line, (_, token) in written:
        assert token in LINES[line - 1].split()


def test_a_record_can_grow_line_by_line() -> None:
    head, _, _ = TEXT.partition("\n\n")
    lines = [entry_line(number, entry) for number, entry in enumerate(WHOLE.entries, 1)]
    assert parse_record("\n".join([head, "", *lines])) == WHOLE


# ---- reading back ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_a_game_of_any_kind_reads_back(name: str) -> None:
    start = options(name, 5)
    table = dealt(start, Dealer(start["seed"]))
    record = record_of(table, Record("kingdom", start, players=("A", "B"), seeded=True))
    assert record.result == table.game.totals(table.state)
    assert record.winners == table.game.winners(table.state)
    text = format_record(record)
    assert parse_record(text) == record
    again, replayed = read_record(text)
    assert again == record
    assert replayed.states == table.states
    assert verify_record(again, replayed) == table.dealt
    assert format_record(again) == text


def test_winners_are_written_as_people_count_seats() -> None:
    assert WHOLE.result is not None
    best = [n for n, gold in enumerate(WHOLE.result, 1) if gold == max(WHOLE.result)]
    assert f"winners: {' '.join(map(str, best))}" in LINES


def test_a_record_from_before_winners_were_named_reads_as_it_did() -> None:
    text = "\n".join(line for line in LINES if not line.startswith("winners:"))
    record, table = read_record(text)
    assert record == WHOLE._replace(winners=None)
    assert record_of(table, record) == WHOLE


def test_a_game_that_is_not_over_has_no_winners() -> None:
    record = small(100)
    assert (record.result, record.winners) == (None, None)
    assert "winners" not in format_record(record)


def test_a_game_with_undo_and_redo_reads_back() -> None:
    assert {"undo", "redo"} <= {token for _, token in WHOLE.entries}
    record, table = read_record(TEXT)
    assert record == WHOLE
    assert table.to_act is None


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_copy_of_one_chair_reads_back(viewer: int | None) -> None:
    start = options("marshes", 6)
    table = dealt(start, Dealer("secret"), 200).seen_by(viewer)
    record = record_of(table, Record("kingdom", start))
    again, replayed = read_record(format_record(record))
    assert again == record
    assert replayed.state == table.state
    assert "deal:?" in format_record(record)


def test_a_game_from_a_position_reads_back() -> None:
    game, middle = find(KINGDOM), walked(options("three on marshes", 7), 7, 90)
    table = Table(game, middle.state)
    for _ in range(6):
        actor = table.to_act
        assert actor is not None
        table.append(actor, game.format(game.legal(table.state)[0]))
    record = record_of(
        table, Record("kingdom", game.write_position(middle.state), is_position=True)
    )
    text = format_record(record)
    assert "\nposition: {" in text
    again, replayed = read_record(text)
    assert again == record
    assert replayed.states == table.states


def test_a_sealed_game_reads_back_and_is_proved_once_it_is_open() -> None:
    start = options("two", 8)
    table = dealt(start, Dealer(sealed_seed(SECRET, NONCES)))
    closed = Seal(commitment(SECRET), tuple(nonce.hex() for nonce in NONCES))
    for seal in (closed, closed._replace(secret=SECRET.hex())):
        record = record_of(table, Record("kingdom", start, seal=seal))
        assert parse_record(format_record(record)) == record
    assert verify_record(record, table) == table.dealt
    with pytest.raises(FoulDeal, match="not been revealed"):
        verify_record(record_of(table, Record("kingdom", start, seal=closed)), table)


def test_an_own_board_travels_in_the_record() -> None:
    start = fixed(scarce("D", players=3), "own board")
    table = dealt(start, Dealer("own board"), 150)
    record = record_of(table, Record("kingdom", start, seeded=True))
    again, replayed = read_record(format_record(record))
    assert replayed.state == table.state
    assert verify_record(again, replayed) == table.dealt


def test_a_record_without_entries_reads_back() -> None:
    record = record_of(Table.new(KINGDOM, {}), Record("kingdom", {}))
    assert read_record(format_record(record))[0] == record
    assert start_table(record).entries == []


def test_a_record_that_names_no_seed_cannot_be_proved() -> None:
    record = record_of(walked(options("two", 1), 1, 30), Record("kingdom", options("two", 1)))
    with pytest.raises(FoulDeal, match="does not say"):
        verify_record(record, start_table(record))


def test_a_seeded_record_with_a_changed_seed_is_foul() -> None:
    start = {"first_game": True, "seed": "other"}
    record, table = read_record(format_record(small()))
    with pytest.raises(FoulDeal, match="should be"):
        verify_record(record._replace(start=start), table)


def test_lines_are_short_and_entry_numbers_lead_them() -> None:
    body = LINES[LINES.index("") + 1 : -1]
    assert all(len(row) <= 100 for row in body)
    numbers = [int(row.split()[0]) for row in body]
    counts = [len(row.split()) - 2 for row in body]
    expected = 1
    for number, count in zip(numbers, counts, strict=True):
        assert number == expected
        expected += count
    assert expected == len(WHOLE.entries) + 1


# ---- what a person may do to a file ---------------------------------------------------------


def test_comments_and_blank_lines_are_skipped() -> None:
    first = LINES.index("") + 2
    rows = [
        *(LINES[0], "# a comment", *LINES[1 : first - 1]),
        *("", "# another", f"{LINES[first - 1]}  # a good start", "   ", *LINES[first:]),
    ]
    assert parse_record("\n".join(rows)) == WHOLE


def test_line_endings_of_other_systems_do_no_harm() -> None:
    assert parse_record(TEXT.replace("\n", "\r\n")) == WHOLE
    assert read_record(TEXT.replace("\n", "\r\n"))[0] == WHOLE


def test_moves_are_read_in_any_case_and_spacing() -> None:
    head, _, body = TEXT.partition("\n\n")
    body = body.upper().replace("DEALER", "dealer").replace(" ", " \t ").replace("\n", "  \n")
    assert parse_record(f"{head}\n\n{body}") == WHOLE


def test_lines_may_be_broken_anywhere_between_entries() -> None:
    head, _, _ = TEXT.partition("\n\n")
    rows = [
        f"{number} {'dealer' if actor < 0 else actor + 1} {token}"
        for number, (actor, token) in enumerate(WHOLE.entries, 1)
    ]
    assert parse_record(head + "\n\n" + "\n".join(rows)) == WHOLE


def test_further_headers_are_kept() -> None:
    assert WHOLE.tags == (("date", "2025-01-31"), ("event", "a: b, # c"))
    assert parse_record(TEXT).tags == WHOLE.tags


@pytest.mark.parametrize(
    "name",
    ["Ann\nsecret: 00", "Ann\n\n   1 dealer deal:grass", "Bob\r", "x\u2028y", "tab\there"],
)
def test_a_name_cannot_become_a_line_of_its_own(name: str) -> None:
    with pytest.raises(BadInput, match="player 1"):
        format_record(Record("kingdom", {}, players=(name,)))


@pytest.mark.parametrize(
    "key", ["secret", "result", "winners", "player 3", "nonce 1", "Big", "", "a:b"]
)
def test_a_tag_cannot_take_a_name_that_means_something(key: str) -> None:
    with pytest.raises(BadInput):
        format_record(Record("kingdom", {}, tags=((key, "x"),)))


def test_what_a_chair_keeps_has_no_secret_before_the_end() -> None:
    seal = Seal("ab" * 32, ("00", "11"), "cd" * 32)
    start = {"seed": "private"}
    table = Table.new("kingdom", start)
    Dealer("x").deal(table)
    origin = Record("kingdom", start, seal=seal)
    kept = record_for(table, origin, 0)
    assert kept.seal == Seal(seal.commitment, seal.nonces, None)
    assert "seed" not in kept.start
    assert record_of(table, origin).seal == seal


def test_options_without_a_seed_are_dealt_from_the_one_they_imply() -> None:
    table = Table.new("kingdom", {})
    Dealer("kingdom").deal(table)  # the default that the options page names
    record = record_of(table, Record("kingdom", {}, seeded=True))
    assert verify_record(*read_record(format_record(record))) == 3
