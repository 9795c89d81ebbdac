"""The kit of the toy game in ``tests.engine.racks``: all that a second game needs to be played.

Its screen and its forms are those that any game gets from its lines; it has no pictures and no
coach, and those parts are None. As a program, this is ``kb`` with one game more:
``python -m tests.kbtui.racks``, then g for the next game.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine import contract
from engine.contract import DEALER, Seat
from kbtui.form.textform import Option, TextForms
from kbtui.games import kit
from kbtui.games.kit import Arguments, Event, Form, Forms, Kit, Mask, Story, Words
from kbtui.games.plain import Asked, Plain, Question, Window
from kbtui.games.screen import Screen
from kbtui.panels.textscreen import TextScreen
from tests.engine.racks import KEY, UNKNOWN, Move, State

HOME: Final = "tests.kbtui.racks"
KIT: Final = Kit(
    KEY,
    "Racks",
    about={"play": "you against a bot", "new": "choose players, bots and pieces", "game": "racks"},
    words=f"{HOME}:WORDS",
    story=f"{HOME}:STORY",
    plain=f"{HOME}:PLAIN",
    form=f"{HOME}:FORM",
    arguments=f"{HOME}:ARGUMENTS",
    forms=f"{HOME}:FORMS",
    screen=f"{HOME}:SCREEN",
)


def register() -> None:
    """In this process."""
    contract.HOMES[KEY] = "tests.engine.racks"
    kit.HOMES[KEY] = HOME


class _Words:
    def part(self, part: str) -> str:
        return part.capitalize()

    def options(self, options: Mapping[str, Any]) -> str:
        return f"{options.get('copies', 4)} of each"

    def score(self) -> str:
        return "points"


class _Story:
    preludes: Collection[str] = ()
    landmarks: Collection[str] = ("stole",)
    tells_moves = False

    def events(
        self, before: State, after: State, actor: Seat, move: Move, entry: int
    ) -> Iterator[Event]:
        word, piece = move
        what = "?" if piece == UNKNOWN else str(piece)
        if word == "draw":
            yield Event(before.drawing[0], "drew", what, (), entry)
        elif word == "steal":
            yield Event(before.turn, "stole", what, (), entry)
        else:
            yield Event(actor, word, what, (), entry)

    def told(self, event: Event, names: Sequence[str], you: Seat | None = None) -> str:
        name = "Nobody" if event.seat == DEALER else names[event.seat]
        return f"{name} {event.kind} {event.what}"

    def headline(self, before: State, events: Iterable[Event]) -> str:
        return ""

    def landmark(self) -> str:
        return "theft"

    def seams(self, state: State) -> bool:
        return False

    def changed(self, before: State, after: State) -> Mask:
        return 0


def _rack(asked: Asked, _text: str) -> Iterator[str]:
    yield f"Your rack: {_shown(asked.state.racks[asked.seat or 0])}."


def _shown(rack: Sequence[int]) -> str:
    return " ".join("?" if piece == UNKNOWN else str(piece) for piece in rack) or "empty"


class _Plain:
    moves: Sequence[str] = ("lay:5, take, thief:2 or rain",)
    questions: Mapping[str, Question] = {
        "rack": Question("rack", "say what is on your rack", _rack)
    }

    def introduction(self, state: State) -> Iterator[str]:
        yield f"There are {state.copies} of each piece."

    def task(self, state: State) -> str:
        seat = state.raining[0] if state.raining else state.turn
        return f"your rack is {_shown(state.racks[seat])}."

    def awaited(self, state: State, who: str) -> str:
        return f"Waiting for {who}."

    def hides(self, state: State) -> bool:
        return True

    def token(self, state: State, text: str) -> str:
        return text

    def group(self, move: Move) -> str:
        return move[0]

    def note(self, state: State, move: Move) -> str:
        return ""

    def board(self, asked: Asked, window: Window | None, since: Any | None) -> list[str]:
        rows = zip(asked.names, asked.state.laid, strict=True)
        return [f"Laid by {name}: {_shown(row)}" for name, row in rows]

    def legend(self, state: State, window: Window | None) -> list[str]:
        return ["? is a piece that you do not know"]

    def pieces(self, state: State) -> Iterator[str]:
        return (f"Rack: {_shown(rack)}" for rack in state.racks)

    def scores(self, state: State, names: Sequence[str]) -> Iterator[str]:
        totals = contract.find(KEY).totals(state)
        return (f"{name} {total}" for name, total in zip(names, totals, strict=True))


class _Arguments:
    examples: Sequence[str] = ()

    def add(self, add: Callable[..., object]) -> None:
        add("--copies", type=int, default=4)

    def names(self) -> Sequence[str]:
        return ()


class _Form:
    players: Sequence[int] = (2, 3, 4)

    def options(self, asked: Namespace, players: int) -> dict[str, Any]:
        return {"players": players, "seed": asked.seed or KEY, "copies": asked.copies}


WORDS: Final[Words] = _Words()
STORY: Final[Story] = _Story()
PLAIN: Final[Plain] = _Plain()
FORM: Final[Form] = _Form()
ARGUMENTS: Final[Arguments] = _Arguments()
FORMS: Final[Forms] = TextForms(
    KIT, {"copies": Option("copies", (4, 3, 5), "how often there is each piece")}
)
SCREEN: Final[Screen] = TextScreen(KEY)

if __name__ in ("__main__", "__mp_main__"):  # this process, and those that it starts
    register()
if __name__ == "__main__":
    from kbtui.cli.main import main

    raise SystemExit(main())
