"""What the coach says of a turn, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.kingdom.ground.moves import Action, parse_move, word
from engine.kingdom.ground.terrain import parse_card
from engine.kingdom.state import State
from kbtui.games.kingdom.coach import telling
from kbtui.games.kingdom.coach.analysis import SLIGHT, Verdict
from kbtui.games.kingdom.coach.reasons import Reasons, less
from kbtui.games.kingdom.words.names import card_name, goal_name, moves_named
from kbtui.text.i18n import _, n_
from kbtui.text.words import explained


def heading(verdict: Verdict) -> str:
    """``turn 7, desert: about 6 gold``."""
    card = card_name(parse_card(verdict.card)) if verdict.card else _("no card")
    if verdict.cost < SLIGHT:
        text = _("turn {number}, {card}: the coach found nothing better")
        return text.format(number=verdict.turn, card=card)
    gold = round(verdict.cost)
    text = n_(
        "turn {number}, {card}: about {gold} gold", "turn {number}, {card}: about {gold} gold", gold
    )
    return text.format(number=verdict.turn, card=card, gold=gold)


def compared(verdict: Verdict, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Who, and what with which gain: first what was played, then what the coach found."""
    yield _("played"), _told(verdict.played, verdict.gains, verdict, names)
    yield _("coach"), _told(verdict.better, verdict.chances, verdict, names)


def _told(moves: Sequence[str], found: Reasons, verdict: Verdict, names: Sequence[str]) -> str:
    plain = found._replace(keeps=False)  # of a whole turn that says little
    said = ", ".join(telling.why(plain, verdict.state, names)) or _("nothing right away")
    return explained(moves_named(map(parse_move, moves or (word(Action.END),))), said)


def why(verdict: Verdict, names: Sequence[str]) -> str:
    """What the coach's turn brings that the turn as played does not, and what it gives up."""
    if verdict.cost < SLIGHT:
        return ""
    mine, theirs, state = verdict.gains, verdict.chances, verdict.state
    more, given_up = less(theirs, mine), less(mine, theirs)
    gold = ", ".join(f"{goal_name(part)} {change:+}" for part, change in more.gold)
    nears = () if more.nears is None else (more.nears,)
    both = _kinds(state, (*more.taken, *nears)) & _kinds(state, given_up.taken)
    said = [gold, *telling.why(more._replace(gold=()), state, names, both)]
    for text, slots in (
        (_("keeps the {tile}"), given_up.lost),
        (_("does not take the {tile}"), given_up.taken),
    ):
        said += [text.format(tile=telling.tile(state, slot, both)) for slot in slots]
    if 0 < theirs.touched < mine.touched:
        text = n_(
            "touches only {count} terrain, not {other}, so more cards let you build anywhere",
            "touches only {count} terrains, not {other}, so more cards let you build anywhere",
            theirs.touched,
        )
        said.append(text.format(count=theirs.touched, other=mine.touched))
    later = round(verdict.cost) - more.total
    if later > 0:
        text = n_("about {gold} gold more later", "about {gold} gold more later", later)
        said.append(text.format(gold=later))
    return "; ".join(filter(None, said))


def _kinds(state: State, slots: Sequence[int]) -> set[Action]:
    return {state.setup.board.slots[slot].kind for slot in slots}


def as_json(verdict: Verdict) -> dict[str, Any]:
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
