"""The page is the protocol: every message, field, code, limit and byte on it is real."""

from __future__ import annotations

import json
import re

import pytest

from relay.hub.dispatch import REQUESTS
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.agreement import agreement
from relay.protocol.codec import TO_CLIENT, TO_RELAY, encode
from relay.protocol.errors import BYES, REFUSALS
from relay.protocol.fields import kinds_of
from relay.protocol.limits import Limits
from tests.relay.protocol.protocol_page import PAGE, session, show, told

TEXT = PAGE.read_text("utf-8")
WORD_OF = {cls: word for word, cls in {**TO_RELAY, **TO_CLIENT}.items()}


def section(word: str) -> str:
    """What the page says of one message."""
    match = re.search(rf"\n### `{word}`\n(.*?)(?=\n##)", TEXT, re.DOTALL)
    assert match is not None, f"{word} is not on the page"
    return match[1]


def rows(text: str) -> list[list[str]]:
    """The tables of a text, without their heads."""
    found = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip(" `|") for cell in row] for row in found]


@pytest.mark.parametrize("word", [*TO_RELAY, *TO_CLIENT])
def test_every_message_has_its_fields_in_order_with_their_kinds(word: str) -> None:
    cls = {**TO_RELAY, **TO_CLIENT}[word]
    fields = [[name, str(kind)] for name, kind in kinds_of(cls).items()]
    assert [row[:2] for row in rows(section(word))] == fields
    assert fields or "No fields" in section(word)


def test_there_is_no_message_on_the_page_that_does_not_exist() -> None:
    assert set(re.findall(r"\n### `(\w+)`\n", TEXT)) == {*TO_RELAY, *TO_CLIENT}


def test_the_terms_are_those_of_the_code() -> None:
    part = TEXT[TEXT.index("**Terms**") : TEXT.index("In `create` and `change`")]
    kinds = [[name, str(kind)] for name, kind in kinds_of(m.Terms).items()]
    assert [row[:2] for row in rows(part)] == kinds


def test_all_codes_are_listed_with_their_meaning() -> None:
    refusals = TEXT[TEXT.index("### Of `refused`") : TEXT.index("### Of `bye`")]
    byes = TEXT[TEXT.index("### Of `bye`") : TEXT.index("## 13. Limits")]
    assert rows(refusals) == [[code, text] for code, text in REFUSALS.items()]
    assert [row[:2] for row in rows(byes)] == [[c, str(n)] for c, (n, _) in BYES.items()]


def test_all_limits_are_listed_with_their_defaults() -> None:
    part = TEXT[TEXT.index("## 13. Limits") : TEXT.index("## 14. ")]
    found = {row[0]: float(row[1]) for row in rows(part)}
    real = vars(Limits())
    assert list(found) == list(real)
    assert found == pytest.approx(real, rel=0.001)


def test_what_messages_cost_is_told() -> None:
    told_costs = re.search(r"Messages count 1, but (.*?)\.\n", TEXT)
    assert told_costs is not None
    found: dict[str, int] = {}
    for words, cost in re.findall(r"((?:`\w+`(?:, | ))+)(\d)", told_costs[1]):
        found |= dict.fromkeys(re.findall(r"`(\w+)`", words), int(cost))
    real = {WORD_OF[cls]: request.cost for cls, request in REQUESTS.items()}
    assert found == {word: cost for word, cost in real.items() if cost != 1}


def test_what_watchers_may_send_is_told() -> None:
    match = re.search(r"a `watcher` may send (.*?) and nothing else", TEXT, re.DOTALL)
    assert match is not None
    assert set(re.findall(r"`(\w+)`", match[1])) == {
        WORD_OF[cls] for cls, request in REQUESTS.items() if k.WATCHER in request.senders
    }


def test_the_examples_are_the_bytes_of_their_text() -> None:
    examples = [frame for block in told() for frame in block if not frame.who]
    assert examples[0].data == encode(m.Move(17, "e7")).hex()
    digests = bytes.fromhex("0123456789abcdeffedcba98765432100011223344556677")
    log = m.Log(7, 9, b"\x00\xff\xff", "end deal:? show:grass", digests)
    assert examples[1].data == encode(log).hex()
    assert examples[1].text == show(("log", 7, 9, log.actors, log.tokens, digests))


def test_the_session_of_the_page_is_what_a_relay_says() -> None:
    assert told()[-1] == list(session())


def test_the_digest_of_the_terms_is_the_one_of_the_page() -> None:
    terms, bots, digest = re.findall(r"^(?:terms|bots|digest) {2,}(\S.*)$", TEXT, re.MULTILINE)
    found = agreement(m.Terms(*json.loads(terms)), json.loads(bots))
    assert found.hex() == digest


def test_the_version_of_the_page_is_the_one_that_is_spoken() -> None:
    assert f"This is **version {k.PROTOCOL}**" in TEXT
    assert f"say {k.OLDEST}." in TEXT
