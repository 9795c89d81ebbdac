"""Kingdom Builder: everything that the player's side knows about this game.

The door is ``kit``. Only this folder imports ``engine.kingdom``.
"""
