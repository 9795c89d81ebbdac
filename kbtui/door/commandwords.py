"""What a person who comes by SSH wants: the user name and the command, as words of ``kb``.

OpenSSH gives no terminal to a command, so every word also works as a user name. Nothing but words
of the closed list gets through; the rest is a name that somebody would like, or a mistake.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Final, NamedTuple

from kbtui.door.accounts import codes
from kbtui.hosted.mode import COMMANDS, PLAYS, PRINTS
from kbtui.text.i18n import N_, _
from relay.protocol.room_codes import show_code, tidy_code

# Words that the door itself answers, in lines.
DESK: Final = ("help", "key", "version", "who", "whoami")
_MENU: Final = ("menu", "play", "hall", "guest")  # as user names: nothing special
# Words that open something as a user name; the others need more words.
_ALONE: Final = (
    "daily",
    "stats",
    *("continue", "games", "host", "new", "rules", "saves", "status", "tutorial"),
    *DESK,
)
_OPTIONS: Final = ("--color", "--colour", "--theme", "--language")  # a word follows
_SHELLS: Final = ("sh", "bash", "zsh", "ls", "cat", "scp", "sftp-server", "rsync", "git", "python3")
_LINE, _LINES_OPTION = "line", "--line"
# A word that prints, and opens a page where there is a terminal; options that ask for the page.
_PAGE: Final = "daily"
_OPENS: Final = ("--play", "--practice")
_LONGEST: Final = 400  # characters of a command
_MOST: Final = 40  # words of it

NO_SHELL: Final = N_("There is no shell here.")
UNKNOWN: Final = N_("{word} is not a command here; these are: {words}.")
SCREEN: Final = N_("{word} needs a terminal: type ssh -t {door} {words}.")
LINES: Final = N_(
    "{word} needs a terminal: type ssh -t {door} {words}, or in plain lines ssh -T {door} line "
    "{words}."
)
QUOTES: Final = N_("This command cannot be read; quotation marks come in pairs.")


class Wanted(NamedTuple):
    """What is to be opened."""

    words: tuple[str, ...] = ()  # for ``kb``, or one of ``DESK``
    proposal: str = ""  # a user name that is none of our words
    code: str = ""  # of an account
    trouble: str = ""  # a sentence instead

    @property
    def command(self) -> str:
        return command_of(self.words)

    @property
    def prints(self) -> bool:
        """Whether nobody has to be there."""
        return self.command in DESK or _kind(self) == PRINTS


def _kind(asked: Wanted) -> str | None:
    if asked.command == _PAGE and {*_OPENS} & {*asked.words}:
        return PLAYS
    return COMMANDS.get(asked.command)


def command_of(words: Sequence[str]) -> str:
    """The first word that is not an option; empty if there is none."""
    after_option = False
    for word in words:
        if not word.startswith("-") and not after_option:
            return word
        after_option = word in _OPTIONS
    return ""


def wanted(user: str, command: str | None, has_terminal: bool, door: str) -> Wanted:
    """``command``: None if somebody only connects. ``door``: what is typed behind ``ssh``."""
    by_user = _of_user(user)
    if command is not None and command.strip():
        found = _of_command(command, by_user.words == (_LINES_OPTION,))
        found = found._replace(proposal=by_user.proposal, code=by_user.code)
    else:
        found = by_user
    if found.trouble or _LINES_OPTION in found.words:
        return found
    if has_terminal and found.command == _PAGE and found.words[-1] == _PAGE:
        return found._replace(words=(*found.words, _OPENS[0]))
    if has_terminal or found.prints:
        return found
    if not found.words:
        return found._replace(words=("games",))  # something useful, and a line of help
    sentence = LINES if _kind(found) == PLAYS else SCREEN
    said = " ".join(map(shlex.quote, found.words))
    return Wanted(trouble=_(sentence).format(word=found.command, door=door, words=said))


def _of_user(user: str) -> Wanted:
    word = user.lower()
    if word == _LINE:
        return Wanted((_LINES_OPTION,))
    if "-" in user:
        room, account = tidy_code(user), codes.tidy(user)
        if room is not None:
            return Wanted(("join", show_code(room)))
        if account is not None:
            return Wanted(code=user)
    if word == "watch":
        return Wanted(("watch",))
    if word in _ALONE:
        return Wanted((word,))
    return Wanted() if word in _MENU else Wanted(proposal=user)


def _of_command(command: str, is_line: bool) -> Wanted:
    if len(command) > _LONGEST or not command.isprintable():
        return Wanted(trouble=_(QUOTES))
    try:
        words = tuple(shlex.split(command))[:_MOST]
    except ValueError:
        return Wanted(trouble=_(QUOTES))
    while words[:1] in (("kb",), ("--",)):  # as at home
        words = words[1:]
    if words[:1] == (_LINE,):  # OpenSSH takes an option behind the host for its own
        words, is_line = words[1:], True
    if is_line and _LINES_OPTION not in words:
        words = (_LINES_OPTION, *words)
    first = command_of(words)
    if first.rpartition("/")[2] in _SHELLS:
        return Wanted(trouble=_(NO_SHELL))
    if first in DESK:
        return Wanted((first,))
    if first and first not in COMMANDS:
        known = ", ".join(sorted({*COMMANDS, *DESK}))
        return Wanted(trouble=_(UNKNOWN).format(word=first[:20], words=known))
    return Wanted(words)
