"""The words of Kingdom Builder that texts of all games need."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.kingdom.ground.quadrants import BASE, MARSHLANDS
from engine.kingdom.state import State, reserve
from kbtui.games.kingdom.words.words import goal_name, goal_text
from kbtui.games.kit import Words
from kbtui.text.i18n import N_, _

_SETS: Final = {"base": N_("base game"), "marshlands": N_("Marshlands")}


class _Kingdom:
    part = staticmethod(goal_name)
    part_text = staticmethod(goal_text)

    def parts_title(self) -> str:
        return _("BY GOAL")

    def amount(self, count: int) -> str:
        return _("{gold} gold").format(gold=count)

    def tallies(self, state: State) -> list[tuple[str, Sequence[int]]]:
        left = [reserve(state, seat) for seat in range(state.setup.players)]
        tiles = [owned.bit_count() for owned in state.tiles.owned]
        return [(_("left"), left), (_("tiles"), tiles)]

    def features(self, state: State) -> list[tuple[str, str]]:
        return [(goal_name(goal), goal_text(goal)) for goal in state.setup.goals]

    def terms(self, state: State) -> Iterator[tuple[str, str]]:
        setup = state.setup
        has_marshlands = setup.double_cards or any(q.set == MARSHLANDS for q in setup.quadrants)
        yield _("goals"), ", ".join(goal_name(goal) for goal in setup.goals)
        yield _("sets"), self.options({"sets": [BASE, MARSHLANDS] if has_marshlands else [BASE]})
        yield _("cards"), _("two, you choose one") if setup.two_cards else _("one, as printed")

    def options(self, options: Mapping[str, Any]) -> str:
        named = options.get("sets")
        sets = map(str, named) if isinstance(named, list) else ()
        return ", ".join(_(_SETS[name]) if name in _SETS else name for name in sets)

    def score(self) -> str:
        return _("gold")


WORDS: Final[Words] = _Kingdom()
