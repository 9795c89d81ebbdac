"""The form that is filled in before a game, at this keyboard or online, whatever the game.

The doors are ``sheet``, what a game brings to it, and ``forms``, what comes of that. It uses
``text``, ``play`` and the kit.
"""
