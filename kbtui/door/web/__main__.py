"""``python -m kbtui.door.web``: pages for browsers alone, in front of a relay that runs already."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence
from typing import Final

from kbtui.door.web.options import add_arguments, settings_from
from kbtui.door.web.server import Settings, WebDoor
from kbtui.door.web.watch.home import Ways
from kbtui.text.address import BadAddress, first_address
from relay.server import logs
from relay.server.arguments import Refusal

USAGE: Final = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 after a stop that was asked for, 2 for what cannot be done."""
    parser = argparse.ArgumentParser(prog="kbtui.door.web", description=__doc__)
    parser.add_argument("--relay", default="", metavar="ADDRESS", help="of the games")
    add_arguments(parser.add_argument)
    asked = parser.parse_args(arguments)
    logs.set_up("text", "info", sys.stderr)
    try:
        settings = settings_from(asked, first_address(asked.relay), Ways())
        asyncio.run(_serve(settings))
    except (Refusal, BadAddress, OSError) as problem:
        print(f"kbtui.door.web: {problem}", file=sys.stderr)
        return USAGE
    return 0


async def _serve(settings: Settings) -> None:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with WebDoor(settings) as door:
        print(f"Browsers find it at {door.url}", flush=True)
        await stop.wait()


if __name__ == "__main__":
    sys.exit(main())
