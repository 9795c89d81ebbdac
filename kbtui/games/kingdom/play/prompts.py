"""What the screen tells the player: what to do next, what the cursor is on, which keys work now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.kingdom.ground.hexes import BIT, NAMES, PLACE, ROWS, Hex, dilate, hexes
from engine.kingdom.ground.moves import PASS, Action, Shape, shape
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.state import OPEN, Phase, State, builds_left, pile_size, tiles_left
from kbtui.games.kingdom.play.choices import ground_of
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.words import events
from kbtui.games.kingdom.words.names import (
    card_name,
    goal_here,
    goal_name,
    terrain_name,
    tile_name,
    tile_text,
)
from kbtui.paint.runs import GOOD, MUTED, STRONG, WARNING, Line, Run, cut, length
from kbtui.panels import around
from kbtui.story.view import View
from kbtui.text.framing import Hint
from kbtui.text.i18n import N_, _, n_
from kbtui.text.keys import short_words
from kbtui.text.layout import SIDE_FROM
from kbtui.text.phrases import told
from kbtui.text.words import either, explained

_ANY: Final = 1000  # more columns than any window has


def hex_name(hex_: Hex) -> str:
    return NAMES[hex_].upper()


def prompt(play: Play, view: View, *, short: bool = False, seconds: int = 0) -> Line:
    """One sentence: what is expected now, or why the last key did nothing. ``seconds``: for how
    long a bot has thought."""
    over = _("The game is over. Press {key} to count the gold.")
    return around.prompt(play, view, over, lambda: _expected(play, view, short, seconds))


def news(play: Play, view: View, columns: int, is_double: bool) -> str:
    """What the others did, as far as there is room for it below or beside what is expected."""
    room = columns - 2 if is_double else columns - 4 - length(prompt(play, view, short=True))
    told = events.news(view.chronicle, play.seat, view.names, room)
    return cut(told, room, view.signs.more)


def _expected(play: Play, view: View, short: bool, seconds: int) -> Line:
    state, keys = play.state, view.keys
    if not play.is_asked:
        dealing = _("The cards are being dealt.")
        return (Run(around.thinking(play, view, dealing, seconds), MUTED),)
    if play.is_asking:
        text = _("End your turn? Press {end} to end it, {back} to keep playing.")
        return (Run(text.format(end=keys.name("end"), back=keys.name("back")), STRONG),)
    if state.phase is Phase.CHOOSE:
        return _choice([f"{n} {card_name(card)}" for n, card in enumerate(play.choices.cards, 1)])
    if play.goal is not None:
        part = view.parts[play.goal]
        return Run(explained(goal_name(part)), STRONG), Run(goal_here(part, state))
    if play.tile is not None:
        return Run(explained(tile_name(play.tile)), STRONG), Run(_tile_step(play, view))
    return _build(play, view, short)


def _choice(cards: Sequence[str]) -> Line:
    """The cards to choose from; a click on one plays it."""
    rest = _("Choose a card: {cards}").format(cards=either(cards))
    found: list[Run] = []
    for number, card in enumerate(cards, 1):
        before, _card, rest = rest.partition(card)
        found += [Run(before, STRONG), Run(card, STRONG, f"tile-{number}")]
    return (*found, Run(rest, STRONG))


def _tile_step(play: Play, view: View) -> str:
    if play.state.reactions:
        text = _("build on a lit marsh or water hex, or press {key} to pass")
        return text.format(key=view.keys.name("end"))
    action = play.action
    if shape(action) is Shape.TAKE:
        return _("choose the settlement to take off the board")
    if shape(action) is Shape.PATH and play.origin is None:
        return _("choose the settlement to move")
    if play.origin is not None:
        return _("move {hex} to a lit hex").format(hex=hex_name(play.origin))
    return tile_text(action)


def _build(play: Play, view: View, short: bool) -> Line:
    state = play.state
    left = play.unbuilt
    if not left:
        if play.choices.actions - {Action.END}:
            return (Run(_("Nothing left to build: use a tile or end your turn.")),)
        text = _("Nothing left to build. Press {key} to end your turn.")
        return (Run(text.format(key=view.keys.name("end"))),)
    more = n_("build {count} settlement", "build {count} settlements", left)
    if state.begun:
        more = n_("build {count} more settlement", "build {count} more settlements", left)
    wheres = (_(", next to your own if you can"), _(", next to yours"))
    fewer = builds_left(state, Terrain.MARSH)
    if play.half is None and state.terrain == OPEN and fewer < left:
        more = _("build {count} settlements, or {fewer} on {terrain}")
        wheres = (wheres[1], "")
    near = dilate(state.settlements[state.seat]) & play.wanted
    told = more.format(count=left, fewer=fewer, terrain=terrain_name(Terrain.MARSH))
    return Run(explained(_terrain(play)), STRONG), Run(told + (wheres[short] if near else ""))


def _terrain(play: Play) -> str:
    state = play.state
    if play.half is not None:
        text = terrain_name(play.half)
    elif state.terrain == OPEN and state.cards.played is not None:
        text = either(terrain_name(t) for t in state.setup.faces[state.cards.played])
    else:
        text = terrain_name(Terrain(state.terrain))
    return text[:1].upper() + text[1:]


def hex_line(play: Play, view: View, *, short: bool = False) -> Line:
    """Coordinate, what is there, and whether and why it can be chosen."""
    hex_ = play.hover if play.hover is not None else play.cursor.hex
    start = (Run(hex_name(hex_), STRONG), Run("  "), *_content(play.state, view, hex_))
    row = () if short else _row_note(play, hex_)
    if not play.is_asked or play.state.phase is Phase.CHOOSE:
        return (*start, *row)
    gain = play.gain_at(hex_)
    if gain is not None:
        return (*start, Run("  "), *_gains(gain), *_tiles(play, hex_), *row)
    if play.wanted & BIT[hex_]:
        return (*start, Run("  "), Run(_("can move"), GOOD), *row)
    reason = play.why_not(hex_)
    if reason is None or not play.wanted:
        return start
    why = _(_BRIEF[reason.rule]) if reason.rule in _BRIEF else told(reason)
    return (*start, Run("  "), Run(why, MUTED))


# Beside the hex there is little room; Enter on it says the whole sentence.
_BRIEF: Final = {
    "B-1": N_("taken"),
    "B-3": N_("not next to yours"),
    "B-6": N_("not next to yours"),
}


def _content(state: State, view: View, hex_: Hex) -> Line:
    ground = ground_of(state, hex_)
    name = terrain_name(ground)
    for index, slot in enumerate(state.setup.board.slots):
        if slot.hex == hex_:
            left = tiles_left(state, index)
            count = n_("{count} tile left", "{count} tiles left", left).format(count=left)
            return Run(tile_name(slot.kind)), Run(f"  {count}", MUTED)
    owner = next((seat for seat, own in enumerate(state.settlements) if own & BIT[hex_]), None)
    if owner is None:
        return (Run(name),)
    return Run(f"{name}  "), view.chip(owner), Run(f" {view.names[owner]}")


def _gains(gain: tuple[tuple[str, int], ...]) -> Line:
    if not gain:
        return Run(_("legal"), GOOD), Run(f"  {_('no gold now')}", MUTED)
    found: list[Run] = [Run(_("legal"), GOOD)]
    for part, gold in gain:
        found.append(Run(f"  {goal_name(part)} {gold:+}", GOOD if gold > 0 else WARNING))
    return tuple(found)


def _tiles(play: Play, hex_: Hex) -> Line:
    """Tiles that the move would take or lose: to a beginner the most important thing."""
    taken, lost = play.tiles_at(hex_)
    found = [(_("takes {tile}"), kind, GOOD) for kind in taken]
    found += [(_("loses {tile}"), kind, WARNING) for kind in lost]
    return tuple(Run(f"  {text.format(tile=tile_name(kind))}", tone) for text, kind, tone in found)


def _row_note(play: Play, hex_: Hex) -> Line:
    """With Knights or Discoverers: how many of one's own stand on this row."""
    pays = {"knights", "discoverers"} & {*play.state.setup.goals}
    if play.seat is None or not play.is_asked or not pays:
        return ()
    row = PLACE[hex_][0]
    own = (play.state.settlements[play.seat] & ROWS[row]).bit_count()
    return (Run(f"  {_('row {row}: {count} yours').format(row=row + 1, count=own)}", MUTED),)


def neighbors(state: State, hex_: Hex) -> list[str]:
    """Neighbours that matter: water, mountains, castles, palaces, locations."""
    found: dict[str, int] = {}
    for other in hexes(dilate(BIT[hex_])):
        ground = ground_of(state, other)
        if ground >= Terrain.WATER:
            name = terrain_name(ground)
            for slot in state.setup.board.slots:
                if slot.hex == other:
                    name = tile_name(slot.kind)
            found[name] = found.get(name, 0) + 1
    return [name if count == 1 else f"{name} x{count}" for name, count in found.items()]


def commands(play: Play, has_panels: bool = True) -> list[str]:
    """The commands that do something now, most important first. ``has_panels``: players and goals
    are in sight."""
    panel = [] if has_panels else ["panel"]
    if play.session.is_over:
        return ["choose", *panel, "replay", "goal", "help"]
    if play.hands_over_to is not None and not play.is_asked:
        return ["choose", "help", "leave"]
    if not play.is_asked:
        hurry = ["choose"] if around.can_hurry(play) else []
        return [*hurry, *panel, "replay", "goal", "type", "help", "leave"]
    found: list[str] = []
    if play.is_asking:
        found = ["end", "back"]
    elif play.state.reactions:
        found = ["choose", "next", "end"]
    elif play.wanted:
        found = ["choose", "next"]
    elif play.state.phase is Phase.CHOOSE:
        found = ["choose"]
    if play.tile is not None and not play.state.reactions:
        found.append("back")
    if play.state.terrain == OPEN and play.state.phase is Phase.TURN and play.tile is None:
        found += ["half-left", "half-right"] if len(_halves(play)) > 1 else []
    if play.can_undo:
        found += ["undo", "undo-turn"]
    if play.can_redo:
        found.append("redo")
    usable = [n for n, held in enumerate(play.tiles, 1) if held.action in play.choices.actions]
    if usable and not play.state.reactions:
        found.append(f"tile-{usable[0]}")
    if Action.END in play.choices.actions and not play.is_asking:
        found.insert(0 if not play.wanted else 2, "end")
    leave = [] if play.has_step_back or play.state.reactions else ["back"]
    hint = ["hint"] if play.session.allows_hints else []
    if panel:
        return [*found, *panel, *hint, "help", "goal", *leave, "type", "rules"]
    return [*found, "goal", "type", "rules", "help", *leave, *hint]


def _halves(play: Play) -> tuple[Terrain, ...]:
    """What the played card can still be used as."""
    card = play.state.cards.played
    return () if card is None else play.state.setup.faces[card]


def hints(
    play: Play, view: View, columns: int = _ANY, own: Mapping[str, str] | None = None
) -> Line:
    """Only keys that do something now, as many as there is room for; ``own`` are words for what a
    screen does in a way of its own, always."""
    named: list[Hint] = []
    for command in commands(play, columns >= SIDE_FROM):
        key = view.keys.name(command)
        if command.startswith("tile-") and len(play.tiles) > 1:
            key = f"{view.keys.name('tile-1')}-{view.keys.name(f'tile-{len(play.tiles)}')}"
        named.append((key, _command_words(play, command), command))
    return around.hints(view, columns, own, named)


def _command_words(play: Play, command: str) -> str:
    if command == "choose":
        return _choose_words(play)
    if command == "panel":
        return _("players")
    if command.startswith("half-"):
        return terrain_name(_halves(play)[command == "half-right"])
    if command == "end" and play.state.reactions and play.is_asked:
        return _("pass")
    return short_words(command)


def _choose_words(play: Play) -> str:
    if play.session.is_over:
        return _("count the gold")
    if play.hands_over_to is not None and not play.is_asked:
        return _("take the keyboard")
    if not play.is_asked:
        return _("hurry")
    if play.goal is not None:
        return short_words("back")
    if play.is_asking:
        return _("end turn")
    if play.hinted == PASS:
        return _("pass")
    if play.hinted is not None and play.hinted[0] is Action.PLAY:
        return _("play {card}").format(card=card_name(play.hinted[2]))
    if play.state.phase is Phase.CHOOSE:
        return _("play {card}").format(card=card_name(play.choices.cards[0]))
    if play.is_picking:
        return _("pick")
    return _("move here") if play.origin is not None else _("build")


def title(play: Play, view: View) -> tuple[Line, Line]:
    """The left and the right part of the title bar."""
    said = _("react now") if play.is_reacting else ""
    when = _("turn {number}").format(number=view.turn)
    pile = str(pile_size(view.state.cards))
    return around.title(
        play, view, said, when, lambda soft: (Run(f"{_('draw')} ", soft), Run(pile, soft.bold()))
    )
