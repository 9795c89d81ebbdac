"""Addresses as people type them."""

from __future__ import annotations

import pytest

from kbtui.text.address import BadAddress, parse_address


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("example.org", "ws://example.org:8765"),
        (" Example.org ", "ws://example.org:8765"),
        ("example.org:99", "ws://example.org:99"),
        ("ws://10.0.0.2", "ws://10.0.0.2:8765"),
        ("wss://example.org", "wss://example.org"),
        ("wss://example.org/kb", "wss://example.org/kb"),
        ("[::1]:7", "ws://[::1]:7"),
    ],
)
def test_an_address_can_be_short(typed: str, url: str) -> None:
    assert parse_address(typed).url == url


@pytest.mark.parametrize(
    "typed",
    [
        *("", "   ", "http://example.org", "two words", "x" * 300, "bell\a"),
        *("ws://", "ws://a:b", "ws://a:99999", "ws://user@host", "ws://[::1"),
    ],
)
def test_what_is_no_address_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(BadAddress) as refused:
        parse_address(typed)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("typed", "is_exposed"),
    [
        ("localhost", False),
        ("127.0.0.1", False),
        ("[::1]", False),
        ("192.168.1.5", True),
        ("example.org", True),
        ("wss://example.org", False),
    ],
)
def test_a_plain_line_beyond_this_machine_can_be_read_by_others(
    typed: str, is_exposed: bool
) -> None:
    assert parse_address(typed).is_exposed is is_exposed


def test_the_name_is_what_one_would_type() -> None:
    assert parse_address("example.org").name == "example.org:8765"
    assert parse_address("wss://example.org/kb/").name == "wss://example.org/kb"
