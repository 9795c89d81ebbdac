"""Tips for the first game of Castle Builder, each for its situation, each only a few times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.castle.castle import Castle
from engine.castle.moves import Action
from engine.castle.pieces.cells import LEVEL, cells
from engine.castle.pieces.coins import Coin
from engine.castle.pieces.tiles import TILES
from engine.castle.pieces.track import SPACES, TRACK, Space
from engine.castle.setup import RACK_LIMIT
from kbtui.games.castle.play.choices import Slot
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.play.stance import Step
from kbtui.games.castle.words.names import cell_name, coin_name, tile_name
from kbtui.games.teaching import Parts, Rule, RuleTips
from kbtui.story.view import View
from kbtui.text.i18n import N_

_FIRST_TURNS: Final = 8  # turns of both players, in which habits are made
_WIDE: Final = 4  # tiles on level 1 that will do
_HALF_SKY: Final = ("lside", "rside", "lbay", "rbay", "lturret", "rturret")
_COMPARING: Final = (Coin.TOWER, Coin.PEOPLE, Coin.WINDOWS, Coin.ROOFS, Coin.MONK)

Suits = Callable[[Play, View], Parts | None]


def _castle(play: Play) -> Castle:
    return play.state.castles[play.state.actor]


def _wide(play: Play) -> int:
    """Tiles on level 1, without the gate."""
    return sum(LEVEL[cell] == 1 for cell in cells(_castle(play).occupied)) - 1


def _climbs(play: Play, slot: Slot) -> bool:
    """Whether the tile can be built above level 1."""
    return any(LEVEL[cell] > 1 for cell in play.choices.builds(slot))


def _on_turn(suits: Suits) -> Suits:
    """Only where a tile or a draw is asked for."""
    return lambda play, view: suits(play, view) if play.step is Step.TURN else None


def _first_tile(play: Play, _view: View) -> Parts | None:
    return {} if _wide(play) == 0 else None


def _small_numbers(play: Play, view: View) -> Parts | None:
    return {} if 0 < _wide(play) < _WIDE and view.turn <= _FIRST_TURNS else None


def _enough(play: Play, _view: View) -> Parts | None:
    return {"count": _wide(play)} if _wide(play) >= _WIDE else None


def _passes_coin(play: Play, _view: View) -> Parts | None:
    found = [cell for cell, offer in play.choices.best.items() if offer.coins]
    return {"cell": cell_name(found[0])} if found else None


def _one_short(play: Play, _view: View) -> Parts | None:
    """The longest move ends right before a coin space."""
    best = max((offer.spaces for offer in play.choices.best.values()), default=0)
    space = play.state.barons[play.state.actor] + best + 1
    is_near = best and TRACK[space % SPACES] is Space.COIN
    return {} if is_near and _passes_coin(play, _view) is None else None


def _market(play: Play, view: View) -> Parts | None:
    found = (slot for slot in play.slots if slot.source is Action.MARKET and _climbs(play, slot))
    slot = next(found, None)
    if slot is None:
        return None
    return {"tile": tile_name(slot.face), "key": view.keys.name(slot.key)}


def _any_mark(play: Play, _view: View) -> Parts | None:
    kept = [slot for slot in play.rack if not TILES[slot.face].number and _is_whole(slot)]
    others = [slot for slot in play.slots if slot not in kept and _climbs(play, slot)]
    return {"tile": tile_name(kept[0].face)} if kept and others else None


def _is_whole(slot: Slot) -> bool:
    return not TILES[slot.face].word.startswith(_HALF_SKY)


def _edges(play: Play, _view: View) -> Parts | None:
    held = next((slot for slot in play.rack if not _is_whole(slot)), None)
    return {"tile": tile_name(held.face)} if held is not None else None


def _payment(play: Play, _view: View) -> Parts | None:
    """The longest move has to be paid for."""
    best = max(play.choices.best.values(), key=lambda offer: offer.spaces, default=None)
    return {} if best is not None and best.spaces and best.paid else None


def _nothing_fits(play: Play, view: View) -> Parts | None:
    is_stuck = not any(_climbs(play, slot) for slot in play.slots)
    is_full = len(play.rack) >= RACK_LIMIT - 1
    return {"draw": view.keys.name("draw")} if is_stuck and is_full else None


def _comparing(play: Play, view: View) -> Parts | None:
    """A coin on the market compares castles."""
    found = next((coin for coin in play.state.coins if coin in _COMPARING), None)
    if play.step is not Step.COIN or found is None:
        return None
    return {"coin": coin_name(found), "goal": view.keys.name("goal")}


RULES: Final = (
    Rule(
        "comparing",
        2,
        _comparing,
        N_("Most coins reward the leader: press {goal} to see who leads."),
        N_(
            "Coins such as {coin} reward the player who is ahead in something, and Monk the player "
            "with the fewest coins. Press {goal} to compare the castles before you take one."
        ),
        N_(
            "Coins such as {coin} reward the player who is ahead in something, and Monk the player "
            "with the fewest coins. Type coins to hear what each one would do now."
        ),
    ),
    Rule(
        "first tile",
        1,
        _on_turn(_first_tile),
        N_("Level 1 moves nothing, but everything stands on it."),
        N_(
            "Your first tiles go on level 1, next to the gate. They do not move your baron, but "
            "everything stands on them: four or five tiles there will do."
        ),
    ),
    Rule(
        "coin",
        2,
        _on_turn(_passes_coin),
        N_("A build on {cell} brings you a coin."),
        N_(
            "The cell {cell} shows a coin: a build there takes your baron to a coin space or past "
            "one. But a coin that you pass next turn is the same coin, so length counts more."
        ),
        N_(
            "A build on {cell} takes your baron to a coin space or past one. But a coin that you "
            "pass next turn is the same coin, so length counts more."
        ),
    ),
    Rule(
        "one short",
        2,
        _on_turn(_one_short),
        N_("One space short of a coin: rubies and other barons can help."),
        N_(
            "Your longest move ends one space before a coin. A ruby on a tile adds a space, and "
            "from another baron yours continues to the next space."
        ),
    ),
    Rule(
        "nothing fits",
        2,
        _on_turn(_nothing_fits),
        N_("Nothing fits above level 1: press {draw} to draw."),
        N_(
            "None of these tiles fits above level 1. Press {draw} to draw 2 tiles; if your rack "
            "is too full then, discard high numbers."
        ),
        N_(
            "None of these tiles fits above level 1. Type draw to draw 2 tiles; if your rack is "
            "too full then, discard high numbers."
        ),
    ),
    Rule(
        "payment",
        2,
        _on_turn(_payment),
        N_("A tile you will never build can pay for one you will."),
        N_(
            "Your longest move has to be paid for with another tile. That is often a good deal: a "
            "tile that you will never build pays for one that moves your baron."
        ),
    ),
    Rule(
        "market",
        2,
        _on_turn(_market),
        N_("The market is as good as your rack: {tile} fits, key {key}."),
        N_(
            "{tile} from the market fits above level 1; press {key} to choose it. The market is "
            "as good as your rack, and building from it saves you a draw."
        ),
        N_(
            "{tile} from the market fits above level 1. The market is as good as your rack, and "
            "building from it saves you a draw."
        ),
    ),
    Rule(
        "small numbers",
        2,
        _on_turn(_small_numbers),
        N_("Small numbers below keep the sums above within reach."),
        N_(
            "Build small numbers on level 1: they keep the sums below 10. Above 12 there is "
            "hardly a tile that fits."
        ),
    ),
    Rule(
        "any mark",
        1,
        _on_turn(_any_mark),
        N_("Keep {tile} for a sum that no other tile can make."),
        N_(
            "{tile} fits every sum. Keep a tile like this for a high cell whose sum no other "
            "tile of yours can make."
        ),
    ),
    Rule(
        "edges",
        1,
        _on_turn(_edges),
        N_("Tiles that are half sky need an edge: leave one open on each level."),
        N_(
            "One half of {tile} is sky: it stands at the edge of a level, half above an empty "
            "place. So leave the edges of your levels open for such tiles."
        ),
    ),
    Rule(
        "enough",
        1,
        _on_turn(_enough),
        N_("{count} tiles on level 1 will do: build upward now."),
        N_(
            "You have {count} tiles on level 1. That will do: from now on every tile should stand "
            "on level 2 or higher, where it moves your baron."
        ),
    ),
)


class Tips(RuleTips):
    """The tips of Castle Builder."""

    rules = RULES

    def is_free(self, hand: Play) -> bool:
        is_open = hand.step in (Step.TURN, Step.COIN)
        return hand.is_asked and is_open and hand.slot is None and hand.site is None
