"""Castle Builder on the player's side: its words, its plain lines, its options.

The door is ``kit``. Only this folder imports ``engine.castle``.
"""
