"""The table of a day in words: your place and the spread first, then who did what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.contract import find
from kbtui.daily.asking import Asked
from kbtui.text.i18n import _, c_, n_
from relay.protocol.cleaning import clean
from relay.protocol.days import ABANDONED, BEGUN, DONE, NEW, DayView, Ranked
from relay.protocol.kinds import NAME

_MANY: Final = 10  # finished tries from which on a percentage says something


def place_told(view: DayView) -> str:
    """``place 2 of 28``; empty without one."""
    if not view.place:
        return ""
    return _("place {place} of {count}").format(place=view.place, count=view.finished)


def status(view: DayView) -> str:
    """How the own try stands."""
    return {
        NEW: _("not played yet"),
        BEGUN: _("begun, not finished"),
        ABANDONED: _("abandoned"),
        DONE: place_told(view) or _("finished"),
    }[view.trying]


def crowd(view: DayView) -> str:
    """``12 tries, 9 finished, 1 abandoned``."""
    tries = n_("{count} try", "{count} tries", view.opened).format(count=view.opened)
    parts = [tries, _("{count} finished").format(count=view.finished)]
    if view.abandoned:
        parts.append(_("{count} abandoned").format(count=view.abandoned))
    return ", ".join(parts)


def summary(view: DayView) -> Iterator[str]:
    """What concerns oneself, in whole sentences."""
    if view.place:
        yield _own(view)
    if view.spread and view.finished > 1:
        names = ("least", "low", "half", "high", "most")
        leads = {name: f"{lead:+}" for name, lead in zip(names, view.spread, strict=False)}
        text = _("Lead over the bot: {least} to {most}; half of all from {low} to {high}.")
        yield text.format(**dict.fromkeys(names, "0") | leads)
    elif not view.finished:
        yield _("Nobody has finished yet.")
    elif not view.people:
        yield _("You can see the results once your own try is over.")


def expert_told(view: DayView) -> str:
    """What the expert made of the same cards; empty as long as nobody may know."""
    if len(view.expert) != 2:
        return ""
    text = _("The expert with the same cards: {score} to {other}.")
    return text.format(score=view.expert[0], other=view.expert[1])


def _own(view: DayView) -> str:
    others = view.finished - 1
    if others < 1:
        return _("You are the first to finish.")
    text = _("You are in {place}.")
    if others > 1:
        text = _("You are in {place}, better than {beaten} of the {others} others.")
    if view.finished >= _MANY:
        text = _("You are in {place}, better than {percent} % of the others.")
    percent = round(100 * view.beaten / others)
    place = place_told(view)
    return text.format(place=place, beaten=view.beaten, others=others, percent=percent)


def row_told(row: Ranked) -> tuple[str, str, str, str]:
    """Place, name, scores, and how far ahead."""
    if not row.place:
        return "-", _("struck by the host"), "", ""
    name = clean(row.name, NAME) or "?"
    place = str(row.place) if row.place > 0 else ""  # a measure has none
    return place, name, f"{row.score}:{row.other}", f"{row.score - row.other:+}"


def lines(asked: Asked, with_list: bool) -> Iterator[str]:
    """The table as plain lines."""
    view = asked.view
    text = _("{game}, deal of {day}, at {relay}")
    title = _(find(view.game).title)
    yield text.format(game=title, day=view.day, relay=asked.relay.name)
    yield f"  {crowd(view)}; {_('you: {status}').format(status=status(view))}"
    for sentence in filter(None, (*summary(view), expert_told(view))):
        yield f"  {sentence}"
    if with_list and view.people:
        yield from rows_told(c_("not programs", "People"), view.people)
    if with_list and view.programs:
        yield from rows_told(_("Programs"), view.programs)
    if view.secret:
        secret = _("Revealed secret: {secret}").format(secret=view.secret.hex())
        yield f"  {secret}"
    else:
        text = _("Commitment: {commitment}")
        yield f"  {text.format(commitment=view.commitment.hex())}"


def rows_told(title: str, rows: tuple[Ranked, ...]) -> Iterator[str]:
    yield f"  {title}"
    for row in rows:
        place, name, scores, ahead = row_told(row)
        own = f"  {_('you')}" if row.own else ""
        yield f"  {place:>4}  {name:<24}  {scores:>9}  {ahead:>5}{own}".rstrip()


def as_json(asked: Asked) -> dict[str, object]:
    view = asked.view
    return {
        "game": view.game,
        "day": view.day,
        "relay": asked.relay.url,
        "edition": view.edition,
        "commitment": view.commitment.hex(),
        "secret": view.secret.hex() or None,
        "try": view.trying,
        "opened": view.opened,
        "finished": view.finished,
        "abandoned": view.abandoned,
        "place": view.place or None,
        "beaten": view.beaten,
        "spread": [*view.spread],
        "people": [[*row] for row in view.people],
        "programs": [[*row] for row in view.programs],
        "expert": [*view.expert] or None,
    }
