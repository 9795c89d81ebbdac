"""What a player chooses in the form of Kingdom Builder, and the options that result from it."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kingdom.ground.quadrants import BASE, MARSHLANDS, of_sets
from engine.kingdom.setup import GOALS_OF, TURNED, Options, Setup, resolve
from kbtui.form.values import SEATED, RoomValues
from kbtui.play.playernames import NAMES

SETS: Final = ((BASE,), (BASE, MARSHLANDS))


class FormValues(NamedTuple):
    """``None`` stands for what is left to the seed. There are always four seats; those behind
    ``players`` stay empty."""

    seed: str
    players: int = 2
    who: tuple[str, ...] = SEATED  # people, or levels of bots
    names: tuple[str, ...] = NAMES
    start: int | None = 0
    sets: tuple[str, ...] = (BASE,)
    quadrants: tuple[str | None, ...] = (None,) * 4
    turned: tuple[bool | None, ...] = (None,) * 4
    goals: tuple[str | None, ...] = (None,) * 3
    two_cards: bool = False
    board_seed: str = ""  # of another draw than that of the seed
    goal_seed: str = ""
    room: RoomValues | None = None  # of an online game; its seats are taken by those who come

    @property
    def known_quadrants(self) -> list[str]:
        return [quadrant.id for quadrant in of_sets(self.sets)]

    @property
    def known_goals(self) -> list[str]:
        return [goal for name in self.sets for goal in GOALS_OF[name]]

    def of_sets(self, sets: tuple[str, ...]) -> FormValues:
        """With other sets; what they do not have is drawn again."""
        new = self._replace(sets=sets)
        quadrants, goals = new.known_quadrants, new.known_goals
        return new._replace(
            quadrants=tuple(name if name in quadrants else None for name in self.quadrants),
            goals=tuple(name if name in goals else None for name in self.goals),
        )

    def other_seed(self, seed: str) -> FormValues:
        return self._replace(seed=seed, board_seed="", goal_seed="")

    def other_board(self, seed: str) -> FormValues:
        return self._replace(quadrants=(None,) * 4, turned=(None,) * 4, board_seed=seed)

    def other_goals(self, seed: str) -> FormValues:
        return self._replace(goals=(None,) * 3, goal_seed=seed)

    @property
    def options(self) -> Options:
        """Whatever is left to chance stays so as long as nothing else was chosen for it."""
        plain = Options(self.players, self.sets, None, None, self.start, self.two_cards, self.seed)
        layout = goals = None
        if self.board_seed or {*self.quadrants, *self.turned} != {None}:
            layout = self._layout(resolve(plain._replace(seed=self.board_seed or self.seed)))
        if self.goal_seed or {*self.goals} != {None}:
            drawn = resolve(plain._replace(seed=self.goal_seed or self.seed)).goals
            goals = _filled(self.goals, drawn)
        return plain._replace(quadrants=layout, goals=goals)

    def _layout(self, table: Setup) -> tuple[str, ...]:
        names = _filled(self.quadrants, tuple(quadrant.id for quadrant in table.quadrants))
        pairs = zip(self.turned, table.rotated, strict=True)
        turned = (TURNED * (drawn if asked is None else asked) for asked, drawn in pairs)
        return tuple(map("".join, zip(names, turned, strict=True)))


def _filled(asked: tuple[str | None, ...], drawn: tuple[str, ...]) -> tuple[str, ...]:
    """What was drawn takes the places that nobody has asked for, where it can its own."""
    pairs = [*zip(drawn, asked, strict=True)]
    others = [name for name, choice in pairs if choice is not None and name not in asked]
    return tuple(
        choice if choice is not None else others.pop(0) if name in asked else name
        for name, choice in pairs
    )
