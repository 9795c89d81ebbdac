"""What a waiting room tells the player: the most urgent thing, questions, and how to get in."""

from __future__ import annotations

from typing import Final

from kbtui.lobby.waitingroom import WaitingRoom
from kbtui.online import answers
from kbtui.paint.runs import EMPTY, MUTED, STRONG, WARNING, Line, Run, Tone, indented, paragraphs
from kbtui.text.framing import Hint
from kbtui.text.i18n import _
from kbtui.text.keys import Keys, key_name
from relay.protocol import kinds as k

LEAVE, REMOVE = "leave", "remove"  # what is asked about
WATCH: Final = "watch-instead"  # the outcome of a doorway


def told(waiting: WaitingRoom, sure: str, focus: int, note: str, keys: Keys) -> tuple[str, Tone]:
    """The most urgent thing that there is to say; ``sure`` is what is being asked about."""
    if waiting.foul:
        text = _("The relay did not keep to the sealed deal: {reason}. Do not trust it.")
        return text.format(reason=waiting.foul), WARNING.bold()
    if sure:
        return _question(waiting, sure, focus, keys), WARNING
    if not waiting.is_up:
        return f"{waiting.trouble}. {note or waiting.advice}".strip(), WARNING
    if waiting.refusal is not None:
        return answers.inside(waiting.refusal.code, waiting.refusal.text), WARNING
    return (note, STRONG) if note else (_next(waiting), MUTED)


def _question(waiting: WaitingRoom, sure: str, focus: int, keys: Keys) -> str:
    if sure == REMOVE:
        text = _("Free {name}'s seat? Press x again to confirm.")
        return text.format(name=waiting.name(focus))
    if waiting.is_up:
        text = _(
            "Leave? Press {key} again to give up your seat, or k to keep it and come back later."
        )
    else:
        text = _("The relay cannot be reached; your seat is kept. Press {key} again to go back.")
    return text.format(key=keys.name("back"))


def _next(waiting: WaitingRoom) -> str:
    """What is waited for."""
    assert waiting.room is not None, "somebody waits in a room"
    if waiting.room.phase == k.SEALING:
        return _("The deal is being sealed: every player adds to the shuffle.")
    delay = waiting.room.terms.delay
    if waiting.room.phase != k.LOBBY and waiting.is_watching and delay:
        return _("The game has started; you see it {seconds} s later.").format(seconds=delay)
    if waiting.room.phase != k.LOBBY:
        return _("The game has started; it is being loaded.")
    if waiting.is_watching:
        return _("You are watching: the game appears here as soon as it starts.")
    if waiting.is_host:
        text = _("Press {key} to start the game.")
        if not waiting.is_ready:
            text = _("Press {key} to be ready and start the game.")
        return waiting.hindrance or text.format(key=key_name("enter"))
    if not waiting.is_ready:
        return _("Look at the board and the rules. Press r when you are ready.")
    host = waiting.name(waiting.room.host)
    return _("{name} starts the game when everyone is ready.").format(name=host)


# The doorway


def can_watch(waiting: WaitingRoom) -> bool:
    """Whether somebody who was not let in may watch instead."""
    is_known = waiting.refusal is not None and waiting.refusal.code in answers.CAN_WATCH
    return is_known and not waiting.is_watching and bool(waiting.code)


def door(waiting: WaitingRoom, columns: int) -> list[Line]:
    """What is said to somebody who is not in the room yet."""
    tone = MUTED
    if waiting.refusal is not None:
        refusal, tone = waiting.refusal, WARNING
        texts = [answers.at_door(refusal.code, refusal.text, waiting.code, waiting.relay)]
        texts += [_("Press w to watch instead.")] * can_watch(waiting)
    elif waiting.is_up:
        texts = [_("Connected; the room is being opened.")]
    else:
        texts, tone = [f"{waiting.trouble}.", waiting.advice], WARNING if waiting.advice else MUTED
    rows: list[Line] = [EMPTY, (Run(waiting.code or waiting.relay, STRONG),)]
    for text in filter(None, texts):
        rows += [EMPTY, *paragraphs(text, columns - 6, tone)]
    return indented(rows, 3)


def door_hints(waiting: WaitingRoom, keys: Keys) -> list[Hint]:
    found: list[Hint] = []
    if can_watch(waiting):
        found.append(("w", _("watch"), WATCH))
    if not waiting.is_up and not waiting.is_ended and waiting.refusal is None:
        found.append((key_name("enter"), _("retry now"), "choose"))
    return [*found, (keys.name("back"), _("back"), "back")]
