"""What happened: entries as events and turns, replays, exports.

The doors are ``chronicle`` for events and ``replay`` for a moment that moves. This room uses
``play`` and the kit of a game.
"""
