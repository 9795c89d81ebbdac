"""Line mode: games and waiting rooms as plain lines, for screen readers and scripts.

The doors are ``game`` and ``visit``. This room uses ``play``, ``online`` and the kit of a game.
"""
