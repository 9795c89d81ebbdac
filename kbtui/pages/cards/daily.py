"""The same cards: the deal of the day of each game, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from engine.contract import find
from kbtui.daily import tables, trywords
from kbtui.daily.asking import Asked, is_of
from kbtui.daily.diary import Diary, Streak, Try, TryState
from kbtui.daily.expert import Expert
from kbtui.games.kit import find as find_kit
from kbtui.pages.cards.outcomes import Best, Copy, Play, Table, Take
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    GOOD,
    MUTED,
    STRONG,
    TEXT,
    Line,
    Run,
    beside,
    cut,
    fit,
    heading,
    indented,
    paragraphs,
    width,
)
from kbtui.play.start import Replay, Resume
from kbtui.text.address import Address
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import _, c_
from kbtui.text.keys import key_name
from kbtui.text.levels import level_name
from kbtui.text.listing import FIXED, Listing
from kbtui.text.page import Page
from kbtui.text.textinput import TextField
from relay.days import deals
from relay.protocol.days import ABANDONED, BEGUN, DONE, NEW

_SIDE: Final = 80  # columns from which the board stands beside the list
_BELOW: Final = 3  # rows for messages
_WORDS: Final = {  # how an offline try stands, as a relay would say it
    TryState.NEW: NEW,
    TryState.OPEN: BEGUN,
    TryState.OVER: DONE,
    TryState.ABANDONED: ABANDONED,
}


class _Row(NamedTuple):
    found: Try
    streak: Streak
    before: Try  # yesterday's


class DailyPage(Page):
    """The day is asked for again with every paint: a page may stay open over midnight."""

    letters: ClassVar = {
        **FIXED,
        "tab": "table",
        "t": "table",
        "o": "offline",
        "space": "choose",
        "backspace": "back",
        "g": "south",
        "n": "practice",
        "y": "best",
        "c": "copy",
        "j": "take",
    }

    def __init__(
        self,
        diary: Diary,
        expert: Expert,
        now: Callable[[], float] = time.time,
        at: int = 0,
        relay: Address | None = None,
    ) -> None:
        """``relay``: where tries are opened; None: offline."""
        super().__init__()
        self.relay = relay
        self.views: dict[tuple[str, str], Asked] = {}  # what it says, by game and day
        self.trouble = ""  # why it does not
        self._diary = diary
        self._expert = expert
        self._now = now
        self._games = deals.games()
        self._list = Listing(len(self._games), at)
        self._field: TextField | None = None  # a challenge that is being typed
        self._rows: dict[tuple[str, str], _Row] = {}  # by game and day
        self._states: dict[tuple[str, str], Any] = {}
        self._spot: tuple[int, int] | None = None
        self.busy = ""  # what is being found out in the background

    def refresh(self) -> None:
        """Look at the saved games again."""
        self._rows.clear()

    # What is known

    @property
    def day(self) -> str:
        return deals.today(self._now())

    @property
    def game(self) -> str:
        return self._games[self._list.at]

    @property
    def deal(self) -> deals.Deal:
        return deals.deal_of(self.game, self.day)

    @property
    def yesterday(self) -> deals.Deal:
        return deals.deal_of(self.game, deals.day_before(self.day))

    def row(self, game: str) -> _Row:
        day, now = self.day, self._now()
        if (game, day) not in self._rows:
            self._rows = {key: row for key, row in self._rows.items() if key[1] == day}
            before = self._diary.find(game, deals.day_before(day), now)
            found = self._diary.find(game, day, now)
            self._rows[game, day] = _Row(found, self._diary.streak(game, now), before)
        return self._rows[game, day]

    @property
    def here(self) -> _Row:
        return self.row(self.game)

    def asked(self, game: str) -> Asked | None:
        """How today stands at the relay."""
        return None if self.relay is None else self.views.get((game, self.day))

    @property
    def _trying(self) -> str:
        """How the try stands, wherever it is."""
        if self.relay is None:
            return _WORDS[self.here.found.state]
        asked = self.asked(self.game)
        return "" if asked is None else asked.view.trying

    def _place(self, game: str) -> str:
        asked = self.asked(game)
        is_there = asked is not None and is_of(self.row(game).found, asked)
        return tables.place_told(asked.view) if asked is not None and is_there else ""

    # Keys and mouse

    def type(self, key: str, character: str | None) -> bool:
        if self._field is not None:
            self._type_challenge(self._field, key, character)
            return True
        return super().type(key, character)

    def _type_challenge(self, field: TextField, key: str, character: str | None) -> None:
        if key in ("enter", "escape"):
            self._field = None
            if key == "enter" and field.text.strip():
                self.outcome = Take(field.text.strip())
        else:
            field.press(key, character)

    def do(self, command: str) -> None:
        self._note = ""
        if command in ("back", "leave"):
            self.outcome = command
        elif command.startswith("game-"):
            self._list.go(int(command.removeprefix("game-")))
        elif self._list.step(command):
            return
        elif command == "choose":
            self._choose(self.here.found)
        elif command == "practice":
            self._practice()
        elif command == "copy":
            self._copy()
        elif command == "take":
            self._field = TextField()
        elif command == "best":
            self.outcome = Best(self.yesterday)
        elif command == "table" and self.relay is None:
            self.say(_("Only a relay has a table. Its address is in the settings."))
        elif command == "table":
            self.outcome = Table(self.game, self.day)
        elif command == "offline":
            self.relay = None

    def _choose(self, found: Try) -> None:
        asked = self.asked(self.game)
        if asked is not None and self._trying in (NEW, BEGUN):
            self.outcome = asked.attempt
        elif self.relay is not None and (asked is None or not is_of(found, asked)):
            self.say(self._about())
        elif found.state is TryState.NEW:
            self.outcome = Play(self.deal, False)
        elif found.path is not None:
            is_open = found.state is TryState.OPEN
            self.outcome = Resume(found.path) if is_open else Replay(found.path)

    def _practice(self) -> None:
        """Today's deal once its try has ended; before that yesterday's: it would be a second look
        at today's cards."""
        is_free = self._trying in (DONE, ABANDONED)
        self.outcome = Play(self.deal if is_free else self.yesterday, True)

    def _copy(self) -> None:
        here = self.here
        if here.found.result is None:
            self.say(_("There is a text to paste once the try is over."))
        else:
            told = trywords.paste(here.found, here.streak, self._place(self.game))
            self.outcome = Copy("\n".join(told))

    def cursor(self) -> tuple[int, int] | None:
        return self._spot

    # What is shown

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        pages = find_kit(self.game).pages
        wide = pages.map_columns if pages is not None and columns >= _SIDE else 0
        left = columns - 2 - (wide + 3 if wide else 0)
        room = rows - 2 - _BELOW
        body = self._body(left)[:room]
        side = self._side(wide)[:room] if wide else []
        page = beside(((), 1), (body, left + 2), (side, wide + 1)) if wide else indented(body)
        page += [EMPTY] * (room - len(page))
        page += self._told(columns)
        title = f"{_('The same cards')}  {self.day}"
        right = trywords.left_told(deals.seconds_left(self._now()))
        return framed(title, right, page, self._hints(), columns, rows)

    def _body(self, columns: int) -> list[Line]:
        stroke = self.look.signs.stroke
        found = [EMPTY, heading(_("DEAL OF THE DAY"), columns, stroke=stroke)]
        self._spot = None
        for number, game in enumerate(self._games):
            if number == self._list.at:
                self._spot = 1, 1 + len(found)
            found += self._entry(number, game, columns)
        here = self.here
        if here.found.result is not None:
            found += [EMPTY, heading(_("TO PASTE"), columns, stroke=stroke)]
            told = trywords.paste(here.found, here.streak, self._place(self.game))
            found += [(Run("  "), Run(cut(line, columns - 2))) for line in told]
            found += self._experts(columns)
        found += [EMPTY, heading(_("YESTERDAY"), columns, stroke=stroke)]
        is_missed = here.before.state is TryState.NEW
        told_ = _("not played") if is_missed else trywords.status(here.before)
        found.append((Run("  "), Run(told_, TEXT)))
        expert = self._expert.result(self.yesterday) if self.relay is None else None
        if told_ := trywords.expert_told(expert):
            found.append((Run("  "), Run(told_, MUTED)))
        return found

    @property
    def _titles(self) -> int:
        """Columns of the longest name of a game, and three blanks."""
        return max(len(_(find(game).title)) for game in self._games) + 3

    def _entry(self, number: int, game: str, columns: int) -> list[Line]:
        is_here, row = number == self._list.at, self.row(game)
        ground = "raised" if is_here else "background"
        act = f"game-{number}"
        pointer = self.look.signs.pointer if is_here else " "
        tone = GOOD if row.found.result is not None and row.found.result.has_won else TEXT
        runs = (
            Run(f"{pointer} ", ACCENT.on(ground), act),
            Run(_(find(game).title).ljust(self._titles), STRONG.on(ground), act),
            Run(self._status(game), tone.on(ground), act),
        )
        below = [trywords.days_told(row.streak) or _("the first try counts")]
        if (asked := self.asked(game)) is not None:
            below.append(f"{tables.crowd(asked.view)}, {asked.relay.name}")
        lines = [(Run(f"    {cut(text, columns - 4)}", MUTED, act),) for text in below]
        return [fit(runs, columns, ground), *lines]

    def _status(self, game: str) -> str:
        found, asked = self.row(game).found, self.asked(game)
        if self.relay is None or (asked is not None and is_of(found, asked)):
            return ", ".join(filter(None, (trywords.status(found), self._place(game))))
        return "" if asked is None else tables.status(asked.view)

    def _experts(self, columns: int) -> list[Line]:
        if self.relay is not None:  # its cards are others than those of the open deal
            asked = self.asked(self.game)
            told = "" if asked is None else tables.expert_told(asked.view)
        elif self.here.found.is_open_deal:
            told = trywords.expert_told(self._expert.result(self.deal)) or self.busy
        else:  # the try was at a relay, whose table tells it
            told = ""
        return [(Run("  "), Run(cut(told, columns - 2), MUTED))] if told else []

    @property
    def is_expert_due(self) -> bool:
        """Whether the relay's expert is playing what we have finished."""
        asked = self.asked(self.game)
        return asked is not None and asked.view.trying == DONE and not asked.view.expert

    def _side(self, columns: int) -> list[Line]:
        """The board before the first card, and what is particular about it."""
        pages = find_kit(self.game).pages
        assert pages is not None, "asked only then"
        key = self.game, self.day
        if key not in self._states:
            self._states = {key: find(self.game).new(self.deal.options)}
        state = self._states[key]
        found = [EMPTY, heading(_("TODAY"), columns, stroke=self.look.signs.stroke)]
        found += pages.small(state, self.look)
        found.append(EMPTY)
        for name, _text in pages.features(state):
            found.append((Run(cut(name, columns), TEXT),))
        seat = _("you are seat {number}").format(number=self.deal.seat + 1)
        return [*found, (Run(cut(seat, columns), MUTED),)]

    def _told(self, columns: int) -> list[Line]:
        if self._field is not None:
            label = f" {_('code or file of a challenge:')} "
            typed = self._field.runs(max(columns - width(label) - 2, 8), ACCENT)
            return [(Run(label, MUTED), *typed), EMPTY, EMPTY]
        text = self._note or self._about()
        rows = paragraphs(text, columns - 4)[:_BELOW]
        pointer = Run(f" {self.look.signs.pointer} ", ACCENT)
        found = [(pointer if not y else Run("   "), *row) for y, row in enumerate(rows)]
        return [*found, *[EMPTY] * (_BELOW - len(found))]

    def _about(self) -> str:
        trying = self._trying
        if self.trouble and self.relay is not None:
            text = _("Press o to play the open deal here instead. It is not ranked.")
            return f"{self.trouble} {text}"
        if not trying and self.relay is not None:
            return _("Asking {relay} ...").format(relay=self.relay.name)
        if trying == NEW:
            text = _(
                "Press Enter to start your one try at today's deal. It counts even if you leave "
                "it, and there are no hints. Your opponent: {bot}."
            )
            return text.format(bot=level_name(self.deal.level))
        if trying == BEGUN:
            return _("Press Enter to continue your try. It still counts for its day.")
        return _("Your try has counted. Press n to play the deal again for practice.")

    def _hints(self) -> list[Hint]:
        opened = {NEW: c_("a game or a move", "play"), BEGUN: _("continue")}
        table = [(key_name("tab"), _("table"), "table")] if self.relay is not None else []
        instead = [("o", _("offline"), "offline")] if self.relay is not None else []
        return [
            (key_name("enter"), opened.get(self._trying, _("replay")), "choose"),
            *table,
            (f"{key_name('up')} {key_name('down')}", _("other game"), "south"),
            *(instead if self.trouble else []),
            ("n", _("practice"), "practice"),
            ("y", _("yesterday's best"), "best"),
            ("j", _("challenge"), "take"),
            ("c", _("copy"), "copy"),
            (self.keys.name("back"), _("back"), "back"),
        ]
