"""Lets a level of any version of our bots play as an external bot (docs/arena.md).

    kb arena --bots 'expert,exec:python bench/version.py ../old expert'

The first argument is a checkout of the version, the second the level, and a third says how many
positions it may look at. Moves depend on nothing else, so a match can be repeated.
"""

from __future__ import annotations

import json
import sys


def main() -> None:
    folder, name, *rest = sys.argv[1:]
    sys.path.insert(0, folder)  # before the engine is imported: that of the other version
    from engine.contract import find
    from engine.rng import Stream

    nodes = int(rest[0]) if rest else None
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["cmd"] != "move":
            continue
        game = find(asked["rules"])
        seen = game.read_position(asked["position"])
        stream = Stream("version", f"request {asked['id']}")
        move = game.levels[name].choose(seen, stream, nodes=nodes)
        print(json.dumps({"id": asked["id"], "move": game.format(move)}), flush=True)


if __name__ == "__main__":
    main()
