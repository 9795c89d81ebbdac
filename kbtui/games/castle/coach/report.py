"""What the coach says of a turn, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.castle.bots.appeal import JUDGE, SPACES_PER_COIN
from engine.castle.bots.yard import Yard
from engine.castle.moves import BUILDS, Action, Move, format_move
from engine.castle.rules.actions import apply
from engine.castle.rules.foresight import build_way
from engine.castle.rules.placing import spaces_moved
from engine.castle.setup import DRAWN
from engine.castle.state import State
from kbtui.games.castle.coach.analysis import SLIGHT, Verdict
from kbtui.games.castle.coach.telling import ROOMY, to_do
from kbtui.games.coaching import Step, Way, Ways
from kbtui.text.i18n import _, c_, n_
from kbtui.text.words import explained


def heading(verdict: Verdict) -> str:
    """``turn 7: about 4 spaces``: people think in spaces, which are parts of coins."""
    if verdict.cost < SLIGHT:
        text = _("turn {number}: the coach found nothing better")
        return text.format(number=verdict.turn)
    count = round(verdict.cost * SPACES_PER_COIN)
    text = n_("turn {number}: about {count} space", "turn {number}: about {count} spaces", count)
    return text.format(number=verdict.turn, count=count)


def compared(verdict: Verdict, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Who, and what with which gain: first what was played, then what the coach found."""
    state, played, better, _cost = verdict.costliest
    yield _("played"), _told(state, played, names)
    yield _("coach"), _told(state, better, names)


def why(verdict: Verdict, names: Sequence[str]) -> str:
    """What the coach's move brings that the one as played does not, and what it gives up."""
    state, played, better, cost = verdict.costliest
    if cost < SLIGHT:
        return ""
    mine, theirs = _numbers(state, played), _numbers(state, better)
    titles = _("spaces"), _("coins"), c_("of a castle", "tiles")
    changes = [(title, b - a) for title, a, b in zip(titles, mine, theirs, strict=True)]
    said = [", ".join(f"{title} {change:+}" for title, change in changes if change)]
    if _promise(state, better) - _promise(state, played) > ROOMY:
        said.append(_("more tiles will fit into your castle"))
    later = round(cost * SPACES_PER_COIN) - (theirs[0] - mine[0])
    if later > 0:
        text = n_("about {count} space more later", "about {count} spaces more later", later)
        said.append(text.format(count=later))
    return "; ".join(filter(None, said))


def _numbers(state: State, move: Move) -> tuple[int, int, int]:
    """Spaces, coins and tiles that a move brings."""
    if move[0] is Action.DRAW:
        return 0, 0, DRAWN
    if move[0] not in BUILDS:
        return 0, 0, 0
    way = build_way(state, move)
    return spaces_moved(move[1], move[2]), way.coins, int(way.brings_tile)


def _promise(state: State, move: Move) -> float:
    """What the castle may carry after it."""
    if move[0] not in BUILDS:
        return 0.0
    return JUDGE.change(Yard(state.castles[state.actor]), move[1], move[2])


def ways(verdict: Verdict, names: Sequence[str]) -> Ways:
    """The decision that cost most, and the coach's: what would have followed nobody knows."""
    state, played, better, cost = verdict.costliest
    count = round(cost * SPACES_PER_COIN)
    text = n_("about {count} space more", "about {count} spaces more", count)

    def way(move: Move, end: str, ahead: float) -> Way:
        brings = ", ".join(_gains(state, move))
        step = Step(apply(state, move), to_do(state, move, names), brings, "")
        return Way([step], end, ahead)

    told = text.format(count=count) if count else ""
    return Ways(state, way(played, "", 0.0), way(better, told, cost))


def _told(state: State, move: Move, names: Sequence[str]) -> str:
    text, gain = to_do(state, move, names), ", ".join(_gains(state, move))
    return explained(text, gain) if gain else text


def _gains(state: State, move: Move) -> Iterator[str]:
    if move[0] not in BUILDS:
        return
    count, way = spaces_moved(move[1], move[2]), build_way(state, move)
    yield n_("{count} space", "{count} spaces", count).format(count=count)
    if way.coins:
        yield n_("{count} coin", "{count} coins", way.coins).format(count=way.coins)
    if way.brings_tile:
        yield n_("{count} tile", "{count} tiles", 1).format(count=1)


def as_json(verdict: Verdict) -> dict[str, Any]:
    return {
        "turn": verdict.turn,
        "entry": verdict.entry,
        "cost": round(verdict.cost, 2),
        "played": [format_move(decision.played) for decision in verdict.decisions],
        "coach": [format_move(decision.better) for decision in verdict.decisions],
        "costs": [round(decision.cost, 2) for decision in verdict.decisions],
    }
