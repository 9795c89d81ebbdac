"""Asks a relay about the deal of a day: its promise, how a player stands, what others did."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

from engine.dealer import Seal
from engine.errors import EngineError
from engine.record import format_record, record_of, verify_record
from kbtui.daily.diary import Diary, Try
from kbtui.daily.identity import NOBODY, token_of_try
from kbtui.disk.files import write_whole
from kbtui.online import answers
from kbtui.online.troubles import told
from kbtui.play.saves import read
from kbtui.play.start import Attempt
from kbtui.text.address import Address
from kbtui.text.i18n import N_, _
from relay.client.visit import NoAnswer, Visit, visit
from relay.days.deals import ordinal
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.days import DONE, AskDay, AskGame, DayView

_PATIENCE: Final = 5.0  # seconds
_OLDER: Final = {
    k.DAYS: N_("{relay} is an older relay, which has no deal of the day."),
    k.CHALLENGES: N_("{relay} is an older relay, which keeps no challenges."),
}


class Unanswered(Exception):
    """A sentence for the player."""


class Away(Unanswered):
    """The relay gave no answer at all; another time it may."""


class Asked(NamedTuple):
    """How a day stands, and who asked."""

    view: DayView
    token: str  # hexadecimal
    relay: Address

    @property
    def attempt(self) -> Attempt:
        """What leads to the try."""
        view = self.view
        edition = view.edition if view.edition.isalnum() else "unknown"
        return Attempt(
            *(self.relay.url, view.game, f"{view.day} {edition}", self.token),
            view.commitment.hex(),
        )


async def ask(
    relay: Address, questions: Sequence[tuple[str, str]], program: str = ""
) -> list[Asked]:
    """For each game and day how it stands for us, or for a program of ours; raises Unanswered."""
    async with visiting(relay) as caller:
        return [await _ask(caller, relay, *question, program) for question in questions]


@asynccontextmanager
async def visiting(relay: Address, least: int = k.DAYS) -> AsyncIterator[Visit]:
    """To a relay that speaks at least this version; raises Unanswered."""
    try:
        async with asyncio.timeout(_PATIENCE), visit(relay.url, badge=relay.badge) as caller:
            if caller.version < least:
                raise Unanswered(_(_OLDER[least]).format(relay=relay.name))
            yield caller
    except (NoAnswer, TimeoutError) as error:
        reason = told(error.trouble if isinstance(error, NoAnswer) else error)
        raise Away(_("{relay}: {reason}.").format(relay=relay.name, reason=reason)) from None


def asked(relay: Address, questions: Sequence[tuple[str, str]], program: str = "") -> list[Asked]:
    """The same for those who have no loop."""
    return asyncio.run(ask(relay, questions, program))


async def _ask(caller: Visit, relay: Address, game: str, day: str, program: str) -> Asked:
    try:
        whose = f"{day} {program}" if program else day
        token = await asyncio.to_thread(token_of_try, relay.url, game, whose)
    except OSError:  # a player who may not write can still look
        token = NOBODY
    answer = await caller.ask(AskDay(game, day, bytes.fromhex(token)))
    if not isinstance(answer, DayView) or (answer.game, answer.day) != (game, day):
        raise Unanswered(refused(answer, relay))
    return Asked(answer, token, relay)


async def game_of(asked: Asked, row: int) -> str:
    """The record of somebody on the table; raises Unanswered."""
    relay, view, pages = asked.relay, asked.view, list[str]()
    token = bytes.fromhex(asked.token)
    async with visiting(relay) as caller:
        while True:
            wish = AskGame(view.game, view.day, token, row, len(pages) + 1)
            answer = await caller.ask(wish)
            if not isinstance(answer, m.RecordPage):
                raise Unanswered(refused(answer, relay))
            pages.append(answer.text)
            if len(pages) >= answer.pages:
                return "".join(pages)


def refused(answer: m.ToClient, relay: Address, code: str = "") -> str:
    """Why this is not the answer that was asked for."""
    if isinstance(answer, m.Refused):
        return answers.at_door(answer.code, answer.text, code, relay.name)
    return _("{relay} sent something unexpected.").format(relay=relay.name)


def may_look(view: DayView) -> bool:
    """Whether the relay shows the games on this table."""
    return view.trying == DONE or bool(view.secret)


def is_of(found: Try, asked: Asked) -> bool:
    """Whether this game was the try at that relay."""
    seal = None if found.record is None else found.record.seal
    return seal is not None and seal.commitment == asked.view.commitment.hex()


def prove(view: DayView, folder: Path) -> str:
    """Once the secret of a day is known: deal our own try again, keep the secret in its record, and
    say so; empty if there is nothing new."""
    found = Diary(folder).find(view.game, view.day) if _is_told(view) else None
    if found is None or found.path is None or found.record is None:
        return ""
    seal = found.record.seal
    if seal is None or seal.secret is not None or seal.commitment != view.commitment.hex():
        return ""
    record, table = read(found.path)
    record = record._replace(seal=Seal(seal.commitment, seal.nonces, view.secret.hex()))
    try:
        count = verify_record(record, table)
        write_whole(found.path, format_record(record_of(table, record)))
    except EngineError as error:
        return _("The deal was not fair: {reason}").format(reason=error)
    except OSError:
        return ""  # another time
    text = _("The secret of {day} is revealed: your try was dealt fairly (checks: {count}).")
    return text.format(day=view.day, count=count)


def _is_told(view: DayView) -> bool:
    try:
        ordinal(view.day)
    except ValueError:
        return False
    return bool(view.secret)
