"""Lines around the board of any game: the title bar, what is expected, keys that do something."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.contract import DEALER, Seat
from kbtui.paint.runs import ACCENT, KEY, MUTED, STRONG, WARNING, Line, Run, Tone, width
from kbtui.play.person import Person
from kbtui.play.session import REMOTE
from kbtui.story.view import View
from kbtui.text.framing import Hint
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _
from kbtui.text.phrases import told


def title(
    hand: Person, view: View, said: str, when: str, about: Callable[[Tone], Line]
) -> tuple[Line, Line]:
    """The left and the right part of the title bar. ``said``: what the player does, if not simply
    moving; ``when``: the turn or the round; ``about``: what is left of the game, in that tone."""
    seat, is_due = view.acting, hand.is_reacting
    bar = "accent" if is_due else "raised"
    soft = MUTED.on(bar) if not is_due else KEY
    does = said or (_("your turn") if hand.is_asked else _("to move"))
    if hand.session.is_over:
        does = _("game over")
    left = (
        view.chip(seat),
        Run(f" {view.names[seat]} ", STRONG.on(bar) if not is_due else KEY),
        Run(f" {does} ", ACCENT.on(bar) if not is_due else KEY),
        Run(f" {when} ", soft),
    )
    right: Line = (
        *about(soft),
        Run(f"  {view.keys.name('help')} {_('help')} ", soft, "help"),
    )
    trouble = hand.session.trouble
    if trouble is not None:  # nothing is lost yet, but it would be with this terminal
        text = _("not saved: {reason}").format(reason=trouble.strerror or trouble)
        right = (Run(f" {text} ", WARNING.on(bar).bold() if not is_due else KEY),)
    return left, right


def prompt(hand: Person, view: View, over: str, expected: Callable[[], Line]) -> Line:
    """One sentence: why the last key did nothing, or what is expected now. ``over``: what can be
    done after the game."""
    start, key = Run(f" {view.signs.pointer} ", ACCENT), view.keys.name("choose")
    if hand.error is not None:
        return start, Run(told(hand.error), WARNING)
    if hand.session.is_over:
        return start, Run(over.format(key=key))
    waiting = hand.hands_over_to
    if waiting is not None and hand.session.people != (waiting,):
        text = _("Pass the keyboard to {name}, who presses {key}.")
        return start, Run(text.format(name=view.names[waiting], key=key), STRONG)
    return start, *expected()


def thinking(hand: Person, view: View, dealing: str, seconds: int) -> str:
    """Whom the game waits for; ``dealing``: if it is the dealer."""
    seat = hand.session.table.to_act
    if seat is None or seat == DEALER:
        return dealing
    if not can_hurry(hand):
        return _("{name} is thinking.").format(name=view.names[seat])
    text = _("{name} is thinking. Press {key} to hurry.")
    if seconds:
        text = _("{name} is thinking: {seconds} s. Press {key} to hurry.")
    return text.format(name=view.names[seat], key=view.keys.name("choose"), seconds=seconds)


def can_hurry(hand: Person) -> bool:
    """Bots can be hurried, people elsewhere cannot."""
    seat = hand.session.table.to_act
    return seat is None or seat == DEALER or hand.session.players[seat] != REMOTE


def pointer(view: View, seat: Seat) -> Run:
    """Beside the player who has to move."""
    is_next = seat == view.acting and not view.is_over
    return Run(view.signs.pointer if is_next else " ", ACCENT)


def note(view: View, seat: Seat, room: int) -> str:
    """A word about who a player is, if there is room for one."""
    if view.away[seat] and not view.bots[seat]:
        words = [_("away")]
    else:
        words = [view.notes[seat], _("bot") if view.bots[seat] else ""]
    return next((word for word in words if word and width(word) <= room), "")


def hints(
    view: View, columns: int, own: Mapping[str, str] | None, commands: Iterable[Hint]
) -> Line:
    """As many keys as there is room for; ``own`` are words for what a screen does in a way of its
    own, always."""
    own = own or {}
    named: list[Hint] = [(view.keys.name(name), text, name) for name, text in own.items()]
    named += [hint for hint in commands if hint[2] not in own]
    return hint_bar(named, columns)
