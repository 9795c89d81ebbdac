"""Watching in a browser: the list of games, the page of a room, and what changes in it.

Its doors are ``home.py`` and ``roompage.py``, the pages. ``room.py`` is a room from one chair, and
``gallery.py`` has all rooms that somebody watches.
"""
