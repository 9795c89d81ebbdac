"""The games of this program, each in a folder of its own.

The door is ``kit``: what a game brings to the player's side. A game's folder uses the rooms up to
``panels``, its own engine, and never another game.
"""
