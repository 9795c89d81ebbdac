"""Games that a relay gets once they are over: answers to challenges, and new challenges.

A game says so in its header. Its file is noted here when it begins, and struck out when the relay
has it: a game that a relay could not be told of is sent another time.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.errors import EngineError
from engine.record import Record
from kbtui.daily import dares
from kbtui.daily.asking import Away, Unanswered
from kbtui.daily.challenge import DARE
from kbtui.daily.dares import Dared
from kbtui.disk.files import make_folder, write_whole
from kbtui.disk.places import outbox_file
from kbtui.play import saves
from kbtui.play.session import Session
from kbtui.text.address import Address, BadAddress, parse_address

_MOST: Final = 20  # games that are noted; the oldest are forgotten


def is_due(record: Record) -> bool:
    """Whether a relay gets this game at its end."""
    return dares.answered(record) is not None or _relay(record) is not None


def _relay(record: Record) -> Address | None:
    url = dict(record.tags).get(DARE, "")
    try:
        return parse_address(url) if url else None
    except BadAddress:
        return None


def start(session: Session, folder: Path) -> saves.Save:
    """Save a new game, and note it if a relay gets it."""
    save = saves.start(session, folder)
    if save.path is not None and is_due(session.origin):
        _write([*_names(), save.path.name])
    return save


async def deliver(record: Record, name: str) -> Dared:
    """Send a finished game where its header says; raises Unanswered, OSError."""
    if (answers := dares.answered(record)) is not None:
        dared = await dares.send(answers.relay, record, name, answers.code)
    else:
        relay = _relay(record)
        assert relay is not None, "it is due"
        dared = await dares.send(relay, record, name)
    dares.remember(record, dared.kept)
    return dared


async def deliver_all(folder: Path, name: str) -> list[Dared]:
    """What is over and was not sent; raises Away, OSError."""
    found = []
    for path in [folder / each for each in _names()]:
        try:
            record, table = await asyncio.to_thread(saves.read, path)
        except FileNotFoundError:
            strike(path)  # it was deleted
            continue
        except (OSError, EngineError):
            continue  # the disk may be away, or the file be mended
        if table.to_act is not None:
            continue
        try:
            if dares.remembered(record) is None:
                found.append(await deliver(record, name))
        except Away:
            raise
        except Unanswered:
            pass  # the relay has refused it, and would do so again
        strike(path)
    return found


def strike(path: Path | None) -> None:
    names = _names()
    if path is not None and path.name in names:
        _write([each for each in names if each != path.name])


def _names() -> list[str]:
    try:
        lines = outbox_file().read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError):
        return []
    return [name for name in lines if name and Path(name).name == name]


def _write(names: list[str]) -> None:
    with suppress(OSError):  # the player can still send it by hand
        make_folder(outbox_file().parent)
        write_whole(outbox_file(), "".join(f"{name}\n" for name in names[-_MOST:]))
