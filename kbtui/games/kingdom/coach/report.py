"""The coach's analysis of a game, as lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.kingdom.ground.moves import Action, parse_move, word
from engine.kingdom.ground.terrain import parse_card
from kbtui.games.kingdom.coach.analysis import TURNS, Verdict, worst
from kbtui.games.kingdom.coach.reasons import Reasons
from kbtui.games.kingdom.coach.telling import why
from kbtui.games.kingdom.words.words import card_name, moves_named
from kbtui.text.i18n import _
from kbtui.text.words import explained, fold


def lines(
    verdicts: Sequence[Verdict | None], seats: Sequence[int], names: Sequence[str], turns: int
) -> Iterator[str]:
    """For each of the seats the turns that cost most."""
    for number, seat in enumerate(seats):
        if number:
            yield ""
        found = worst(verdicts, seat, turns)
        if not found:
            yield _("{name}: no turn cost anything worth mentioning.").format(name=names[seat])
            continue
        yield _("{name}: the costliest turns").format(name=names[seat])
        for verdict in found:
            yield from turn_lines(verdict, names)


def turn_lines(verdict: Verdict, names: Sequence[str]) -> Iterator[str]:
    yield f"  {heading(verdict)} (--entry {verdict.entry})"
    for who, what in compared(verdict, names):
        yield from fold(f"    {who:<8} {what}", " " * 13)


def heading(verdict: Verdict) -> str:
    """``turn 7, desert: about 6 gold``."""
    card = card_name(parse_card(verdict.card)) if verdict.card else _("no card")
    text = _("turn {number}, {card}: about {gold:.0f} gold")
    return text.format(number=verdict.turn, card=card, gold=verdict.cost)


def compared(verdict: Verdict, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Who, and what with which gain: first what was played, then what the coach found."""
    yield _("played"), _told(verdict.played, verdict.gains, verdict, names)
    yield _("coach"), _told(verdict.better, verdict.chances, verdict, names)


def _told(moves: Sequence[str], found: Reasons, verdict: Verdict, names: Sequence[str]) -> str:
    plain = found._replace(keeps=False)  # of a whole turn that says little
    said = ", ".join(why(plain, verdict.state, names)) or _("nothing right away")
    return explained(moves_named(map(parse_move, moves or (word(Action.END),))), said)


def as_json(
    verdicts: Sequence[Verdict | None],
    seats: Sequence[int],
    names: Sequence[str],
    level: str,
    turns: int = TURNS,
) -> dict[str, Any]:
    return {
        "level": level,
        "seats": [
            {
                "seat": seat,
                "name": names[seat],
                "worst": [verdict.turn for verdict in worst(verdicts, seat, turns)],
                "turns": [_turn(v) for v in verdicts if v is not None and v.seat == seat],
            }
            for seat in seats
        ],
    }


def _turn(verdict: Verdict) -> dict[str, Any]:
    return {
        "turn": verdict.turn,
        "entry": verdict.entry,
        "card": verdict.card,
        "cost": round(verdict.cost, 2),
        "played": list(verdict.played),
        "gold": dict(verdict.gains.gold),
        "coach": list(verdict.better),
        "coach_gold": dict(verdict.chances.gold),
    }
