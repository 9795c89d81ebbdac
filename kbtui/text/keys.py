"""Every command with its keys and its words: the one table behind keyboard, footer and help.

Keys are named as the terminal framework names them. A player's own keys, from the settings, replace
those in the table; if two commands on one screen would share a key, it goes to the one that the
player chose.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from kbtui.text.i18n import N_, _

GAME: Final = "game"
REPLAY: Final = "replay"
COUNT: Final = "count"  # the end of a game: the gold counted, the final score
PAGE: Final = "page"  # menus and forms
FIRST: Final = "first"  # what the first game has besides the commands of every game
ONLINE: Final = "online"  # what a game over a relay has besides them
HAND: Final = "hand"  # what a game has besides them whose players draw and choose among tiles
PLAN: Final = "plan"  # what a game has besides them whose next turn can be planned
WATCH: Final = "watch"  # what a game has besides them that is watched
_IN_GAMES: Final = (FIRST, ONLINE, HAND, PLAN, WATCH)
_BOTH: Final = (GAME, REPLAY)
_FORM: Final = (GAME, PAGE)
_BOARDS: Final = (GAME, REPLAY, COUNT)
_ALL: Final = (GAME, REPLAY, COUNT, PAGE)


class Command(NamedTuple):
    name: str
    keys: tuple[str, ...]
    words: str  # for the help; a text to be translated
    screens: tuple[str, ...] = (GAME,)
    short: str = ""  # for the footer, where there is little room


COMMANDS: Final = (
    Command("choose", ("enter", "space"), N_("build, choose"), _FORM),
    Command("next", ("tab",), N_("next legal hex"), _FORM, N_("next")),
    Command("previous", ("shift+tab",), N_("previous legal hex"), _FORM),
    *(Command(f"tile-{n}", (str(n),), N_("use a tile"), short=N_("tile")) for n in range(1, 10)),
    Command("undo", ("u", "backspace", "ctrl+z"), N_("undo")),
    Command("redo", ("r", "ctrl+y"), N_("redo")),
    Command("undo-turn", ("U",), N_("undo the whole turn"), short=N_("undo turn")),
    Command("end", ("e",), N_("end turn")),
    Command("back", ("escape",), N_("back"), _ALL),
    Command("west", ("left", "h", "a"), N_("west"), _FORM),
    Command("east", ("right", "l", "s"), N_("east"), _FORM),
    Command("north", ("up", "k"), N_("up"), _ALL),
    Command("south", ("down", "j"), N_("down"), _ALL),
    Command("north-west", ("q",), N_("north-west")),
    Command("north-east", ("w",), N_("north-east")),
    Command("south-west", ("z",), N_("south-west")),
    Command("south-east", ("x",), N_("south-east")),
    Command("row-start", ("home",), N_("start of the row"), _FORM),
    Command("row-end", ("end",), N_("end of the row"), _FORM),
    Command("page-up", ("pageup",), N_("four rows up"), _FORM),
    Command("page-down", ("pagedown",), N_("four rows down"), _FORM),
    Command("half-left", ("left_square_bracket",), N_("left half of the card")),
    Command("half-right", ("right_square_bracket",), N_("right half of the card")),
    Command("goal", ("g",), N_("show a goal on the board"), _BOTH, N_("goals")),
    Command("seams", ("o",), N_("show the quadrant borders"), _BOARDS),
    Command("last", ("m",), N_("step through the latest moves")),
    Command("hint", ("c",), N_("get a hint from the coach"), short=N_("hint")),
    Command("info", ("i",), N_("describe the hex in full")),
    Command("panel", ("p",), N_("players, goals, tiles"), _BOARDS),
    Command("log", ("L",), N_("log"), _BOTH),
    Command("zoom-in", ("plus", "plus_sign"), N_("zoom in"), (GAME, COUNT)),
    Command("zoom-out", ("minus", "hyphen_minus"), N_("zoom out"), (GAME, COUNT)),
    Command("zoom-auto", ("equals_sign",), N_("zoom to fit"), _BOARDS),
    Command("type", ("slash", "colon"), N_("type a move or a command"), short=N_("type")),
    Command("rules", ("f2", "R"), N_("rules, cards and tiles"), _BOARDS, N_("rules")),
    Command("replay", ("v",), N_("replay the game"), short=N_("replay")),
    Command("tips", ("T",), N_("turn tips on or off"), (FIRST,), N_("tips")),
    Command("chat", ("t",), N_("write a chat message"), (ONLINE,), N_("chat")),
    Command("plan", ("P",), N_("plan your turn, or play it"), (ONLINE, PLAN), N_("plan")),
    Command("friend", ("y",), N_("tell a friend"), (WATCH,)),
    Command("stand-in", ("B",), N_("stand-in for an absent player"), (ONLINE,)),
    Command("draw", ("d",), N_("draw tiles"), (HAND,)),
    Command("tile-0", ("0",), N_("use a tile"), (HAND,), N_("tile")),
    Command("play", ("space",), N_("play, pause"), (REPLAY,), N_("play")),
    Command("step-back", ("left", "h"), N_("one step back"), (REPLAY,), N_("step")),
    Command("step-on", ("right", "l"), N_("one step forward"), (REPLAY,), N_("step")),
    Command("turn-back", ("shift+left",), N_("one turn back"), (REPLAY,), N_("turn")),
    Command("turn-on", ("shift+right",), N_("one turn forward"), (REPLAY,), N_("turn")),
    Command("turns-back", ("pageup",), N_("ten turns back"), (REPLAY,)),
    Command("turns-on", ("pagedown",), N_("ten turns forward"), (REPLAY,)),
    Command("to-start", ("home",), N_("go to the start"), (REPLAY,)),
    Command("to-end", ("end",), N_("go to the end"), (REPLAY,)),
    Command("to-turn", ("t",), N_("go to a turn by number"), (REPLAY,), N_("go to turn")),
    Command("mark", ("m",), N_("set or remove a mark"), (REPLAY,), N_("mark")),
    Command("to-mark", ("M",), N_("go to the next mark"), (REPLAY,)),
    Command("tenth", tuple("0123456789"), N_("jump to a tenth of the game"), (REPLAY,)),
    Command("slower", ("minus", "hyphen_minus"), N_("slower"), (REPLAY,)),
    Command("faster", ("plus", "plus_sign"), N_("faster"), (REPLAY,)),
    Command("view", ("v",), N_("point of view"), (REPLAY,), N_("view")),
    Command("scores", ("f",), N_("final scores"), (REPLAY,), N_("score")),
    Command("enlarge", ("z",), N_("zoom in"), (REPLAY,)),
    Command("shrink", ("Z",), N_("zoom out"), (REPLAY,)),
    Command("count-on", ("enter", "space", "right", "l"), N_("count the next part"), (COUNT,)),
    Command(
        "count-back", ("left", "h", "backspace"), N_("count one part back"), (COUNT,), N_("back")
    ),
    Command("count-all", ("end",), N_("count everything"), (COUNT,), N_("all")),
    Command("count-none", ("home",), N_("start counting again"), (COUNT,)),
    Command("board-on", ("tab",), N_("see the next part of the board"), (COUNT,), N_("more")),
    Command("rematch", ("n",), N_("play again"), (COUNT,)),
    Command("look-back", ("r",), N_("replay the game"), (COUNT,), N_("replay")),
    Command("board", ("b",), N_("return to the board"), (COUNT,), N_("board")),
    Command("export", ("x",), N_("export"), (REPLAY, COUNT)),
    Command("coach", ("c",), N_("see the coach's analysis"), (REPLAY, COUNT), N_("coach")),
    Command("challenge", ("d",), N_("challenge a friend"), (COUNT,), N_("challenge")),
    Command("options", ("f3", "O"), N_("settings")),
    Command("help", ("question_mark", "f1"), N_("help"), _ALL),
    Command("leave", ("ctrl+q", "ctrl+c"), N_("quit"), _ALL),
)
_BY_NAME: Final = {command.name: command for command in COMMANDS}

# The roguelike diagonals need u, and y, b, n; undo keeps its other keys.
ROGUELIKE: Final[Mapping[str, tuple[str, ...]]] = {
    "north-west": ("y",),
    "north-east": ("u",),
    "south-west": ("b",),
    "south-east": ("n",),
    "undo": ("backspace", "ctrl+z"),
    "west": ("left", "h"),
    "east": ("right", "l"),
}
KEYSETS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "standard": {},
    "roguelike": ROGUELIKE,
}

_SIGNS: Final = {
    "question_mark": "?",
    "slash": "/",
    "colon": ":",
    "plus": "+",
    "plus_sign": "+",
    "minus": "-",
    "hyphen_minus": "-",
    "equals_sign": "=",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}
_NAMES: Final = {
    "enter": N_("Enter"),
    "space": N_("Space"),
    "tab": "Tab",
    "escape": "Esc",
    "backspace": N_("Backspace"),
    "up": N_("Up"),
    "down": N_("Down"),
    "left": N_("Left"),
    "right": N_("Right"),
    "home": N_("Home"),
    "end": N_("End"),
    "pageup": N_("PgUp"),
    "pagedown": N_("PgDn"),
}


_HELD: Final = {"ctrl": N_("Ctrl"), "shift": N_("Shift"), "alt": N_("Alt")}


def key_name(key: str) -> str:
    """As it stands on the key cap."""
    if key in _SIGNS:
        return _SIGNS[key]
    if key in _NAMES:
        return _(_NAMES[key])
    head, plus, tail = key.rpartition("+")
    if plus:
        held = "+".join(_(_HELD.get(each, each.title())) for each in head.split("+"))
        return f"{held}+{tail.upper() if len(tail) == 1 else key_name(tail)}"
    return key.upper() if key[:1] == "f" and key[1:].isdigit() else key


def _heard(command: str) -> list[str]:
    """The screens of a command; what some games add is heard on that of every game."""
    return [heard_on(screen) for screen in _BY_NAME[command].screens]


def heard_on(screen: str) -> str:
    return GAME if screen in _IN_GAMES else screen


def _uses(command: str, key: str) -> list[tuple[str, str]]:
    return [(screen, key) for screen in _heard(command)]


class Keys:
    """The keys of one player: what a key does on a screen, and how to name a command's key."""

    def __init__(
        self, keyset: str = "standard", own: Mapping[str, Iterable[str]] | None = None
    ) -> None:
        chosen = {command.name: command.keys for command in COMMANDS}
        chosen |= KEYSETS.get(keyset, {})
        mine = {name: tuple(keys) for name, keys in (own or {}).items() if name in _BY_NAME}
        taken = {(s, key) for name, keys in mine.items() for s in _heard(name) for key in keys}
        self.of: dict[str, tuple[str, ...]] = {
            name: mine.get(name) or tuple(k for k in keys if taken.isdisjoint(_uses(name, k)))
            for name, keys in chosen.items()
        }
        self._commands = {
            (screen, key): command.name
            for command in COMMANDS
            for screen in command.screens
            for key in self.of[command.name]
        }

    def command(self, screen: str, key: str) -> str | None:
        return self._commands.get((screen, key))

    def name(self, command: str) -> str:
        """The first key of the command, as it stands on the cap; empty if it has none."""
        keys = self.of.get(command, ())
        return key_name(keys[0]) if keys else ""

    def names(self, command: str) -> str:
        """All of them; some keys have two names in the terminal but one on the cap."""
        return " ".join(dict.fromkeys(key_name(key) for key in self.of.get(command, ())))


def words(command: str) -> str:
    """What the command does, in the player's language."""
    return _(_BY_NAME[command].words)


def short_words(command: str) -> str:
    """The same in a word or two."""
    found = _BY_NAME[command]
    return _(found.short or found.words)


def commands_of(screen: str) -> list[Command]:
    return [command for command in COMMANDS if screen in command.screens]
