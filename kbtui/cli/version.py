"""The version of the program, as in ``pyproject.toml``; asking the installation takes too long."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
