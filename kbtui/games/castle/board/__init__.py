"""Castles, tiles and the track in cells.

The doors are ``marks``, what is pointed out on the large castle, and ``zoom``, how large it is. The
room uses ``words`` and the engine's tables; it knows nothing of a person's hand.
"""
