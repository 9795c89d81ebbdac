"""The key settings: every command with its keys, and a way to change them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from kbtui.disk.settings import Settings
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    MUTED,
    STRONG,
    TEXT,
    WARNING,
    Line,
    Run,
    cut,
    fit,
    heading,
    paragraphs,
    width,
)
from kbtui.text.framing import framed
from kbtui.text.i18n import N_, _
from kbtui.text.keys import (
    COMMANDS,
    COUNT,
    FIRST,
    GAME,
    HAND,
    ONLINE,
    PAGE,
    REPLAY,
    WATCH,
    Command,
    Keys,
    heard_on,
    key_name,
    words,
)
from kbtui.text.listing import FIXED, Listing
from kbtui.text.page import Page

Own = Mapping[str, Sequence[str]]

_TILE: Final = "tile-"
_ASKED: Final = 2  # rows for what is asked and said
_FORGET: Final = ("backspace", "delete")
# A command belongs where it is met first.
GROUPS: Final = (
    (N_("GAME"), (GAME, FIRST, ONLINE, HAND, WATCH)),
    (N_("REPLAY"), (REPLAY,)),
    (N_("FINAL SCORE"), (COUNT,)),
    (N_("MENUS"), (PAGE,)),
)


def group(command: Command) -> str:
    """The heading that the command stands under."""
    return next(title for title, screens in GROUPS if {*screens} & {*command.screens})


_TITLES: Final = [title for title, _screens in GROUPS]
ORDER: Final = tuple(sorted(COMMANDS, key=lambda command: _TITLES.index(group(command))))


def label(command: Command) -> str:
    """What the command does; tiles by their number."""
    number = command.name.removeprefix(_TILE) if command.name.startswith(_TILE) else ""
    return f"{words(command.name)} {number}".strip()


def rivals(command: Command, key: str, keys: Keys) -> list[Command]:
    """Other commands of the same screens that have this key now."""
    return [
        other
        for other in COMMANDS
        if other.name != command.name and key in keys.of[other.name] and _meet(command, other)
    ]


def _meet(one: Command, other: Command) -> bool:
    """Whether both can be given on one screen; the first game is a game."""
    return bool(_screens(one) & _screens(other))


def _screens(command: Command) -> set[str]:
    return {heard_on(screen) for screen in command.screens}


def bound(own: Own, keyset: str, command: Command, key: str) -> dict[str, list[str]]:
    """The player's own keys with this one as the first of the command, and of no rival."""
    keys = Keys(keyset, own)
    mine = {name: [*each] for name, each in own.items()}
    for rival in rivals(command, key, keys):
        if rival.name in mine:
            mine[rival.name] = [each for each in mine[rival.name] if each != key]
    mine[command.name] = [key, *(each for each in keys.of[command.name] if each != key)]
    return {name: each for name, each in mine.items() if each}


class KeysPage(Page):
    """Left with the outcome "back"; ``apply`` takes the new keys."""

    def __init__(self, settings: Settings, apply: Callable[..., None]) -> None:
        super().__init__()
        self.own: Own = settings.keys
        self._keyset = settings.keyset
        self._apply = apply
        self._listing = Listing(len(ORDER))
        self._is_waiting = False  # for the key to be pressed
        self._said = ""
        self._spot = (0, 1)

    @property
    def command(self) -> Command:
        return ORDER[self._listing.at]

    def cursor(self) -> tuple[int, int] | None:
        return self._spot

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        body = [*self._list(columns, rows - 2 - _ASKED), *self._prompt(columns)]
        hints = [
            (key_name("enter"), _("change the key"), "choose"),
            (key_name("backspace"), _("default keys"), "forget"),
            (key_name("escape"), _("back"), "back"),
        ]
        return framed(_("Keys"), _("Settings"), body, hints, columns, rows)

    def _list(self, columns: int, rows: int) -> list[Line]:
        widest = max(width(label(command)) for command in ORDER) + 2
        labels = min(widest, columns // 2)
        found: list[Line] = []
        at, title = 0, ""
        for index, command in enumerate(ORDER):
            if group(command) != title:
                title = group(command)
                found.append(heading(_(title), columns, stroke=self.look.signs.stroke))
            if index == self._listing.at:
                at = len(found)
            found.append(self._row(index, labels, columns))
        shown = self._listing.window(rows, at, len(found))
        self._spot = (1, 1 + at - shown.start)
        return found[shown] + [EMPTY] * (rows - len(found[shown]))

    def _row(self, index: int, labels: int, columns: int) -> Line:
        command = ORDER[index]
        is_at = index == self._listing.at
        ground = "raised" if is_at else "background"
        text = cut(label(command), labels - 1, self.look.signs.more)
        keys = self.keys.names(command.name) or _("no key")
        is_own = command.name in self.own
        row = (
            Run(f" {self.look.signs.pointer if is_at else ' '} ", ACCENT.on(ground)),
            Run(text.ljust(labels), (STRONG if is_at else TEXT).on(ground), f"key-{index}"),
            Run(keys, (ACCENT if is_own else MUTED).on(ground), f"key-{index}"),
            Run(f"  {_('your own')}" if is_own else "", MUTED.on(ground)),
        )
        return fit(row, columns, ground)

    def _prompt(self, columns: int) -> list[Line]:
        """What is asked or said, below the list."""
        told, tone = self._said, WARNING
        if self._is_waiting:
            text = _("Press the key for: {command}. Press {key} to leave it as it is.")
            told, tone = text.format(command=label(self.command), key=key_name("escape")), STRONG
        start = f" {self.look.signs.pointer} "
        rows = paragraphs(told, columns - len(start) - 1, tone)[:_ASKED] if told else []
        margins = [Run(start, ACCENT), *[Run(" " * len(start))] * _ASKED]
        found = [(margin, *row) for margin, row in zip(margins, rows, strict=False)]
        return [*found, *[EMPTY] * (_ASKED - len(found))]

    def type(self, key: str, character: str | None) -> bool:
        if self._is_waiting:
            self._is_waiting = False
            if key != "escape":
                self._bind(key)
            return True
        was_said, self._said = bool(self._said), ""
        if key in _FORGET:
            self.do("forget")
        elif key in FIXED:
            self.do(FIXED[key])
        else:
            return was_said
        return True

    def do(self, command: str) -> None:
        verb, _dash, number = command.partition("-")
        if command in ("back", "leave"):
            self.outcome = command
        elif self._listing.step(command):
            return
        elif command == "choose":
            self._is_waiting = True
        elif command == "forget":
            self._keep({name: keys for name, keys in self.own.items() if name != self.command.name})
        elif verb == "key" and number.isdigit():
            is_same = int(number) == self._listing.at
            self._listing.go(int(number))
            self._is_waiting = is_same

    def _bind(self, key: str) -> None:
        losers = rivals(self.command, key, Keys(self._keyset, self.own))
        self._keep(bound(self.own, self._keyset, self.command, key))
        after = Keys(self._keyset, self.own)
        told = []
        for loser in losers:
            text = _("{key} is no longer a key for: {command}.")
            told.append(text.format(key=key_name(key), command=label(loser)))
            if not after.of[loser.name]:
                told.append(_("That command has no key now."))
        self._said = " ".join(told)

    def _keep(self, own: Own) -> None:
        self.own = own
        self._apply(keys=dict(own))
