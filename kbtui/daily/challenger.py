"""Who dares the player of a game that answers a challenge: what is said before the first move.

It follows from the headers of the record alone, so it is the same on the screen and in lines, and
also for a game that is opened again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.record import Record
from kbtui.daily.challenge import CHALLENGE, answered
from kbtui.games.kit import find
from kbtui.play.session import HUMAN, Session
from kbtui.text.address import BadAddress, parse_address
from kbtui.text.i18n import _, c_
from kbtui.text.levels import level_name
from kbtui.text.words import both, explained, fold

# Headers of a game that answers a challenge at a relay; a long code already contains them.
CHALLENGER: Final = "challenger"  # the name
TO_BEAT: Final = "to beat"  # what the challenger scored, and the best opponent


class Challenger(NamedTuple):
    name: str
    scores: tuple[int, int] | None  # theirs and the best opponent's; older relays do not say
    relay: str  # that gets the answer; empty if none does


def headers(name: str, scores: Sequence[int]) -> Iterator[tuple[str, str]]:
    """As a relay says it."""
    if name:
        yield CHALLENGER, name
    if scores:
        yield TO_BEAT, " ".join(map(str, scores))


def challenger_of(record: Record) -> Challenger | None:
    """None if the game answers no challenge, or nobody knows whose."""
    if (challenge := answered(record)) is not None:
        result = challenge.result
        return Challenger(result.name, (result.score, result.best_other), "")
    tags = dict(record.tags)
    if CHALLENGER not in tags:
        return None
    return Challenger(tags[CHALLENGER], _scores(tags.get(TO_BEAT, "")), _relay(tags))


def _scores(text: str) -> tuple[int, int] | None:
    try:
        mine, other = map(int, text.split())
    except ValueError:
        return None
    return mine, other


def _relay(tags: dict[str, str]) -> str:
    try:
        return parse_address(tags.get(CHALLENGE, "").partition(" ")[2]).name
    except BadAddress:
        return ""


def told(session: Session, key: str = "") -> list[tuple[str, str]]:
    """A word and a sentence or two for each thing that the player should know; empty if nobody
    dares them. ``key`` leads from the final score to both games."""
    found = challenger_of(session.origin)
    if found is None:
        return []
    dare = _("{name} dares you: the same deal, from the same seat, against the same bots.")
    return [
        (_("From"), dare.format(name=found.name)),
        (_("Deal"), _deal(session)),
        *([(_("To beat"), _to_beat(found.name, *found.scores))] if found.scores else []),
        (c_("of a game", "End"), _end(found, key)),
    ]


def lines(session: Session) -> Iterator[str]:
    """The same in line mode, before the first move."""
    for word, text in () if session.has_begun else told(session):
        yield from fold(explained(word, text))


def _deal(session: Session) -> str:
    options = find(session.game.key).words.options(session.origin.start)
    pairs = zip(session.names, session.players, strict=True)
    bots = [f"{name} ({level_name(player)})" for name, player in pairs if player != HUMAN]
    text = _("{options}; you play against {names}.")
    return text.format(options=options[:1].upper() + options[1:], names=both(bots))


def _to_beat(name: str, score: int, other: int) -> str:
    if score > other:
        text = _("{name} scored {score}, {count} more than the best opponent.")
    elif score < other:
        text = _("{name} scored {score}, {count} less than the best opponent.")
    else:
        text = _("{name} scored {score}, as much as the best opponent.")
    return text.format(name=name, score=score, count=abs(score - other))


def _end(found: Challenger, key: str) -> str:
    if key:
        text = _("Press {key} on the final score to compare both games round by round.")
    else:
        text = _("When your game is over, you see both games round by round.")
    lead = _("What counts is the lead over the best opponent.")
    parts = [text.format(key=key), lead]
    if found.relay:
        sent = _("Your game is sent to {relay}, where {name} finds it.")
        parts.append(sent.format(relay=found.relay, name=found.name))
    return " ".join(parts)
