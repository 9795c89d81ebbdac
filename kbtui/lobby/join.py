"""Join or watch by code: one field for the room code, and the answer below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kbtui.online import answers
from kbtui.paint.bigletters import ROWS, big
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    FAINT,
    MUTED,
    STRONG,
    WARNING,
    Line,
    Run,
    Tone,
    indented,
    paragraphs,
)
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import N_, _
from kbtui.text.keys import key_name
from kbtui.text.page import Page
from relay.protocol.room_codes import ALPHABET, LENGTH, show_code

JOIN, WATCH = "join", "watch"
_TITLES: Final = {JOIN: N_("Join by code"), WATCH: N_("Watch by code")}
_SKIPPED: Final = " -"  # signs that people type and that mean nothing
_DASH_AT: Final = LENGTH // 2
_INDENT: Final = 4


class JoinPage(Page):
    """The outcome is the code, the command that left the page, or ``WATCH`` for somebody who only
    wants to look; the screen asks the relay and says how that goes with ``tell`` and ``refuse``."""

    def __init__(self, kind: str, relay: str) -> None:
        super().__init__()
        self.kind = kind
        self.code = ""  # the signs, without the dash
        self._relay = relay
        self._told: tuple[str, Tone] = ("", MUTED)

    @property
    def _may_watch(self) -> bool:
        return self.kind == JOIN and self.is_whole

    @property
    def is_whole(self) -> bool:
        return len(self.code) == LENGTH

    @property
    def shown_code(self) -> str:
        """With the dash, as soon as it is due."""
        return show_code(self.code) if len(self.code) >= _DASH_AT else self.code

    # What the relay says

    def tell(self, text: str) -> None:
        self._told = text, MUTED

    def refuse(self, answer: str, text: str) -> None:
        told = answers.at_door(answer, text, self.shown_code, self._relay)
        if self._may_watch and answer in answers.CAN_WATCH:
            told += f" {_('Press {key} to watch instead.').format(key=key_name('ctrl+w'))}"
        self._told = told, WARNING

    # What is shown

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        text, tone = self._told
        room = columns - 2 * _INDENT
        about = _("Six letters and digits that the host gives you; capitals do not matter.")
        where = _("on {relay}").format(relay=self._relay)
        body: list[Line] = [EMPTY, *indented(paragraphs(about, room, MUTED), _INDENT)]
        body += [EMPTY, *indented(self._large(columns), _INDENT), EMPTY]
        self._row = 1 + len(body)
        body += [self._typed(), EMPTY, *indented([(Run(where, MUTED),)], _INDENT), EMPTY]
        body += indented(paragraphs(text, room, tone), _INDENT)
        right = f"{self.keys.name('back')} {_('back')}"
        return framed(_(_TITLES[self.kind]), right, body, self._hints(), columns, rows)

    def _large(self, columns: int) -> list[Line]:
        if not self.look.terminal.unicode or not self.code:
            return [EMPTY] * ROWS
        return [(Run(row, STRONG),) for row in big(self.shown_code)]

    def _typed(self) -> Line:
        rest = "_" * (LENGTH - len(self.code))
        whole = show_code(self.code + rest)
        at = len(self.shown_code)
        cursor = () if self.is_whole else (Run(whole[at], ACCENT.on("raised")),)
        after = whole[at + len(cursor) :]
        return (
            Run(" " * (_INDENT - 2)),
            Run(f"{self.look.signs.pointer} ", ACCENT),
            Run(whole[:at], STRONG),
            *cursor,
            Run(after, FAINT),
        )

    def cursor(self) -> tuple[int, int] | None:
        return _INDENT + len(self.shown_code), self._row

    def _hints(self) -> list[Hint]:
        found: list[Hint] = []
        if self.is_whole:
            what = _("watch") if self.kind == WATCH else _("join")
            found.append((key_name("enter"), what, "choose"))
        if self._may_watch:
            found.append((key_name("ctrl+w"), _("watch"), WATCH))
        return [*found, (self.keys.name("back"), _("back"), "back")]

    # Keys

    def type(self, key: str, character: str | None) -> bool:
        if key == "backspace":
            self._change(self.code[:-1])
        elif key == "ctrl+u":
            self._change("")
        elif key == "ctrl+w" and self._may_watch:
            self.do(WATCH)
        elif key == "enter":
            self.do("choose")
        elif key == "escape":
            self.do("back")
        elif character is not None and character.isprintable():
            self._add(character)
        else:
            return False
        return True

    def _add(self, character: str) -> None:
        sign = character.upper()
        if sign in _SKIPPED or self.is_whole:
            return
        if sign in ALPHABET:
            self._change(self.code + sign)
        else:
            text = _(
                "No code has a {sign}, because 0 O, 1 I L, 2 Z, 5 S, 8 B and U V look too much "
                "alike."
            )
            self._told = text.format(sign=sign), WARNING

    def _change(self, code: str) -> None:
        self.code = code
        self.tell("")

    def do(self, command: str) -> None:
        if command in ("back", "leave") or (command == WATCH and self._may_watch):
            self.outcome = command
        elif command == "choose" and self.is_whole:
            self.outcome = self.shown_code
        elif command == "choose":
            self._told = _("A code has six characters."), WARNING
