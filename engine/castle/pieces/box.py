"""Reads the box: one JSON file with the tiles, the coins and the track.

The rulebook tells the totals and a few single pieces. The rest of the set is our own
reconstruction, and everything that players read about it says so.
"""

import json
from functools import cache
from typing import Any, Final

FILE: Final = "castle.json"
Row = dict[str, Any]


@cache
def box() -> Row:
    """The file of this package, read by the loader of this module: paths are slow to import."""
    loader: Any = __spec__.loader
    data = loader.get_data(f"{__file__.removesuffix('box.py')}data/{FILE}")
    found: Row = json.loads(data)
    return found
