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
        "You get 1 gold for each of your settlements beside at least one water hex. Two water "
        "hexes beside one settlement still give 1 gold. A settlement that stands on water itself "
        "earns nothing here."
    ),
    "miners": N_(
        "You get 1 gold for each of your settlements beside at least one mountain, however many "
        "there are. A settlement that stands on a mountain itself earns nothing here; only the "
        "bonus of the Fountain brings one there."
    ),
    "merchants": N_(
        "Castles, palaces and locations that your settlements link to one another earn 4 gold "
        "each. Two places are linked when one connected group of your settlements touches both. "
        "Each place counts once; two separate pairs earn as much as four places in one network. "
        "A location counts even when its tiles are gone."
    ),
    "workers": N_(
        "You get 1 gold for each of your settlements beside at least one castle, palace or "
        "location. A settlement that touches two of them still earns 1 gold. A location counts "
        "even when its tiles are gone."
    ),
    "discoverers": N_(
        "You get 1 gold for each horizontal row of the board that holds at least one of your "
        "settlements. There are 20 rows; each runs through the two quarters that lie side by side."
    ),
    "knights": N_(
        "You get 2 gold for each of your settlements on the horizontal row where you have most. "
        "Gaps between them do not matter. Only one row counts, even if several hold equally many."
    ),
    "hermits": N_(
        "You get 1 gold for each separate group of your settlements. Settlements that touch each "
        "other belong to one group; a single settlement is a group too."
    ),
    "lords": N_(
        "In each quarter of the board the numbers of settlements are compared: everybody with the "
        "highest number gets 12 gold, everybody with the second highest number 6. With 8, 8, 6 "
        "and 2 settlements that makes 12, 12, 6 and 0 gold. Zero is a number like any other, so "
        "with two players the lesser one always gets 6."
    ),
    "citizens": N_(
        "You get 1 gold for every 2 settlements of your largest connected group. An odd one is "
        "lost: a group of 6 or of 7 earns 3 gold."
    ),
    "farmers": N_(
        "You get 3 gold for each of your settlements in the quarter of the board where you have "
        "fewest. Only one quarter counts, even if several are equal: 10, 6, 6 and 4 settlements "
        "earn 12 gold. With no settlement at all in one quarter you get nothing."
    ),
    "geologists": N_(
        "Mountain ranges that your settlements link to one another earn 2 gold each. A range is a "
        "group of neighbouring mountains; a single mountain is a range too. Two ranges are linked "
        "when one connected group of your settlements touches both. Each range counts once."
    ),
    "messengers": N_(
        "Take the two settlements of one connected group of yours that lie farthest apart. You "
        "get 2 gold for each hex of the shortest way between them, both ends included. The way "
        "goes straight over the board, whatever lies on it. Without two connected settlements you "
        "get nothing."
    ),
    "noblewomen": N_(
        "Each location and each castle pays 5 gold to the player with most settlements beside it; "
        "players who are equal get 5 each. At least one settlement is needed. Castles pay their "
        "own 3 gold besides; palaces are not paid twice."
    ),
    "vassals": N_(
        "You get 1 gold for each of your settlements on a hex that touches another quarter of the "
        "board. These are rows 10 and 11 and columns j and k. Where they cross it is still 1 gold."
    ),
    "captains": N_(
        "You get 1 gold for each of your settlements that touches at least 3 others of yours. "
        "Settlements of other players do not count."
    ),
    "scouts": N_(
        "Before the first turn a terrain is turned up, and all its cards leave the game, its "
        "double card too. You get 1 gold for each of your settlements beside at least one hex of "
        "that terrain. A settlement that stands on it earns nothing here. Only tiles bring "
        "settlements onto that terrain."
    ),
    "castles": N_(
        "Each castle pays 3 gold to every player with at least one settlement beside it. More "
        "settlements at the same castle bring no more. Castles are counted in every game besides "
        "the three goals; they give no tiles."
    ),
    "palaces": N_(
        "Palaces belong to Marshlands. Each pays 5 gold to the player with most settlements "
        "beside it; players who are equal get 5 each. At least one settlement is needed, and "
        "there is nothing for second place."
    ),
}
TILE_HELP: Final[Mapping[Action, str]] = {
    Action.ORACLE: N_(
        "Build one settlement of your reserve on the terrain of your card, beside your own "
        "settlements if you can. If you played a double card, it is the terrain that you chose or "
        "now choose for this turn."
    ),
    Action.FARM: N_(
        "Build one settlement of your reserve on grass, whatever your card shows, beside your own "
        "settlements if you can. When the board has no free grass left, the tile cannot be used."
    ),
    Action.OASIS: N_(
        "Build one settlement of your reserve on desert, whatever your card shows, beside your own "
        "settlements if you can. When the board has no free desert left, the tile cannot be used."
    ),
    Action.TOWER: N_(
        "Build one settlement of your reserve on the edge of the board, on any terrain that can be "
        "built on. If one of your settlements touches such a free edge hex, you must take one that "
        "is touched. The borders between the quarters are not the edge."
    ),
    Action.TAVERN: N_(
        "Build one settlement of your reserve at either end of a straight line of at least 3 of "
        "your settlements, without a gap. The terrain under the line and your card do not matter. "
        "The hex at the end must be free and can be any terrain that can be built on."
    ),
    Action.BARN: N_(
        "Move one of your settlements to the terrain of your card; with a double card, to the "
        "terrain that you have chosen or now choose for this turn. It is lifted first and must "
        "then go next to your other settlements if it can. You lose the tile of a location that "
        "none of your settlements touches any more."
    ),
    Action.HARBOR: N_(
        "Move one of your settlements to water. It is lifted first and must then go beside your "
        "other settlements if it can. On water it counts like any other settlement, except that "
        "it earns nothing for the Fishermen."
    ),
    Action.PADDOCK: N_(
        "Move one of your settlements exactly two hexes in a straight line. It may jump over "
        "anything and need not land beside your settlements. It must land on a free hex that can "
        "be built on."
    ),
    Action.FOUNTAIN: N_(
        "Build one settlement of your reserve on any terrain that can be built on, where it "
        "touches exactly one of your settlements and none of other players. Without such a hex "
        "the tile cannot be used. Bonus with two tiles: your Fountains build on mountains too."
    ),
    Action.TEMPLE: N_(
        "Take one of your settlements off the board and lay it on the tile. In your next turn you "
        "must build it in addition, on the terrain of that turn. When the game ends, a settlement "
        "on the tile earns nothing. Bonus with two tiles: your first build of a turn may go "
        "anywhere on its terrain."
    ),
    Action.REFUGE: N_(
        "Move one of your settlements to a neighbouring free hex that can be built on; it need not "
        "be beside your other settlements. Bonus with two tiles: once a turn move one in a "
        "straight line to the nearest free hex that can be built on, over whatever lies between."
    ),
    Action.CANOE: N_(
        "When another player takes the last tile of a location, you may at once build one "
        "settlement of your reserve on marsh or water. Choose either of the two, even if your "
        "settlements touch only the other; there it must go next to your own settlements if it "
        "can. Players react in turn order from the left of whoever took the tile, with each Canoe "
        "once until their next turn has ended. Bonus with two tiles: once in your own turn build "
        "one on marsh or water."
    ),
}
TOPICS: Final[Mapping[str, str]] = {
    "setup": N_("Set-up"),
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
        "Four quadrants make the board, each upright or rotated. Every location holds two tiles, "
        "whatever the number of players, and three goals are drawn for the whole game. Every "
        "player has 40 settlements and one terrain card that nobody else sees. By the rulebook "
        "the oldest player starts; here the first seat does, unless the game options say "
        "otherwise."
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
        "There is one settlement per hex. You build on free hexes of the terrain, next to your own "
        "settlements if you can; only if that is impossible may you choose any other hex of the "
        "terrain. Each settlement is looked at anew. Nobody builds on water, mountains, castles, "
        "palaces or locations, unless a tile says so."
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
        "once a turn, from your next turn on; with two tiles of one kind you can act twice. You "
        "lose a tile when none of your settlements is next to its location any more. If you lose "
        "one of two equal tiles, it is the used one that goes."
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
        "and draws back to two at the end. An exhausted card is replaced from the pile, not from "
        "the hand."
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
        "Canoes react in the turns of others, and the rulebook says little about it. So we "
        "decided these points."
    ),
}
