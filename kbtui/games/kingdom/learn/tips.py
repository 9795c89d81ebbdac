"""Tips for the first game: at most one at a time, each for its situation, each only a few times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.kingdom.ground.hexes import BIT, PLACE, ROWS, Mask, dilate, hexes
from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.state import OPEN, reserve, tiles_left
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.play.prompts import hex_name
from kbtui.games.kingdom.words.names import terrain_name, tile_name, tile_text
from kbtui.games.teaching import Parts, Rule, RuleTips
from kbtui.story.view import View
from kbtui.text.i18n import N_

_LOW: Final = 8  # settlements in a reserve: the end is near
_MANY: Final = 4  # terrains that are too many to touch
_SAID: Final = 3  # hexes that are named: more than that nobody keeps in mind
_FIRST_TURNS: Final = 8  # turns of both players, in which habits are made


def _own(play: Play) -> Mask:
    return 0 if play.seat is None else play.state.settlements[play.seat]


def _is_building(play: Play) -> bool:
    return play.is_asked and play.tile is None and bool(play.wanted) and play.unbuilt > 0


def _card(play: Play) -> str:
    terrain = play.state.terrain
    return terrain_name(Terrain(terrain)) if terrain != OPEN else ""


def _first_card(play: Play, _view: View) -> Parts | None:
    return {"terrain": _card(play)} if _is_building(play) and not _own(play) else None


def _first_contact(play: Play, view: View) -> Parts | None:
    is_new = _is_building(play) and view.turn <= _FIRST_TURNS and play.state.begun
    return {} if is_new and _own(play) and _has_to_touch(play) else None


def _has_to_touch(play: Play) -> bool:
    return bool(dilate(_own(play)) & play.wanted)


def _free_choice(play: Play, _view: View) -> Parts | None:
    is_free = _is_building(play) and _own(play) and not _has_to_touch(play)
    return {"terrain": _card(play)} if is_free else None


def _crowded(play: Play, _view: View) -> Parts | None:
    """Contact with most terrains, so that no card leaves a choice."""
    near = dilate(_own(play)) & ~_taken(play)
    masks = play.state.setup.board.terrain
    touched = sum(1 for terrain in tuple(Terrain)[:5] if masks[terrain] & near)
    return {"count": touched} if _is_building(play) and touched >= _MANY else None


def _taken(play: Play) -> Mask:
    mask = 0
    for own in play.state.settlements:
        mask |= own
    return mask


def _location(play: Play, _view: View) -> Parts | None:
    """A legal hex beside a location whose tile can be taken."""
    if not _is_building(play) or play.seat is None:
        return None
    state = play.state
    for index, slot in enumerate(state.setup.board.slots):
        is_open = not slot.is_bonus and tiles_left(state, index)
        was_taken = state.tiles.taken[play.seat] >> index & 1
        reached = slot.around & play.wanted
        if is_open and not was_taken and reached:
            named = {"tile": tile_name(slot.kind), "action": tile_text(slot.kind)}
            return {**named, "hexes": _listed(reached)}
    return None


def _listed(mask: Mask) -> str:
    """Some of these hexes, for ears that cannot see where the board is lit."""
    return ", ".join(map(hex_name, hexes(mask)[:_SAID]))


def _castle(play: Play, _view: View) -> Parts | None:
    if not _is_building(play):
        return None
    castles = play.state.setup.board.terrain[Terrain.CASTLE]
    for castle in hexes(castles):
        around = dilate(BIT[castle])
        reached = around & play.wanted
        if reached and not around & _own(play):
            return {"hexes": _listed(reached)}
    return None


def _ready_tile(play: Play, view: View) -> Parts | None:
    if not play.is_asked or play.tile is not None or play.state.begun:
        return None
    for number, tile in enumerate(play.tiles, 1):
        if tile.ready and tile.action in play.choices.actions:
            key = view.keys.name(f"tile-{number}")
            return {"key": key, "tile": tile_name(tile.action), "action": tile_text(tile.action)}
    return None


def _all_built(play: Play, view: View) -> Parts | None:
    is_done = play.is_asked and play.unbuilt == 0 and Action.END in play.choices.actions
    return {"end": view.keys.name("end"), "undo": view.keys.name("undo")} if is_done else None


def _gains(part: str) -> Callable[[Play, View], Parts | None]:
    """Some legal hex would bring gold for that part."""

    def suits(play: Play, _view: View) -> Parts | None:
        if not _is_building(play) or part not in play.state.setup.goals:
            return None
        return {} if any(_pays(play, part, hex_) for hex_ in hexes(play.wanted)) else None

    return suits


def _pays(play: Play, part: str, hex_: int) -> bool:
    return any(name == part and gold > 0 for name, gold in play.gain_at(hex_) or ())


def _long_row(play: Play, _view: View) -> Parts | None:
    """A legal hex on the row where the player has most."""
    if not _is_building(play) or "knights" not in play.state.setup.goals:
        return None
    own = _own(play)
    counts = [(own & row).bit_count() for row in ROWS]
    best = max(counts)
    rows = {PLACE[hex_][0] for hex_ in hexes(play.wanted)}
    found = next((row for row in sorted(rows) if counts[row] == best and best > 1), None)
    return {"row": found + 1, "count": best} if found is not None else None


def _near_the_end(play: Play, view: View) -> Parts | None:
    left = min(reserve(play.state, seat) for seat in range(len(view.names)))
    is_near = play.is_asked and 0 < left <= _LOW
    return {"count": left, "goal": view.keys.name("goal")} if is_near else None


def _last_round(play: Play, view: View) -> Parts | None:
    is_last = any(not reserve(play.state, seat) for seat in range(len(view.names)))
    return {} if is_last and play.is_asked else None


# The first that suits is given. Rare and urgent ones come first.
_RULES: Final = (
    Rule(
        "last round",
        1,
        _last_round,
        N_("Last round: then the gold is counted. Use your tiles once more."),
        N_(
            "A reserve is empty, so this is the last round. Use every tile that still "
            "earns gold, even to move, before you end your turn."
        ),
    ),
    Rule(
        "first card",
        1,
        _first_card,
        N_("{terrain}: build anywhere. Start near a location, where few terrains meet."),
        N_(
            "Your card is {terrain}, and you may build on any hex of it. Start where "
            "few terrains meet, and near a location: its tile helps you for the whole "
            "game."
        ),
    ),
    Rule(
        "all built",
        2,
        _all_built,
        N_("Nothing left to build. Press {end} to end your turn, or {undo} to undo."),
        N_(
            "You have built your three settlements. You may still use tiles that are "
            "ready, or undo moves with {undo}. Press {end} to end your turn and draw "
            "your next card."
        ),
        N_(
            "You have built your three settlements. You may still use tiles that are "
            "ready, or type undo. Type end to end your turn and draw your next card."
        ),
    ),
    Rule(
        "tile",
        3,
        _ready_tile,
        N_("Press {key} to use the {tile}: {action}."),
        N_(
            "Your {tile} is ready: {action}. Press {key} to use it now, before the "
            "first settlement of the turn, or after the last one; not in between."
        ),
        N_(
            "Your {tile} is ready: {action}. Use it now, before the first settlement of "
            "the turn, or after the last one; not in between. Type legal to list the moves."
        ),
    ),
    Rule(
        "location",
        3,
        _location,
        N_("The {tile} is within reach: {action}."),
        N_(
            "One of the lit hexes is next to the {tile}. Build there and you get a tile that you "
            "can use every turn from the next one on: {action}. Tiles are worth most early in the "
            "game."
        ),
        N_(
            "Next to the {tile}: {hexes}. Build there and you get a tile that you can use every "
            "turn from the next one on: {action}. Tiles are worth most early in the game."
        ),
    ),
    Rule(
        "castle",
        2,
        _castle,
        N_("You can reach a castle: 3 gold for a settlement next to it."),
        N_(
            "One of the lit hexes is next to a castle. One settlement there is enough for 3 gold, "
            "and the Merchants count castles too."
        ),
        N_(
            "Next to a castle: {hexes}. One settlement there is enough for 3 gold, and the "
            "Merchants count castles too."
        ),
    ),
    Rule(
        "near the end",
        1,
        _near_the_end,
        N_("A reserve is down to {count}: the end is near. Press {goal} to see the goals."),
        N_(
            "The smallest reserve is down to {count}. When one is empty, the round is "
            "finished and the gold is counted. Press {goal} to see what each goal "
            "pays you now."
        ),
        N_(
            "The smallest reserve is down to {count}. When one is empty, the round is "
            "finished and the gold is counted. Type scores to hear what each goal pays you now."
        ),
    ),
    Rule(
        "free choice",
        2,
        _free_choice,
        N_("You touch no {terrain}: build anywhere on it and reach something new."),
        N_(
            "None of your settlements touches free {terrain}, so you may build "
            "anywhere on it. This is your chance to reach a location or a castle far "
            "away."
        ),
    ),
    Rule(
        "contact",
        2,
        _first_contact,
        N_("The next one must touch yours. Avoid touching more terrains."),
        N_(
            "You must build next to your own settlements whenever you can. So look at "
            "what each new settlement touches: the fewer terrains, the more freedom "
            "with your next cards."
        ),
    ),
    Rule(
        "crowded",
        2,
        _crowded,
        N_("You touch {count} terrains: nearly every card ties you to where you are."),
        N_(
            "Your settlements touch {count} of the five terrains, so nearly every "
            "card ties you to where you are. Fill in small patches; tiles can help "
            "you break out."
        ),
    ),
    Rule(
        "merchants",
        2,
        _gains("merchants"),
        N_("Merchants: link castles and locations for 4 gold each."),
        N_(
            "The Merchants pay 4 gold for each castle and location that your "
            "settlements link to another. Watch the line below the board for a hex that "
            "completes such a link."
        ),
        N_(
            "The Merchants pay 4 gold for each castle and location that your settlements link "
            "to another. Type gain and a hex to hear what building there would earn."
        ),
    ),
    Rule(
        "knights",
        2,
        _long_row,
        N_("Knights: you have {count} in row {row}; each further one there pays 2 gold."),
        N_(
            "The Knights pay 2 gold for each settlement in your best row, gaps or "
            "not. You have {count} in row {row}: keep filling it."
        ),
    ),
    Rule(
        "fishermen",
        2,
        _gains("fishermen"),
        N_("Fishermen: 1 gold for each settlement next to water, not on it."),
        N_(
            "The Fishermen pay 1 gold for each settlement next to water. Building "
            "along the river helps with other goals too."
        ),
    ),
)
KEYS: Final = tuple(rule.key for rule in _RULES)


class Tips(RuleTips):
    """The tips of Kingdom Builder."""

    rules = _RULES

    def is_free(self, hand: Play) -> bool:
        return hand.is_asked and not hand.is_asking and hand.tile is None
