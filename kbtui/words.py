"""The goals and the tiles in a player's words, one line each. Names are those of the notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.kingdom.moves import Action

GOALS: Final[Mapping[str, str]] = {
    "fishermen": "1 gold for each settlement beside water, not on it",
    "miners": "1 gold for each settlement beside a mountain, not on it",
    "merchants": "4 gold for each castle, palace or location linked by settlements to another",
    "workers": "1 gold for each settlement beside a castle, palace or location",
    "discoverers": "1 gold for each row with a settlement of yours",
    "knights": "2 gold for each settlement on the row where you have most",
    "hermits": "1 gold for each separate group of settlements",
    "lords": "in each quarter of the board 12 gold for most settlements, 6 for second most",
    "citizens": "1 gold for every 2 settlements of your largest group",
    "farmers": "3 gold for each settlement in the quarter where you have fewest",
    "geologists": "2 gold for each mountain range linked by settlements to another",
    "messengers": "2 gold for each hex of the way between the two ends of your longest group",
    "noblewomen": "5 gold for each location and castle where nobody has more settlements",
    "vassals": "1 gold for each settlement on the border of two quarters",
    "captains": "1 gold for each settlement that touches 3 others of yours",
    "scouts": "1 gold for each settlement beside the removed terrain, not on it",
    "castles": "3 gold for each castle that a settlement of yours touches",
    "palaces": "5 gold for each palace where nobody has more settlements",
}
TILES: Final[Mapping[Action, str]] = {
    Action.ORACLE: "build one on the played terrain",
    Action.FARM: "build one on grass",
    Action.OASIS: "build one on desert",
    Action.TOWER: "build one on the edge of the board",
    Action.TAVERN: "build one at an end of a line of 3",
    Action.BARN: "move one to the played terrain",
    Action.HARBOR: "move one to water",
    Action.PADDOCK: "move one two hexes in a straight line",
    Action.FOUNTAIN: "build one that touches one of yours and nobody else's",
    Action.TEMPLE: "take one back, build it next turn as well",
    Action.REFUGE: "move one to a neighbouring hex",
    Action.CANOE: "build on marsh or water when somebody takes a last tile",
}
