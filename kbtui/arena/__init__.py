"""The arena: bots against bots, from the games to play to the results.

The doors are ``workers``, which plays, and ``report``. This room uses the engine's contract.
"""
