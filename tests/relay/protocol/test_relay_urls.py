"""Which addresses a goodbye may name, and which of them a client follows."""

from __future__ import annotations

import pytest

from relay.protocol.relay_urls import is_inner, is_place, may_follow


@pytest.mark.parametrize(
    "url",
    [
        "ws://127.0.0.1:8765",
        "wss://relay-2.example.org",
        "wss://relay.example.org/",
        "wss://relay.example.org/relay-2",
        "ws://[::1]:80",
    ],
)
def test_an_address_is_a_scheme_a_host_and_perhaps_a_port_and_a_path(url: str) -> None:
    assert is_place(url)


@pytest.mark.parametrize(
    "url",
    [
        *("", "relay.example.org", "http://relay.example.org", "ws://", "ws://:80", "ws://h:99999"),
        *("ws://user@h", "ws://user:word@h", "ws://h/a b", "ws://h/a?a=b", "ws://h#a", "ws://h:0"),
        *("ws://h\x1b[2J", "ws://h h", "ws://hé", "ws://h:port", "ws://[::1", "file:///etc/passwd"),
        f"ws://{'h' * 200}",
    ],
)
def test_everything_else_is_none(url: str) -> None:
    assert not is_place(url)


def test_nobody_is_led_from_tls_to_a_line_that_others_read() -> None:
    assert may_follow("wss://a", "wss://b")
    assert may_follow("ws://a", "wss://b")
    assert may_follow("ws://a", "ws://b")
    assert not may_follow("wss://a", "ws://b")
    assert not may_follow("ws://a", "")


def test_an_address_of_a_machine_or_a_network_is_not_one_of_the_internet() -> None:
    plain = ("127.0.0.1", "10.1.2.3", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0")
    assert all(map(is_inner, (*plain, "::1", "fe80::1%eth0", "fd00::1", "::ffff:192.168.1.1")))
    assert not any(map(is_inner, ("1.1.1.1", "2606:4700::1111", "relay.example.org", "")))
