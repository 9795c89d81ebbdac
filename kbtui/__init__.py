"""The player's side: the ``kb`` command and, in time, the screens."""
