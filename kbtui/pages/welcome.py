"""The first page at a door: a name for a new key, a code for an account, or in as a guest.

The door knows everything and is asked for it; the page only shows and types. Its outcome is
``ENTERED`` when the door has let the player in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from kbtui.disk.settings import NAME_LENGTH
from kbtui.hosted import mode
from kbtui.paint.bigletters import big
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    GOOD,
    KEY,
    MUTED,
    STRONG,
    TEXT,
    WARNING,
    Line,
    Run,
    fit,
    heading,
    indented,
    length,
    paragraphs,
    width,
)
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import N_, _
from kbtui.text.keys import key_name
from kbtui.text.page import Page
from kbtui.text.textinput import TextField

Ask = Callable[..., Mapping[str, Any]]
ENTERED, LEFT = "entered", "left"
NAME, CODE, GUEST = "name", "code", "guest"
_LABELS: Final = {
    NAME: N_("New name"),
    CODE: N_("I have an account: code"),
    GUEST: N_("Play as a guest"),
}
_STATES: Final = {
    "free": N_("free"),
    "taken": N_("already taken"),
    "short": N_("too short"),
    "bad": N_("letters, digits, - and _ only"),
    "reserved": N_("a reserved word"),
}
_CODE_LENGTH: Final = 12  # signs and blanks of a code as people type it


class WelcomePage(Page):
    letters: ClassVar = {
        "enter": "choose",
        "up": "north",
        "down": "south",
        "tab": "south",
        "shift+tab": "north",
        "escape": "back",
        "ctrl+q": "leave",
        "ctrl+c": "leave",
    }

    def __init__(self, ask: Ask) -> None:
        super().__init__()
        self._ask = ask
        self._facts = ask("welcome")
        self._has_key = bool(self._facts.get("key"))
        self.rows = (NAME, CODE, GUEST) if self._has_key else (GUEST, CODE)
        self.at = self.rows[0]
        self._fields = {
            NAME: TextField(str(self._facts.get("proposal", "")), NAME_LENGTH, replaces=True),
            CODE: TextField("", _CODE_LENGTH),
        }
        self._state = ""  # of the name
        self._error = ""
        self.secret = ""  # a code that is shown once, when all is done
        self._spot = (0, 0)
        self._judge()

    # What is shown

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        door, room = str(self._facts.get("door", "")), columns - 4
        body = self._farewell(room) if self.secret else self._body(room)
        page = indented(body, 2)
        return framed(_("Welcome"), door.rpartition(" ")[2], page, self._hints(), columns, rows)

    def _body(self, columns: int) -> list[Line]:
        about = _("Two board games in the terminal. Nothing to install, no password.")
        found: list[Line] = [EMPTY, *paragraphs(about, columns, TEXT), EMPTY]
        found.append(self._title(_("YOU"), columns))
        key = _("a key that is new here") if self._has_key else _("you came without a key")
        mark = Run(str(self._facts.get("print", "")), MUTED)
        found.append(fit((Run(f"{key}  ", TEXT), mark), columns))
        found.append(EMPTY)
        for row in self.rows:
            if row == self.at:
                self._spot = (0, 1 + len(found))
            found.append(self._row(row, columns))
        found += [EMPTY, *paragraphs(self._error, columns, WARNING)]
        found += [self._title(_("NEXT TIME"), columns)]
        found += paragraphs(self._next_time(), columns, MUTED)
        return found

    def _title(self, text: str, columns: int) -> Line:
        return heading(text, columns, stroke=self.look.signs.stroke)

    def _row(self, row: str, columns: int) -> Line:
        is_at = row == self.at
        ground = "raised" if is_at else "background"
        label = _(_LABELS[row])
        room = max(width(_(_LABELS[each])) for each in self.rows) + 2
        start = Run(f"{self.look.signs.pointer if is_at else ' '} ", ACCENT.on(ground))
        text = (STRONG if is_at else TEXT).on(ground)
        found = [start, Run(label + " " * (room - width(label)), text, row)]
        if row == GUEST:
            found.append(Run(str(self._facts.get("guest", "")), text, row))
        elif is_at:
            self._spot = (2 + length(found) + self._fields[row].column(20), self._spot[1])
            found += self._fields[row].runs(20, text, row)
        else:
            found.append(Run(self._fields[row].text, text, row))
        if row == NAME and self._state:
            tone = GOOD if self._state == "free" else WARNING
            known = _STATES.get(self._state)
            found.append(Run(f"  {_(known) if known else ''}", tone.on(ground)))
        return fit(found, columns, ground)

    def _next_time(self) -> str:
        door = str(self._facts.get("door", ""))
        if self._has_key:
            text = _(
                "ssh {door} with this key brings you here from anywhere: your games, your seats, "
                "your settings. A name is chosen once."
            )
            return text.format(door=door)
        text = _(
            "{command} finds your games again for 7 days: write it down. With a key you would "
            "keep them for good, from any machine: ssh-keygen makes one, then type this code."
        )
        return text.format(command=mode.at(door, str(self._facts.get("return", ""))))

    def _farewell(self, columns: int) -> list[Line]:
        door = str(self._facts.get("door", ""))
        found: list[Line] = [EMPTY, self._title(_("YOUR RECOVERY CODE"), columns), EMPTY]
        if self.look.terminal.unicode:
            found += [(Run(row, STRONG),) for row in big(self.secret)] + [EMPTY]
        found.append((Run(self.secret, STRONG),))
        text = _(
            "It is shown this once: write it down. If you lose your key, it ties a new one to "
            "your account. To add the key of another machine, type ssh {door} key."
        )
        found += [EMPTY, *paragraphs(text.format(door=door), columns, MUTED), EMPTY]
        self._spot = (2, 1 + len(found))
        found.append((Run(f" {key_name('enter')} ", KEY, "choose"), Run(f" {_('go in')}", TEXT)))
        return found

    def cursor(self) -> tuple[int, int] | None:
        return self._spot

    def _hints(self) -> list[Hint]:
        found: list[Hint] = [(key_name("enter"), _("go in"), "choose")]
        if not self.secret:
            both = f"{key_name('up')} {key_name('down')}"
            found += [(both, _("choose"), "south"), (key_name("ctrl+q"), _("quit"), "leave")]
        return found

    # Keys

    def type(self, key: str, character: str | None) -> bool:
        if super().type(key, character):
            return True
        if self.secret or self.at == GUEST:
            return character is not None
        if self._fields[self.at].press(key, character):
            self._error = ""
            self._judge()
        return True

    def do(self, command: str) -> None:
        if command in ("leave", "back") and not self.secret:
            self.outcome = LEFT
        elif command in ("north", "south") and not self.secret:
            step = 1 if command == "south" else -1
            self._go(self.rows[(self.rows.index(self.at) + step) % len(self.rows)])
        elif command in self.rows:
            self._go(command)
        elif command == "choose":
            self._choose()

    def _go(self, row: str) -> None:
        self.at, self._error = row, ""

    def _judge(self) -> None:
        name = self._fields[NAME].text
        self._state = str(self._ask("name", name=name).get("state", "")) if name else ""

    def _choose(self) -> None:
        if self.secret:
            self.outcome = ENTERED
            return
        if self.at == GUEST:
            answer = self._ask("guest")
        elif self.at == NAME:
            answer = self._ask("enter", name=self._fields[NAME].text)
        else:
            answer = self._ask("code", code=self._fields[CODE].text)
        if answer.get("named") is False:  # a guest who has got a key: only the name is missing
            self._go(NAME)
            self._error = _("Welcome back. Choose a name; all you had as a guest stays yours.")
        elif not answer.get("is_in"):
            self._judge()
            self._error = self._refusal(answer)
        elif answer.get("secret"):
            self.secret = str(answer["secret"])
        else:
            self.outcome = ENTERED

    def _refusal(self, answer: Mapping[str, Any]) -> str:
        if self.at == CODE:
            return _("This code does not work: it was used already, or it has expired.")
        if answer.get("free"):
            free = ", ".join(map(str, answer["free"]))
            return _("You cannot have this name. These are free: {names}.").format(names=free)
        return _("You cannot have this name. A name has 2 to 12 letters and digits.")
