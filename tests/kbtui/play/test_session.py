"""A session lets dealer and bots act until a person must, and keeps every move in one log."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.contract import DEALER, Viewer
from engine.errors import BadOptions, BadToken, EngineError, IllegalMove, NotYourMove
from engine.kingdom.forms.position import write_position
from engine.kingdom.ground.terrain import UNKNOWN
from engine.kingdom.setup import Options
from engine.kingdom.state import State
from engine.record import (
    Record,
    format_record,
    parse_record,
    read_record,
    start_table,
    verify_record,
)
from engine.table import Entry, Table
from kbtui.play.session import HUMAN, REMOTE, SEATS, Session
from tests.helpers import position
from tests.kbtui.playing import kingdom

GAMES = Path(__file__).resolve().parents[2] / "golden" / "games"


def resumed(record: Record, programs: Sequence[str] = ()) -> Session:
    """The game of a record, replayed."""
    table = start_table(record._replace(is_position=False))
    table.extend(record.entries)
    return Session.resumed(record, table, programs)


def against_bot(seed: str = "session") -> Session:
    session = kingdom(Options(seed=seed), [HUMAN, "random"])
    list(session.advance())
    return session


def test_it_stops_when_a_person_has_to_act() -> None:
    session = against_bot()
    assert session.waits_for == 0
    assert [actor for actor, _ in session.table.entries] == [DEALER] * 3  # two deals and the card
    assert list(session.advance()) == []


def test_after_the_persons_turn_the_bot_has_a_whole_one() -> None:
    session = against_bot()
    for _ in range(3):
        session.play(session.table.game.format(session.table.game.legal(session.table.state)[0]))
    session.play("end")
    entries = list(session.advance())
    assert [e.token for e in entries if e.actor == 1][-1] == "end"
    assert session.waits_for == 0


def test_a_wrong_move_changes_nothing() -> None:
    session = against_bot()
    before = session.table.state
    with pytest.raises(IllegalMove):
        session.play("end")
    with pytest.raises(BadToken):
        session.play("nonsense")
    assert session.table.state is before


def test_undo_and_redo_go_through_the_log() -> None:
    session = against_bot()
    before = session.table.state
    session.play(session.table.game.format(session.table.game.legal(session.table.state)[0]))
    after = session.table.state
    session.undo(0)
    assert session.table.state is before
    session.redo(0)
    assert session.table.state is after
    assert [token for _, token in session.table.entries[-2:]] == ["undo", "redo"]


def test_an_observation_hides_the_hand_of_the_bot() -> None:
    session = against_bot()
    assert session.table.state.cards.hands[1] != (-1,)
    assert session.observation(0).cards.hands[1] == (-1,)


def test_the_record_of_a_session_verifies() -> None:
    session = kingdom(Options(players=3, seed="whole"), ["random"] * 3)
    list(session.advance())
    record, table = read_record(format_record(session.record()))
    assert record.players == ("1 random", "2 random", "3 random")
    assert verify_record(record, table) == table.dealt


@pytest.mark.parametrize("players", [["genius", HUMAN], [HUMAN], [HUMAN] * 3, []])
def test_seats_need_a_known_player_each(players: list[str]) -> None:
    with pytest.raises(BadOptions, match="bots"):
        kingdom(Options(), players)


def seated(record: Record, *players: str) -> Record:
    """The record with a header that says who plays."""
    return record._replace(tags=((SEATS, " ".join(players)),))


def cut_off(record: Record, entries: int) -> Record:
    return record._replace(entries=record.entries[:entries], result=None, digest=None)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["two-cards", "scarce-flowers"])
def test_a_game_can_be_resumed_after_every_entry(name: str) -> None:
    record, table = read_record((GAMES / f"{name}.kbg").read_text("ascii"))
    whole = seated(record, *[HUMAN] * len(record.players))
    for count in range(len(record.entries) + 1):
        session = resumed(cut_off(whole, count))
        assert session.table.state == table.states[count]
        assert session.table.entries == table.entries[:count]
        if count < len(record.entries) and session.table.to_act == DEALER:
            assert session.think() == record.entries[count]
        actor = session.table.to_act
        if actor is not None and actor != DEALER:
            assert session.waits_for == actor
            assert session.table.can_undo(actor) <= count


def test_a_resumed_game_goes_on_as_it_would_have_gone() -> None:
    session = kingdom(Options(players=3, seed="resume"), ["random"] * 3, ["Ann", "Ben", "Cleo"])
    list(session.advance())
    record = session.record()
    for count in (0, 1, 7, 60, len(record.entries) - 1, len(record.entries)):
        text = format_record(cut_off(record, count)._replace())
        again = resumed(parse_record(text))
        list(again.advance())
        assert again.record() == record
        assert (again.players, again.names, again.seed) == (
            session.players,
            session.names,
            session.seed,
        )


def test_undo_reaches_as_far_in_a_resumed_game_as_before() -> None:
    session = against_bot()
    for _ in range(2):
        session.play(session.table.game.format(session.table.game.legal(session.table.state)[0]))
    session.undo(0)
    again = resumed(session.record())
    assert (again.table.can_undo(0), again.table.can_redo(0)) == (1, 1)
    again.undo(0)
    with pytest.raises(IllegalMove):
        again.undo(0)  # the dealer's card is behind it


def test_only_a_game_from_its_seed_with_all_its_seats_can_go_on() -> None:
    record = against_bot().record()
    for wrong in (
        record._replace(seeded=False),
        record._replace(is_position=True),
        record._replace(tags=()),
        seated(record, HUMAN),
        seated(record, HUMAN, "genius"),
        record._replace(start={**record.start, "players": 9}),
    ):
        with pytest.raises(BadOptions):
            resumed(wrong)
    broken = record._replace(entries=(*record.entries, Entry(0, "end")))
    with pytest.raises(EngineError):
        resumed(broken)


def test_names_are_not_needed_to_go_on() -> None:
    record = against_bot().record()._replace(players=())
    assert resumed(record).names == (HUMAN, "random")


def test_thinking_changes_nothing_and_comes_to_the_same_every_time() -> None:
    session = kingdom(Options(players=2, seed="think"), ["greedy", "random"])
    for _ in range(40):
        before = session.table.state, list(session.table.entries), session.table.dealt
        first = session.think()
        assert first is not None
        assert session.think() == first
        assert (session.table.state, session.table.entries, session.table.dealt) == before
        assert session.follow(first) == first


def test_nobody_thinks_for_a_person_and_nobody_follows_one() -> None:
    session = against_bot()
    assert session.think() is None
    before = session.table.state
    with pytest.raises(NotYourMove):
        session.follow(Entry(1, "a1"))
    assert session.table.state is before


def test_a_person_cannot_play_for_a_bot_or_the_dealer() -> None:
    session = kingdom(Options(seed="session"), [HUMAN, "random"])
    assert session.table.to_act == DEALER
    with pytest.raises(NotYourMove):
        session.play("deal:forest")
    assert session.table.entries == []


def test_a_bot_sees_only_its_own_card(monkeypatch: pytest.MonkeyPatch) -> None:
    session = kingdom(Options(players=3, seed="eyes"), ["random"] * 3)
    seen: list[Viewer] = []
    game = session.table.game
    real = game.observe

    def noted(state: State, viewer: Viewer) -> State:
        seen.append(viewer)
        found: State = real(state, viewer)
        return found

    monkeypatch.setattr(game, "observe", noted)
    for _ in range(60):
        actor = session.table.to_act
        token = session.think()
        assert token is not None
        if actor != DEALER:
            assert seen[-1] == actor
            hands = real(session.table.state, actor).cards.hands
            others = [hand for seat, hand in enumerate(hands) if seat != actor]
            assert all(card == UNKNOWN for hand in others for card in hand)
        session.follow(token)
    assert len(seen) > 20


class Book:
    """A journal on a disk that may be full."""

    def __init__(self) -> None:
        self.kept: list[Entry] = []
        self.is_full = False

    def keep(self, table: Table) -> None:
        if self.is_full:
            raise OSError(28, "No space left on device")
        self.kept = list(table.entries)


def test_every_entry_is_kept_as_it_happens() -> None:
    session = kingdom(Options(seed="session"), [HUMAN, "random"])
    session.journal = book = Book()
    for _ in session.advance():
        assert book.kept == session.table.entries
    session.play(session.table.game.format(session.table.game.legal(session.table.state)[0]))
    assert book.kept == session.table.entries
    session.undo(0)
    session.redo(0)
    assert [entry.token for entry in book.kept[-2:]] == ["undo", "redo"]


def test_a_full_disk_does_not_end_the_game_and_is_told_until_it_has_room_again() -> None:
    session = against_bot()
    session.journal = book = Book()
    book.is_full = True
    first = session.table.game.format(session.table.game.legal(session.table.state)[0])
    session.play(first)
    assert str(session.trouble) == "[Errno 28] No space left on device"
    assert book.kept == []
    assert session.table.entries[-1].token == first
    book.is_full = False
    session.undo(0)
    assert session.trouble is None
    assert book.kept == session.table.entries  # nothing of what happened meanwhile is missing


def test_a_refused_move_is_not_kept() -> None:
    session = against_bot()
    session.journal = book = Book()
    with pytest.raises(IllegalMove):
        session.play("end")
    assert book.kept == []


def lesson(state: State, players: Sequence[str]) -> Session:
    return Session.at("kingdom", write_position(state), players, ["Ann", "Bot"], "lesson")


def test_a_game_can_start_from_a_position() -> None:
    state = position(settlements=["g7", "k3"], card="forest", hands=["", "desert"])
    session = lesson(state, [HUMAN, "random"])
    assert session.waits_for == 0
    assert session.table.state.settlements == state.settlements
    for _ in range(3):
        session.play(session.table.game.format(session.table.game.legal(session.table.state)[0]))
    session.play("end")
    entries = list(session.advance())
    assert entries[0].actor == DEALER
    assert session.waits_for == 0
    other = lesson(state, [HUMAN, "random"])
    other.table.extend(session.table.entries)
    assert other.table.state == session.table.state


def test_a_position_needs_a_known_player_for_each_seat_too() -> None:
    for players in ([HUMAN], [HUMAN, "genius"]):
        with pytest.raises(BadOptions):
            lesson(position(), players)


BROKEN = f"exec:{sys.executable} -c pass"


def test_a_program_that_fails_is_noted_once_and_the_game_goes_on() -> None:
    session = kingdom(Options(seed="foreign"), ["random", BROKEN])
    assert session.notes == []
    list(session.advance())
    assert session.is_over
    (note,) = session.notes
    assert note.startswith(f"{BROKEN} has stopped playing: it exited (exit code 0).")


def test_a_record_does_not_say_which_program_played() -> None:
    session = kingdom(Options(seed="foreign"), [HUMAN, BROKEN])
    text = format_record(session.record())
    assert "seats: you exec\n" in text
    assert BROKEN not in text.replace(f"2 {BROKEN}", "")  # the name of the seat, to be shown only


def test_no_record_can_have_a_program_started() -> None:
    session = kingdom(Options(seed="foreign"), [HUMAN, "random"])
    for seats in ("you exec:evil", "exec:evil exec:evil"):
        evil = session.record()._replace(tags=((SEATS, seats),))
        with pytest.raises(BadOptions, match="seats: a record cannot name a program"):
            resumed(evil)


def test_a_game_with_a_program_goes_on_with_greedy_or_with_the_program_that_is_named() -> None:
    record = kingdom(Options(seed="foreign"), [HUMAN, BROKEN]).record()
    without = resumed(record)
    assert without.players == (HUMAN, "greedy")
    assert ["are never started from a saved game" in note for note in without.notes] == [True]
    again = resumed(without.record(), [BROKEN])
    assert again.players == (HUMAN, BROKEN)
    assert again.notes == []
    for wrong in ([BROKEN] * 2, ["greedy"]):
        with pytest.raises(BadOptions, match="bots: programs, each behind exec:, for at most 1"):
            resumed(record, wrong)


def test_a_coach_may_be_asked_unless_people_sit_elsewhere() -> None:
    session = kingdom(Options(players=3, seed="hint"), [HUMAN, HUMAN, "random"])
    assert session.allows_hints
    session.players = (HUMAN, REMOTE, "random")
    assert not session.allows_hints
