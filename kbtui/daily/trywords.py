"""Tries in words: for pages, for lines, and as a text to paste that a screen reader can speak."""

from __future__ import annotations

from engine.contract import find
from kbtui.daily.diary import Streak, Try, TryState
from kbtui.daily.results import Result
from kbtui.text.i18n import _, n_
from kbtui.text.levels import level_name
from relay.days.deals import Deal

_MINUTE, _HOUR = 60, 3600


def score_told(result: Result) -> str:
    """``won 91 to 73``; a tied victory is shared."""
    if result.is_shared:
        text = _("shared, {score} to {other}")
    elif result.has_won:
        text = _("won, {score} to {other}")
    else:
        text = _("lost, {score} to {other}")
    return text.format(score=result.score, other=result.best_other)


def status(found: Try) -> str:
    """How the try stands, in a few words."""
    if found.state is TryState.NEW:
        return _("not played yet")
    if found.state is TryState.OPEN:
        return _("begun, not finished")
    if found.state is TryState.ABANDONED or found.result is None:
        return _("abandoned")
    return score_told(found.result)


def days_told(streak: Streak) -> str:
    """``12 days in a row, longest 31``; empty if there are none."""
    if not streak.longest:
        return ""
    now = n_("{count} day in a row", "{count} days in a row", streak.now).format(count=streak.now)
    return f"{now}, {_('longest {count}').format(count=streak.longest)}"


def left_told(seconds: int) -> str:
    """``new deal in 5 h 18 min``."""
    hours, minutes = seconds // _HOUR, seconds % _HOUR // _MINUTE
    if hours:
        return _("new deal in {hours} h {minutes} min").format(hours=hours, minutes=minutes)
    return _("new deal in {minutes} min").format(minutes=minutes + 1)


def bot_told(deal: Deal) -> str:
    """``skilled bot, looks at 2000 positions, edition 1``."""
    text = _("{bot}, looks at {count} positions, edition {edition}")
    return text.format(bot=level_name(deal.level), count=deal.nodes, edition=deal.edition)


def expert_told(result: Result | None) -> str:
    """Of the open deal; empty if nobody has played it."""
    if result is None:
        return ""
    text = _("The expert with the same deal: {score} to {other}")
    return text.format(score=result.score, other=result.best_other)


def paste(found: Try, streak: Streak, place: str = "") -> list[str]:
    """Three short lines in words and digits, without anything about board and cards."""
    result = found.result
    assert result is not None, "only of a try that is over"
    leads = result.leads
    title = _("{game}, deal of {day}").format(game=_(find(found.game).title), day=found.day)
    rounds = n_("{count} round", "{count} rounds", len(leads)).format(count=len(leads))
    ahead = sum(lead > 0 for lead in leads)
    behind = sum(lead < 0 for lead in leads)
    between = _("rounds ahead: {ahead}, behind: {behind}")
    days = n_("{count} day in a row", "{count} days in a row", streak.now).format(count=streak.now)
    return [
        title,
        ", ".join(filter(None, (score_told(result), rounds, place))),
        f"{between.format(ahead=ahead, behind=behind)}; {days}",
    ]
