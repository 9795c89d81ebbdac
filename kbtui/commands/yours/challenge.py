"""``kb challenge``: the deal of a finished game for a friend, as a code or a file."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from engine.record import format_record
from kbtui.cli import openlines
from kbtui.cli.files import found, named, target
from kbtui.cli.output import say
from kbtui.cli.screen import chosen, need_player, open_app
from kbtui.daily import comparison
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
from kbtui.play.start import Resume
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal


def run(asked: argparse.Namespace) -> int:
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
    if out is not None:
        write_new(out, format_record(record))
        print(_("Wrote {file}").format(file=out))
        return 0
    print(code_of(challenge))
    print(_("A friend plays it with kb challenge --take and this code."))
    return 0


def _take(asked: argparse.Namespace) -> int:
    need_player(asked)
    settings, notice = chosen(asked)
    session = taken(asked.take, settings.name)
    save = saves.start(session, games_folder())
    if asked.line:
        code = openlines.play(session, save, settings, notice)
        other = answered(session.origin)
        if session.is_over and other is not None:
            say(comparison.lines(challenge_of(session.record(), session.table).result, other))
        return code
    save.close()  # it can be played; the app opens it again
    assert save.path is not None, "it was made"
    return open_app(Resume(save.path), asked, (settings, notice))


def _compared(asked: argparse.Namespace) -> Iterator[str]:
    path = found(asked.file)
    with named(path):
        record, table = saves.read(path)
        mine = challenge_of(record, table)
    other = _other(asked.compare) if asked.compare else answered(record)
    if other is None:
        raise Refusal(_("this game answers no challenge; name another one to compare it with"))
    if not same_deal(mine, other):
        raise Refusal(_("the two games had different deals, or different seats"))
    yield from comparison.lines(mine.result, other)


def _other(text: str) -> Challenge:
    if is_code(text):
        return read_code(text)
    path = Path(found(text))
    with named(path):
        return challenge_of(*saves.read(path))
