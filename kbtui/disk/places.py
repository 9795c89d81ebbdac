"""Where settings and games are stored, following the conventions of the platform.

``KB_HOME`` names one folder for everything instead. Nothing is created here: a folder is created
when something is first written to it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

HOME: Final = "KB_HOME"
_NAME: Final = "kbtui"
_SETTINGS: Final = "settings.toml"
_GAMES: Final = "games"
_TICKETS: Final = "online"
_REPORTS: Final = "reports"
_INDEX: Final = "games.index"
_DAILY_KEY: Final = "daily.key"
_EXPERTS: Final = "experts"
_CHALLENGES: Final = "challenges"
_OUTBOX: Final = "outbox"
_REPLIES: Final = "replies.json"


def config_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """For settings."""
    return _folder(environ, platform, "XDG_CONFIG_HOME", ".config")


def data_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """For what the player makes."""
    return _folder(environ, platform, "XDG_DATA_HOME", os.path.join(".local", "share"))


def cache_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """For what can be made again at any time."""
    return _folder(environ, platform, "XDG_CACHE_HOME", ".cache")


def settings_file(environ: Mapping[str, str] = os.environ) -> Path:
    return _path(settings_name(environ))


def settings_name(environ: Mapping[str, str] = os.environ) -> str:
    """The same for who only looks into it: paths are slow to import."""
    return os.path.join(config_folder(environ), _SETTINGS)


def games_folder(environ: Mapping[str, str] = os.environ) -> Path:
    return _path(os.path.join(data_folder(environ), _GAMES))


def tickets_folder(environ: Mapping[str, str] = os.environ) -> Path:
    return _path(os.path.join(data_folder(environ), _TICKETS))


def reports_folder(environ: Mapping[str, str] = os.environ) -> Path:
    return _path(os.path.join(data_folder(environ), _REPORTS))


def index_file(environ: Mapping[str, str] = os.environ) -> Path:
    """What was read from the saved games."""
    return _path(os.path.join(cache_folder(environ), _INDEX))


def daily_key_file(environ: Mapping[str, str] = os.environ) -> Path:
    """What makes the tokens of tries at relays."""
    return _path(os.path.join(data_folder(environ), _DAILY_KEY))


def challenges_file(environ: Mapping[str, str] = os.environ) -> Path:
    """The codes of challenges that were left at relays."""
    return _path(os.path.join(data_folder(environ), _CHALLENGES))


def outbox_file(environ: Mapping[str, str] = os.environ) -> Path:
    """The games that relays get when they are over."""
    return _path(os.path.join(data_folder(environ), _OUTBOX))


def replies_file(environ: Mapping[str, str] = os.environ) -> Path:
    """Who has answered challenges, as far as the player knows."""
    return _path(os.path.join(data_folder(environ), _REPLIES))


def experts_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """What the expert made of the deals of the days."""
    return _path(os.path.join(cache_folder(environ), _EXPERTS))


def _path(name: str) -> Path:
    from pathlib import Path  # late: slow to import, and the help needs no paths

    return Path(name)


def _folder(environ: Mapping[str, str], platform: str, variable: str, usual: str) -> str:
    if environ.get(HOME):
        return os.path.abspath(environ[HOME])
    home = environ.get("HOME") or os.path.expanduser("~")
    if platform == "win32":
        return os.path.join(environ.get("APPDATA") or home, _NAME)
    if platform == "darwin":
        return os.path.join(home, "Library", "Application Support", _NAME)
    named = environ.get(variable, "")
    # The standard says that a relative path is to be ignored.
    return os.path.join(named if os.path.isabs(named) else os.path.join(home, usual), _NAME)
