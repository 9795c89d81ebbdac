"""The words of Castle Builder that texts of all games need."""

from collections.abc import Mapping
from typing import Any, Final

from engine.castle.setup import Options
from kbtui.games.kit import Words
from kbtui.text.i18n import N_, _, n_

_CHOSEN: Final = {  # what a list says of an option with this value
    ("royal", True): N_("Royal Strategy"),
    ("peace", True): N_("Peaceful Times"),
    ("pay", "any"): N_("pay as much as you like"),
}


def chosen(options: Mapping[str, Any]) -> list[str]:
    """The options that change the rules."""
    # Unlimited payment is a part of Royal Strategy (CB-98).
    silent = ("pay", "any") if options.get("royal") else None
    return [
        _(text)
        for (name, value), text in _CHOSEN.items()
        if options.get(name) == value and (name, value) != silent
    ]


class _Castle:
    def part(self, part: str) -> str:
        return _("Coins")

    def options(self, options: Mapping[str, Any]) -> str:
        count = options.get("coins", Options().coins)
        goal = n_("{count} coin", "{count} coins", count).format(count=count)
        return ", ".join((goal, *chosen(options)))

    def score(self) -> str:
        return _("coins")


WORDS: Final[Words] = _Castle()
