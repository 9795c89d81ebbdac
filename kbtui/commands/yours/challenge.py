"""``kb challenge``: the deal of a finished game for a friend, as a code or a file."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from engine.record import Record, format_record
from engine.table import Table
from kbtui.cli import openlines, relays
from kbtui.cli.files import found, named, target
from kbtui.cli.openscreen import chosen, need_player, open_app
from kbtui.cli.output import say
from kbtui.daily import comparison, dares, outbox, tables
from kbtui.daily.asking import Unanswered
from kbtui.daily.challenge import (
    Challenge,
    answered,
    challenge_of,
    code_of,
    is_code,
    read_code,
    same_deal,
    taken,
)
from kbtui.disk.files import write_new
from kbtui.disk.places import games_folder
from kbtui.play import saves
from kbtui.play.session import Session
from kbtui.play.start import Resume
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal

if TYPE_CHECKING:
    from kbtui.disk.settings import Settings

T = TypeVar("T")


def run(asked: argparse.Namespace) -> int:
    if asked.take is None and asked.file is not None and _is_short(asked.file):
        asked.take = asked.file
    if asked.take is not None:
        return _take(asked)
    if asked.file is None:
        raise Refusal(_("name a finished game, or a challenge to take; kb saves lists your games"))
    if asked.compare is not None:
        say(_compared(asked))
        return 0
    path = found(asked.file)
    out = target(asked.out)
    with named(path):
        record, table = saves.read(path)
        challenge = challenge_of(record, table)
    if asked.short:
        return _leave(asked, record)
    if out is not None:
        write_new(out, format_record(record))
        print(_("Wrote {file}").format(file=out))
        return 0
    print(code_of(challenge))
    print(_("A friend plays it with kb challenge --take and this code."))
    return 0


def _is_short(text: str) -> bool:
    """Whether it is the code of a challenge at a relay, and no file."""
    return dares.short_code(text) is not None and not os.path.lexists(text)


def _leave(asked: argparse.Namespace, record: Record) -> int:
    settings, _notice = chosen(asked)
    relay = relays.address(asked, settings)
    dared = _answer(dares.send(relay, record, relays.name(settings)))
    dares.remember(record, dared.kept)
    print(dared.view.code)
    text = _("A friend plays it with kb challenge {code} at {relay}, for 30 days.")
    print(text.format(code=dared.view.code, relay=relay.name))
    return 0


def _answer(question: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(question)
    except Unanswered as error:
        raise Refusal(str(error).rstrip(".")) from None


def _session(asked: argparse.Namespace, settings: Settings) -> Session:
    code = dares.short_code(asked.take)
    if code is None:
        return taken(asked.take, settings.name)
    relay = relays.address(asked, settings)
    relays.name(settings)
    return dares.session_of(_answer(dares.look(dares.Kept(code, relay))), settings.name)


def _take(asked: argparse.Namespace) -> int:
    need_player(asked)
    settings, notice = chosen(asked)
    session = _session(asked, settings)
    save = outbox.start(session, games_folder())
    if asked.line:
        code = openlines.play(session, save, settings, notice)
        if session.is_over:
            say(_results(session.record(), session.table, settings))
            outbox.strike(save.path)
        return code
    save.close()  # it can be played; the app opens it again
    assert save.path is not None, "it was made"
    return open_app(Resume(save.path), asked, (settings, notice))


def _results(record: Record, table: Table, settings: Settings) -> Iterator[str]:
    """How a game compares with the challenge that it answers, or with the answers to it."""
    mine = challenge_of(record, table)
    if (other := answered(record)) is not None:
        yield from comparison.lines(mine.result, other)
    elif (dared := _dared(record, settings)) is not None:
        rows, first = dared.view.rows, dared.view.first
        others = [row for row in (first, 1, 2) if 0 < row <= len(rows) and not rows[row - 1].own]
        for row in others[:1]:
            theirs = _answer(dares.game_of(dared, row))
            yield from comparison.lines(mine.result, challenge_of(*theirs))
        yield from tables.rows_told(_("Everyone who played it"), rows)
    else:
        raise Refusal(_("this game answers no challenge; name another one to compare it with"))


def _dared(record: Record, settings: Settings) -> dares.Dared | None:
    """What a relay says of it."""
    if (answers := dares.answered(record)) is not None:
        name = relays.name(settings)
        return _answer(dares.send(answers.relay, record, name, answers.code))
    kept = dares.remembered(record)
    return None if kept is None else _answer(dares.look(kept, record))


def _compared(asked: argparse.Namespace) -> Iterator[str]:
    path = found(asked.file)
    with named(path):
        record, table = saves.read(path)
        mine = challenge_of(record, table)
    if not asked.compare:
        settings, _notice = chosen(asked)
        yield from _results(record, table, settings)
        return
    other = _other(asked.compare)
    if not same_deal(mine, other):
        raise Refusal(_("the two games had different deals, or different seats"))
    yield from comparison.lines(mine.result, other)


def _other(text: str) -> Challenge:
    if is_code(text):
        return read_code(text)
    path = Path(found(text))
    with named(path):
        return challenge_of(*saves.read(path))
