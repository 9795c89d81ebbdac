"""The next turn, tried out while opponents play: the game screen on a separate table.

A ``Planner`` stands beside the game; a ``Plan`` beside the separate table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.contract import Seat
from kbtui.paint.runs import ACCENT, STRONG, Line, Run, length
from kbtui.screens.beside.companion import Companion
from kbtui.screens.gamescreen import GameScreen
from kbtui.story.plan import follow, planned, rehearsal
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _
from kbtui.text.keys import PLAN, short_words

_TICK: Final = 1.0


class Plan(Companion):
    """Says that nothing here is real."""

    keys: str | None = PLAN
    own_keys: tuple[str, ...] = ()  # what else there is to hint at

    def __init__(self, is_due: Callable[[], bool]) -> None:
        self._is_due = is_due

    def mounted(self) -> None:
        # The game continues below, and so does its clock.
        self.screen.set_interval(_TICK, self.screen.repaint)

    def title(self, left: Line, right: Line) -> tuple[Line, Line]:
        """Without the number of a turn: that of the table below is not a turn of the game."""
        view, (seat,) = self.screen.view, self.screen.session.people
        left = (
            Run(f" {_('PLAN')} ", ACCENT.on("raised").bold()),
            view.chip(seat),
            Run(f" {view.names[seat]} ", STRONG.on("raised")),
            Run(f" {_('your next turn')} ", ACCENT.on("raised")),
        )
        return left, right

    def prompts(self, asked: Line, place: Line) -> tuple[Line, Line]:
        screen, keys = self.screen, self.screen.kb.keys
        if screen.hand.error is not None:
            return asked, place
        if screen.is_leaving:
            text = _("Press {key} again to give up the plan.").format(key=keys.name("back"))
            return screen.asked(text), place
        if self._is_due():
            text = _("It is your turn. Press {key} to use the plan.")
            return screen.asked(text.format(key=keys.name("end"))), place
        if screen.hand.is_done:
            text = _("Nothing left to plan. Press {key} to keep the plan for your turn.")
            pointer, told = screen.asked(text.format(key=keys.name("end")))
            return (pointer, Run(told.text)), place
        return asked, place

    def hints(self, line: Line) -> Line:
        screen = self.screen
        own = {"end": _("keep the plan"), **{key: short_words(key) for key in self.own_keys}}
        return screen.on_screen.hints(screen.hand, screen.view, screen.app.size.width, own)

    def do(self, command: str) -> bool:
        if command == "hint":
            self.screen.say(_("There are no hints for a plan."))
            self.screen.repaint()
            return True
        if command not in ("end", "plan"):  # also in the middle: what is planned so far is kept
            return False
        self.screen.dismiss(planned(self.screen.session))
        return True


class Planner(Companion):
    """A player who waits can plan the next turn, and play the plan when it comes."""

    def __init__(self) -> None:
        super().__init__()
        self._plans: dict[Seat | None, tuple[str, ...]] = {}  # of each person at the keyboard

    @property
    def plan(self) -> tuple[str, ...]:
        """Moves for the next turn of the person at the keyboard, whose secret they are."""
        return self._plans.get(self.screen.hand.seat, ())

    @property
    def plan_text(self) -> str:
        """What to do with the plan, once there is one and the turn has come."""
        hand = self.screen.hand
        if not self.plan or not hand.is_asked or hand.can_undo:
            return ""
        text = _("Your plan: {moves}. Press {key} to play it.")
        return text.format(moves=" ".join(self.plan), key=self.screen.kb.keys.name("plan"))

    @property
    def can_plan(self) -> bool:
        """Whether the person waits for others. Once the keyboard passes to somebody else, a plan
        would show what is face down."""
        hand = self.screen.hand
        is_waiting = not hand.is_asked and hand.hands_over_to is None
        is_waiting &= not self.screen.session.is_counted
        return is_waiting and not self.screen.session.is_over and hand.seat is not None

    def plan_or_follow(self) -> None:
        """While others play: try the next turn. On turn: make the moves of the plan."""
        if self.screen.hand.is_asked:
            self._follow_plan()
            return
        seat = self.screen.hand.seat if self.can_plan else None
        session = None if seat is None else rehearsal(self.screen.session, seat)
        if session is None:
            self.screen.say(_("You cannot plan your next turn now."))
        else:
            follow(session, self.plan)  # what was planned before can be thought over
            beside = self.beside_plan(lambda: self.screen.hand.is_asked)
            self.screen.app.push_screen(GameScreen(session, *beside), self._planned)

    def beside_plan(self, is_due: Callable[[], bool]) -> tuple[Companion, ...]:
        """What stands beside the separate table. Its screen is left with the moves of the plan, or
        with None if it is given up. ``is_due``: whether the turn has come meanwhile."""
        return (Plan(is_due),)

    def _planned(self, outcome: object) -> None:
        self._keep(outcome if isinstance(outcome, tuple) else ())
        self.screen.repaint()

    def _keep(self, plan: tuple[str, ...]) -> None:
        self._plans[self.screen.hand.seat] = plan

    def _follow_plan(self) -> None:
        plan = self.plan
        self._keep(())
        if not plan:
            self.screen.say(
                _("You have no plan to play. You can make one while the other players move.")
            )
            return
        hand, before = self.screen.hand, len(self.screen.session.table.entries)
        _made, error = follow(self.screen.session, plan)
        hand.refresh()
        hand.error = error
        hand.settle_in()
        self.screen.after(before)


class LocalPlanner(Planner):
    """Against bots, and at one keyboard."""

    keys = PLAN

    def prompts(self, asked: Line, place: Line) -> tuple[Line, Line]:
        screen = self.screen
        is_busy = screen.hand.error is not None or screen.is_leaving
        text = "" if is_busy else self.plan_text
        return screen.asked(text) if text else asked, place

    def hints(self, line: Line) -> Line:
        screen = self.screen
        if not self.can_plan:
            return line
        own = [(screen.kb.keys.name("plan"), short_words("plan"), "plan")]
        return (*line, *hint_bar(own, screen.app.size.width - length(line)))

    def do(self, command: str) -> bool:
        if command != "plan":
            return False
        self.plan_or_follow()
        self.screen.repaint()
        return True
