"""The screens around an online game: lists of rooms, hosting, the waiting room.

The door is ``entering``. It uses ``lobby``, ``online`` and the screens' base.
"""
