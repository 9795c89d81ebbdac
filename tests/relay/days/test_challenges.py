"""Challenges at a relay: a record becomes a code, others play its deal, all see who did what."""

from __future__ import annotations

from random import Random

import pytest

from engine.contract import DEALER, find
from engine.dealer import Dealer
from engine.record import Record, format_record, parse_record, read_record, record_of
from engine.table import Table
from kbtui.play.session import HUMAN, REMOTE, SEATS
from relay.days import challenge_facts
from relay.days.challenge_facts import OTHERS, YOU, judged
from relay.protocol import days as d
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.errors import Refusal
from tests.relay.days.test_tries import NOON, ask, wire_at
from tests.relay.wire import Wire

ANN, BOB, CID = (bytes([n]) * 32 for n in (1, 2, 3))
DAY = 24 * 3600.0


def played(luck: int, seed: str = "dare", name: str = "Ann", seats: str = "you greedy") -> str:
    """A record of a finished game whose player moves at random."""
    rules, random = find("kingdom"), Random(luck)
    options = {"players": 2, "start": 0, "seed": seed}
    table, dealer = Table.new("kingdom", options), Dealer(seed)
    while (seat := table.to_act) is not None:
        if seat == DEALER:
            table.append(seat, dealer.next_token(table))
        else:
            table.append(seat, rules.format(random.choice([*rules.legal(table.state)])))
    origin = Record(
        *("kingdom", options),
        players=(name, "greedy bot"),
        seeded=True,
        tags=((SEATS, seats), ("secret-note", "x" * 50)),
    )
    return format_record(record_of(table, origin))


FIRST, SECOND, THIRD = (played(luck) for luck in (1, 2, 3))


def dare(wire: Wire, record: str = FIRST, token: bytes = ANN, code: str = "") -> d.ChallengeView:
    name = {ANN: "Ann", BOB: "Bob", CID: "Cid"}.get(token, "Somebody")
    answer = ask(wire, d.Dare(name, token, record, code))
    assert isinstance(answer, d.ChallengeView), answer
    return answer


def refused(wire: Wire, message: m.ToRelay) -> str:
    answer = ask(wire, message)
    assert isinstance(answer, m.Refused), answer
    return answer.code


def test_the_words_of_a_record_are_those_of_the_players_side() -> None:
    assert (challenge_facts.SEATS, YOU, OTHERS) == (SEATS, HUMAN, REMOTE)


def test_a_finished_game_becomes_a_code_with_which_others_get_its_deal_and_nothing_else() -> None:
    wire = wire_at()
    left = dare(wire)
    assert len(left.code) == 7
    deal = parse_record(left.deal)
    first = parse_record(FIRST)
    assert (deal.game, deal.start, deal.seeded) == (first.game, first.start, True)
    assert (deal.entries, deal.result, deal.players, deal.digest) == ((), None, (), None)
    assert deal.tags == ((SEATS, "you greedy"),)
    found = ask(wire, d.AskChallenge(left.code.lower().replace("-", ""), BOB))
    assert isinstance(found, d.ChallengeView)
    assert (found.name, found.played, found.rows, found.first) == ("Ann", 1, (), 0)
    assert found.to_beat == first.result  # the score of the challenger, and of the only opponent
    assert refused(wire, d.AskDared(left.code, BOB, 1, 1)) == "hidden"


def test_a_client_of_an_earlier_version_hears_nothing_that_it_does_not_know() -> None:
    wire = wire_at()
    code = dare(wire).code
    found = ask(wire, d.AskChallenge(code, BOB), k.TO_BEAT - 1)
    assert isinstance(found, d.ChallengeView)
    assert (found.name, found.to_beat) == ("Ann", ())


def test_those_who_have_played_it_see_the_table_and_the_games() -> None:
    wire = wire_at()
    code = dare(wire).code
    dare(wire, SECOND, BOB, code)
    found = dare(wire, THIRD, CID, code)
    expected = []
    for name, text in (("Ann", FIRST), ("Bob", SECOND), ("Cid", THIRD)):
        score, other = parse_record(text).result or ()
        expected.append((score - other, name, score, other))
    expected.sort(reverse=True)
    assert [row[1:4] for row in found.rows] == [row[1:] for row in expected]
    assert [row.own for row in found.rows] == [row.name == "Cid" for row in found.rows]
    assert found.rows[found.first - 1].name == "Ann"
    for token in (ANN, BOB, CID):
        answer = ask(wire, d.AskDared(code, token, found.first, 1))
        assert isinstance(answer, m.RecordPage)
        record, _table = read_record(answer.text)
        assert record.entries == parse_record(FIRST).entries
        assert (record.players, record.tags) == (("Ann", "greedy"), ((SEATS, "you greedy"),))
    assert refused(wire, d.AskDared(code, ANN, 4, 1)) == "bad-seat"


def test_the_first_answer_counts_and_all_outlives_the_relay() -> None:
    wire = wire_at()
    code = dare(wire).code
    before = dare(wire, SECOND, BOB, code)
    assert dare(wire, THIRD, BOB, code).rows == before.rows
    assert dare(wire, THIRD, ANN, code).played == 2  # nor does the challenger play it twice
    wire.restart()
    after = ask(wire, d.AskChallenge(code, BOB))
    assert after == before


@pytest.mark.parametrize(
    "record",
    [
        "nonsense",
        FIRST.replace("game: kingdom", "game: chess"),
        FIRST.replace("deck: table seed\n", ""),
        FIRST.replace('"seed": "dare"', '"seed": "other"'),  # other cards
        FIRST[: FIRST.rindex("\n", 0, len(FIRST) - 40)],  # unfinished
        FIRST.replace("seats: you greedy", "seats: you you"),
        FIRST.replace("seats: you greedy\n", ""),
        FIRST.replace("options: {", "options: {" + '"x": ' + "[" * 3000 + "]" * 3000 + ", "),
    ],
    ids=["nonsense", "game", "deck", "cards", "unfinished", "hot seat", "no seats", "deep"],
)
def test_what_cannot_be_dealt_again_or_is_not_finished_is_refused(record: str) -> None:
    assert refused(wire_at(), d.Dare("Ann", ANN, record)) == "bad-record"


def test_a_score_cannot_be_made_up() -> None:
    """Whatever the header says, what counts is what the entries lead to."""
    result = parse_record(FIRST).result
    assert result is not None
    line = f"result: {' '.join(map(str, result))}"
    assert line in FIRST
    left = dare(wire_at(), FIRST.replace(line, "result: 999 0"))
    assert (left.rows[0].score, left.rows[0].other) == result


@pytest.mark.parametrize(
    "record",
    [played(2, "elsewhere"), played(2, seats="greedy you"), played(2, seats="you novice")],
    ids=["deal", "seat", "bot"],
)
def test_an_answer_has_the_same_deal_seat_and_bots(record: str) -> None:
    wire = wire_at()
    code = dare(wire).code
    assert refused(wire, d.Dare("Bob", BOB, record, code)) == "bad-record"


def test_folding_a_record_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenge_facts, "_ENTRIES", 20)
    with pytest.raises(Refusal, match="at most 20 entries"):
        judged(FIRST, "Ann")
    monkeypatch.undo()
    monkeypatch.setattr(challenge_facts, "_SECONDS", 0.0)
    with pytest.raises(Refusal, match="too long"):
        judged(FIRST, "Ann")


def test_an_address_and_a_day_have_only_so_many() -> None:
    wire = wire_at(address_challenges=2, challenges=3, creations=100)
    for number in range(2):
        dare(wire, token=bytes([number]) * 32)
    assert refused(wire, d.Dare("Ann", ANN, FIRST)) == "challenges-full"
    wire.restart()  # the store remembers it
    assert refused(wire, d.Dare("Ann", ANN, FIRST)) == "challenges-full"
    behind_a_door = ask(wire, d.Dare("Bob", BOB, FIRST), origin="another house")
    assert isinstance(behind_a_door, d.ChallengeView)
    wire.now = NOON + DAY
    dare(wire)


def test_a_challenge_takes_only_so_many_answers() -> None:
    wire = wire_at(answers=1, creations=100)
    code = dare(wire).code
    dare(wire, SECOND, BOB, code)
    assert refused(wire, d.Dare("Cid", CID, THIRD, code)) == "challenges-full"


def test_wrong_codes_cost_something_and_are_not_told_apart_in_the_end() -> None:
    wire = wire_at(guesses=3)
    code = dare(wire).code
    wrong = d.AskChallenge("KQ7-4TN", BOB)
    assert [refused(wire, wrong) for _ in range(3)] == ["no-room"] * 3
    assert refused(wire, wrong) == refused(wire, d.AskChallenge(code, BOB)) == "too-fast"


def test_it_is_kept_for_a_month() -> None:
    wire = wire_at()
    code = dare(wire).code
    wire.pass_time(29 * DAY)
    assert isinstance(ask(wire, d.AskChallenge(code, ANN)), d.ChallengeView)
    wire.restart()
    wire.pass_time(2 * DAY)
    assert refused(wire, d.AskChallenge(code, ANN)) == "no-room"


def test_names_are_cleaned() -> None:
    wire = wire_at()
    answer = ask(wire, d.Dare("A\u202enn\x07", ANN, played(1, name="another name")))
    assert isinstance(answer, d.ChallengeView)
    assert answer.name == answer.rows[0].name == "Ann"
    assert refused(wire, d.Dare("\u200b", ANN, FIRST)) == "empty"
