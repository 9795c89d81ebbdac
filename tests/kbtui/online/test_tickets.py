"""Tickets on disk: secret, locked while in use, and never half-written."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from engine.errors import BadInput
from kbtui.disk.locks import InUse
from kbtui.online import tickets

RELAY = "ws://127.0.0.1:8765"


def test_a_ticket_is_on_disk_before_anybody_is_asked(tmp_path: Path) -> None:
    kept = tickets.start(tmp_path, RELAY, "Ann")
    ((path, place),) = tickets.held(tmp_path)
    assert path == kept.path
    assert place == kept.place
    assert (place.relay, place.name, place.code) == (RELAY, "Ann", "")
    kept.close()


def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    kept = tickets.start(tmp_path / "new", RELAY, "Ann")
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600
    kept.keep(seen=4)
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.path.parent.stat().st_mode) == 0o700
    kept.close()


def test_every_ticket_has_secrets_of_its_own(tmp_path: Path) -> None:
    first, second = (tickets.draw(RELAY, "Ann") for _ in range(2))
    secrets = {first.token, first.key, second.token, second.key}
    assert len(secrets) == 4
    assert {len(each) for each in secrets} == {64}


def test_the_file_is_called_by_the_code_once_it_is_known(tmp_path: Path) -> None:
    kept = tickets.start(tmp_path, RELAY, "Ann")
    token = kept.place.token
    kept.call("KQ7-4TN")
    ((path, place),) = tickets.held(tmp_path)
    assert path.name == "KQ7-4TN.ticket"
    assert (place.code, place.token) == ("KQ7-4TN", token)
    assert tickets.find(tmp_path, "KQ7-4TN") == path
    assert tickets.find(tmp_path, "AAA-AAA") is None
    kept.close()


def test_a_rematch_has_the_same_token_and_a_file_of_its_own(tmp_path: Path) -> None:
    kept = tickets.start(tmp_path, RELAY, "Ann")
    kept.call("KQ7-4TN")
    kept.keep(seen=200, turn=40, acting=1)
    kept.call("ACD-EFG")
    places = {place.code: place for _path, place in tickets.held(tmp_path)}
    assert {*places} == {"KQ7-4TN", "ACD-EFG"}
    assert places["ACD-EFG"].token == places["KQ7-4TN"].token
    assert (places["ACD-EFG"].seen, places["ACD-EFG"].turn) == (0, 1)
    kept.close()


def test_another_relay_with_the_same_code_takes_nothing_away(tmp_path: Path) -> None:
    seat = tickets.start(tmp_path, RELAY, "Ann")
    seat.call("KQ7-4TN")
    seat.close()
    other = tickets.start(tmp_path, "ws://example.org:8765", "Ann")
    other.call("KQ7-4TN")
    other.close()
    assert tickets.read(seat.path) == seat.place
    assert tickets.read(other.path) == other.place
    assert {place.relay for _, place in tickets.held(tmp_path)} == {RELAY, other.place.relay}


def test_two_windows_at_the_door_of_one_room_both_get_in(tmp_path: Path) -> None:
    first, second = (tickets.start(tmp_path, RELAY, "Ann") for _ in range(2))
    for kept in (first, second):
        kept.call("KQ7-4TN")
        kept.keep(seen=4)
    tokens = {place.token for _, place in tickets.held(tmp_path) if place.seen == 4}
    assert tokens == {first.place.token, second.place.token}
    first.close()
    second.close()


def test_on_a_full_disk_the_seat_stays_in_the_file_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tickets.start(tmp_path, RELAY, "Ann")
    path = kept.path

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(tickets, "_locked", full)
        kept.call("KQ7-4TN")
    assert tickets.read(path).code == "KQ7-4TN"
    assert tickets.is_open(path)
    kept.close()


def test_two_programs_do_not_play_with_one_ticket(tmp_path: Path) -> None:
    kept = tickets.start(tmp_path, RELAY, "Ann")
    assert tickets.is_open(kept.path)
    with pytest.raises(InUse):
        tickets.take(kept.path)
    kept.close()
    assert not tickets.is_open(kept.path)
    again = tickets.take(kept.path)
    assert again.place == kept.place
    again.close()


def test_what_changed_is_there_after_a_crash(tmp_path: Path) -> None:
    kept = tickets.start(tmp_path, RELAY, "Ann")
    kept.call("KQ7-4TN")
    kept.keep(phase="playing", seat=1, acting=1, seen=17, turn=5, names=("Ann", "Bob"))
    place = tickets.read(kept.path)  # nobody has closed it
    assert (place.seen, place.turn, place.names) == (17, 5, ("Ann", "Bob"))
    assert place.is_due
    kept.keep(acting=0)
    assert not tickets.read(kept.path).is_due
    kept.close()


def test_a_disk_that_cannot_be_written_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tickets.start(tmp_path, RELAY, "Ann")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(tickets, "write_whole", full)
        kept.keep(seen=3)
    assert str(kept.trouble) == "[Errno 28] No space left on device"
    kept.keep(seen=3)  # tried again, although nothing is new
    assert tickets.read(kept.path).seen == 3
    kept.close()


def test_a_ticket_that_is_given_up_leaves_nothing(tmp_path: Path) -> None:
    kept = tickets.start(tmp_path, RELAY, "Ann")
    kept.forget()
    assert os.listdir(tmp_path) == []
    kept.keep(seen=5)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"token": "00"},
        {"token": "zz" * 32},
        {"seen": "many"},
        {"names": 3},
        {"names": ["Ann", 3]},
        {"names": ["Ann", "\x1b[2J"]},
        {"seats": [None]},
        {"acting": "x"},
        {"relay": "not an address"},
        {"relay": "ws://[::1"},
        {"relay": None},
        {"what": 1},
    ],
)
def test_a_damaged_ticket_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    kept = tickets.start(tmp_path, RELAY, "Ann")
    kept.close()
    data = {**json.loads(kept.path.read_text()), **change}
    kept.path.write_text(json.dumps(data))
    with pytest.raises(BadInput):
        tickets.read(kept.path)
    assert tickets.held(tmp_path) == []


@pytest.mark.parametrize("text", ["", "[]", "nonsense", "{}", '{"version": 1}'])
def test_a_file_that_is_no_ticket_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.ticket"
    path.write_text(text)
    with pytest.raises(BadInput):
        tickets.read(path)


def test_what_a_crash_has_left_without_a_code_is_swept_away(tmp_path: Path) -> None:
    used = tickets.start(tmp_path, RELAY, "Ann")
    left = tickets.start(tmp_path, RELAY, "Ann")
    seat = tickets.start(tmp_path, RELAY, "Ann")
    seat.call("KQ7-4TN")
    for kept in (left, seat):
        kept.close()
    written = tickets.age(left.path)
    tickets.sweep(tmp_path, written + 60)
    assert len(tickets.held(tmp_path)) == 3
    tickets.sweep(tmp_path, written + 4000)
    assert {path for path, _place in tickets.held(tmp_path)} == {used.path, seat.path}
    used.close()


def test_a_second_relay_is_remembered_and_not_written_where_there_is_none(tmp_path: Path) -> None:
    kept = tickets.start(tmp_path, RELAY, "Ann")
    assert "also" not in json.loads(kept.path.read_text())  # earlier versions can read it
    kept.keep(also="wss://relay-2.example.org")
    kept.close()
    assert tickets.read(kept.path).also == "wss://relay-2.example.org"
