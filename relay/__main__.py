"""`python -m relay`: the same as `kb-relay`."""

import sys

from relay.server.cli import main

if __name__ == "__main__":
    sys.exit(main())
