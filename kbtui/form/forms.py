"""The forms that come of a game's sheet, and games that need none."""

from __future__ import annotations

import json
from typing import Any

from engine.errors import BadOptions
from kbtui.form.formpage import HostPage, SetupPage, TermsPage
from kbtui.form.questions import Question, answered, questions
from kbtui.form.sheet import Sheet
from kbtui.form.values import named, new_game, room_of, terms_of
from kbtui.play.seeds import new_seed
from kbtui.play.start import NewGame
from relay.protocol.messages import Terms


def values_of(sheet: Sheet, terms: Terms) -> Any:
    """The values that lead to the terms of an open room; raises ValueError or BadOptions."""
    return sheet.read(json.loads(terms.options))._replace(room=room_of(terms))


class SheetForms:
    """All of ``kit.Forms`` but the first game and the rematch, which are a game's own."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet

    def setup(self, chosen: Any | None, name: str) -> SetupPage:
        return SetupPage(self._sheet, chosen or self._named(name), new_seed)

    def host(self, chosen: Any | None) -> HostPage:
        return HostPage(self._sheet, chosen or self._sheet.fresh(new_seed()), new_seed)

    def terms(self, terms: Terms) -> TermsPage:
        return TermsPage(self._sheet, self._values(terms), new_seed)

    def questions(self, terms: Terms) -> tuple[Question, ...]:
        return tuple(questions(self._sheet, self._values(terms)))

    def answered(self, terms: Terms, id: str, at: int) -> Terms:
        values = answered(self._sheet, self._values(terms), id, at)
        return terms_of(values, self._sheet.options(values))

    def _values(self, terms: Terms) -> Any:
        try:
            return values_of(self._sheet, terms)
        except (ValueError, BadOptions):  # a relay that sends what cannot be played
            return self._sheet.fresh(new_seed())._replace(room=room_of(terms))

    def play_now(self, name: str) -> NewGame:
        values = self._named(name)
        return new_game(self._sheet.kit.key, values, self._sheet.options(values))

    def _named(self, name: str) -> Any:
        return named(self._sheet.fresh(new_seed()), name)
