"""The coach of Castle Builder: a hint with its reasons, and the turns that cost most.

The door is ``asking``. It uses the engine's bots and ``words`` of this game.
"""
