"""The limits of a door's relay: all players of the door connect to it from one address, each with a
badge that says where they are."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from kbtui.door.options import parser
from kbtui.door.ownrelay import _LIMITS, OwnRelay
from kbtui.door.players.wish import Wish
from kbtui.door.serve import _Door
from kbtui.door.web.taps.seats import Seats
from kbtui.hosted import mode
from kbtui.text.address import Address, parse_address
from relay.protocol.limits import Limits
from relay.server.admission import bearer
from relay.server.arguments import parser as relay_parser
from relay.server.arguments import settings_from
from tests.kbtui.door.listening import players

HOSTING = Path(__file__).parents[3] / "docs" / "hosting.md"


def test_every_limit_of_an_address_is_raised_for_a_door() -> None:
    names = [field.name for field in fields(Limits)]
    of_address = names[names.index("connections") : names.index("addresses")]
    raised = dict(each.split("=") for each in _LIMITS)
    usual = vars(Limits())
    by_badge = ("address_tries", "address_challenges")
    assert sorted((*raised, *by_badge)) == sorted(of_address)
    assert all(float(value) >= 10 * usual[name] for name, value in raised.items())


def test_tries_and_challenges_are_counted_for_the_address_of_a_player(tmp_path: Path) -> None:
    usual = OwnRelay(tmp_path / "relay.sqlite", 1, players(tmp_path), 10).limits
    assert {"address_tries=10", "address_challenges=10"} <= {*usual}
    crowd = OwnRelay(tmp_path / "relay.sqlite", 1, players(tmp_path), 300).limits
    assert {"address_tries=300", "address_challenges=300"} <= {*crowd}


def test_a_program_and_a_page_have_the_badge_of_their_player_and_no_key(tmp_path: Path) -> None:
    found = players(tmp_path)
    OwnRelay(tmp_path / "relay.sqlite", 1, found, 10)
    file = tmp_path / "relay_key"
    key = file.read_text().strip()
    assert file.stat().st_mode & 0o777 == 0o600
    hosted = mode.Hosted(*found._message(1, Wish(7, "ada", origin="192.0.2.7"))["hosted"])
    assert bearer(key, hosted.badge) == "192.0.2.7"
    assert key not in hosted.badge
    mode.begin(hosted)
    try:
        assert parse_address("example.org").badge == hosted.badge
    finally:
        mode.begin(None)
    seats = Seats(Address("ws://127.0.0.1:1"), found.badge)
    guest = seats._guest("cookie", "2001:db8::1", "Bob")
    assert bearer(key, guest.connection._badge) == "2001:db8::/64"
    nobody = found._message(1, Wish(7, "ada"))
    assert nobody["hosted"][-1] == ""
    OwnRelay(tmp_path / "relay.sqlite", 1, found, 10)  # the door is started again
    assert file.read_text().strip() == key


def test_the_page_for_hosts_names_them_all_for_a_relay_elsewhere() -> None:
    text = HOSTING.read_text("utf-8")
    assert [each for each in _LIMITS if f"--limit {each}" not in text] == []


def test_a_relay_elsewhere_knows_badges_by_a_key_that_both_are_given(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("a key that both have\n")
    found = players(tmp_path)
    asked = ["--relay", "wss://relay.example.org", "--relay-key", str(file), "--users", "none"]
    _Door(parser().parse_args([*asked, "--folder", str(tmp_path / "door")]))._find_relay(found)
    settings = settings_from(relay_parser().parse_args(["--door-key", str(file)]))
    assert bearer(settings.door_key, found.badge("192.0.2.7")) == "192.0.2.7"
