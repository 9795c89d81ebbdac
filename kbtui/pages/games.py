"""The list of saved games: continue one, or replay one."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

from engine.errors import EngineError
from kbtui.games.kit import Pages, find
from kbtui.hosted.mode import is_hosted
from kbtui.online.saved_rooms import give_up, is_ticket
from kbtui.online.saved_rooms import summaries as summaries_of_rooms
from kbtui.pages.gameside import gameside
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    MUTED,
    STRONG,
    TEXT,
    WARNING,
    Line,
    Run,
    Tone,
    beside,
    cut,
    fit,
    heading,
    indented,
    paragraphs,
    width,
)
from kbtui.play.gamewords import state, when
from kbtui.play.saved_games import Summary, delete, summaries, unfinished
from kbtui.play.saves import read
from kbtui.play.start import Replay, Resume, Return
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import N_, _
from kbtui.text.keys import key_name
from kbtui.text.listing import FIXED, Listing
from kbtui.text.page import Page
from kbtui.text.phrases import told
from kbtui.text.textinput import TextField

CONTINUE: Final = "continue"
REPLAYS: Final = "replays"
_LIST: Final = 53  # columns that the list needs beside a large board
_HIGH: Final = 26  # rows that the board needs
_SHORT: Final = 50  # columns of a list whose dates have no time
_BELOW: Final = 2  # rows for what is asked and told


class _Kind(NamedTuple):
    title: str
    find: Callable[[Path], list[Summary]]
    start: Callable[[Path], Resume | Replay]
    open: str  # what Enter does
    empty: str


_KINDS: Final[Mapping[str, _Kind]] = {
    CONTINUE: _Kind(
        N_("Continue a game"),
        unfinished,
        Resume,
        N_("continue"),
        N_("You have no unfinished games. Start one from the menu; it is saved as you play."),
    ),
    REPLAYS: _Kind(
        N_("Replays"),
        summaries,
        Replay,
        N_("show it"),
        N_("No game has been played yet. Every game you start is saved and appears here."),
    ),
}


class GamesPage(Page):
    """The outcome is a ``Resume``, ``Return`` or ``Replay``, or the command that left the page."""

    letters: ClassVar = {
        **FIXED,
        "tab": "south",
        "shift+tab": "north",
        "space": "choose",
        "d": "delete",
        "o": "file",
    }

    def __init__(self, kind: str, folder: Path, rooms: Path | None = None) -> None:
        """``rooms``: where the tickets of online games are, if those are to be listed too."""
        super().__init__()
        self._kind = _KINDS[kind]
        self._folder = folder
        self._rooms = rooms
        self.games = self._found()
        self._list = Listing(len(self.games))
        self._file: TextField | None = None  # the path that is being typed
        self._is_sure = False  # asked once to delete the game
        self._spot: tuple[int, int] | None = None
        self._states: dict[Path, Any | None] = {}
        self.error: str | None = None

    def _found(self) -> list[Summary]:
        rooms = [] if self._rooms is None else summaries_of_rooms(self._rooms)
        games = [*rooms, *self._kind.find(self._folder)]
        return sorted(games, key=lambda game: (-game.is_due, -game.when))

    @property
    def game(self) -> Summary | None:
        """The one under the cursor."""
        return self.games[self._list.at] if self.games else None

    # Keys and mouse

    def type(self, key: str, character: str | None) -> bool:
        if self._file is not None:
            return self._type_path(self._file, key, character)
        self._is_sure = self._is_sure and key in self.letters
        return super().type(key, character)

    def _type_path(self, file: TextField, key: str, character: str | None) -> bool:
        if key == "enter":
            self._file = None
            if file.text.strip():
                self._open(Path(os.path.expanduser(file.text.strip())))
        elif key == "escape":
            self._file = None
        else:
            file.press(key, character)
        return True

    def do(self, command: str) -> None:
        was_sure, self._is_sure, self.error = self._is_sure, False, None
        if command in ("back", "leave"):
            self.outcome = command
        elif command == "file" and not is_hosted():
            self._file = TextField()
        elif self.game is None or self._list.step(command):
            return
        elif command == "choose":
            self._choose(self.game)
        elif command == "delete" and not was_sure:
            self._is_sure = True
        elif command == "delete":
            self._delete(self.game)
        elif command.startswith("game-"):
            self._click(int(command.removeprefix("game-")))

    def _click(self, index: int) -> None:
        """The first click goes to a game, the second opens it."""
        if index == self._list.at:
            self.do("choose")
        else:
            self._list.go(index)

    def _choose(self, game: Summary) -> None:
        if game.problem is None:
            self._open(game.path)
        else:
            text = _("This file cannot be opened: {problem}.")
            self.error = text.format(problem=game.problem)

    def _open(self, path: Path) -> None:
        self.outcome = Return(path) if is_ticket(path) else self._kind.start(path)

    def _delete(self, game: Summary) -> None:
        try:
            if game.room:
                give_up(game.path)
            else:
                delete(game.path)
        except EngineError as error:
            self.error = told(error)
        except OSError as error:
            text = _("The game could not be deleted: {reason}.")
            self.error = text.format(reason=error.strerror)
        self.refresh()

    def refresh(self) -> None:
        """Look at the folder again; the cursor stays where it is."""
        self.games = self._found()
        at, self._list = self._list.at, Listing(len(self.games))
        self._list.go(at)
        self._states.clear()

    def cursor(self) -> tuple[int, int] | None:
        return self._spot

    # What is shown

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        high = rows - 2 - _BELOW
        wide = self._wide(columns, rows)
        left = columns - wide - 3
        title = heading(_("GAMES"), left, self._count(), self.look.signs.stroke)
        body = [title, *self._rows(left, high - 1)]
        body += [EMPTY] * (high - len(body))
        side_ = self._side(wide, high)
        if len(side_) > high:  # letters instead of pixels, in the smallest window
            body += self._below(left, rows)
            page = beside(((), 1), (body, left + 1), (side_, wide))
        else:
            page = beside(((), 1), (body, left + 1), (side_, wide))
            page += beside(((), 1), (self._below(columns - 1, rows), columns - 1))
        right = f"{self.keys.name('back')} {_('back')}"
        return framed(_(self._kind.title), right, page, self._hints(), columns, rows)

    def _count(self) -> str:
        if not self.games:
            return ""
        return _("{number} of {count}").format(number=self._list.at + 1, count=len(self.games))

    def _rows(self, columns: int, rows: int) -> list[Line]:
        self._spot = None
        if not self.games:
            return [EMPTY, *paragraphs(_(self._kind.empty), columns - 2, MUTED)]
        shown = self._list.window(rows)
        self._spot = 3, 2 + self._list.at - shown.start
        numbers = range(shown.start, min(shown.stop, len(self.games)))
        return [self._row(number, columns) for number in numbers]

    def _row(self, number: int, columns: int) -> Line:
        game, act = self.games[number], f"game-{number}"
        is_here = number == self._list.at
        ground = "raised" if is_here else "background"
        sign = self.look.signs.pointer if is_here else " "
        tone = WARNING if game.problem is not None else STRONG if is_here else TEXT
        date = when(game, columns < _SHORT)
        room = columns - width(date) - 4
        text = cut(state(game), room, self.look.signs.more)
        row = (
            Run(f"{sign} ", ACCENT.on(ground), act),
            Run(f"{date}  ", MUTED.on(ground), act),
            Run(text, tone.on(ground), act),
            Run(" " * (room - width(text)), TEXT.on(ground), act),
        )
        return fit(row, columns, ground)

    @property
    def _pages(self) -> Pages | None:
        """What the game under the cursor brings for pages."""
        return None if self.game is None else find(self.game.game).pages

    def _wide(self, columns: int, rows: int) -> int:
        """The columns for the game beside the list."""
        pages = self._pages
        if pages is None:
            return 0
        large = pages.size(self.look)[0]
        return large if columns >= large + _LIST and rows > _HIGH else pages.map_columns

    def _side(self, columns: int, rows: int) -> list[Line]:
        """The board, the players and the goals of the game under the cursor."""
        game, pages = self.game, self._pages
        state_ = None if game is None else self._state(game.path)
        if game is None or pages is None or state_ is None:
            return []
        return gameside(pages, game, state_, self.look, columns, rows)

    def _state(self, path: Path) -> Any | None:
        """The last position; None for a file that has none."""
        if path not in self._states:
            try:
                state_: Any | None = read(path)[1].state
            except (EngineError, OSError):
                state_ = None
            self._states[path] = state_
        return self._states[path]

    def _below(self, columns: int, rows: int) -> list[Line]:
        """What is asked, what went wrong, or where the game is kept."""
        game, room = self.game, columns - 4
        if self._file is not None:
            label = f" {_('record file:')} "
            x = width(label)
            self._spot = x + 1 + self._file.column(room - x), rows - 1 - _BELOW
            return [(Run(label, MUTED), *self._file.runs(room - x, ACCENT)), EMPTY]
        if self._is_sure:
            text = _("Delete this game for good? Press d to delete it, any other key to keep it.")
            if game is not None and game.room:
                text = _(
                    "Give up this seat for good? Press d to give it up, any other key to keep it."
                )
            return _told(text, room, WARNING)
        if self.error is not None:
            return _told(self.error, room, WARNING)
        if game is None:
            return [EMPTY] * _BELOW
        seed = _("seed {seed}").format(seed=game.seed) if game.seed else ""
        where = "" if is_hosted() else game.relay  # the relay of a door needs no address
        online = _("online, on {relay}").format(relay=where) if where else _("online")
        name = online if game.room else game.path.name
        parts = name, seed, find(game.game).words.options(game.options)
        return _told("; ".join(part for part in parts if part), room, MUTED)

    def _hints(self) -> list[Hint]:
        if self._file is not None:
            return [(key_name("enter"), _("open"), ""), (key_name("escape"), _("cancel"), "")]
        others: list[Hint] = [(self.keys.name("back"), _("back"), "back")]
        if not is_hosted():
            others.insert(0, ("o", _("open a file"), "file"))
        if not self.games:
            return others
        return [
            (key_name("enter"), _(self._kind.open), "choose"),
            ("d", _("delete"), "delete"),
            *others,
            (f"{key_name('up')} {key_name('down')}", _("choose"), "south"),
        ]


def _told(text: str, columns: int, tone: Tone) -> list[Line]:
    rows = indented(paragraphs(text, columns, tone))[:_BELOW]
    return [*rows, *[EMPTY] * (_BELOW - len(rows))]
