"""How Castle Builder is learned: a tutorial on prepared castles, and tips for the first game.

The door is ``course``. It uses ``play`` and ``words`` of this game, and ``games/teaching``.
"""
