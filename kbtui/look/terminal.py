"""Decides what the terminal can show, before any screen is opened.

The terminal's environment variables say what it can do; the player's settings may override them.
The terminal framework reads variables of its own when it is imported; ``prepare`` sets those.
"""

from collections.abc import Mapping, MutableMapping
from typing import Final, NamedTuple

from kbtui.disk.settings import Settings
from kbtui.paint.modes import Mode, mode_of

_NO_COLOR: Final = "NO_COLOR"
_SYSTEM: Final = "TEXTUAL_COLOR_SYSTEM"
_UTF_8: Final = ("utf-8", "utf8", "utf_8")
_CONSOLE: Final = "linux"  # its font has half blocks but few of the symbols
_PLAIN: Final = ("C", "POSIX")  # locales that have ASCII alone
_COERCED: Final = "C.UTF-8"  # what Python writes to LC_CTYPE itself if the locale is a plain one
_WINDOWS: Final = "WT_SESSION"  # set by the terminal of Windows, which sets no TERM


class Promised(NamedTuple):
    """What the variables say, whatever the player chooses."""

    mode: Mode | None
    unicode: bool


class Terminal(NamedTuple):
    """What is shown: ``mode`` None means no colour at all, only lines and attributes."""

    mode: Mode | None
    grey: bool  # every colour as a grey of the same luminance
    unicode: bool
    promised: Promised

    @property
    def has_colour(self) -> bool:
        """Hues, not only shades of grey."""
        return self.mode is not None and not self.grey

    def under(self, settings: Settings) -> "Terminal":
        """The same terminal with other settings."""
        return _chosen(self.promised, settings)


def terminal_of(environ: Mapping[str, str], settings: Settings, encoding: str) -> Terminal:
    """``encoding`` is that of the output."""
    return _chosen(promised(environ, encoding), settings)


def promised(environ: Mapping[str, str], encoding: str) -> Promised:
    is_windows = _WINDOWS in environ and "TERM" not in environ and not environ.get(_NO_COLOR)
    mode = Mode.TRUE if is_windows else mode_of(environ)
    unicode = encoding.lower() in _UTF_8 and environ.get("TERM") != _CONSOLE
    return Promised(mode, unicode and not _is_plain(environ))


def _is_plain(environ: Mapping[str, str]) -> bool:
    """Whether the player asks for ASCII by the locale. Python writes UTF-8 all the same, and a
    locale that is not named at all says nothing about the terminal."""
    whole, chars = environ.get("LC_ALL", ""), environ.get("LC_CTYPE", "")
    if whole or chars not in ("", _COERCED):
        return (whole or chars) in _PLAIN
    return environ.get("LANG", "") in _PLAIN


def _chosen(given: Promised, settings: Settings) -> Terminal:
    unicode = {"unicode": True, "ascii": False}.get(settings.symbols, given.unicode)
    modes: dict[str, tuple[Mode | None, bool]] = {
        "true": (Mode.TRUE, False),
        "256": (Mode.C256, False),
        "16": (Mode.C16, False),
        "grey": (given.mode or Mode.C256, True),
        "none": (None, False),
    }
    mode, grey = modes.get(settings.color, (given.mode, False))
    return Terminal(mode, grey, unicode, given)


def prepare(environ: MutableMapping[str, str]) -> None:
    """Tell the screen library, which must not have been imported yet."""
    # Colours of the smaller palettes go out as their numbers, which this leaves alone, and where
    # there are to be none we have none; so another mode can be chosen while the app runs.
    environ[_SYSTEM] = "truecolor"
    environ.pop(_NO_COLOR, None)  # we have heard it; the player may still choose colours
