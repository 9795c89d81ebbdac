"""Title bar and key hints: who plays, and the keys that do something now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.castle.state import Phase
from kbtui.games.castle.play.choices import MARKET_KEYS
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.play.stance import Step
from kbtui.paint.runs import Line, Run
from kbtui.panels import around
from kbtui.story.view import View
from kbtui.text.i18n import N_, _
from kbtui.text.keys import short_words

_ANY: Final = 1000  # more columns than any window has

# What Enter does, by what is asked.
_CHOOSE: Final[Mapping[Step, str]] = {
    Step.SITE: N_("build"),
    Step.DRAW: N_("draw 2"),
    Step.PAY: N_("pay"),
    Step.DROP: N_("discard"),
    Step.COIN: N_("take"),
    Step.THIEF: N_("rob"),
    Step.TAKE: N_("take"),
    Step.HIT: N_("take down"),
}


def commands(play: Play) -> list[str]:
    """The commands that do something now, most important first."""
    if play.session.is_over:
        return ["choose", "replay", "seams", "goal", "help"]
    if play.hands_over_to is not None and not play.is_asked:
        return ["choose", "help", "leave"]
    if not play.is_asked:
        found = ["undo"] if play.can_undo else []
        hurry = ["choose"] if around.can_hurry(play) else []
        return [*found, *hurry, "seams", "goal", "replay", "type", "help", "leave"]
    found = ["choose", "next"]
    if play.is_free:
        rack = ["tile-1"] if play.rack else []
        royals = [slot.key for slot in play.slots if slot.key.startswith("half")]
        found += [*rack, MARKET_KEYS[0], *royals, "draw"]
    elif play.step in (Step.PAY, Step.DROP):
        found.append("tile-1")
    if play.has_step_back:
        found.insert(2, "back")
    if play.can_undo:
        found.append("undo")
    leave = [] if play.has_step_back or play.is_reacting else ["back"]
    hint = ["hint"] if play.session.allows_hints else []
    return [*found, "seams", *hint, "goal", "type", "rules", "help", *leave]


def hints(
    play: Play, view: View, columns: int = _ANY, own: Mapping[str, str] | None = None
) -> Line:
    """Only keys that do something now, as many as there is room for; ``own`` are words for what a
    screen does in a way of its own, always."""
    named = ((_key(play, view, each), _words(play, each), each) for each in commands(play))
    return around.hints(view, columns, own, named)


def _key(play: Play, view: View, command: str) -> str:
    if command == "tile-1" and len(play.rack) > 1:
        last = [slot.key for slot in play.rack if slot.key][-1]
        return f"{view.keys.name('tile-1')}-{view.keys.name(last)}"
    if command == MARKET_KEYS[0] and play.is_free:
        return "".join(map(view.keys.name, MARKET_KEYS[: len(play.state.market)]))
    return view.keys.name(command)


def _words(play: Play, command: str) -> str:
    if command == "choose":
        return _choose_words(play)
    named = {
        "tile-1": _("rack"),
        MARKET_KEYS[0]: _("market"),
        "half-left": _("prince"),
        "half-right": _("princess"),
        "seams": _("castles"),
        "goal": _("counts"),
        "draw": _("draw 2"),
    }
    return named.get(command) or short_words(command)


def _choose_words(play: Play) -> str:
    if play.session.is_over:
        return _("result")
    if play.hands_over_to is not None and not play.is_asked:
        return _("take the keyboard")
    if not play.is_asked:
        return _("hurry")
    if play.goal is not None or (play.is_free and not play.is_at_home):
        return short_words("back")
    if play.step is Step.TURN:
        return _("build") if play.slot is not None else _("choose")
    if play.step in (Step.PAY, Step.DROP) and len(play.marked) < play.due:
        return _("mark")
    return _(_CHOOSE[play.step])


def title(play: Play, view: View) -> tuple[Line, Line]:
    """The left and the right part of the title bar."""
    state = view.state
    seat = view.acting
    said = _("discard now") if play.is_reacting else ""
    if not said and state.phase is Phase.DROP and seat != state.seat:
        said = _("discards")
    is_next = state.phase is Phase.TURN and view.chronicle.seat_of(view.turn) != state.seat
    number = (view.turn - 1 + is_next) // state.setup.players + 1
    when = _("round {number}").format(number=number)
    goal = _("to {count} coins").format(count=state.setup.coins)
    left = _("tiles {count}").format(count=state.reserve)
    return around.title(play, view, said, when, lambda soft: (Run(f"{goal}  {left}", soft),))
