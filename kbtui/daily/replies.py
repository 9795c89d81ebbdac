"""Who has answered our challenges since we last looked."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from kbtui.daily import dares
from kbtui.daily.asking import visiting
from kbtui.disk.files import make_folder, write_whole
from kbtui.disk.places import replies_file
from kbtui.text.address import Address
from kbtui.text.i18n import n_
from kbtui.text.words import both
from relay.protocol import kinds as k
from relay.protocol.cleaning import clean
from relay.protocol.days import AskChallenge, ChallengeView

_FEW: Final = 5  # challenges that are asked for, the newest
_MOST: Final = 50  # whose answers are remembered


async def news(relay: Address, path: Path | None = None) -> str:
    """A sentence about those who are new; empty if nobody is. Raises Unanswered."""
    left = dares.left_at(relay)[-_FEW:]
    if not left:
        return ""
    path = path or replies_file()
    seen, names = _seen(path), list[str]()
    async with visiting(relay, k.CHALLENGES) as caller:
        for code, token in left:
            view = await caller.ask(AskChallenge(code, bytes.fromhex(token)))
            if isinstance(view, ChallengeView) and _is_ours(view):
                found = [clean(row.name, k.NAME) for row in view.rows if not row.own]
                names += [name for name in found if name not in seen.get(code, ())]
                seen[code] = found
    _keep(path, seen)
    count = len(names := [*dict.fromkeys(names)])
    text = n_(
        "{names} has answered your challenge.", "{names} have answered your challenge.", count
    )
    return text.format(names=both(names)) if names else ""


def _is_ours(view: ChallengeView) -> bool:
    return 0 < view.first <= len(view.rows) and bool(view.rows[view.first - 1].own)


def _seen(path: Path) -> dict[str, list[str]]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {str(code): [str(name) for name in names] for code, names in found.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def _keep(path: Path, seen: dict[str, list[str]]) -> None:
    kept = dict([*seen.items()][-_MOST:])
    with suppress(OSError):  # it is told once more
        make_folder(path.parent)
        write_whole(path, json.dumps(kept))
