"""The limits of a door's relay: all players of the door are one address for it."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from kbtui.door.ownrelay import _LIMITS
from relay.protocol.limits import Limits

HOSTING = Path(__file__).parents[3] / "docs" / "hosting.md"


def test_every_limit_of_an_address_is_raised_for_a_door() -> None:
    names = [field.name for field in fields(Limits)]
    of_address = names[names.index("connections") : names.index("addresses")]
    raised = dict(each.split("=") for each in _LIMITS)
    usual = vars(Limits())
    assert sorted(raised) == sorted(of_address)
    assert all(float(value) >= 10 * usual[name] for name, value in raised.items())
    assert int(raised["address_tries"]) == usual["tries"]
    assert int(raised["address_challenges"]) == usual["challenges"]


def test_the_page_for_hosts_names_them_all_for_a_relay_elsewhere() -> None:
    text = HOSTING.read_text("utf-8")
    assert [each for each in _LIMITS if f"--limit {each}" not in text] == []
