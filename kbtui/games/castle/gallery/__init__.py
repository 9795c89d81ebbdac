"""What panels, pages and files show of castles, tiles and the track.

The doors are ``held``, tiles in the hand, ``small``, castles of others, and ``track``. The room
uses ``board``, which has the pictures, and ``words``; it knows nothing of a person's hand.
"""
