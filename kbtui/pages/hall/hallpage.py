"""The hall: own games, ways to play, public games and who is here, on one page.

Enter does the best next thing: a game that waits for you is under the cursor when you come.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Final

from engine.errors import EngineError
from kbtui.disk.settings import clean_relay
from kbtui.games.kit import on_screen
from kbtui.hosted.mode import hosted
from kbtui.online.saved_rooms import give_up
from kbtui.pages.hall import aside
from kbtui.pages.hall.blocks import Block, laid
from kbtui.pages.hall.card import COPY, FRIEND, KEYS, Card, Copied
from kbtui.pages.hall.floor import Floor
from kbtui.pages.hall.hallwords import names_of
from kbtui.pages.hall.keyhints import OPTIONS, QUIT, about, bar, hints, waiting_told
from kbtui.pages.hall.known import Known
from kbtui.pages.hall.past import (
    hours_block,
    last_seen,
    last_seen_block,
)
from kbtui.pages.hall.rows import (
    FOR_A_GAME,
    MEET,
    RELAY,
    WAYS,
    has_place,
    is_running,
    numbered,
    ways,
)
from kbtui.pages.hall.sections import LESS, MORE, Lister
from kbtui.pages.hall.who import Who
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    STRONG,
    WARNING,
    Line,
    Run,
    Tone,
    beside,
    indented,
    paragraphs,
)
from kbtui.play.saved_games import Summary
from kbtui.play.start import Join, Resume, Return, Watch
from kbtui.text.address import DEFAULT
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import _
from kbtui.text.keys import key_name
from kbtui.text.listing import FIXED, Listing
from kbtui.text.phrases import told
from kbtui.text.textinput import TextField

_BELOW: Final = 2  # rows for what Enter does, and what there is to know
_MINUTE: Final = 60.0  # seconds
_ROOMY: Final = 30  # rows from which every way to play has one
_LONGEST: Final = 200  # characters of an address
_GAMES: Final = {"west": -1, "east": 1, LESS: -1, MORE: 1}


class HallPage(Floor):
    """The outcome is the name of a way, ``OPTIONS`` or ``QUIT``, a start, or the command that left
    the page. ``change`` takes an address."""

    letters: ClassVar = {
        **FIXED,
        "tab": "next",
        "shift+tab": "previous",
        "space": "choose",
        "backspace": "back",
        "x": "delete",
        "v": "watch",
        "w": "who",
        "t": "talk",
        "k": KEYS,
        "y": FRIEND,
        "s": OPTIONS,
        "q": QUIT,
        **{way.letter: way.name for way in WAYS},
    }

    def __init__(
        self,
        known: Known,
        change: Callable[[str], None],
        game: str | None = None,
        ignored: set[str] | None = None,
    ) -> None:
        """``game``: the key of the one that is proposed; ``ignored``: whose words are not shown."""
        super().__init__(known, game, ignored)
        self.error: str | None = None
        self.greeting = ""  # until a key is pressed
        self._change = change
        self.numbers: dict[str, int] = {}  # digits that watch a game, by its code
        self._text: TextField | None = None  # the address that is being typed
        self._is_sure = False  # asked once to give up a seat
        self._who = Who(self.talk.ignored)  # in place of the list, when that is asked for
        self.card: Card | None = None  # the same
        self._list = Listing(0)
        self._place: tuple[int, int] | None = None
        self._now = 0.0  # the minute of the last paint: ages grow, but nothing moves each second

    # What is shown

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        self._is_short = rows < _ROOMY
        self._now = time.time() // _MINUTE * _MINUTE
        running = [room.code for room in self.known.rooms if is_running(room)]
        again = [rerun.label for rerun, _why in self.reruns]
        self.numbers = numbered(self.numbers, again or running)
        height = rows - 2 - _BELOW
        wide = aside.width_of(columns, rows)
        room = columns - 2 - (wide + 2 if wide else 0)
        if self.card is not None:
            body, self._place = self.card.drawn(self.look, room, height), (1, 1)
        elif self._who.is_open:
            body = self._people(room, height)
        else:
            body = self._body(room, height, not wide)
        if wide:
            body = beside((body, room + 2), (self._aside(wide, rows, height), wide))
        page = indented(body)
        page += [EMPTY] * (height - len(page))
        page += self._below(columns, rows)
        head = bar(len(self.known.here), self.keys.name("back"), columns)
        return [head, *framed("", "", page, self._hints(), columns, rows)[1:]]

    def cursor(self) -> tuple[int, int] | None:
        return self._place

    def _body(self, columns: int, height: int, has_people: bool) -> list[Line]:
        at = self.entry.name
        lister = Lister(
            *(self.look, columns, at, self.known, self.partner),
            *(self.kit, self.numbers, self._now, self._text, self.waits_in is not None),
        )
        blocks = [lister.block(section, rows) for section, rows in self.sections.items()]
        if self.notice:
            blocks.insert(0, lister.notice(self.notice))
        if not self.known.rooms and not self.known.trouble and not self.reruns:
            blocks.append(lister.lonely())
        if has_people and self.known.here:
            blocks.append(lister.people())
        if self.reruns:
            blocks += self._shop_window(columns, has_people)
        if self.talk.is_on:
            blocks.append(self.talk.block(self.look, columns))
        found = laid(blocks, height, at)
        names = [name for name, _row in found]
        row = names.index(at)
        self._list.count = len(found)
        shown = self._list.window(height, row, len(found))
        self._place = self._column(columns), 1 + row - shown.start
        return [line for _name, line in found[shown]]

    def _shop_window(self, columns: int, is_narrow: bool) -> Iterator[Block]:
        """When people come, and without a column beside the list who was here."""
        yield from hours_block(self.past, self.look, columns, self._now)
        if is_narrow:
            yield from last_seen_block(self.past, self.look, columns, self._now)

    def _column(self, columns: int) -> int:
        if self._text is None:
            return 1
        start = columns - self._text_room(columns)
        return 1 + start + self._text.column(self._text_room(columns))

    def _text_room(self, columns: int) -> int:
        return columns - 7 - max(len(_(way.label)) for way in WAYS)

    def _people(self, columns: int, height: int) -> list[Line]:
        rows, at = self._who.lines(self.known.here, self.numbers, self.look, columns, height)
        self._place = 1, 1 + at
        return rows

    def _aside(self, columns: int, rows: int, height: int) -> list[Line]:
        rerun = self.rerun
        wanted = self.code if rerun is None else rerun.label
        sight = self.sight if self.sight is not None and self.sight.code == wanted else None
        gap = rows >= _ROOMY
        size = columns, height - gap
        shown = aside.column(sight, self.known.here, self.numbers, self.look, size, self._last_seen)
        return [*[EMPTY] * gap, *shown]

    def _last_seen(self, columns: int, rows: int) -> list[Line]:
        if not self.reruns or len(self.known.here) > 1:
            return []
        return [EMPTY, *last_seen(self.past, self.look, columns, rows - 1, self._now)]

    # Below the list

    def _below(self, columns: int, rows: int) -> list[Line]:
        if self.talk.field is not None:
            line, column = self.talk.line(self.look, columns)
            self._place = column, rows - 1 - _BELOW
            return [line, EMPTY]
        text, tone = self._told()
        pointer = Run(f" {self.look.signs.pointer} ", ACCENT)
        told = paragraphs(text, columns - 4, tone)[:_BELOW] if text else []
        found = [((pointer if not at else Run("   ")), *row) for at, row in enumerate(told)]
        return [*found, *[EMPTY] * (_BELOW - len(found))]

    def _told(self) -> tuple[str, Tone]:
        if self.error is not None:
            return self.error, WARNING
        if self._is_sure:
            return _(
                "Give up this seat for good? Press x to give it up, any other key to keep it."
            ), WARNING
        if self.known.trouble:
            return f"{self.known.trouble} {self.known.advice}".strip(), WARNING
        if self.greeting or self.card is not None:
            return self.greeting, STRONG
        waiting = self.partner
        name = "".join(names_of(waiting)[:1]) if waiting is not None else ""
        if self.entry.name == MEET and self.waits_in is not None:
            return waiting_told(), STRONG
        return about(self.entry, self.kit, name), STRONG

    def _hints(self) -> list[Hint]:
        if self._text is not None:
            return [(key_name("enter"), _("keep it"), ""), (key_name("escape"), _("cancel"), "")]
        if self.talk.field is not None:
            return [(key_name("enter"), _("say it"), ""), (key_name("escape"), _("cancel"), "")]
        if self._who.is_open:
            talks = [("x", _("ignore"), "delete")] if self.talk.is_on else []
            return [*talks, (key_name("escape"), _("back"), "back")]
        if self.card is not None:
            return self.card.hints
        digits = [*self.numbers.values()]
        return hints(
            self.entry,
            digits,
            self.keys.name("back"),
            has_people=bool(self.known.here),
            has_talk=self.talk.is_on,
            are_reruns=bool(self.reruns),
        )

    # Keys and mouse

    def type(self, key: str, character: str | None) -> bool:
        if self.talk.field is not None:
            self.outcome = self.talk.press(key, character)
            return True
        if self._text is not None:
            self._edit(self._text, key, character)
            return True
        if self.card is not None:
            self._press_card(key)
            return True
        if key in "123456789" and len(key) == 1:
            self._watch(int(key))
            return True
        self._is_sure = self._is_sure and key in self.letters
        return super().type(key, character)

    def _press_card(self, key: str) -> None:
        """One key copies, any other takes it away."""
        card, self.card = self.card, None
        if card is not None and key == "y":
            self.card, self.outcome = card, Copied(card.copied)

    def _edit(self, text: TextField, key: str, character: str | None) -> None:
        if key == "escape":
            self._text, self.error = None, None
        elif key != "enter":
            text.press(key, character)
            self.error = None
        else:
            try:
                address = clean_relay(text.text)
            except ValueError as error:
                self.error = str(error)
                return
            self._text, self.error = None, None
            self._change(address)

    def do(self, command: str) -> None:
        was_sure, self._is_sure = self._is_sure, False
        self._text, self.error, self.greeting = None, None, ""
        if self._who.is_open:
            host = hosted()
            self._who.do(command, self.known.here, "" if host is None else host.name)
            return
        if self.card is not None:
            self._press_card("y" if command == COPY else "")
            return
        entry = self.entry
        if command in ("back", "leave", OPTIONS, QUIT):
            self.outcome = command
        elif command in (KEYS, FRIEND):
            self.outcome = command if hosted() is not None else None
        elif command == "who":
            self._who.is_open = bool(self.known.here)
        elif command == "talk":
            if self.talk.is_on:
                self.talk.begin()
        elif command in ("next", "previous"):
            self._next_section(1 if command == "next" else -1)
        elif self._step(command):
            return
        elif command in _GAMES and (entry.name in FOR_A_GAME or command in (LESS, MORE)):
            self._turn(_GAMES[command])
        elif command == "choose":
            self._choose()
        elif command == "delete" and entry.game is not None and entry.game.room:
            if was_sure:
                self._give_up(entry.game)
            self._is_sure = not was_sure
        elif command == "watch" and entry.room is not None:
            self.outcome = Watch("", entry.room.code)
        else:
            self._click(command)

    def _step(self, command: str) -> bool:
        every = [row.name for row in self._entries]
        around = Listing(len(every), every.index(self.entry.name))
        if not around.step(command):
            return False
        self._go(every[around.at])
        return True

    def _next_section(self, step: int) -> None:
        """To the first row of the next section, or of the one before."""
        sections = [*self.sections]
        at = (sections.index(self.entry.section) + step) % len(sections)
        self._go(self.sections[sections[at]][0].name)

    def _turn(self, step: int) -> None:
        """To the next game, or the previous one."""
        kits = on_screen()
        at = kits.index(self.kit) if self.kit in kits else 0
        self.kit = kits[(at + step) % len(kits)]

    def _watch(self, number: int) -> None:
        code = next((code for code, each in self.numbers.items() if each == number), None)
        again = next((rerun for rerun, _why in self.reruns if rerun.label == code), None)
        if again is not None:
            self._go(again.label)
            self.outcome = again
        elif code is not None:
            self._go(f"room {code}")
            self.outcome = Watch("", code)

    def _click(self, name: str) -> None:
        """The first click goes to a game, the second opens it; a way is opened at once, also by its
        letter where it has no row."""
        known = next((way for way in ways(is_short=False) if way.name == name), None)
        names = [row.name for row in self._entries]
        if known is None and name not in names:
            return
        was_here = name == self.entry.name and self._is_touched
        if name in names:
            self._go(name)
        if known is not None and name != RELAY:
            self.outcome = name
        elif was_here or known is not None:
            self._choose()

    def _choose(self) -> None:
        entry = self.entry
        self._go(entry.name)
        if entry.room is not None:
            code = entry.room.code
            self.outcome = Join("", code) if has_place(entry.room) else Watch("", code)
        elif entry.game is not None:
            path = entry.game.path
            self.outcome = Return(path) if entry.game.room else Resume(path)
        elif entry.rerun is not None:
            self.outcome = entry.rerun
        elif entry.name == RELAY:
            self._text = TextField(self.known.relay or DEFAULT, _LONGEST, replaces=True)
        else:
            self.outcome = entry.name

    def _give_up(self, game: Summary) -> None:
        try:
            give_up(game.path)
        except (EngineError, OSError) as error:
            self.error = told(error) if isinstance(error, EngineError) else str(error)
            return
        self.own = [each for each in self.own if each.room != game.room]
        self._is_touched = False
