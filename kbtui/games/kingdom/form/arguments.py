"""The options of Kingdom Builder on a command line. Imports nothing slow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from kbtui.text.i18n import _

if TYPE_CHECKING:
    from kbtui.games.kit import Arguments

# Names of the engine for the help; the engine is slow to import, and a test compares them.
GOALS: Final = (
    *("fishermen", "miners", "merchants", "workers", "discoverers", "knights", "hermits"),
    *("lords", "citizens", "farmers", "geologists", "messengers", "noblewomen", "vassals"),
    *("captains", "scouts"),
)
QUADRANTS: Final = (
    *("oracle", "farm", "oasis", "tower", "tavern", "barn", "harbor", "paddock"),
    *("fountain-standin", "temple-standin", "refuge-standin", "canoe-standin"),
)


class _Kingdom:
    examples: Sequence[str] = ()

    def add(self, add: Callable[..., object]) -> None:
        add("--sets", default="base", metavar="SETS", help=_("base, or base,marshlands"))
        add("--first-game", action="store_true", help=_("the recommended setup for a first game"))
        add(
            "--quadrants",
            metavar="FOUR",
            help=_("four names, /r rotates one: tavern,farm/r,barn,oasis"),
        )
        add("--goals", metavar="THREE", help=_("three names: lords,miners,knights"))
        add("--boards", metavar="FILE", help=_("more quadrants of your own, as JSON"))
        add("--two-cards", action="store_true", help=_("house rule: choose 1 of 2 terrain cards"))

    def names(self) -> Sequence[str]:
        about = _("Quadrants called standin are our own layouts; they need the marshlands set.")
        boards = f"{_('Quadrants')}: {', '.join(QUADRANTS)}. {about}"
        return boards, f"{_('Goals')}: {', '.join(GOALS)}."


ARGUMENTS: Final[Arguments] = _Kingdom()
