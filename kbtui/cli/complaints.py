"""What is wrong with a command line, in the player's language.

The parser of the standard library speaks only English; a table turns its sentences into ours.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from kbtui.text.i18n import N_, _

_SAID: Final = (
    (r"unrecognized arguments: (?P<what>.*)", N_("unknown argument: {what}")),
    (r"argument command: invalid choice: (?P<what>'.*?'|\".*?\").*", N_("unknown command: {what}")),
    (
        r"argument (?P<option>.*?): invalid choice: (?P<value>.*?) \(choose from (?P<known>.*)\)",
        N_("{option}: {value} is not a choice; choose from {known}"),
    ),
    (
        r"argument (?P<option>.*?): invalid float value: (?P<value>.*)",
        N_("{option}: {value} is not a number"),
    ),
    (
        r"argument (?P<option>.*?): invalid \w+ value: (?P<value>.*)",
        N_("{option}: {value} is not a whole number"),
    ),
    (r"argument (?P<option>.*?): expected .*", N_("{option} needs a value")),
    (
        r"argument (?P<option>.*?): not allowed with argument (?P<other>.*)",
        N_("{option} cannot be used with {other}"),
    ),
    (r"argument (?P<option>.*?): ignored explicit argument.*", N_("{option} takes no value")),
    (r"the following arguments are required: (?P<what>.*)", N_("{what} is missing")),
    (r"one of the arguments (?P<what>.*) is required", N_("one of these is needed: {what}")),
)
_ALIKE: Final = 0.7  # of 1


def complaint(message: str, program: str, known: Collection[str] = ()) -> str:
    """The message of the parser as a sentence that says where to read on, and which of the
    ``known`` words may be meant."""
    text, near = message, ""
    for pattern, ours in _SAID:
        match = re.fullmatch(pattern, message, re.DOTALL)
        if match is not None:
            text = _(ours).format(**match.groupdict())
            near = _near(match.groupdict().get("what", ""), known)
            break
    more = _("see {command}").format(command=f"{program} --help")
    meant = _("perhaps you meant {near}").format(near=near) if near else ""
    return "; ".join(filter(None, (text, meant, more)))


def _near(words: str, known: Collection[str]) -> str:
    """The known word that looks most like the first of these."""
    from difflib import get_close_matches  # slow to import, and only mistakes need it

    first = words.strip("'\"").split()[:1]
    found = get_close_matches(first[0].split("=")[0], known, 1, _ALIKE) if first else []
    return found[0] if found and found[0] not in first else ""
