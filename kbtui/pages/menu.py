"""The main menu: entries with letters on a panel, in front of a table of the day.

It is the menu of one game at a time; an entry leads to that of the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from kbtui.games.kit import Kit, find, on_screen
from kbtui.look.look import Look
from kbtui.pages.backdrop import backdrop, has_backdrop
from kbtui.pages.rules import NO_RULES
from kbtui.paint.bigletters import ROWS, big
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    MUTED,
    RULE,
    STRONG,
    TEXT,
    WARNING,
    Line,
    Run,
    Tone,
    fit,
    paragraphs,
    spread,
    width,
)
from kbtui.play.gamewords import fitting_state
from kbtui.play.saved_games import Summary
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import N_, _, n_
from kbtui.text.keys import key_name
from kbtui.text.layout import Box
from kbtui.text.levels import chosen_from, level_name, offered
from kbtui.text.listing import FIXED, Listing
from kbtui.text.page import Page

if TYPE_CHECKING:
    from kbtui.pages.backdrop import Sides

_SURFACE: Final = "surface"
_WIDE: Final = (100, 34)  # columns and rows from which the title is on the panel
_PANELS: Final = (50, 77)  # columns of the panel, without and with the title on it
_EDGE: Final = 2  # columns between the edge of the panel and its texts
_INDENT: Final = 7  # columns before the name of an entry


class Entry(NamedTuple):
    name: str  # the outcome of the page
    letter: str
    label: str
    about: str = ""  # empty where the game has its own words for it
    part: str = ""  # of the kit, without which there is no such entry


PLAY, FIRST, NEW, CONTINUE, ONLINE = "play", "first", "new", "continue", "online"
REPLAYS, TUTORIAL, RULES, OPTIONS, QUIT = "replays", "tutorial", "rules", "options", "quit"
HISTORY, DAILY = "history", "daily"
GAME: Final = "game"
STRONGER, WEAKER = "stronger", "weaker"  # outcomes too: another bot for the entry to play now
ENTRIES: Final = (
    Entry(PLAY, "p", N_("Play now")),
    Entry(FIRST, "f", N_("First game"), part="learn"),
    Entry(NEW, "n", N_("New game")),
    Entry(CONTINUE, "c", N_("Continue")),
    Entry(DAILY, "d", N_("The same cards"), N_("the deal of the day, the same for everyone")),
    Entry(ONLINE, "o", N_("Online"), N_("play with others online, or watch them")),
    Entry(REPLAYS, "r", N_("Replays"), N_("watch a game again, move by move")),
    Entry(HISTORY, "y", N_("Your games"), N_("what you have won, against whom, and with what")),
    Entry(TUTORIAL, "t", N_("Tutorial"), N_("learn the game by playing"), "learn"),
    Entry(RULES, "u", N_("Rules"), part="rulebook"),
    Entry(OPTIONS, "s", N_("Settings"), N_("colors, symbols, keys, speed, language")),
    Entry(QUIT, "q", N_("Quit"), N_("back to the shell; your games are saved")),
)


_BEFORE: Final = OPTIONS  # where the entry of the next game stands


class MenuPage(Page):
    """The outcome is the name of the entry that was chosen."""

    letters: ClassVar = {**FIXED, "tab": "south", "shift+tab": "north", "space": "choose"}

    def __init__(
        self, day: str = "", games: Sequence[Summary] = (), game: str | None = None
    ) -> None:
        """``game``: the key of the one that the menu opens on."""
        super().__init__()
        self._day = day  # decides on the table behind the menu
        self.kit = find(game)  # of the game that is played from here
        self.games: Sequence[Summary] = ()
        self._list = Listing(0)
        self._place: tuple[int, int] | None = None
        self._painted: tuple[tuple[Look, Box, Box], list[Sides]] | None = None
        self.notice: str | None = None  # until a key is pressed
        self.is_bare = False  # the board behind it is still to come
        self.is_new = False  # nobody has played here yet
        self._is_touched = False  # the cursor was moved, and stays
        self.show_games(games)

    def show_games(self, games: Sequence[Summary]) -> None:
        """The unfinished games, the newest first. The cursor stays on its entry, once it was moved;
        before that it is where most people would go."""
        before = self.entry.name if self._is_touched else FIRST if self.is_new else PLAY
        if games and not self._is_touched:
            before = CONTINUE
        self.games = games
        self._list = Listing(len(self.entries))
        self._go(before)

    def point_at(self, name: str) -> None:
        """The cursor goes to that entry, and stays."""
        self._is_touched = True
        self._go(name)

    @property
    def _next(self) -> Kit | None:
        """The game that the menu turns to; None if there is no other."""
        kits = on_screen()
        if not [kit for kit in kits if kit is not self.kit]:
            return None
        return kits[(kits.index(self.kit) + 1) % len(kits)] if self.kit in kits else kits[0]

    @property
    def entries(self) -> list[Entry]:
        other = self._next
        found = []
        for entry in ENTRIES:
            if entry.name == _BEFORE and other is not None:
                found.append(Entry(GAME, "g", other.title, other.about.get(GAME, "")))
            is_there = not entry.part or self.kit.has(entry.part)
            if is_there and (entry.name != CONTINUE or self.games):
                found.append(entry)
        return found

    def _turn(self) -> None:
        """To the menu of the next game; the cursor goes where it is played at once."""
        other = self._next
        if other is not None:
            self.kit, self._painted = other, None
            self._go(PLAY)

    @property
    def entry(self) -> Entry:
        """The one under the cursor."""
        return self.entries[self._list.at]

    def _go(self, name: str) -> None:
        names = [entry.name for entry in self.entries]
        self._list.go(names.index(name) if name in names else 0)

    # Keys and mouse

    def type(self, key: str, character: str | None) -> bool:
        had_notice, self.notice = self.notice is not None, None
        if super().type(key, character):
            return True
        named = (entry.name for entry in self.entries if entry.letter == key.lower())
        name = next(named, None)
        if name is not None:
            self.do(name)
        return name is not None or had_notice

    def do(self, command: str) -> None:
        self._is_touched = True
        if command in ("north", "south"):
            step = 1 if command == "south" else -1
            self._list.go((self._list.at + step) % self._list.count)
        elif self._list.step(command):
            return
        elif command in ("west", "east"):
            if self._has_other_bots:
                self.outcome = STRONGER if command == "east" else WEAKER
        elif command == "choose":
            self._leave()
        elif command == "leave":
            self.outcome = QUIT
        elif command == "help" and self.kit.has("rulebook"):
            self.outcome = RULES
        elif command == "help":
            self.notice = _(NO_RULES)
        elif any(entry.name == command for entry in self.entries):
            self._go(command)
            self._leave()

    @property
    def _has_other_bots(self) -> bool:
        """Whether the entry under the cursor leads to one of several."""
        return self.entry.name == PLAY and len(chosen_from(self.kit.game.levels)) > 1

    def _leave(self) -> None:
        """By the entry under the cursor; that of the next game stays here."""
        if self.entry.name == GAME:
            self._turn()
        else:
            self.outcome = self.entry.name

    def hover(self, command: str) -> bool:
        """The mouse is over something; whether the cursor has moved."""
        self._is_touched = True
        if command == self.entry.name or command not in (entry.name for entry in self.entries):
            return False
        self._go(command)
        return True

    def cursor(self) -> tuple[int, int] | None:
        return self._place

    # What is shown

    def lines(self, columns: int, rows: int) -> list[Line]:
        high = rows - 1
        is_wide = columns >= _WIDE[0] and rows >= _WIDE[1]
        title = self._title(columns)
        head = 0 if is_wide else len(title) + 2
        panel = self._panel(_PANELS[is_wide], title if is_wide else ())
        if head and len(panel) > high - head:  # the smallest window: the title gives way
            title = [row for row in title if row][:1]
            head = len(title) + 1
        room = high - head
        box = Box(
            (columns - _PANELS[is_wide]) // 2,
            head + max(room - len(panel), 0) // 2,
            _PANELS[is_wide],
            min(len(panel), room),
        )
        self._place = box.x + _INDENT, box.y + self._first + self._list.at
        sides = self._behind(Box(0, head, columns, room), box)
        gap = [EMPTY] * (head > len(title) + 1)
        above = [*gap, *(_middle(row, columns) for row in title), EMPTY][:head]
        # A page without a bar: its title is large.
        body = [*above, *_laid(sides, panel, box._replace(y=box.y - head))]
        return framed("", "", body, self._hints(), columns, rows + 1)[1:]

    def _behind(self, area: Box, panel: Box) -> list[Sides]:
        """What is left and right of the panel, for each row."""
        if self.is_bare:
            return [(EMPTY, EMPTY)] * area.height
        pages = self.kit.pages
        if pages is None or not has_backdrop(self.look):
            return [(EMPTY, EMPTY)] * area.height
        asked = self.look, area, panel
        if self._painted is None or self._painted[0] != asked:
            self._painted = asked, backdrop(pages, self.look, self._day, area, panel)
        return self._painted[1]

    def _title(self, columns: int) -> list[Line]:
        title = self.kit.title.upper()  # as on its box, in every language
        if self.look.terminal.unicode:
            rows = big(title)
            if width(rows[0]) < columns:
                return [(Run(row, ACCENT),) for row in rows]
        return [EMPTY, (Run(title, ACCENT),), *[EMPTY] * (ROWS - 2)]

    def _panel(self, columns: int, title: Sequence[Line]) -> list[Line]:
        gap = [EMPTY] * bool(title)
        rows: list[Line] = [EMPTY]
        if title:
            rows += [EMPTY, *(_middle(_on(row), columns) for row in title), EMPTY, EMPTY]
        self._first = len(rows)
        rows += [self._row(index, entry, columns) for index, entry in enumerate(self.entries)]
        rule = Run(self.look.signs.stroke * (columns - 2 * _EDGE), RULE.on(_SURFACE))
        rows += [*gap, (Run(" " * _EDGE), rule), *gap, *self._below(columns - 2 * _EDGE)]
        return [_on(row) for row in rows]

    def _row(self, index: int, entry: Entry, columns: int) -> Line:
        is_here = index == self._list.at
        ground = "raised" if is_here else _SURFACE
        sign = self.look.signs.pointer if is_here else " "
        label = Run(_(entry.label), (STRONG if is_here else TEXT).on(ground), entry.name)
        start = (
            Run(f"  {sign} ", ACCENT.on(ground), entry.name),
            Run(f"{entry.letter}  ", ACCENT.on(ground), entry.name),
            label,
        )
        end: Line = ()
        if entry.name == PLAY:
            level = level_name(offered(self.look.settings.level, self.kit.game.levels))
            told = f"< {level} >" if is_here and self._has_other_bots else level
            end = (Run(f"{told}  ", MUTED.on(ground), entry.name),)
        if entry.name == CONTINUE:
            room = columns - _INDENT - width(label.text) - 2 * _EDGE
            text = fitting_state(self.games[0], room, self.look.signs.more)
            end = (Run(f"{text}  ", MUTED.on(ground), entry.name),)
        return spread(start, end, columns, Run(" ", TEXT.on(ground), entry.name))

    def _below(self, columns: int) -> Iterator[Line]:
        """What the entry under the cursor is, or what the program has to say."""
        tone, text = MUTED, self._about()
        if self.notice is not None:
            tone, text = WARNING, self.notice
        rows = [(Run(" " * _EDGE), *row) for row in paragraphs(text, columns, tone)]
        yield from rows
        yield from [EMPTY] * (2 - len(rows))

    def _about(self) -> str:
        entry = self.entry
        if entry.name != CONTINUE:
            return _(entry.about or self.kit.about.get(entry.name, ""))
        count = len(self.games)
        text = n_("your unfinished game", "one of your {count} unfinished games", count)
        return text.format(count=count)

    def _hints(self) -> list[Hint]:
        sides = f"{key_name('left')} {key_name('right')}"
        other: list[Hint] = [(sides, _("other bot"), "east")] if self._has_other_bots else []
        rules: list[Hint] = [(self.keys.name("help"), _("rules"), "help")]
        rules *= self.kit.has("rulebook")
        return [
            (f"{key_name('up')} {key_name('down')}", _("choose"), "south"),
            (key_name("enter"), _("open"), "choose"),
            *rules,
            ("q", _("quit"), QUIT),
            *other,
            (_("letter"), _("jump"), ""),
        ]


def _on(row: Line) -> Line:
    """The same on the ground of the panel, where it is on none of its own."""
    return tuple(
        run._replace(tone=run.tone.on(_SURFACE)) if run.tone.ground == Tone().ground else run
        for run in row
    )


def _laid(sides: Sequence[Sides], panel: Sequence[Line], box: Box) -> Iterator[Line]:
    """The panel between what is left and right of it."""
    for y, (left, right) in enumerate(sides):
        if box.y <= y < box.y + box.height:
            shown = fit(panel[y - box.y], box.width, _SURFACE)
            yield (*fit(left, box.x), *shown, *right)
        else:
            yield (*left, *right)


def _middle(row: Line, columns: int) -> Line:
    blank = Run(" " * ((columns - sum(width(run.text) for run in row)) // 2))
    return fit((blank, *row), columns)
