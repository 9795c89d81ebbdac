"""``python -m kbtui`` is the ``kb`` command."""

from __future__ import annotations

import sys

from kbtui.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
