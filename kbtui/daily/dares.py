"""Challenges at a relay: a finished game under a short code, and what others made of its deal.

The relay has the records. Here are only the codes of those that were left, one per line, so that
their owner finds the answers; a friend's game has the code in its header.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from engine.errors import BadInput
from engine.record import Record, format_record, parse_record, read_record
from engine.table import Table
from kbtui.daily import challenger
from kbtui.daily.asking import Unanswered, refused, visiting
from kbtui.daily.challenge import CHALLENGE, players_of
from kbtui.daily.identity import NOBODY, token_for
from kbtui.daily.results import seat_of
from kbtui.disk.files import make_folder
from kbtui.disk.places import challenges_file
from kbtui.hosted import mode
from kbtui.play.playernames import names_of
from kbtui.play.session import SEATS, Session
from kbtui.text.address import Address, BadAddress, parse_address
from kbtui.text.i18n import _
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.days import (
    RECORD,
    AskChallenge,
    AskDared,
    ChallengeView,
    Dare,
)
from relay.protocol.room_codes import show_code, tidy_code

_FEW: Final = 1000  # lines of the file that are looked at
_KIND: Final = "challenge"


class Kept(NamedTuple):
    """Where a challenge is."""

    code: str
    relay: Address


class Dared(NamedTuple):
    """What a relay says of a challenge, and who asked."""

    view: ChallengeView
    token: str  # hexadecimal
    relay: Address

    @property
    def kept(self) -> Kept:
        return Kept(self.view.code, self.relay)


def short_code(text: str) -> str | None:
    """The code as it is shown, if it is a short one."""
    code = tidy_code(text)
    return None if code is None else show_code(code)


def token_of(relay: Address, record: Record) -> str:
    """Who somebody is at a relay, for one deal: the same whether they left it or took it."""
    return token_for(relay.url, _KIND, _digest(record))


def _digest(record: Record) -> str:
    """Of the deal, and the seat from which it is played."""
    seal = None if record.seal is None else (record.seal.commitment, *record.seal.nonces)
    parts = [record.game, record.start, seal, seat_of(record)]
    return blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=16).hexdigest()


# ---- at the relay -------------------------------------------------------------------------------


async def send(relay: Address, record: Record, name: str, code: str = "") -> Dared:
    """Leave a game as a challenge, or with a code as an answer; raises Unanswered."""
    seats = tuple(tag for tag in record.tags if tag[0] == SEATS)
    text = format_record(record._replace(players=(), tags=seats))  # nothing about others
    if len(text) > RECORD:
        raise Unanswered(_("This game is too long for a short code."))
    token = token_of(relay, record)
    wish = Dare(name, bytes.fromhex(token), text, code)
    return Dared(await _asked(relay, wish, code), token, relay)


async def look(kept: Kept, record: Record | None = None) -> Dared:
    """The challenge of a code, for the player of ``record``; raises Unanswered."""
    token = NOBODY if record is None else token_of(kept.relay, record)
    wish = AskChallenge(kept.code, bytes.fromhex(token))
    return Dared(await _asked(kept.relay, wish, kept.code), token, kept.relay)


async def _asked(relay: Address, wish: m.ToRelay, code: str) -> ChallengeView:
    async with visiting(relay, k.CHALLENGES) as caller:
        answer = await caller.ask(wish)
    if isinstance(answer, ChallengeView):
        return answer
    raise Unanswered(_no(answer, relay, code))


async def game_of(dared: Dared, row: int) -> tuple[Record, Table]:
    """The game of a row of the table, from 1; raises Unanswered."""
    pages, token = list[str](), bytes.fromhex(dared.token)
    async with visiting(dared.relay, k.CHALLENGES) as caller:
        while True:
            answer = await caller.ask(AskDared(dared.view.code, token, row, len(pages) + 1))
            if not isinstance(answer, m.RecordPage):
                raise Unanswered(_no(answer, dared.relay, dared.view.code))
            pages.append(answer.text)
            if len(pages) >= answer.pages:
                return read_record("".join(pages))


def _no(answer: m.ToClient, relay: Address, code: str) -> str:
    if isinstance(answer, m.Refused) and answer.code == "no-room":
        text = _("There is no challenge {code} on {relay}; check the code and the relay.")
        return text.format(code=code, relay=relay.name)
    return refused(answer, relay, code)


# ---- here ---------------------------------------------------------------------------------------


def session_of(dared: Dared, name: str) -> Session:
    """The same deal for a friend; raises what is wrong with it."""
    deal = parse_record(dared.view.deal)
    seats = dict(deal.tags).get(SEATS, "").split()
    if seat_of(deal) is None:
        raise BadInput(CHALLENGE, _("the relay sent a deal that nobody can play"))
    players = players_of(deal.game, seats)
    tags = (
        (SEATS, " ".join(players)),
        (CHALLENGE, f"{dared.view.code} {dared.relay.url}"),
        *challenger.headers(clean(dared.view.name, k.NAME), dared.view.to_beat),
    )
    return Session.dealt(deal._replace(players=names_of(players, name), tags=tags))


def remember(record: Record, kept: Kept, path: Path | None = None) -> None:
    """Where the challenge of a game was left; raises OSError."""
    path = path or challenges_file()
    make_folder(path.parent)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{_digest(record)} {kept.code} {kept.relay.url}\n")


def left_at(relay: Address) -> list[tuple[str, str]]:
    """The codes of challenges there that we have played, the newest last, each with our token."""
    found = (line.partition(" ") for line in _lines())
    kept = ((digest, _kept(text)) for digest, _blank, text in found)
    there = ((digest, at) for digest, at in kept if at is not None and _is_at(at.relay, relay))
    codes = {at.code: digest for digest, at in there}
    return [(code, token_for(relay.url, _KIND, digest)) for code, digest in codes.items()]


def _is_at(one: Address, other: Address) -> bool:
    """A door has one relay, which may have moved to another port."""
    return one.url == other.url or mode.is_hosted()


def _lines(path: Path | None = None) -> list[str]:
    try:
        return (path or challenges_file()).read_text(encoding="utf-8").splitlines()[-_FEW:]
    except (OSError, UnicodeError):
        return []


def remembered(record: Record, path: Path | None = None) -> Kept | None:
    """Where the challenge of a game was left, if it was."""
    digest = _digest(record)
    found = [line.partition(" ")[2] for line in _lines(path) if line.startswith(f"{digest} ")]
    return _kept(found[-1]) if found else None


def answered(record: Record) -> Kept | None:
    """The challenge at a relay that a game answers, if it does."""
    return _kept(dict(record.tags).get(CHALLENGE, ""))


def _kept(text: str) -> Kept | None:
    code, _blank, url = text.partition(" ")
    known = short_code(code)
    try:
        return None if known is None or not url else Kept(known, parse_address(url))
    except BadAddress:
        return None
