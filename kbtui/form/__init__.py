"""The form that is filled in before a game, at this keyboard or online, whatever the game.

The doors are ``sheet``, what a game brings to it, and ``forms``, what comes of that; ``textform``
is a ready-made sheet for a small game. It uses ``text``, ``play`` and the kit.
"""
