"""The settings in words: what each is called, what its values are called, what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from kbtui.disk.settings import Field
from kbtui.text.address import DEFAULT
from kbtui.text.i18n import LANGUAGES, N_, _
from kbtui.text.levels import LEVELS, PLAYED


class Words(NamedTuple):
    label: str
    help: str
    values: Mapping[str, str] = {}


_SWITCH: Final = {"True": N_("on"), "False": N_("off")}
_AUTO: Final = N_("automatic")
WORDS: Final[Mapping[str, Words]] = {
    "theme": Words(
        N_("Theme"),
        N_("Dark or light background. Settlements have the same colors on both."),
        {"dark": N_("dark"), "light": N_("light")},
    ),
    "color": Words(
        N_("Colors"),
        N_("How many colors your terminal shows: choose the last line that looks right."),
        {
            "auto": _AUTO,
            "true": N_("millions"),
            "256": "256",
            "16": "16",
            "grey": N_("grays only"),
            "none": N_("no colors"),
        },
    ),
    "shading": Words(
        N_("Shading"),
        N_("Fine shades between adjacent hexes. They need millions of colors."),
        _SWITCH,
    ),
    "symbols": Words(
        N_("Symbols"),
        N_("ASCII is for fonts that lack symbols or draw them too wide."),
        {"auto": _AUTO, "unicode": "Unicode", "ascii": "ASCII"},
    ),
    "marks": Words(
        N_("Settlements"),
        N_("What a settlement shows besides its color, where there is room for it."),
        {"both": N_("shape and number"), "number": N_("number"), "shape": N_("shape")},
    ),
    "strength": Words(
        N_("Terrain symbols"),
        N_("Soft symbols keep the board calm; strong ones are easier to read."),
        {"soft": N_("soft"), "strong": N_("strong")},
    ),
    "look": Words(
        N_("Board"),
        N_("Hexes filled with color, or drawn as outlines, as on terminals without colors."),
        {"filled": N_("filled"), "outline": N_("outlines")},
    ),
    "hover": Words(
        N_("Highlight under mouse"),
        N_("Shows the hex under the mouse and what you can do there, before you click."),
        _SWITCH,
    ),
    "mouse": Words(
        N_("Mouse"),
        N_("Off lets your terminal select text with the mouse. Takes effect after a restart."),
        _SWITCH,
    ),
    "keyset": Words(
        N_("Key set"),
        N_("Roguelike: y u b n are the diagonals, and undo is Backspace."),
        {"standard": N_("standard"), "roguelike": N_("roguelike")},
    ),
    "keys": Words(N_("Your own keys"), N_("Choose your own keys for any command.")),
    "confirm": Words(
        N_("Ask before a turn ends"),
        N_("Ending a turn draws a card and cannot be undone."),
        {
            "always": N_("always"),
            "unused": N_("if something is unused"),
            "never": N_("never"),
        },
    ),
    "level": Words(
        N_("Bot to play now"),
        N_("Your opponent for Play now. In the menu, Left and Right change it too."),
        {level: LEVELS[level] for level in PLAYED},
    ),
    "pace": Words(
        N_("Speed of opponents"),
        N_("How long you see each move of a bot. Press Enter to hurry it."),
        {"off": N_("at once"), "fast": N_("fast"), "normal": N_("normal"), "slow": N_("slow")},
    ),
    "follow": Words(
        N_("Follow the builder"),
        N_("In Castle Builder, shows the castle of each opponent who builds, until your turn."),
        _SWITCH,
    ),
    "zoom": Words(
        N_("Board size"),
        N_("Automatic: the largest that fits. During a game, + and - change it too."),
        {"auto": _AUTO},
    ),
    "bell": Words(N_("Bell"), N_("The terminal rings when it is your turn."), _SWITCH),
    "cursor": Words(
        N_("Terminal cursor"),
        N_("It follows the hex or the line you are at, for screen readers and magnifiers."),
        _SWITCH,
    ),
    "second_core": Words(
        N_("Second core"),
        N_("With a second core, the expert and the coach answer sooner, with the same moves."),
        {"auto": _AUTO, "off": N_("off")},
    ),
    "saver": Words(
        N_("Slow connection"),
        N_("Sends as little as possible: no shading, no highlight under the mouse."),
        _SWITCH,
    ),
    "language": Words(
        N_("Language"),
        N_("Automatic: the language of your system, if the game knows it."),
        {"auto": _AUTO, **LANGUAGES},
    ),
    "name": Words(N_("Your name"), N_("Your name in games, here and online.")),
    "relay": Words(
        N_("Relay"),
        N_("Where online games are played: example.org, 192.168.0.7:8765, wss://example.org."),
        {"": DEFAULT},
    ),
    "visitors": Words(
        N_("Bell for visitors"),
        N_("At a door: when the bell rings because somebody comes, or sits down with you."),
        {
            "off": N_("off"),
            "waiting": N_("when I wait or play a bot"),
            "always": N_("always"),
        },
    ),
    "seen": Words(
        N_("Seen in the hall"),
        N_("At a door: off hides your name in the hall. Public games still show who plays."),
        _SWITCH,
    ),
    "alert": Words(
        N_("Your turn online"),
        N_("Besides the bell: the window title, or the title and a desktop notification."),
        {"off": N_("bell only"), "title": N_("title"), "desktop": N_("title and desktop")},
    ),
    "on_turn": Words(
        N_("Command on your turn"),
        N_("A shell command that is run when it is your turn in an online game."),
        {"": N_("none")},
    ),
}


def label(field: Field) -> str:
    return _(WORDS[field.name].label)


def explanation(field: Field) -> str:
    return _(WORDS[field.name].help)


def value_name(field: Field, value: object) -> str:
    """A value as the player reads it; sizes and numbers are the same in every language."""
    known = WORDS[field.name].values.get(str(value))
    return str(value) if known is None else _(known)
