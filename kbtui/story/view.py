"""What the panels show: one moment of a game, seen from one chair."""

from __future__ import annotations

from functools import cached_property

from engine.contract import Viewer
from engine.kingdom.scores import Scores, scores
from engine.kingdom.state import State, actor
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.paint.glyphs import UNICODE, Glyphs
from kbtui.paint.runs import Run, seat_tone
from kbtui.story.chronicle import Chronicle
from kbtui.text.keys import Keys


class View:
    """A moment. Cheap to make; what costs something is computed when it is asked for."""

    def __init__(
        self,
        state: State,
        names: tuple[str, ...],
        bots: tuple[bool, ...],
        viewer: Viewer,
        chronicle: Chronicle,
        entry: int,
        signs: Glyphs = UNICODE,
        keys: Keys | None = None,
        zoom: Zoom = Zoom.S,
    ) -> None:
        """``zoom`` is that of the board beside it: places are named alike."""
        self.state = state
        self.names = names
        self.bots = bots
        self.viewer = viewer
        self.chronicle = chronicle
        self.entry = entry
        self.signs = signs
        self.keys = keys or Keys()
        self.zoom = zoom
        self.away = (False,) * len(names)  # players elsewhere whose line is down
        self.notes = ("",) * len(names)  # what else is said of a player
        self.hides_card = False  # the card in play is for the eyes of somebody who is not here yet

    @cached_property
    def scores(self) -> Scores:
        return scores(self.state)

    @cached_property
    def turn(self) -> int:
        return self.chronicle.number_at(self.entry)

    @property
    def acting(self) -> int:
        """Whose move it is: not always the one on turn."""
        seat = actor(self.state)
        return seat if seat is not None and seat >= 0 else self.state.seat

    @property
    def parts(self) -> list[tuple[int, str]]:
        """What pays gold on this board, with its place in the scores."""
        return [*enumerate(self.scores.parts)]

    def chip(self, seat: int, act: str = "") -> Run:
        return Run(self.signs.chip(seat), seat_tone(seat), act)
