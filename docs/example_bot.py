"""An example bot, in plain Python: it goes for locations and castles. docs/external-bots.md."""

import json
import sys

SIZE = 20


def neighbours(name):
    """The names of the hexes around one, also of some beyond the rim."""
    column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
    shift = row % 2  # every second row lies half a hex to the right
    around = [(row, column - 1), (row, column + 1)]
    for other in (row - 1, row + 1):
        around += [(other, column - 1 + shift), (other, column + shift)]
    return [f"{chr(ord('a') + c)}{r + 1}" for r, c in around if 0 <= c < SIZE and 0 <= r < SIZE]


def choose(asked):
    """The move that we like best; of equals the first."""
    board, me = asked["board"], asked["position"]["players"][asked["seat"]]
    reached = {near for settlement in me["settlements"] for near in neighbours(settlement)}

    def rating(move):
        if "from" in move:
            return -1  # what stands may stay
        if "to" not in move:
            return 0.5  # end
        points = 0 if move["action"] == "build" else 1  # a tile gives one settlement more
        for near in neighbours(move["to"]):
            if near not in reached and near in board["locations"]:
                points += 5 if board["locations"][near]["left"] else 0  # a tile to take
            elif near not in reached and board["rows"][int(near[1:]) - 1][ord(near[0]) - 97] == "K":
                points += 3  # gold for a castle
        return points

    return max(asked["moves"], key=rating)["move"]


for line in sys.stdin:
    asked = json.loads(line)
    if asked["cmd"] == "move":
        print(json.dumps({"id": asked["id"], "move": choose(asked)}), flush=True)
