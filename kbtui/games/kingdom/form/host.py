"""The form for an online game: the game options, and what the host decides about the room."""

from __future__ import annotations

import json
from collections.abc import Callable

from engine.kingdom.setup import TURNED, options_as_json, parse_options
from kbtui.games.kingdom.form.setup import SetupPage
from kbtui.games.kingdom.form.values import FormValues, RoomValues
from kbtui.play.start import Host
from kbtui.text.i18n import N_
from relay.protocol import messages as m


def terms_of(values: FormValues) -> m.Terms:
    room = values.room or RoomValues()
    options = json.dumps(options_as_json(values.options), separators=(",", ":"))
    return m.Terms(options, room.listed, *room.watching, *room.clock, room.off_turn)


def values_of(terms: m.Terms) -> FormValues:
    """The values that lead to the terms of an open room; raises ValueError or BadOptions."""
    options = parse_options(json.loads(terms.options))
    quadrants = options.quadrants or (None,) * 4
    return FormValues(
        options.seed,
        options.players,
        start=options.start,
        sets=options.sets,
        quadrants=tuple(None if name is None else name.removesuffix(TURNED) for name in quadrants),
        turned=tuple(None if name is None else name.endswith(TURNED) for name in quadrants),
        goals=options.goals or (None,) * 3,
        two_cards=options.two_cards,
        room=RoomValues(
            None,
            terms.listed,
            (terms.watching, terms.delay),
            (terms.clock, terms.seconds),
            terms.off_turn,
        ),
    )


class HostPage(SetupPage):
    """The outcome is a ``Host``, or the command that left the page."""

    title = N_("Host a game")

    def __init__(self, values: FormValues, new_seed: Callable[[], str]) -> None:
        if values.room is None:
            values = values._replace(room=RoomValues(), start=None)
        super().__init__(values, new_seed)

    def made(self) -> object:
        room = self.values.room
        return Host("", room is not None and bool(room.is_here), terms_of(self.values))


class TermsPage(SetupPage):
    """The same for a room that is open; the outcome is its new ``Terms``."""

    title = N_("Room options")

    def made(self) -> object:
        return terms_of(self.values)
