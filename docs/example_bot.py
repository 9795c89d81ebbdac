"""An example bot for both games, in plain Python. docs/external-bots.md.

In Kingdom Builder it goes for locations and castles, in Castle Builder for high cells and coins.
"""

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


def kingdom(asked):
    """How much we like each move of Kingdom Builder."""
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

    return rating


def castle(asked):
    """How much we like each move of Castle Builder."""
    players = asked["position"]["players"]
    coins = [len(player["coins"]) for player in players]
    track, baron = asked["board"]["track"], players[asked["seat"]]["baron"]

    def rating(move):
        if "cell" not in move or move["action"] == "collapse":
            return LIKED.get(move.get("coin", move["action"]), 1)
        if move["action"] == "catapult":
            return coins[move["seat"]] * 10 + int(move["cell"][1:])  # the leader's highest tile
        level = int(move["cell"][1:])
        points = -top_number(move["tile"]) / 5  # small numbers are good to build on
        if level == 1:  # moves nothing, but everything stands on it
            return points + (3 if len(players[asked["seat"]]["castle"]) < 5 else 0.5)
        way = (track[(baron + step) % len(track)] for step in range(1, level + 1))
        return points + 2 * level + 2 * [*way].count("coin") - len(move["discard"])

    return rating


LIKED = {"draw": 1.2, "collapse": 0, "lady": 0.9, "mill": 1.5, "ruby": 2, "thief": 1.5}
GAMES = {"kingdom": kingdom, "castle": castle}


def top_number(word):
    """What a tile gives: 5 of wall5, 1 of stair11/1; on roofs and people nothing can stand."""
    if word.startswith(("roof", "soldier", "lady", "princess")):
        return 8
    digits = "".join(c if c.isdigit() else " " for c in word).split()
    return int(digits[-1]) if digits else 3


for line in sys.stdin:
    asked = json.loads(line)
    if asked["cmd"] == "move":  # of equals the first
        best = max(asked["moves"], key=GAMES[asked["rules"]](asked))
        print(json.dumps({"id": asked["id"], "move": best["move"]}), flush=True)
