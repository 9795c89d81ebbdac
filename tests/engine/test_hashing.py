"""The hash without OpenSSL matches the one of the standard library."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import pytest

from engine.hashing import blake2b, remembered


def test_the_published_value() -> None:
    # RFC 7693, appendix A
    assert blake2b(b"abc").hexdigest().startswith("ba80a53f981c4d0d6a2797b69f12f6e9")


@pytest.mark.parametrize("data", [b"", b"kingdom", bytes(range(256)) * 5])
def test_keys_persons_and_sizes_are_those_of_hashlib(data: bytes) -> None:
    ours = blake2b(data, digest_size=8, key=b"key", person=b"kbtui seed")
    theirs = hashlib.blake2b(data, digest_size=8, key=b"key", person=b"kbtui seed")
    assert ours.digest() == theirs.digest()


def test_the_engine_deals_without_openssl() -> None:
    code = "import sys, engine.kingdom.game, engine.dealer\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "engine.rng" in done.stdout.split()
    assert "_hashlib" not in done.stdout.split()


def test_what_is_remembered_belongs_to_one_value_and_what_it_was_asked_with() -> None:
    asked: list[tuple[list[int], int]] = []

    @remembered
    def write(value: list[int], more: int) -> str:
        asked.append((value, more))
        return f"{value} {more}"

    one, other = [1], [1]
    assert [write(one, 1), write(one, 1), write(other, 1)] == ["[1] 1"] * 3
    assert len(asked) == 2  # an equal value is another one
    assert [write(one, 2), write(one, 1)] == ["[1] 2", "[1] 1"]


def test_no_more_is_remembered_than_a_few_thousand_values() -> None:
    made = remembered(lambda value: [*value])
    first = (0,)
    kept = made(first)
    assert made(first) is kept
    others = [(number,) for number in range(10_000)]
    assert [made(value) for value in others] == [[number] for number in range(10_000)]
    assert made(first) == kept
    assert made(first) is not kept  # it was forgotten meanwhile
