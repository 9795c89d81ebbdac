"""The chapters of the rules page: topics, goals and tiles, those of the current game first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.kingdom.goals import CASTLES, PALACES
from engine.kingdom.ground.hexes import BIT, NAMES
from engine.kingdom.ground.moves import LOCATION_KINDS, MARSH_KINDS, Action, word
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.scores import parts
from engine.kingdom.setup import ALL_GOALS, MARSH_GOALS
from engine.kingdom.state import State, tiles_left
from kbtui.games.kingdom.board.symbols import letter
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.words import names
from kbtui.games.kingdom.words.helps import TOPICS
from kbtui.games.kit import Chapter, Rulebook
from kbtui.paint.runs import READY, Line, Run
from kbtui.text.i18n import _, n_

_KINDS: Final = {word(kind): kind for kind in LOCATION_KINDS}
_BONUS: Final = {Action.REFUGE_BONUS: Action.REFUGE, Action.CANOE_BONUS: Action.CANOE}
_OF_MARSHLANDS: Final = ("marshlands", "bonus", PALACES)


def chapters(state: State | None = None) -> list[Chapter]:
    """Every topic, goal and tile once; without a game in the order of the rules."""
    here = _here(state) if state is not None else ()
    found = [Chapter(_("THIS GAME"), here)] if here else []
    rest = (
        Chapter(_("THE RULES"), tuple(TOPICS)),
        Chapter(_("GOALS"), tuple(ALL_GOALS)),
        Chapter(_("LOCATION TILES"), tuple(_KINDS)),
    )
    return found + [chapter._replace(entries=_without(chapter.entries, here)) for chapter in rest]


def _without(entries: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    return tuple(entry for entry in entries if entry not in others)


def _here(state: State) -> tuple[str, ...]:
    board = state.setup.board
    kinds = sorted({slot.kind for slot in board.slots})
    extra = [topic for topic, is_on in (("two-cards", state.setup.two_cards),) if is_on]
    return (*parts(state), *(word(kind) for kind in kinds), *extra)


def name_of(entry: str) -> str:
    if entry in _KINDS:
        return names.tile_name(_KINDS[entry])
    return names.topic_name(entry) if entry in TOPICS else names.goal_name(entry)


def line_of(entry: str) -> str:
    """What it does in a few words; empty for a topic."""
    if entry in _KINDS:
        return names.tile_text(_KINDS[entry])
    return names.goal_text(entry) if entry in names.GOALS else ""


def text_of(entry: str) -> str:
    """All that there is to read about it, in paragraphs."""
    return names.whole_rule(entry, _help_of(entry))


def _help_of(entry: str) -> str:
    if entry in _KINDS:
        return names.tile_help(_KINDS[entry])
    return names.topic_help(entry) if entry in TOPICS else names.goal_help(entry)


def note_of(entry: str) -> str:
    """The expansion that it belongs to."""
    is_new = entry in (*_OF_MARSHLANDS, *MARSH_GOALS, *map(word, MARSH_KINDS))
    return _("Marshlands") if is_new else ""


def sign_of(entry: str) -> Line:
    """The letter of a location on the board."""
    return (Run(f" {letter(_KINDS[entry])} ", READY),) if entry in _KINDS else ()


def places_of(entry: str, state: State) -> list[str]:
    """Where its locations are on this board, and how many tiles they have left; of the Scouts, the
    terrain that was removed."""
    found = []
    if entry == "scouts" and state.cards.scouted is not None:
        terrain = names.terrain_name(state.cards.scouted)
        found.append(_("Removed terrain: {terrain}").format(terrain=terrain))
    for index, slot in enumerate(state.setup.board.slots):
        if not slot.is_bonus and slot.kind == _KINDS.get(entry):
            left = tiles_left(state, index)
            text = n_("{hex}: {count} tile left", "{hex}: {count} tiles left", left)
            found.append(text.format(hex=NAMES[slot.hex].upper(), count=left))
    return found


def topic_of(play: Play) -> str | None:
    """What the player probably asks about: the tile in hand, the goal shown, the place under the
    cursor."""
    if play.tile is not None:
        return word(_BONUS.get(play.tile, play.tile))
    if play.goal is not None:
        return parts(play.state)[play.goal]
    bit, board = BIT[play.cursor.hex], play.state.setup.board
    for slot in board.slots:
        if not slot.is_bonus and slot.hex == play.cursor.hex:
            return word(slot.kind)
    if board.terrain[Terrain.CASTLE] & bit:
        return CASTLES
    return PALACES if board.terrain[Terrain.PALACE] & bit else None


class _Kingdom:
    chapters = staticmethod(chapters)
    name = staticmethod(name_of)
    line = staticmethod(line_of)
    text = staticmethod(text_of)
    note = staticmethod(note_of)
    sign = staticmethod(sign_of)
    here = staticmethod(places_of)


RULEBOOK: Final[Rulebook] = _Kingdom()
