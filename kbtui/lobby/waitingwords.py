"""What a waiting room tells the player: the most urgent thing, questions, and how to get in."""

from __future__ import annotations

from typing import Final

from kbtui.lobby.hall import Hall
from kbtui.online import answers
from kbtui.paint.runs import EMPTY, MUTED, STRONG, WARNING, Line, Run, Tone, paragraphs
from kbtui.text.framing import Hint
from kbtui.text.i18n import _
from kbtui.text.keys import Keys, key_name
from relay.protocol import kinds as k

LEAVE, REMOVE = "leave", "remove"  # what is asked about
WATCH: Final = "watch-instead"  # the outcome of a doorway


def told(hall: Hall, sure: str, focus: int, note: str, keys: Keys) -> tuple[str, Tone]:
    """The most urgent thing that there is to say; ``sure`` is what is being asked about."""
    if hall.foul:
        text = _("The relay did not keep to the sealed deal: {reason}. Do not trust it.")
        return text.format(reason=hall.foul), WARNING.bold()
    if sure:
        return _question(hall, sure, focus, keys), WARNING
    if not hall.is_up:
        return f"{hall.trouble}. {note or hall.advice}".strip(), WARNING
    if hall.refusal is not None:
        return answers.inside(hall.refusal.code, hall.refusal.text), WARNING
    return (note, STRONG) if note else (_next(hall), MUTED)


def _question(hall: Hall, sure: str, focus: int, keys: Keys) -> str:
    if sure == REMOVE:
        text = _("Free {name}'s seat? Press x again to confirm.")
        return text.format(name=hall.name(focus))
    if hall.is_up:
        text = _(
            "Leave? Press {key} again to give up your seat, or k to keep it and come back later."
        )
    else:
        text = _("The relay cannot be reached; your seat is kept. Press {key} again to go back.")
    return text.format(key=keys.name("back"))


def _next(hall: Hall) -> str:
    """What is waited for."""
    assert hall.room is not None, "somebody waits in a room"
    if hall.room.phase == k.SEALING:
        return _("The deal is being sealed: every player adds to the shuffle.")
    delay = hall.room.terms.delay
    if hall.room.phase != k.LOBBY and hall.is_watching and delay:
        return _("The game has started; you see it {seconds} s later.").format(seconds=delay)
    if hall.room.phase != k.LOBBY:
        return _("The game has started; it is being loaded.")
    if hall.is_watching:
        return _("You are watching: the game appears here as soon as it starts.")
    if hall.is_host:
        text = _("Press {key} to start the game.")
        if not hall.is_ready:
            text = _("Press {key} to be ready and start the game.")
        return hall.hindrance or text.format(key=key_name("enter"))
    if not hall.is_ready:
        return _("Look at the board and the rules. Press r when you are ready.")
    host = hall.name(hall.room.host)
    return _("{name} starts the game when everyone is ready.").format(name=host)


# The doorway


def can_watch(hall: Hall) -> bool:
    """Whether somebody who was not let in may look on instead."""
    is_known = hall.refusal is not None and hall.refusal.code in answers.CAN_WATCH
    return is_known and not hall.is_watching and bool(hall.code)


def door(hall: Hall, columns: int) -> list[Line]:
    """What is said to somebody who is not in the room yet."""
    tone = MUTED
    if hall.refusal is not None:
        refusal, tone = hall.refusal, WARNING
        texts = [answers.at_door(refusal.code, refusal.text, hall.code, hall.relay)]
        texts += [_("Press w to watch instead.")] * can_watch(hall)
    elif hall.is_up:
        texts = [_("Connected; the room is being opened.")]
    else:
        texts, tone = [f"{hall.trouble}.", hall.advice], WARNING if hall.advice else MUTED
    rows: list[Line] = [EMPTY, (Run(hall.code or hall.relay, STRONG),)]
    for text in filter(None, texts):
        rows += [EMPTY, *paragraphs(text, columns - 6, tone)]
    return [(Run("   "), *row) for row in rows]


def door_hints(hall: Hall, keys: Keys) -> list[Hint]:
    found: list[Hint] = []
    if can_watch(hall):
        found.append(("w", _("watch"), WATCH))
    if not hall.is_up and not hall.is_ended and hall.refusal is None:
        found.append((key_name("enter"), _("retry now"), "choose"))
    return [*found, (keys.name("back"), _("back"), "back")]
