"""Panels for the screen of any game, and a whole screen for a game that has only lines.

The door is ``textscreen``, the screen that a small game takes as it is. Larger games use the other
modules for what looks the same everywhere. This room uses ``story``, ``play`` and the kit.
"""
