"""A replay in plain lines: what happened turn by turn, and the table at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.contract import Viewer
from engine.record import Record
from engine.table import Table
from kbtui.games.kit import OVER, Kit, find
from kbtui.games.plain import Asked, Window
from kbtui.linemode.game import introduction
from kbtui.story.chronicle import EVERYTHING, Chronicle, Turn
from kbtui.story.replay import views_of
from kbtui.text.i18n import _, n_
from kbtui.text.words import both, explained


def replay(
    record: Record, table: Table, until: int | None = None, window: Window | None = None
) -> Iterator[str]:
    """The game up to that entry, as far as somebody at the table may see it."""
    kit, game = find(table.game.key), table.game
    names = record.players or tuple(str(seat + 1) for seat in range(game.seats(table.state)))
    viewer = (views_of(record, table) or (EVERYTHING,))[0]
    chronicle = Chronicle(table, viewer)
    last = chronicle.entries if until is None else until
    seed = "" if record.is_position else str(record.start.get("seed", ""))
    yield from introduction(game, table.states[0], seed)
    for number in range(1, chronicle.number_at(last) + 1):
        turn = chronicle.turn_at(min(chronicle.last_entry(number), last))
        yield from _told(turn, kit, names, viewer)
    state = table.states[last]
    yield from _table(kit, _seen(table, state, viewer), names, window)
    yield from _result(kit, state, names)


def _seen(table: Table, state: Any, viewer: Viewer) -> Any:
    return state if viewer == EVERYTHING else table.game.observe(state, viewer)


def _told(turn: Turn, kit: Kit, names: Sequence[str], viewer: Viewer) -> Iterator[str]:
    you = None if viewer == EVERYTHING else viewer
    title = _("Turn {number}").format(number=turn.number)
    yield ""
    yield explained(title, names[turn.seat])
    for event in turn.events:
        if event.kind != OVER:
            text = kit.story.told(event, names, you)
            yield text if text.endswith(".") else f"{text}."


def _table(kit: Kit, state: Any, names: Sequence[str], window: Window | None) -> Iterator[str]:
    game = kit.game
    asked = Asked(state, None, names, game.parse, lambda move: game.explain(state, move))
    for lines in (
        kit.plain.board(asked, window, None),
        kit.plain.legend(state, window),
        kit.plain.pieces(state),
        kit.plain.scores(state, names),
    ):
        yield ""
        yield from lines


def _result(kit: Kit, state: Any, names: Sequence[str]) -> Iterator[str]:
    winners = kit.game.winners(state)
    if winners is None:
        yield _("The game is not finished.")
        return
    text = n_("{names} wins.", "{names} share the victory.", len(winners))
    yield text.format(names=both(names[seat] for seat in winners))
