"""Exports a game to files: a record, a picture of a moment, or a cast of the whole game.

``Exporter`` asks for the format and a name, in a line or two below the board. It writes nothing
itself: a ``Job`` does, and may run in the background, because a cast takes a while.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from engine.contract import Seat, Viewer
from engine.errors import EngineError
from engine.record import Record, format_record, record_for, record_of
from engine.table import Table
from kbtui.disk.files import write_new
from kbtui.games.kit import find
from kbtui.hosted import mode
from kbtui.paint.runs import (
    ACCENT,
    KEY,
    MUTED,
    STRONG,
    TEXT,
    WARNING,
    Line,
    Run,
    cut,
    length,
    width,
)
from kbtui.play.saved_games import SUFFIX
from kbtui.play.saves import day_of
from kbtui.play.seeds import slug
from kbtui.play.session import HUMAN, REMOTE, SEATS, Session
from kbtui.story.cast import cast
from kbtui.story.chronicle import EVERYTHING
from kbtui.text.framing import Hint
from kbtui.text.i18n import N_, _
from kbtui.text.keys import key_name
from kbtui.text.phrases import told
from kbtui.text.seats import color_name
from kbtui.text.textinput import TextField

_GAP: Final = "  "


class Source(NamedTuple):
    """A game that can be exported, and the chair from which it is looked at."""

    table: Table
    names: tuple[str, ...]
    origin: Record  # how it began and who plays
    viewer: Viewer = EVERYTHING  # whatever this chair may not see stays out of the files

    @classmethod
    def of(cls, session: Session, viewer: Viewer = EVERYTHING) -> Source:
        return cls(session.table, session.names, session.origin, viewer)

    @property
    def bots(self) -> tuple[bool, ...]:
        """Which seats are bots, as far as the record says."""
        seats = dict(self.origin.tags).get(SEATS, "").split()
        known = seats if len(seats) == len(self.names) else [HUMAN] * len(self.names)
        return tuple(player not in (HUMAN, REMOTE) for player in known)

    @property
    def you(self) -> Seat | None:
        """The seat of the one person at this keyboard, if the record says so."""
        seats = dict(self.origin.tags).get(SEATS, "").split()
        is_known = len(seats) == len(self.names) and seats.count(HUMAN) == 1
        return seats.index(HUMAN) if is_known else None

    @property
    def seed(self) -> str:
        """Empty if the record does not say."""
        return "" if self.origin.is_position else str(self.origin.start.get("seed", ""))

    def record(self) -> Record:
        if self.viewer == EVERYTHING:
            return record_of(self.table, self.origin)
        return record_for(self.table, self.origin, self.viewer)


def source_of(
    table: Table, names: Sequence[str], origin: Record | None, viewer: Viewer = EVERYTHING
) -> Source:
    """Without names, players are called by their colors; without an origin, the setup is used."""
    seats = range(table.game.seats(table.state))
    named = tuple(names) or tuple(color_name(seat) for seat in seats)
    if origin is None:
        origin = Record(table.game.key, table.game.settled(table.states[0]), players=named)
    return Source(table, named, origin, viewer)


def _record(source: Source, entry: int) -> str:
    return format_record(source.record())


def _picture(source: Source, entry: int) -> str:
    state, game = source.table.states[entry], source.table.game
    drawing = find(game.key).drawing
    assert drawing is not None, "only offered where there is one"
    seen = state if source.viewer == EVERYTHING else game.observe(state, source.viewer)
    return "".join(drawing.svg(seen, source.names, day_of(source.origin)))


def _film(source: Source, entry: int) -> str:
    return "".join(cast(source.record()))


class Form(NamedTuple):
    """One kind of file."""

    words: str  # a text to be translated
    name: str  # of the file, from the stem and the number of the entry
    make: Callable[[Source, int], str]
    option: str  # of ``kb export``


RECORD: Final = Form(N_("record"), f"{{stem}}{SUFFIX}", _record, "--record")
PICTURE: Final = Form(N_("picture (SVG)"), "{stem}-{entry}.svg", _picture, "--svg")
FILM: Final = Form(N_("cast (asciinema)"), "{stem}.cast", _film, "--cast")
FORMS: Final = (RECORD, PICTURE, FILM)


def forms(source: Source) -> tuple[Form, ...]:
    """What can be written of this game: not every game is drawn."""
    return FORMS if find(source.table.game.key).drawing is not None else (RECORD,)


class Job(NamedTuple):
    """A file to be written."""

    source: Source
    form: Form
    entry: int
    path: Path

    def run(self) -> Exception | None:
        """Write it; what went wrong, if anything. An old file stays as it is."""
        try:
            write_new(self.path, self.form.make(self.source, self.entry))
        except (OSError, EngineError) as problem:
            return problem
        return None


_PROBLEMS: Final[Mapping[int, str]] = {
    errno.EEXIST: N_("{file} already exists: choose another name"),
    errno.EISDIR: N_("{file} is a folder: choose another name"),
    errno.ENOENT: N_("{file}: no such folder"),
    errno.ENOTDIR: N_("{file}: no such folder"),
    errno.EACCES: N_("{file}: you cannot write there"),
    errno.EPERM: N_("{file}: you cannot write there"),
    errno.EROFS: N_("{file}: you cannot write there"),
    errno.ENOSPC: N_("{file}: the disk is full"),
    errno.ENAMETOOLONG: N_("{file}: the name is too long"),
}


def problem_told(problem: Exception, path: Path) -> str:
    """What went wrong, in a sentence."""
    if isinstance(problem, EngineError):
        return told(problem)
    number = problem.errno if isinstance(problem, OSError) else None
    if number == errno.EEXIST and os.path.isdir(path):
        number = errno.EISDIR
    known = _PROBLEMS.get(number or 0)
    if known is not None:
        return _(known).format(file=path)
    reason = getattr(problem, "strerror", None) or str(problem)
    return _("{file} cannot be written: {reason}").format(file=path, reason=reason)


class Exporter:
    """The question which file to write, and under which name."""

    def __init__(self, source: Source, stem: str = "") -> None:
        self.source = source
        self.note = ""  # what came of it
        self._saved = stem  # the name of the saved game; empty if it is not known
        self._stem = stem or slug(source.seed) or _("game")
        self._forms = forms(source)
        self._form: Form | None = None  # the one that was chosen
        self._entry = 0
        self._folder = ""  # the current one
        self._field = TextField()
        self._problem = ""
        self._job: Job | None = None  # the one that is being done
        self.is_open = False

    @property
    def is_busy(self) -> bool:
        return self._job is not None

    def open(self, entry: int) -> None:
        """Ask; ``entry`` is the moment of a picture. One file at a time."""
        if self.is_busy:
            return
        self.is_open, self.note, self._problem = True, "", ""
        self._form, self._entry, self._folder = None, entry, _folder()

    def close(self) -> None:
        self.is_open, self._form, self._problem = False, None, ""

    def _choose(self, index: int) -> None:
        self._form = form = self._forms[index]
        hosted = mode.hosted()
        if hosted is not None:  # the disk is not the player's
            self.close()
            self.note = f"ssh {hosted.door} export {self._elsewhere(form)}"
            return
        self._field = TextField(_free(form, self._stem, self._entry))

    def _elsewhere(self, form: Form) -> str:
        """What prints it, for a player who has only a terminal here."""
        entry = f" --entry {self._entry}" if form is PICTURE else ""
        file = form.name.format(stem=self._stem, entry=self._entry)
        return f"{self._saved or _('NUMBER')} {form.option} -{entry} > {file}"

    def press(self, key: str, character: str | None) -> Job | None:
        """A key while it is open; the file to write when the name is complete."""
        if key == "escape":
            self.close()
        elif self._form is None:
            if key.isdecimal() and 1 <= int(key) <= len(self._forms):
                self._choose(int(key) - 1)
            elif key == "enter":
                self._choose(0)
        elif key == "enter":
            return self._finished(self._form)
        elif self._field.press(key, character):
            self._problem = ""
        return None

    def choose(self, index: int) -> None:
        """A click on one of the kinds."""
        if self.is_open and index < len(self._forms):
            self._choose(index)

    def _finished(self, form: Form) -> Job | None:
        text = self._field.text.strip()
        if not text:
            self.close()
            return None
        path = Path(os.path.expanduser(text))
        self._job = Job(self.source, form, self._entry, path)
        self.is_open = False
        self.note = _("Writing {file} ...").format(file=path)
        return self._job

    def finish(self, problem: Exception | None) -> None:
        """The job is done, or cannot be done: then it asks again."""
        job, self._job = self._job, None
        assert job is not None, "only a job that was begun can end"
        if problem is None:
            self.note = _("Wrote {file}").format(file=job.path)
            self.close()
            return
        self.note, self._problem = "", problem_told(problem, job.path)
        self.is_open, self._form = True, job.form

    def lines(self, columns: int, pointer: str) -> tuple[Line, Line]:
        """The question, and what is to be said about it."""
        mark = Run(f" {pointer} ", ACCENT)
        if self._form is None:
            return (mark, Run(_("Export what?"), STRONG)), tuple(self._kinds())
        label = _("Export {what} as").format(what=_(self._form.words))
        start = (mark, Run(f"{cut(label, columns // 2)} ", STRONG))
        typed = self._field.runs(max(columns - length(start) - 1, 1), TEXT)
        below = cut(self._problem or _("in {folder}").format(folder=self._folder), columns - 2)
        return (*start, *typed), (Run(below, WARNING if self._problem else MUTED),)

    def column(self, columns: int) -> int:
        """Where the cursor stands in the first of those lines."""
        if self._form is None:
            return 0
        label = cut(_("Export {what} as").format(what=_(self._form.words)), columns // 2)
        before = width(label) + 4
        return before + self._field.column(max(columns - before - 1, 1))

    def _kinds(self) -> Iterator[Run]:
        for index, form in enumerate(self._forms):
            act = f"export-{index}"
            yield from (Run(_GAP), Run(f" {index + 1} ", KEY, act))
            yield Run(f" {_(form.words)}", act=act)

    def hints(self) -> list[Hint]:
        forget = (key_name("escape"), _("cancel"), "back")
        if self._form is None:
            return [(f"1-{len(self._forms)}", _("choose"), ""), forget]
        return [(key_name("enter"), _("export it"), ""), forget]


def _free(form: Form, stem: str, entry: int) -> str:
    """A name that no file in the current folder has."""
    names = (form.name.format(stem=stem + f"-{n}" * (n > 1), entry=entry) for n in count(1))
    return next(name for name in names if not os.path.lexists(name))


def _folder() -> str:
    """The current one; somebody may have taken it away."""
    try:
        return os.getcwd()
    except OSError:
        return os.curdir
