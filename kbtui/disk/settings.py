"""The player's settings: a table of fields, and a TOML file that is never lost, even when broken.

``FIELDS`` lists the choices for each setting; the settings page and the reader of the file both use
it.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from kbtui.disk import toml
from kbtui.disk.files import aside, write_whole
from kbtui.hosted import mode
from kbtui.text.i18n import LANGUAGES, _
from kbtui.text.levels import PLAYED

if TYPE_CHECKING:
    from pathlib import Path

NAME_LENGTH: Final = 12
_NO_KEYS: Final[Mapping[str, Sequence[str]]] = {}
_SWITCH: Final = (True, False)
_HEAD: Final = "# Settings of kb. The options of the game write this file; you may edit it too.\n"


class Settings(NamedTuple):
    """What the player has chosen; ``FIELDS`` has the choices."""

    theme: str = "dark"
    color: str = "auto"
    shading: bool = True
    symbols: str = "auto"
    marks: str = "both"
    strength: str = "soft"
    look: str = "filled"
    hover: bool = True
    mouse: bool = True
    keyset: str = "standard"
    keys: Mapping[str, Sequence[str]] = _NO_KEYS
    level: str = "greedy"  # of the bot that is played against at once
    confirm: str = "unused"
    pace: str = "normal"
    follow: bool = False  # while others play: show the place where each of them builds
    zoom: str = "auto"
    bell: bool = True
    cursor: bool = True  # the real cursor of the terminal stands on the board
    second_core: str = "auto"  # for bots that think long
    saver: bool = False  # as few bytes as possible, for slow lines
    language: str = "auto"
    name: str = ""  # of the player; ``load`` fills in the login name
    relay: str = ""  # the address of the default one; empty: on this machine
    visitors: str = "waiting"  # when the bell rings for somebody who comes to the hall
    seen: bool = True  # whether others see the player in the hall
    alert: str = "title"  # how players learn that it is their turn online, besides the bell
    on_turn: str = ""  # a shell command to run when the player's turn comes online


class Field(NamedTuple):
    """A setting; without choices it is free: typed texts, and the player's own keys."""

    name: str
    choices: tuple[str, ...] | tuple[bool, ...] = ()

    @property
    def default(self) -> Any:
        return getattr(_DEFAULTS, self.name)


_DEFAULTS: Final = Settings()
FIELDS: Final = (
    Field("theme", ("dark", "light")),
    Field("color", ("auto", "true", "256", "16", "grey", "none")),
    Field("shading", _SWITCH),
    Field("symbols", ("auto", "unicode", "ascii")),
    Field("marks", ("both", "number", "shape")),
    Field("strength", ("soft", "strong")),
    Field("look", ("filled", "outline")),
    Field("hover", _SWITCH),
    Field("mouse", _SWITCH),
    Field("keyset", ("standard", "roguelike")),
    Field("keys"),
    Field("level", PLAYED),
    Field("confirm", ("always", "unused", "never")),
    Field("pace", ("off", "fast", "normal", "slow")),
    Field("follow", _SWITCH),
    Field("zoom", ("auto", "S", "M", "M+", "L", "XL", "XXL")),
    Field("bell", _SWITCH),
    Field("cursor", _SWITCH),
    Field("second_core", ("auto", "off")),
    Field("saver", _SWITCH),
    Field("language", ("auto", *LANGUAGES)),
    Field("name"),
    Field("relay"),
    Field("visitors", ("off", "waiting", "always")),
    Field("seen", _SWITCH),
    Field("alert", ("off", "title", "desktop")),
    Field("on_turn"),
)
TYPED: Final = ("name", "relay", "on_turn")  # texts, which are cleaned


def load(path: "Path | str") -> tuple[Settings, str | None]:
    """The settings, and a sentence for the player if the file is not as it should be."""
    try:
        with open(path, "rb") as file:
            table = toml.parse(file.read())
    except FileNotFoundError:
        return _named(_DEFAULTS), None
    except OSError as error:
        text = _("{file} cannot be read ({reason}); using the default settings.")
        return _named(_DEFAULTS), text.format(file=path, reason=error.strerror)
    except ValueError as error:
        text = _("{file} is broken ({reason}); using the default settings.")
        return _named(_DEFAULTS), text.format(file=path, reason=error) + _kept(_aside(path))
    settings, wrong = _read(table)
    if not wrong:
        return _named(settings), None
    kept = _aside(path, settings)  # what was right in it stays in force
    text = _("{file} has unknown values: {names}; using the defaults for them.")
    return _named(settings), text.format(file=path, names=", ".join(wrong)) + _kept(kept)


def save(settings: Settings, path: "Path") -> None:
    """Replace the file in one step; raises OSError and leaves the old one if that fails."""
    write_whole(path, _HEAD + toml.dump(settings._asdict()))


def clean_name(text: str) -> str:
    """The text as a name: one line, printable, not too long; it may end up empty."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(printable.split())[:NAME_LENGTH].strip()


def clean_relay(text: str) -> str:
    """The text as the address of a relay; raises BadAddress, with a sentence for the player."""
    from kbtui.text.address import parse_address  # late: most starts are not online

    return parse_address(text).name if text.strip() else ""


def clean_command(text: str) -> str:
    """The text as a command: one printable line."""
    return "".join(char if char.isprintable() else " " for char in text).strip()


def cleaned(name: str, text: str) -> str:
    """A typed setting as it is kept; raises ValueError, with a sentence for the player."""
    return _CLEANING[name](text)


_CLEANING: Final = {"name": clean_name, "relay": clean_relay, "on_turn": clean_command}


def login_name() -> str:
    """What the player is called on this machine, as a name; empty if nobody knows."""
    from getpass import getuser  # not needed by those who have told their name

    try:
        return clean_name(getuser())
    except (ImportError, KeyError, OSError):  # a user without a name, as in some containers
        return ""


def _named(settings: Settings) -> Settings:
    hosted = mode.hosted()
    if hosted is not None:  # these are not the player's
        return settings._replace(name=hosted.name, **cast(Any, mode.SETTINGS))
    return settings if settings.name else settings._replace(name=login_name())


def _kept(path: "Path | None") -> str:
    return (
        "" if path is None else " " + _("The old file was kept as {file}.").format(file=path.name)
    )


def _aside(path: "Path | str", settings: Settings | None = None) -> "Path | None":
    """Put the file away, and these settings in its place; where it lies now."""
    from pathlib import Path  # slow to import, and most files are as they should be

    kept = aside(Path(path))
    if kept is not None and settings is not None:
        with suppress(OSError):  # the player sees a sentence anyway, and nothing is lost
            save(settings, Path(path))
    return kept


def _read(table: Mapping[str, Any]) -> tuple[Settings, list[str]]:
    """What can be used of the file, and the names of what cannot."""
    known = {each.name: each for each in FIELDS}
    wrong: list[str] = []
    good: dict[str, Any] = {}
    for name, value in table.items():
        if name in known and _is_right(known[name], value):
            good[name] = cleaned(name, value) if name in TYPED else value
        else:
            wrong.append(name if name.isprintable() else ascii(name))
    return Settings(**good), wrong


def _is_right(known: Field, value: object) -> bool:
    if known.choices:
        return type(value) is type(known.choices[0]) and value in known.choices
    if known.name in TYPED:
        return isinstance(value, str) and _can_be_cleaned(known.name, value)
    return isinstance(value, dict) and all(map(_are_keys, value.values()))


def _can_be_cleaned(name: str, text: str) -> bool:
    try:
        cleaned(name, text)
    except ValueError:
        return False
    return True


def _are_keys(value: object) -> bool:
    if not isinstance(value, list):
        return False
    return all(isinstance(key, str) and key and key.isprintable() for key in value)
