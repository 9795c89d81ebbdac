"""The options of Castle Builder on a command line. Imports nothing slow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from kbtui.text.i18n import _

if TYPE_CHECKING:
    from kbtui.games.kit import Arguments


class _Castle:
    examples: Sequence[str] = (
        "kb --line new --game castle --players 3",
        "kb --line new --game castle --people 2 --coins 9 --royal",
        "kb --line host --game castle --peace --start random",
        "kb demo --game castle --seed amber",
    )

    def add(self, add: Callable[..., object]) -> None:
        add("--coins", type=int, default=7, metavar="N", help=_("coins to win: 7, or 9"))
        text = _("Royal Strategy: everyone sets a Prince and a Princess aside")
        add("--royal", action="store_true", help=text)
        text = _("Peaceful Times: nobody is robbed, and no castle is hit")
        add("--peace", action="store_true", help=text)
        text = _("tiles that one build may cost: one, or any")
        add("--pay", default="one", metavar="TILES", help=text)
        text = _("number of the seat that begins, or random (default: 1)")
        add("--start", default="1", metavar="SEAT", help=text)

    def names(self) -> Sequence[str]:
        return (
            _(
                "The tiles, the coins and the track are our own reconstruction, not the "
                "published set. Type kb rules --game castle reconstruction to read more."
            ),
        )


ARGUMENTS: Final[Arguments] = _Castle()
