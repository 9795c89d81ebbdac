"""The end of a game of Castle Builder: a castle to look at, its coins, and how it came to it.

The door is ``endpage``. It uses ``board``, ``gallery``, ``panels`` and ``words`` of this game.
"""
