"""The sections of the hall as rows: own games, ways to play, public games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from kbtui.games.kit import Kit, on_screen
from kbtui.look.look import Look
from kbtui.pages.hall.blocks import Block
from kbtui.pages.hall.hallwords import ago, chip, names_of, together
from kbtui.pages.hall.known import Known
from kbtui.pages.hall.past import Rerun, scores, why_told
from kbtui.pages.hall.rows import (
    FOR_A_GAME,
    MEET,
    OPEN,
    OVER,
    OWN,
    PLAY,
    RELAY,
    RERUNS,
    RUNNING,
    WAYS,
    Entry,
    Way,
)
from kbtui.paint.runs import (
    ACCENT,
    FAINT,
    GOOD,
    MUTED,
    STRONG,
    TEXT,
    WARNING,
    Line,
    Run,
    Tone,
    cut,
    fit,
    heading,
    paragraphs,
    spread,
    width,
)
from kbtui.play.saved_games import Summary
from kbtui.play.session import HUMAN
from kbtui.text.address import DEFAULT
from kbtui.text.i18n import N_, _, n_
from kbtui.text.levels import LEVELS, level_name
from kbtui.text.textinput import TextField
from relay.protocol import messages as m

LESS, MORE = "less-game", "more-game"  # clicks on the game that is played from here
_CODE: Final = 9  # columns of a code and two blanks
_STATE: Final = 13
_COUNT: Final = 5  # of spectators
_IDLE: Final = 8
_WIDE: Final = 70  # columns from which there is more room for everything
_INDENT: Final = 5  # columns before the name of a way
_TITLES: Final = {
    OWN: N_("YOUR GAMES"),
    PLAY: N_("PLAY"),
    OPEN: N_("OPEN ROOMS"),
    RUNNING: N_("RUNNING, press a digit to watch"),
    OVER: N_("FINISHED"),
    RERUNS: N_("RERUNS, press a digit to see one"),
}
# Which section gives way first; your own games never do while they wait for you.
_ORDERS: Final = {RERUNS: 7, OVER: 5, OPEN: 3, RUNNING: 2, OWN: 1, PLAY: 0}


class Lister(NamedTuple):
    """Draws for one width, with the cursor on ``at``."""

    look: Look
    columns: int
    at: str
    known: Known
    partner: m.Listed | None  # somebody who waits for an opponent
    kit: Kit  # of the game that is played from here
    numbers: Mapping[str, int]  # the digits of games, by their codes
    now: float
    field: TextField | None = None  # the address that is being typed
    is_waiting: bool = False  # for an opponent, already

    def block(self, section: str, rows: Sequence[Entry]) -> Block:
        due = sum(row.game is not None and row.game.is_due for row in rows)
        least = {PLAY: len(rows), OWN: max(due + (due < len(rows)), 2), RERUNS: 4}.get(section, 2)
        drawn = [(row.name, self._row(row)) for row in rows]
        return Block(self._title(section, rows, due), drawn, least, _ORDERS[section])

    def _title(self, section: str, rows: Sequence[Entry], due: int) -> Line:
        note = ""
        if section == OWN and due:
            note = n_("your turn in {count}", "your turn in {count}", due).format(count=due)
        elif section == OPEN:
            note = _("free seats")
        elif section == RUNNING:
            note = f"{_('watching')}{_('idle').rjust(_IDLE)}"
        elif section == RERUNS:
            note = _("watched")
        stroke = self.look.signs.stroke
        return heading(_(_TITLES[section]), self.columns, note, stroke)

    # One row

    def _row(self, row: Entry) -> Line:
        if row.way is not None:
            return self._way(row.way)
        if row.room is not None:
            return self._room(row, row.room)
        if row.rerun is not None:
            return self._rerun(row, row.rerun)
        assert row.game is not None, row
        return self._own(row.name, row.game)

    def _start(self, name: str, mark: str = " ") -> tuple[Run, str]:
        is_here = name == self.at
        ground = "raised" if is_here else "background"
        sign = self.look.signs.pointer if is_here else mark
        return Run(f"{sign} ", ACCENT.on(ground), name), ground

    def _tone(self, name: str) -> Tone:
        return STRONG if name == self.at else TEXT

    def _table(self, row: tuple[str, str, str], names: Sequence[str], mid: Run, end: Run) -> Line:
        """A row of a game: ``row`` is its name, its key and its code."""
        name, key, code = row
        number = self.numbers.get(code) or self.numbers.get(name)
        start, ground = self._start(name, str(number) if number else " ")
        sign = (chip(key, name), Run(" ", TEXT.on(ground), name))
        label = Run(code.ljust(_CODE), MUTED.on(ground), name)
        room = self.columns - 4 - _CODE - self._state - width(end.text) - 1
        told = together(names, room, self.look.signs.more)
        padded = Run(told + " " * (room - width(told) + 1), self._tone(name).on(ground), name)
        state = cut(mid.text, self._state, self.look.signs.more)
        left = (start, *sign, label, padded, Run(state, mid.tone.on(ground), name))
        right = (end._replace(tone=end.tone.on(ground), act=name),)
        return spread(left, right, self.columns, Run(" ", TEXT.on(ground), name))

    @property
    def _state(self) -> int:
        return _STATE + (4 if self.columns >= _WIDE else 0)

    def _own(self, name: str, game: Summary) -> Line:
        others = [each for each, seat in zip(game.names, game.seats, strict=False) if seat != HUMAN]
        text, tone = _standing(game)
        age = ago(int(max(self.now - game.when, 0)) // 60)
        code = game.room or _("saved")
        names = [each for each in others or game.names if each]
        if not game.room:
            names = [level_name(seat) for seat in game.seats if seat in LEVELS] or names
        end = Run(age.rjust(_IDLE), MUTED)
        return self._table((name, game.game, code), names, Run(text, tone), end)

    def _rerun(self, row: Entry, rerun: Rerun) -> Line:
        which = row.name, rerun.game, rerun.code
        state = Run(why_told(rerun, row.why), MUTED)
        end = Run(str(rerun.watched or "").rjust(_COUNT), MUTED)
        return self._table(which, scores(rerun), state, end)

    def _room(self, row: Entry, room: m.Listed) -> Line:
        which = row.name, room.game, room.code
        if row.section == OPEN:
            text = _("{count} of {seats}").format(count=room.free, seats=len(room.names))
            end = Run(text if room.free else _("full"), GOOD if room.free else MUTED)
            return self._table(which, names_of(room), Run(""), end)
        if row.section == OVER:
            return self._table(which, names_of(room), Run(_("finished"), MUTED), Run(""))
        text = _("turn {number}").format(number=room.turn) if room.turn else _("in progress")
        watched = str(room.watchers) if room.watchers else ""
        idle = ago(room.idle) if room.turn else ""
        end = Run(f"{watched.rjust(_COUNT)}{idle.rjust(_IDLE)}", MUTED)
        return self._table(which, names_of(room), Run(text, MUTED), end)

    # Ways to play

    def _way(self, way: Way) -> Line:
        name = way.name
        start, ground = self._start(name)
        letter = Run(f"{way.letter}  ", ACCENT.on(ground), name)
        wide = max(width(_(each.label)) for each in WAYS) + 2
        label = _(way.label)
        named = Run(label + " " * (wide - width(label)), self._tone(name).on(ground), name)
        row: Line = (start, letter, named)
        left = self.columns - _INDENT - wide
        if name == RELAY:
            return fit((*row, *self._relay(left, ground)), self.columns, ground)
        is_chosen = name == MEET and self.is_waiting  # which game is settled by then
        if name in FOR_A_GAME and name == self.at and not is_chosen and len(on_screen()) > 1:
            soft = ACCENT.on(ground)
            title = Run(_(self.kit.title), soft, MORE)
            row = (*row, Run("< ", soft, LESS), title, Run(" >", soft, MORE))
            return fit(row, self.columns, ground)
        text, tone = self.about(way)
        told = cut(text, left, self.look.signs.more)
        return fit((*row, Run(told, tone.on(ground), name)), self.columns, ground)

    def about(self, way: Way) -> tuple[str, Tone]:
        """What the way is good for now."""
        if way.name == MEET and self.is_waiting:
            return _("you are waiting; m stops it"), GOOD
        waiting = self.partner if way.name == MEET else None
        if waiting is None:
            return _(way.about), MUTED
        host = "".join(names_of(waiting)[:1])
        return _("{name} is waiting: play at once").format(name=host), GOOD

    def _relay(self, columns: int, ground: str) -> Line:
        if self.field is not None:
            return self.field.runs(columns, STRONG.on(ground))
        known = self.known
        state, tone = _("connecting"), MUTED
        if known.trouble:
            state, tone = _("unreachable"), WARNING
        elif known.is_up:
            state, tone = _("connected"), GOOD
        address = Run(f"{known.relay or DEFAULT}  ", TEXT.on(ground), RELAY)
        return address, Run(state, tone.on(ground), RELAY)

    # What cannot be chosen

    def lonely(self) -> Block:
        """Something to read where no game is public."""
        text = _("asking the relay")
        if self.known.is_up:
            text = _(
                "No public game is running. Meet somebody: you wait until the next person comes, "
                "and a bell calls you."
            )
        told = [("", row) for row in paragraphs(text, self.columns - 2, MUTED)]
        title = heading(_("PUBLIC GAMES"), self.columns, stroke=self.look.signs.stroke)
        return Block(title, told, len(told), 1)

    def notice(self, text: str) -> Block:
        """What the host says."""
        told = [("", row) for row in paragraphs(text, self.columns - 2, STRONG)]
        title = heading(_("FROM THE HOST"), self.columns, stroke=self.look.signs.stroke)
        return Block(title, told, 0, 4, is_whole=True)

    def people(self) -> Block:
        """Who is here, in a line."""
        names = ", ".join(each.name for each in self.known.here)
        count = str(len(self.known.here))
        title = heading(_("HERE"), self.columns, count, self.look.signs.stroke)
        row = (Run(cut(names, self.columns - 2, self.look.signs.more)),)
        return Block(title, [("", row)], 0, 9)


def _standing(game: Summary) -> tuple[str, Tone]:
    """Whose turn it is."""
    if game.is_done:
        return _("over"), FAINT
    if game.is_due:
        return _("your turn"), ACCENT
    if not game.room:
        return _("turn {number}").format(number=game.turn), MUTED
    if game.seat is None:
        return _("not begun"), MUTED
    return "".join(game.names[game.seat : game.seat + 1]), MUTED
