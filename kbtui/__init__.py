"""The player's side: the ``kb`` command, the full-screen app, line mode and online play."""
