"""Online play: the player's end of a relay.

The doors are ``entering``, the only way into rooms, and ``guest``, somebody in one. This room uses
``play`` and the relay's client, and knows no screen.
"""
