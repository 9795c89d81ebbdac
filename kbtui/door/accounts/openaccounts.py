"""Which accounts are meant: a file, or a Valkey that several machines share. And from one to the
other: ``kb-door copy-accounts FROM TO``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kbtui.door.accounts.store import Accounts, SqliteAccounts, Taken
from kbtui.door.accounts.valkey import ValkeyAccounts
from relay.server.arguments import Refusal
from relay.store.valkey.address import is_url

WORD: Final = "copy-accounts"


def open_accounts(where: str | Path, is_risk_accepted: bool = False) -> Accounts:
    """Raises OSError."""
    if is_url(str(where)):
        return ValkeyAccounts(str(where), is_risk_accepted)
    return SqliteAccounts(where)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FROM", help="a file, such as private/accounts.sqlite")
    parser.add_argument("target", metavar="TO", help="valkey://HOST, or the other way round")
    parser.add_argument("--accept-risk", action="store_true", help="as for a door")


def run(asked: argparse.Namespace, say: Callable[[str], None] = print) -> None:
    """Raises Refusal, OSError."""
    if asked.source == asked.target:
        raise Refusal("FROM and TO are the same")
    if not is_url(asked.source) and not Path(asked.source).is_file():
        raise Refusal(f"there is no file {asked.source}")
    source = open_accounts(asked.source, asked.accept_risk)
    try:
        target = open_accounts(asked.target, asked.accept_risk)
        try:
            copy(source, target, say)
        finally:
            target.close()
    finally:
        source.close()


def copy(source: Accounts, target: Accounts, say: Callable[[str], None]) -> None:
    """All accounts with their numbers, keys and codes; what is there already is compared. Raises
    Refusal."""
    people, new = sorted(source.everybody()), set()
    for person in people:
        try:
            if target.take_in(person):
                new.add(person)
        except Taken:
            name = person.account.name
            text = f"{name} (account {person.account.number}) is somebody else there"
            raise Refusal(f"{text}: copy into a store that no other door has used") from None
    there = {person.account.number: person for person in target.everybody()}
    for person in people:
        found = there.get(person.account.number)
        if found is None or found.account != person.account or (person in new and found != person):
            raise Refusal(f"account {person.account.number} is not there as it was")
    say(f"{len(people)} accounts are in the new store, and were compared; {len(new)} are new there")
