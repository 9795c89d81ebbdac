"""What can be chosen for a game of Kingdom Builder: forms, options, seats.

The door is ``setup``. It uses ``text``, ``board`` and ``words`` of this game.
"""
