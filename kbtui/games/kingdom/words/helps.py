"""The rules, topic by topic, in two to four sentences each. In English; ``words`` translates.

Each text says what docs/rules.md says, in a player's words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.kingdom.ground.moves import Action
from kbtui.text.i18n import N_

GOAL_HELP: Final[Mapping[str, str]] = {
    "fishermen": N_(
        "You get 1 gold for each of your settlements next to at least one water hex. A settlement "
        "next to two water hexes still earns 1 gold. A settlement on water earns nothing here."
    ),
    "miners": N_(
        "You get 1 gold for each of your settlements next to at least one mountain, no matter how "
        "many. A settlement on a mountain earns nothing here; only the Fountain bonus can put one "
        "there."
    ),
    "merchants": N_(
        "Castles, palaces and locations that your settlements link to one another earn 4 gold "
        "each. Two of these hexes are linked when one connected group of your settlements touches "
        "both. Each hex counts once; two separate pairs earn as much as four hexes in one "
        "network. A location counts even when its tiles are gone."
    ),
    "workers": N_(
        "You get 1 gold for each of your settlements next to at least one castle, palace or "
        "location. A settlement that touches two of them still earns 1 gold. A location counts "
        "even when its tiles are gone."
    ),
    "discoverers": N_(
        "You get 1 gold for each horizontal row of the board with at least one of your "
        "settlements. There are 20 rows; each runs through two quadrants side by side."
    ),
    "knights": N_(
        "You get 2 gold for each of your settlements in the horizontal row where you have the "
        "most. Gaps between them do not matter. Only one row counts, even if several are tied."
    ),
    "hermits": N_(
        "You get 1 gold for each separate group of your settlements. Settlements that touch each "
        "other belong to one group; a single settlement is a group too."
    ),
    "lords": N_(
        "In each quadrant, compare how many settlements each player has: everyone with the "
        "highest number gets 12 gold, everyone with the second highest number gets 6. With 8, 8, "
        "6 and 2 settlements, that is 12, 12, 6 and 0 gold. Zero counts too, so with two players, "
        "the one with fewer still gets 6."
    ),
    "citizens": N_(
        "You get 1 gold for every 2 settlements in your largest connected group. Round down: a "
        "group of 6 or 7 earns 3 gold."
    ),
    "farmers": N_(
        "You get 3 gold for each of your settlements in the quadrant where you have the fewest. "
        "Only one quadrant counts, even if several are tied: 10, 6, 6 and 4 settlements earn 12 "
        "gold. If you have no settlement at all in one quadrant, you get nothing."
    ),
    "geologists": N_(
        "Mountain ranges that your settlements link to one another earn 2 gold each. A range is a "
        "group of adjacent mountains; a single mountain is a range too. Two ranges are linked "
        "when one connected group of your settlements touches both. Each range counts once."
    ),
    "messengers": N_(
        "Take the two settlements in one of your connected groups that are farthest apart. You "
        "get 2 gold for each hex on the shortest path between them, both ends included. Count the "
        "path straight across the board, whatever is in the way. Without two connected "
        "settlements, you get nothing."
    ),
    "noblewomen": N_(
        "Each location and each castle pays 5 gold to the player with the most settlements next "
        "to it; tied players get 5 each. You need at least one settlement there. Castles still "
        "pay their own 3 gold; palaces are not paid twice."
    ),
    "vassals": N_(
        "You get 1 gold for each of your settlements on a hex that touches another quadrant. "
        "These are rows 10 and 11 and columns J and K. Where they cross, it is still 1 gold."
    ),
    "captains": N_(
        "You get 1 gold for each of your settlements that touches at least 3 others of yours. "
        "Settlements of other players do not count."
    ),
    "scouts": N_(
        "Before the first turn, one terrain is drawn, and all its cards are removed, double card "
        "included. You get 1 gold for each of your settlements next to at least one hex of that "
        "terrain. A settlement on that terrain earns nothing here. You can settle it only with "
        "location tiles."
    ),
    "castles": N_(
        "Each castle pays 3 gold to every player with at least one settlement next to it. More "
        "settlements at the same castle earn nothing extra. Castles count in every game, in "
        "addition to the three goals; they give no tiles."
    ),
    "palaces": N_(
        "Palaces belong to Marshlands. Each pays 5 gold to the player with the most settlements "
        "next to it; tied players get 5 each. You need at least one settlement there, and second "
        "place gets nothing."
    ),
}
TILE_HELP: Final[Mapping[Action, str]] = {
    Action.ORACLE: N_(
        "Build one settlement from your reserve on the terrain of your card, next to your own "
        "settlements if you can. With a double card, use the terrain that you have chosen or now "
        "choose for this turn."
    ),
    Action.FARM: N_(
        "Build one settlement from your reserve on grass, whatever your card shows, next to your "
        "own settlements if you can. When the board has no free grass left, you cannot use the "
        "tile."
    ),
    Action.OASIS: N_(
        "Build one settlement from your reserve on desert, whatever your card shows, next to your "
        "own settlements if you can. When the board has no free desert left, you cannot use the "
        "tile."
    ),
    Action.TOWER: N_(
        "Build one settlement from your reserve on the edge of the board, on any terrain that you "
        "can build on. If your settlements touch such a free edge hex, you must use one that they "
        "touch. The borders between quadrants are not the edge."
    ),
    Action.TAVERN: N_(
        "Build one settlement from your reserve at either end of a straight line of at least 3 of "
        "your settlements, without a gap. The terrain under the line and your card do not matter. "
        "The hex at the end must be free, on any terrain that you can build on."
    ),
    Action.BARN: N_(
        "Move one of your settlements to the terrain of your card; with a double card, to the "
        "terrain that you have chosen or now choose for this turn. Take it off the board first; "
        "it must then go next to your other settlements if possible. You lose the tile of a "
        "location that none of your settlements touches any more."
    ),
    Action.HARBOR: N_(
        "Move one of your settlements to water. Take it off the board first; it must then go next "
        "to your other settlements if possible. On water, it counts like any other settlement, "
        "except that it earns nothing for the Fishermen."
    ),
    Action.PADDOCK: N_(
        "Move one of your settlements exactly two hexes in a straight line. It may jump over "
        "anything and need not land next to your settlements. It must land on a free hex that you "
        "can build on."
    ),
    Action.FOUNTAIN: N_(
        "Build one settlement from your reserve on any terrain that you can build on, where it "
        "touches exactly one of your settlements and no other player's. Without such a hex, you "
        "cannot use the tile. Bonus with two tiles: your Fountains build on mountains too."
    ),
    Action.TEMPLE: N_(
        "Take one of your settlements off the board and put it on the tile. In your next turn, "
        "you must build it as an extra settlement, on the terrain of that turn. When the game "
        "ends, a settlement on the tile earns nothing. Bonus with two tiles: your first build of "
        "a turn may go anywhere on its terrain."
    ),
    Action.REFUGE: N_(
        "Move one of your settlements to an adjacent free hex that you can build on; it need not "
        "be next to your other settlements. Bonus with two tiles: once a turn, move one in a "
        "straight line to the nearest free hex that you can build on, over anything in between."
    ),
    Action.CANOE: N_(
        "When another player takes the last tile of a location, you may at once build one "
        "settlement from your reserve on marsh or water. Choose either one, even if your "
        "settlements touch only the other; there it must go next to your own settlements if "
        "possible. Players react in turn order, starting to the left of the player who took the "
        "tile, and can use each Canoe once until their next turn has ended. Bonus with two tiles: "
        "once in your own turn, build one on marsh or water."
    ),
}
TOPICS: Final[Mapping[str, str]] = {
    "setup": N_("Setup"),
    "first-game": N_("First game"),
    "turn": N_("A turn"),
    "building": N_("Building"),
    "cards": N_("Terrain cards"),
    "tiles": N_("Location tiles"),
    "bonus": N_("Bonus tiles"),
    "castles": N_("Castles"),
    "palaces": N_("Palaces"),
    "end": N_("End of the game"),
    "marshlands": N_("Marshlands"),
    "two-cards": N_("House rule: two cards"),
    "rulings": N_("Rulings"),
    "rulings-goals": N_("Rulings: goals"),
    "rulings-marsh": N_("Rulings: Marshlands"),
    "rulings-canoe": N_("Rulings: Canoe"),
}
TOPIC_HELP: Final[Mapping[str, str]] = {
    "setup": N_(
        "Four quadrants make up the board, each upright or rotated. Every location holds two "
        "tiles, whatever the number of players, and three goals are drawn for the whole game. "
        "Every player has 40 settlements and one terrain card that nobody else sees. In the "
        "rulebook, the oldest player starts; here, the first seat starts unless the game options "
        "say otherwise."
    ),
    "first-game": N_(
        "For a first game the rulebook recommends the quadrants Tavern, Paddock, Oasis and Farm, "
        "with the goals Fishermen, Knights and Merchants. Everything else is as usual. Choose "
        "First game in the menu, or start it with kb new --first-game."
    ),
    "turn": N_(
        "On your turn you play your terrain card and build 3 settlements on its terrain, or all "
        "that you have left if there are fewer. Before the first or after the last of them you "
        "may use your tiles in any order, each of them once. Then you end the turn and draw the "
        "card for your next one, which nobody else sees."
    ),
    "building": N_(
        "Each hex holds at most one settlement. You build on free hexes of the terrain, next to "
        "your own settlements if you can; only if that is impossible may you choose any other hex "
        "of the terrain. Check this again for every settlement. Nobody builds on water, "
        "mountains, castles, palaces or locations, unless a tile says so."
    ),
    "cards": N_(
        "The draw pile has 5 cards of each of five terrains. When the board has no free hex of "
        "the terrain that you play, you draw another card at once, and the useless one leaves the "
        "game. When the draw pile is empty, the discard pile is shuffled to make a new one. "
        "Marshlands adds 5 double cards, on which you build 2 on marsh or 3 on the other terrain; "
        "without a Marshlands quadrant on the board the marsh half is ignored."
    ),
    "tiles": N_(
        "When you place a settlement next to a location, by building or by moving, you take a "
        "tile from it if one is left: one per location in the whole game. You can use each tile "
        "once a turn, from your next turn on; with two tiles of one kind, you can act twice. You "
        "lose a tile when none of your settlements is next to its location any more. If you have "
        "two tiles of that kind and have used one, the used one goes."
    ),
    "bonus": N_(
        "The locations of Marshlands have bonus tiles. When you own both tiles of one kind, you "
        "get the bonus tile of that kind too and can use it from your next turn on. When you lose "
        "one of the two tiles, the bonus tile goes too."
    ),
    "castles": GOAL_HELP["castles"],
    "palaces": GOAL_HELP["palaces"],
    "end": N_(
        "When a player has placed the last settlement of the reserve, the round is played to its "
        "end, so everyone gets the same number of turns. In the last round you can still use "
        "tiles, even with an empty reserve: those that move settlements. Then count the gold of "
        "the three goals, the castles and the palaces. The player with the most gold wins; tied "
        "players share the victory."
    ),
    "marshlands": N_(
        "The expansion adds quadrants with marsh and palaces, double terrain cards, four kinds of "
        "locations with bonus tiles, and six goals. Marsh is land: you can build on it, and it is "
        "not water. We have no copy of the printed layouts, so the four Marshlands quadrants are "
        "our own. We have no copy of the six goal cards either: each of them says where its text "
        "comes from."
    ),
    "two-cards": N_(
        "Each player holds two terrain cards, chooses at the start of the turn which one to play, "
        "and draws up to two again at the end. An exhausted card is replaced from the draw pile, "
        "not from the hand."
    ),
    "rulings": N_(
        "Where the rulebooks are silent or disagree, we had to decide. These rulings are about "
        "cards and tiles."
    ),
    "rulings-goals": N_(
        "Where the rulebooks are silent or disagree, we had to decide. These rulings are about "
        "gold."
    ),
    "rulings-marsh": N_(
        "The Marshlands rulebook is short, so we had to decide. These rulings are about its cards "
        "and tiles."
    ),
    "rulings-canoe": N_(
        "Canoes react in other players' turns, and the rulebook says little about it. So we had "
        "to decide."
    ),
}
