"""What can be chosen for a game of Kingdom Builder: its form, its options on a command line.

The door is ``kit``. It uses ``form``, ``board`` and ``words`` of this game.
"""
