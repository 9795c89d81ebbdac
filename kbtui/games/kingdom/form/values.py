"""What a player chooses in the setup form, and the game that results from it."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kingdom.ground.quadrants import BASE, MARSHLANDS, of_sets
from engine.kingdom.setup import GOALS_OF, TURNED, Options, Setup, options_as_json, resolve
from kbtui.disk.settings import clean_name
from kbtui.games.kingdom.kit import KIT
from kbtui.play.names import NAMES
from kbtui.play.session import HUMAN
from kbtui.play.start import NewGame
from relay.protocol import kinds as k

CLOCKS: Final = (
    (k.NO_CLOCK, 0),
    *((k.TURN_CLOCK, seconds) for seconds in (30, 60, 90, 180, 86_400, 3 * 86_400, 7 * 86_400)),
    *((k.GAME_CLOCK, minutes * 60) for minutes in (10, 20, 30)),
)
WATCHING: Final = ((True, 0), (True, 60), (True, 300), (False, 0))  # whether, and how much later


class RoomValues(NamedTuple):
    """What the host of an online game decides besides the game."""

    is_here: bool | None = False  # at a relay inside this program; None: the room is open already
    listed: bool = False
    watching: tuple[bool, int] = WATCHING[0]
    clock: tuple[str, int] = CLOCKS[0]
    off_turn: int = 0  # as the command line has set it


SETS: Final = ((BASE,), (BASE, MARSHLANDS))
LEVEL: Final = "greedy"  # of the bots, if nobody says anything else


class FormValues(NamedTuple):
    """``None`` stands for what is left to the seed. There are always four seats; those behind
    ``players`` stay empty."""

    seed: str
    players: int = 2
    who: tuple[str, ...] = (HUMAN, LEVEL, LEVEL, LEVEL)  # people, or levels of bots
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

    def named(self, name: str) -> FormValues:
        """With the name of the one at the keyboard."""
        first, *others = self.names
        return self._replace(names=(name or first, *others))

    def for_players(self, players: int) -> FormValues:
        """With more or fewer players; somebody who is there begins."""
        is_there = self.start is None or self.start < players
        return self._replace(players=players, start=self.start if is_there else 0)

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

    @property
    def game(self) -> NewGame:
        """Raises BadOptions for what cannot be played."""
        resolve(self.options)
        named = zip(self.names, NAMES, strict=True)
        names = tuple(clean_name(name) or usual for name, usual in named)
        options = options_as_json(self.options)
        return NewGame(KIT.key, options, self.who[: self.players], names[: self.players])


def _filled(asked: tuple[str | None, ...], drawn: tuple[str, ...]) -> tuple[str, ...]:
    """What was drawn takes the places that nobody has asked for, where it can its own."""
    pairs = [*zip(drawn, asked, strict=True)]
    others = [name for name, choice in pairs if choice is not None and name not in asked]
    return tuple(
        choice if choice is not None else others.pop(0) if name in asked else name
        for name, choice in pairs
    )
