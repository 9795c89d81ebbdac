"""Castle Builder on a page that is tapped on.

Its door is ``choices.py``: moves as taps. ``picture.py`` draws castles and the track. It uses
``words``, ``lines`` and the engine.
"""
