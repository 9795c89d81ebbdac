"""The rules of Castle Builder for players: topics, kinds of tiles and coins, a few sentences each.

docs/rules-castle.md has every rule with its number; this is what somebody at the table asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kbtui.text.i18n import N_

TOPICS: Final[Mapping[str, str]] = {
    "turn": N_("Your turn"),
    "goal": N_("Winning"),
    "cells": N_("Levels and cells"),
    "halves": N_("Stone and sky"),
    "numbers": N_("Numbers and sums"),
    "payment": N_("Paying"),
    "baron": N_("The baron and the track"),
    "coins": N_("Coins and their effects"),
    "rack": N_("The rack"),
    "market": N_("Markets and reserves"),
    "free": N_("Free tiles"),
    "sky": N_("Up to the Sky"),
    "royal": N_("Royal Strategy"),
    "peace": N_("Peaceful Times"),
    "pay": N_("Pay as much as you like"),
    "undo": N_("Undo"),
    "reconstruction": N_("Our reconstruction"),
}
TOPIC_HELP: Final[Mapping[str, str]] = {
    "turn": N_(
        "On your turn you either draw 2 tiles from the reserve or build 1 tile in your castle, "
        "from your rack or from the market. A build above level 1 moves your baron along the "
        "track. The turn ends on its own when everything that follows is done."
    ),
    "goal": N_(
        "The first player with 7 coins wins at once, even if others had fewer turns. The effect "
        "of the last coin no longer counts. If nobody builds for 8 rounds, the game ends: the "
        "most coins win, then the higher castle, then more built tiles."
    ),
    "cells": N_(
        "Tiles stand in brickwork: a tile on level 2 or higher stands half on each of two "
        "neighbors below. A cell is named by a letter and its level. E2 stands on D1 and F1 and "
        "carries D3 and F3. Level 1 has 7 cells, B to N, with the gate on H1."
    ),
    "halves": N_(
        "The base and the top of a tile have two halves, each stone or sky. Stone must stand on "
        "stone, and sky must be above sky; an empty place counts as sky. On level 1 all is "
        "stone, so both halves of the base must be stone there. A tile may also be built under "
        "an overhang, if the halves match."
    ),
    "numbers": N_(
        "On level 1 every number fits. Above it, the number of a tile must be the sum of the "
        "numbers on top of the tiles that it stands on. A support that meets only sky adds "
        "nothing. The gate counts 2, and a tile with the any mark fits every sum."
    ),
    "payment": N_(
        "To build a tile whose number is 1 too high or 1 too low, discard 1 other tile of your "
        "rack. You can pay only once for a build, and only if the number then fits. Once built, "
        "the tile has its printed number again."
    ),
    "baron": N_(
        "A tile built on level 2 or higher moves your baron as many spaces as its level, and 1 "
        "more for each ruby on it. From another baron or a ruby space, the baron continues to the "
        "next space. If it stops on a tile space, you gain a tile. Every coin space that it "
        "enters or passes earns a coin."
    ),
    "coins": N_(
        "Choose one of the 3 coins on the market; it is replaced at once. Then its effect "
        "happens, even if it is bad for you. After that, the coin only counts toward winning. "
        "Tiles that you gain from a coin come from the reserve."
    ),
    "rack": N_(
        "Nobody sees the tiles on your rack. It holds at most 7: whenever you have more, you "
        "discard the surplus at once, also when it is not your turn. You choose which tiles go."
    ),
    "market": N_(
        "The market always shows 3 tiles and 3 coins; what leaves is replaced at once. You may "
        "build from the market, but not draw from it. When the reserve is empty, the discard "
        "pile is shuffled and becomes the reserve."
    ),
    "free": N_(
        "A built tile is free if no tile stands in either of the two cells above it. Collapse "
        "and Catapult take free tiles down. The gate is never free. A tile taken down goes to "
        "the discard pile, and no baron moves back."
    ),
    "sky": N_("With this option 9 coins win instead of 7. Everything else stays the same."),
    "royal": N_(
        "Every player sets a Prince and a Princess aside, face up. Only their owner may build "
        "them; nobody can steal them, and they cannot be paid or discarded. You may also pay as "
        "many tiles as you like for a build."
    ),
    "peace": N_(
        "Thief, Sour Lady and Catapult do something else: take 1 tile of your choice from the "
        "market onto your rack. So nobody loses tiles to others."
    ),
    "pay": N_(
        "For each other tile that you discard from your rack, the number of the tile you build "
        "counts 1 higher or 1 lower. You pay exactly as many as you need. This option is part of "
        "Royal Strategy."
    ),
    "undo": N_(
        "You can undo a decision until anything is dealt or anybody decides something else. So a "
        "build from your rack can be undone if it brought no tile and no coin has been taken. A "
        "draw, a build from the market and a coin cannot."
    ),
    "reconstruction": N_(
        "The rulebook gives the numbers of tiles and coins and names a few of them; it does not "
        "list them all. So the tiles, the coins of each effect, the foundation and the track are "
        "our own reconstruction, tuned by simulated games. It is not the published set."
    ),
}
# By the word of a tile in moves, without its numbers.
TILE_HELP: Final[Mapping[str, str]] = {
    "wall": N_(
        "Stone below and above, with numbers from 1 to 14. The wall is the plain tile that most "
        "castles stand on. Small numbers keep the sums above it low; the 14 has a ruby."
    ),
    "window": N_(
        "A wall with 1 window, for the coin Most Windows. It comes with numbers from 3 to 10 and "
        "carries other tiles like any wall."
    ),
    "twin": N_(
        "A wall with 2 windows, which count one by one for Most Windows. It comes with the "
        "numbers 6, 9, 11 and 12."
    ),
    "stair": N_(
        "A two-number tile: it stands on a high sum, from 7 to 18, but gives only 1 or 2 to the "
        "tiles above it. So it brings a tall castle back to small numbers. Some have a window, "
        "the highest have a ruby."
    ),
    "noble": N_(
        "The number 10, with a person, a window and a ruby. It carries other tiles like a wall."
    ),
    **dict.fromkeys(
        ("cook", "scribe", "jester", "maid", "bard"),
        N_(
            "A wall with the number {number}, a person and a window. It counts for Most Populated "
            "and for Most Windows."
        ),
    ),
    "soldier": N_(
        "A person with a ruby on a low wall: nothing can stand on this tile. It comes with the "
        "numbers 6, 8, 9 and 10. Build it where the castle is not going to grow."
    ),
    "lady": N_(
        "A person with a ruby and the number 11. Nothing can stand on this tile. The Sour Lady "
        "coin is something else."
    ),
    "roof": N_(
        "A roof with 1 to 3 rubies, for the numbers 5 to 15. Nothing can stand on it. The high "
        "numbers have the most rubies, so they move the baron far."
    ),
    "lslope": N_(
        "A roof with a ruby that slopes to the left. Its base is stone, but the left half of its "
        "top is sky: only the right half carries a tile."
    ),
    "rslope": N_(
        "A roof with a ruby that slopes to the right. Its base is stone, but the right half of "
        "its top is sky: only the left half carries a tile."
    ),
    "prince": N_(
        "A person with the any mark: he stands on every sum and gives 3. Under Royal Strategy "
        "every player sets one aside."
    ),
    "princess": N_(
        "A person with the any mark and a ruby: she stands on every sum, but nothing can stand "
        "on her. Under Royal Strategy every player sets one aside."
    ),
    "hall": N_(
        "A tile with the any mark and a window: it stands on every sum and gives 1, 2 or 3. It "
        "is the best way out of a sum that no number fits."
    ),
    "lside": N_(
        "The left edge of a level: its left half is sky, below and above. It has the any mark and "
        "gives 1, 2 or 3; the 3 has a window. It may never be the first tile on a level."
    ),
    "rside": N_(
        "The right edge of a level: its right half is sky, below and above. It has the any mark "
        "and gives 1, 2 or 3; the 3 has a window. It may never be the first tile on a level."
    ),
    "lbay": N_(
        "A left edge like the Left Side Wall, but with a roof, for the coin Most Roofs. It gives "
        "1 or 2 and may never be the first tile on a level."
    ),
    "rbay": N_(
        "A right edge like the Right Side Wall, but with a roof, for the coin Most Roofs. It "
        "gives 1 or 2 and may never be the first tile on a level."
    ),
    "lturret": N_(
        "A left edge with a roof and two numbers, 4 over 1 or 6 over 2. It needs its number, but "
        "it may be the first tile on a level."
    ),
    "rturret": N_(
        "A right edge with a roof and two numbers, 5 over 1 or 7 over 2. It needs its number, "
        "but it may be the first tile on a level."
    ),
    "gate": N_(
        "The gate is printed on the foundation, on H1. It counts as a built tile of the number "
        "2, is never free and can never be taken down."
    ),
}
COIN_HELP: Final[Mapping[str, str]] = {
    "ruby": N_(
        "Move your baron 1 space. This is a full move: it continues past other barons and rubies, "
        "can stop on a tile space, and can earn another coin."
    ),
    "thief": N_(
        "Choose an opponent who has tiles. One of them, drawn blindly, goes to your rack. Only "
        "you and your victim see which one. With 8 tiles you then discard one."
    ),
    "lady": N_(
        "Every opponent loses 1 tile of the rack, drawn blindly. The tiles are discarded, so "
        "everyone sees them. Empty racks lose nothing."
    ),
    "mill": N_(
        "All tiles of the market are discarded and 3 new ones come. Take one of these onto your "
        "rack; everyone sees it. Then the market is filled again."
    ),
    "collapse": N_(
        "Take down 1 free tile of your own castle, of your choice. You must, if you have one. "
        "Your baron does not move back."
    ),
    "catapult": N_(
        "Take down 1 free tile of an opponent's castle. You choose the castle and the tile. "
        "Nobody's baron moves back."
    ),
    "tower": N_(
        "Everyone whose castle has the most levels gains 2 tiles; ties gain too. The gate makes "
        "every castle at least 1 level high."
    ),
    "people": N_(
        "Everyone with the most people in their castle, at least 1, gains 2 tiles. Ties gain "
        "too. People on racks do not count."
    ),
    "windows": N_(
        "Everyone with the most windows in their castle, at least 1, gains 2 tiles. Ties gain "
        "too. Windows are counted one by one."
    ),
    "roofs": N_(
        "Everyone with the most roofs in their castle, at least 1, gains 2 tiles. Ties gain too. "
        "Every tile that shows a roof counts once."
    ),
    "monk": N_(
        "Everyone with the fewest coins gains 3 tiles; ties gain too. The Monk that was just "
        "taken does not count, so you can be among them."
    ),
}
