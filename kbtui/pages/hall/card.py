"""Cards that lie over the list of the hall: how to add another key, and what to tell a friend."""

from __future__ import annotations

from typing import Final, NamedTuple

from kbtui.hosted.mode import Hosted, at
from kbtui.look.look import Look
from kbtui.paint.runs import ACCENT, EMPTY, MUTED, STRONG, Line, heading, indented, paragraphs
from kbtui.text.framing import Hint
from kbtui.text.i18n import _, n_
from kbtui.text.keys import key_name

KEYS, FRIEND = "keys", "friend"  # commands, and outcomes of the page
COPY: Final = "copy"
_INDENT: Final = 2


class Copied(NamedTuple):
    """The outcome of the page: a text for the clipboard."""

    text: str


class Card(NamedTuple):
    """A title, then lines to type, each with what it does. ``copied`` is what ``y`` copies."""

    title: str
    head: str  # a sentence before them; may be empty
    lines: tuple[tuple[str, str], ...]
    copied: str

    def drawn(self, look: Look, columns: int, height: int) -> list[Line]:
        room = columns - 2 * _INDENT
        found: list[Line] = [heading(self.title, columns, stroke=look.signs.stroke), EMPTY]
        if self.head:
            found += [*indented(paragraphs(self.head, room, MUTED), _INDENT), EMPTY]
        for typed, about in self.lines:
            tone = ACCENT if typed == self.copied else STRONG
            found += indented(paragraphs(typed, room, tone), _INDENT)
            found += [*indented(paragraphs(about, room, MUTED), _INDENT), EMPTY]
        return found[:height]

    @property
    def hints(self) -> list[Hint]:
        return [("y", _("copy"), COPY), (key_name("escape"), _("back"), "back")]


def keys_card(host: Hosted, code: str, count: int, is_guest: bool) -> Card:
    """``code`` leads another key to this account, or a guest back; ``count``: of its keys."""
    typed = at(host.door, code)
    if is_guest:
        head = _("You are the guest {name}. Without a key you are forgotten in 7 days.")
        lines = (
            (
                typed,
                _("finds this guest again for 7 days. Write it down: it replaces older codes."),
            ),
            (
                "ssh-keygen",
                _("makes a key. Come back with it and type the code: all you have stays yours."),
            ),
        )
        return Card(_("NAME AND KEYS"), head.format(name=host.name), lines, typed)
    told = n_("You are {name}, with {count} key.", "You are {name}, with {count} keys.", count)
    about = _("adds the key of another machine. Type it there, with that key, within 10 minutes.")
    head = told.format(name=host.name, count=count)
    return Card(_("NAME AND KEYS"), head, ((typed, about),), typed)


def friend_card(host: Hosted, code: str, web: str) -> Card:
    """``code``: of a room, empty for the door itself; ``web``: where its pages are, if it has
    any."""
    typed = at(host.door, code) if code else f"ssh {host.door}"
    about = (
        _("takes a free seat, or watches.") if code else _("opens the hall, nothing to install.")
    )
    lines = [(typed, about)]
    if web:
        page = f"{web}/watch/{code}" if code else web
        lines.append((page, _("shows the game in a browser.") if code else _("is for browsers.")))
    return Card(_("TELL A FRIEND"), "", tuple(lines), lines[-1][0])
