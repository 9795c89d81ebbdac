"""Where a relay keeps its store by default, following the conventions of the platform.

``KB_HOME`` names one folder for everything instead, as it does for the app.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_NAME: Final = "kbtui"
_FILE: Final = "relay.sqlite"


def store_file(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    return _folder(environ, platform) / _FILE


def _folder(environ: Mapping[str, str], platform: str) -> Path:
    if environ.get("KB_HOME"):
        return Path(environ["KB_HOME"]).absolute()
    home = Path(environ.get("HOME") or Path.home())
    if platform == "win32":
        return Path(environ.get("APPDATA") or home) / _NAME
    if platform == "darwin":
        return home / "Library" / "Application Support" / _NAME
    named = Path(environ.get("XDG_DATA_HOME", ""))
    # The standard says that a relative path is to be ignored.
    return (named if named.is_absolute() else home / ".local" / "share") / _NAME
