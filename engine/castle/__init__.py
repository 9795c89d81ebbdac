"""Castle Builder: the rules as pure functions on an immutable state.

The door is ``game``. The package uses the game-neutral modules of the engine and nothing else.
"""
