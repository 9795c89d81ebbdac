"""The player's side: the ``kb`` command, the full-screen app, line mode and online play.

Each folder is a room, and a room imports only rooms that come before it; docs/architecture.md has
the order, and tests/test_rooms.py proves it. Only ``games/<game>`` knows a game, and only
``screens`` knows the terminal framework.
"""
