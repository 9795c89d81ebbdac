"""The words of Kingdom Builder that texts of all games need."""

from collections.abc import Mapping
from typing import Any, Final

from kbtui.games.kingdom.words.names import goal_name
from kbtui.games.kit import Words
from kbtui.text.i18n import N_, _

_SETS: Final = {"base": N_("base game"), "marshlands": N_("Marshlands")}


class _Kingdom:
    part = staticmethod(goal_name)

    def options(self, options: Mapping[str, Any]) -> str:
        named = options.get("sets")
        sets = map(str, named) if isinstance(named, list) else ()
        told = [_(_SETS[name]) if name in _SETS else name for name in sets]
        return ", ".join(told + [_("two cards in hand")] * bool(options.get("two_cards")))

    def score(self) -> str:
        return _("gold")


WORDS: Final[Words] = _Kingdom()
