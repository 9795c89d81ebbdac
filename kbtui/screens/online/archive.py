"""The finished games of a door, as a program asks for them over its line."""

from __future__ import annotations

import json
from typing import Any, Final

from engine.contract import find
from engine.errors import EngineError
from engine.record import Record, read_record
from engine.table import Table
from kbtui.games.kit import keys
from kbtui.hosted.line import Line
from kbtui.pages.hall.known import Sight
from kbtui.pages.hall.past import Past, Rerun
from kbtui.text.i18n import _
from relay.protocol.cleaning import NAME, clean

_HOURS: Final = 24
_PARTS: Final = 20  # of a record, at most
_FAR: Final = 2**40  # more seconds than any calendar needs


class Archive:
    """Nothing the door says is believed: it may be of another version."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._last: tuple[Rerun, Record, Table] | None = None

    def past(self) -> Past:
        answer = self._line.ask("past")
        try:
            hours = tuple(int(count) for count in answer["hours"])
            people, games = map(int, answer["yesterday"])
            return Past(
                tuple(rerun for row in answer["reruns"] if (rerun := _rerun(row)).game in keys()),
                hours if len(hours) == _HOURS else (),
                tuple((clean(str(name), NAME), int(at)) for name, at in answer["seen"]),
                (people, games),
                *(min(max(int(answer.get(name, 0)), 0), _FAR) for name in ("last", "ended")),
            )
        except (LookupError, TypeError, ValueError):
            return Past()

    def play(self, rerun: Rerun) -> tuple[Record, Table] | None:
        """The same as ``game``; the door counts who sees it."""
        found = self.game(rerun)
        if found is not None:
            self._ask(rerun, is_played=True)
        return found

    def game(self, rerun: Rerun) -> tuple[Record, Table] | None:
        """The record, replayed; None: the door does not have it any more."""
        if self._last is not None and self._last[0].label == rerun.label:
            return self._last[1:]
        text = self._text(rerun)
        try:
            record, table = read_record(text)
        except EngineError:
            return None
        self._last = rerun, record, table
        return record, table

    def _text(self, rerun: Rerun) -> str:
        text = ""
        for _part in range(_PARTS):
            part = self._ask(rerun, start=len(text))
            if not part:
                break
            text += part
        return text

    def _ask(self, rerun: Rerun, **more: object) -> str:
        question = {"code": rerun.code, "at": rerun.at, "game": rerun.game}
        answer = self._line.ask("rerun", **question, **more)
        part = answer.get("last" if "is_last" in more else "text")
        return part if isinstance(part, str) else ""

    def glance(self, rerun: Rerun) -> Sight | None:
        """Its last position, for the column beside the list."""
        state = self._end(rerun)
        if state is None:
            return None
        return Sight(rerun.label, rerun.game, state, rerun.names, rerun.turns, title=_("RERUN"))

    def _end(self, rerun: Rerun) -> Any | None:
        """As the door has it: to replay a game touches megabytes that programs share till then."""
        try:
            return find(rerun.game).read_position(json.loads(self._ask(rerun, is_last=True)))
        except (EngineError, ValueError):  # a door of an earlier version has only the record
            found = self.game(rerun)
            return None if found is None else found[1].state


def _rerun(row: list[Any]) -> Rerun:
    code, game, names, totals, turns, at, watched = row[:7]
    return Rerun(
        clean(str(code), NAME),
        str(game),
        tuple(clean(str(name), NAME) for name in names),
        tuple(map(int, totals)),
        int(turns),
        int(at),
        int(watched),
    )
