"""The options of the door for browsers."""

from __future__ import annotations

import argparse

import pytest

from kbtui.door.web.watch.home import Ways
from kbtui.door.web.weboptions import add_arguments, settings_from
from kbtui.door.web.webserver import Settings
from kbtui.text.address import parse_address
from relay.server.arguments import Refusal

RELAY = parse_address("127.0.0.1")


def settings(*words: str) -> Settings:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_arguments(parser.add_argument)
    return settings_from(parser.parse_args(words), RELAY, Ways())


@pytest.mark.parametrize(
    ("typed", "origin"),
    [
        ("https://play.example.org", "https://play.example.org"),
        ("https://Play.Example.org/", "https://play.example.org"),
        ("https://play.example.org:443", "https://play.example.org"),
        ("http://play.example.org:8080", "http://play.example.org:8080"),
        ("http://[2001:db8::1]:80", "http://[2001:db8::1]"),
    ],
)
def test_an_address_becomes_what_browsers_say(typed: str, origin: str) -> None:
    assert settings("--web-url", typed).url == origin


@pytest.mark.parametrize(
    "typed",
    [
        "play.example.org",
        "ftp://x",
        "https://",
        "https://x/path",
        "https://x:y",
        "https://a@x",
        "*",
    ],
)
def test_any_other_address_is_refused(typed: str) -> None:
    with pytest.raises(argparse.ArgumentError, match=r"is not like https://play\.example\.org"):
        settings("--web-url", typed)


def test_others_need_an_address_to_be_told_apart() -> None:
    assert settings("--web-host", "::1").url == ""
    with pytest.raises(Refusal, match="--web-host needs --web-url"):
        settings("--web-host", "0.0.0.0")
    assert settings("--web-host", "0.0.0.0", "--web-url", "https://a.example").host == "0.0.0.0"
