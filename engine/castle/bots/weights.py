"""How much things count for the bots, in spaces of the track."""

from typing import Final, NamedTuple


class Weights(NamedTuple):
    promise: float = 1.1  # of an open cell, for each of its levels
    rise: float = 1.0  # the power of the level that it grows with
    near: float = 0.5  # of a tile that fits after a payment
    plenty: float = 22.0  # fitting tiles in the box that make a cell as good as filled
    starter: float = 0.8  # of a half-open cell on a level that most half-open tiles may not start
    tile: float = 0.6  # any tile on the rack
    landing: float = 1.0  # a tile space
    coin: float = 2.0  # a coin space, besides the spaces on the way to it
    fit: float = 0.45  # of the spaces that a tile on the rack could move now
    ground: float = 0.4  # a tile on the first level
    leaf: float = 0.8  # of what a castle promises, where a playout ends
    win: float = 20.0  # the last coin
    royal: float = 1.5  # tiles that a prince or a princess set aside is worth
    useless: float = 0.4  # what a tile that fits nowhere now is worth less
    choice: float = 0.3  # to exchange a tile of a full rack
    standing: float = 0.15  # a tile that stands, for each of its levels
    chosen: float = 1.3  # tiles that a tile of one's choice is worth
    stolen: float = 2.0  # the same for a tile that somebody else loses
    crowded: float = 0.4  # of the tiles that come to a rack without room for them
    theirs: float = 0.8  # how much tiles for opponents hurt
    shot: float = 1.5  # spaces that a hit of the catapult is worth
    loss: float = -1.0  # spaces that a collapse is worth


THUMB: Final = Weights()

FITTED: Final = Weights(
    rise=1.4, loss=-0.7, ground=0.28, useless=0.28, tile=0.84, coin=1.4, theirs=0.56, standing=0.21
)
