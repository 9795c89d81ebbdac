"""Commands about a player's own games: how they went, and what can be played again.

The door of each module is ``run``. They may use every room.
"""
