"""Where a rule comes from when it is not plain rulebook text, for players. English; ``words``
translates.

docs/rules.md, section 15, has the reasons. The ids are those of that page.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from kbtui.text.i18n import N_


class Ruling(NamedTuple):
    id: str
    text: str


_CARD: Final = N_(
    "We have no copy of this card: the text follows the rulebook's notes and two fan sources that "
    "agree."
)
_FANS: Final = N_(
    "We have no copy of this card, and the rulebook does not explain it: the text follows two fan "
    "sources that agree."
)
_NOBODY: Final = N_("Our ruling: where nobody has built, nobody is paid.")
NOTES: Final[Mapping[str, tuple[str, ...]]] = {  # by goal, tile or topic
    "geologists": (_CARD,),
    "messengers": (_CARD, N_("Our ruling: the two must be connected.")),
    "noblewomen": (_CARD, _NOBODY),
    "vassals": (_CARD,),
    "captains": (_FANS,),
    "scouts": (_CARD, N_("Our ruling: a settlement on that terrain earns nothing.")),
    "palaces": (_NOBODY,),
    "lords": (N_("From the community FAQ: zero counts."),),
    "miners": (N_("From the community FAQ: a settlement on a mountain earns nothing."),),
    "bonus": (N_("Our ruling: the bonus tile is lost again."),),
}
RULINGS: Final[Mapping[str, tuple[Ruling, ...]]] = {  # by topic
    "rulings": (
        Ruling(
            "D-1",
            N_("A card whose terrain is full is replaced at once, even after your last build."),
        ),
        Ruling("D-2", N_("You lose a tile at once, not at the end of your turn.")),
        Ruling("D-3", N_("A settlement that you move cannot go back to where it was.")),
        Ruling(
            "D-24", N_("You draw a card even in the last round, except after the very last turn.")
        ),
        Ruling("D-26", N_("If no card is left that fits, you build nothing more in this turn.")),
        Ruling("D-29", N_("If no card is left at all, the game ends with that round.")),
        Ruling("D-11", N_("Settlements on a Temple do not delay the end of the game.")),
    ),
    "rulings-goals": (
        Ruling("D-4", N_("Lords: zero is a number too, so you can be second with no settlement.")),
        Ruling("D-5", N_("Miners: a settlement on a mountain earns nothing.")),
        Ruling("D-12", N_("Palaces and Noblewomen: where nobody has built, nobody is paid.")),
        Ruling("D-7", N_("Messengers: the two settlements must be connected.")),
        Ruling("D-17", N_("Scouts, not Vassals, is the card that removes a terrain.")),
        Ruling("D-13", N_("Scouts: the terrain is removed before anybody draws a card.")),
        Ruling("D-6", N_("Scouts: a settlement on that terrain earns nothing.")),
    ),
    "rulings-marsh": (
        Ruling(
            "D-15",
            N_("Double card: if the half you have begun to use is full, you draw another card."),
        ),
        Ruling("D-19", N_("Whether you build 2 or 3 is fixed by the first use of your card.")),
        Ruling("D-8", N_("If you lose one of the two tiles, the bonus tile goes too.")),
        Ruling("D-28", N_("Moving between two locations of one kind earns no bonus tile.")),
        Ruling("D-14", N_("The Fountain bonus applies to both of your Fountains.")),
        Ruling("D-9", N_("The Refuge bonus may end anywhere, not only next to your own.")),
        Ruling("D-25", N_("You may use a Temple while a settlement still lies on it.")),
    ),
    "rulings-canoe": (
        Ruling("D-30", N_("The last tile is the last one on that hex, not of that kind.")),
        Ruling("D-27", N_("The player to the left of the one who took the tile reacts first.")),
        Ruling("D-22", N_("With two ready Canoes you may use both, one after the other.")),
        Ruling("D-10", N_("A Canoe that you gain in your own turn is ready when that turn ends.")),
        Ruling(
            "D-20",
            N_("One that you gain in another player's turn is ready from your next turn on."),
        ),
        Ruling(
            "D-23", N_("If a build also fills the terrain, reactions come before the new card.")
        ),
    ),
}
