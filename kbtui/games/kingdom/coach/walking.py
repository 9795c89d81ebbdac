"""A reviewed turn move by move, and the coach's: what each move brings, and where both lead."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kingdom.ground.hexes import NAMES
from engine.kingdom.ground.moves import END, NOWHERE, Action, Move, parse_move
from engine.kingdom.state import State
from kbtui.games.coaching import Step, Way, Ways
from kbtui.games.kingdom.coach.advice import rest_of_turn
from kbtui.games.kingdom.coach.analysis import Verdict
from kbtui.games.kingdom.coach.reasons import reasons
from kbtui.games.kingdom.coach.telling import why
from kbtui.games.kingdom.words.names import card_name, tile_name
from kbtui.text.i18n import _, n_


def ways(verdict: Verdict, names: Sequence[str]) -> Ways:
    ends = verdict.ends or (0.0, 0.0)
    told = [_ahead(end) if verdict.ends is not None else "" for end in ends]
    played, better = (
        Way(_steps(verdict, moves, names), text, end)
        for moves, text, end in zip((verdict.played, verdict.better), told, ends, strict=True)
    )
    return Ways(verdict.state, played, better)


def _steps(verdict: Verdict, tokens: Sequence[str], names: Sequence[str]) -> list[Step]:
    moves = [*map(parse_move, tokens)]
    states: list[State] = []  # before each move

    def choose(state: State, number: int) -> Move:
        states.append(state)
        return moves[number] if number < len(moves) else END

    after = rest_of_turn(verdict.state, choose, verdict.shown).after
    states = [*states[: len(moves)], after]
    found = []
    for number, move in enumerate(moves):
        before, state = states[number], states[number + 1]
        plain = reasons(before, state, verdict.seat)._replace(keeps=False, nears=None)
        brought = reasons(verdict.state, state, verdict.seat).total
        said = ", ".join(why(plain, before, names))
        found.append(Step(state, _what(move), said, f"{brought:+}"))
    return found


def _what(move: Move) -> str:
    """``Oasis C4``, ``Barn C4-D5``, ``C4``."""
    action, origin, target = move
    if action is Action.PLAY:
        return card_name(target)
    places = "-".join(NAMES[hex_].upper() for hex_ in (origin, target) if hex_ != NOWHERE)
    return places if action is Action.BUILD else f"{tile_name(action)} {places}"


def _ahead(gold: float) -> str:
    """At the end, on average."""
    count = abs(round(gold))
    if not count:
        return _("level at the end, on average")
    text = n_(
        "{gold} gold ahead at the end, on average",
        "{gold} gold ahead at the end, on average",
        count,
    )
    if gold < 0:
        text = n_(
            "{gold} gold behind at the end, on average",
            "{gold} gold behind at the end, on average",
            count,
        )
    return text.format(gold=count)
