"""What is wrong with a command line, in the player's language.

The parser of the standard library speaks English only; a table turns its sentences into ours.
"""

from __future__ import annotations

import re
from typing import Final

from kbtui.i18n import N_, _

_SAID: Final = (
    (r"unrecognized arguments: (?P<what>.*)", N_("{what} is not known")),
    (r"argument command: invalid choice: (?P<what>'.*?'|\".*?\").*", N_("{what} is no command")),
    (
        r"argument (?P<option>.*?): invalid choice: (?P<value>.*?) \(choose from (?P<known>.*)\)",
        N_("{option}: {value} is not possible; choose from {known}"),
    ),
    (
        r"argument (?P<option>.*?): invalid float value: (?P<value>.*)",
        N_("{option}: {value} is not a number"),
    ),
    (
        r"argument (?P<option>.*?): invalid \w+ value: (?P<value>.*)",
        N_("{option}: {value} is not a whole number"),
    ),
    (r"argument (?P<option>.*?): expected .*", N_("{option}: something is missing behind it")),
    (
        r"argument (?P<option>.*?): not allowed with argument (?P<other>.*)",
        N_("{option} and {other} exclude each other"),
    ),
    (r"argument (?P<option>.*?): ignored explicit argument.*", N_("{option} takes no value")),
    (r"the following arguments are required: (?P<what>.*)", N_("{what} is missing")),
    (r"one of the arguments (?P<what>.*) is required", N_("one of these is needed: {what}")),
)


def complaint(message: str, program: str) -> str:
    """The message of the parser as a sentence that says where to read on."""
    text = message
    for pattern, ours in _SAID:
        match = re.fullmatch(pattern, message, re.DOTALL)
        if match is not None:
            text = _(ours).format(**match.groupdict())
            break
    more = _("{command} says more").format(command=f"{program} --help")
    return f"{text}; {more}"
