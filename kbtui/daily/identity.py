"""Who somebody is at a relay, for the deals of the days: a key on disk, and tokens made of it.

A relay knows one token for each day and game, and cannot tell that two of them belong to one
player. At a door the key lies in the folder of the account, where only the door's own program reads
it, so an account has one try a day. A browser may also play by taps, without a program: there the
door makes the tokens of tries, of the browser's cookie, and tells them to the program.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from kbtui.disk.files import make_folder, write_draft
from kbtui.disk.places import daily_key_file
from kbtui.hosted import mode
from kbtui.hosted.line import Line

NOBODY: Final = "00" * 32  # for a player who only looks and cannot keep a key
_BYTES: Final = 32
_TOKEN: Final = re.compile(f"[0-9a-f]{{{2 * _BYTES}}}")


def token_of_try(relay: str, game: str, day: str) -> str:
    """Hexadecimal; raises OSError like ``token_for``. May wait for the door."""
    if mode.is_hosted():
        given = Line().ask("try", game=game, day=day).get("token")
        if isinstance(given, str) and _TOKEN.fullmatch(given):
            return given
    return token_for(relay, game, day)


def token_for(relay: str, game: str, day: str, path: Path | None = None) -> str:
    """Hexadecimal; the same whenever it is asked for. Raises OSError if a new key is needed and
    cannot be kept."""
    where = "door" if mode.is_hosted() else relay  # a door's own relay may be on another port
    data = "|".join((where, game, day)).encode()
    key = _key(path or daily_key_file())
    return blake2b(data, digest_size=_BYTES, key=key, person=b"kbtui daily").hexdigest()


def _key(path: Path) -> bytes:
    found = _read(path)
    if found is None:
        make_folder(path.parent)
        draft = write_draft(path, os.urandom(_BYTES).hex() + "\n")
        try:
            with suppress(FileExistsError):  # another program was quicker: that one counts
                os.link(draft, path)
        finally:
            draft.unlink(missing_ok=True)
        found = _read(path)
    if found is None:
        raise OSError(0, "the key of the deals of the day cannot be read", str(path))
    return found


def _read(path: Path) -> bytes | None:
    try:
        key = bytes.fromhex(path.read_text("ascii"))
    except (OSError, ValueError):
        return None
    return key if len(key) == _BYTES else None
