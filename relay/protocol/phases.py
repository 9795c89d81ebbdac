"""What a room is doing, in the words of the wire and of tickets.

These words stand apart from the kinds of fields, because a list of games needs no more than them.
"""

from typing import Final

LOBBY: Final = "lobby"
SEALING: Final = "sealing"
PLAYING: Final = "playing"
OVER: Final = "over"
