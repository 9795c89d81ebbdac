"""Doors: people play over SSH or in a browser, with nothing to install.

The door is ``serve``, the command ``kb-door``. ``players`` runs each player's program, locked in;
``accounts`` knows who is who; ``ssh`` and ``web`` are two ways in, ``shared`` is what both use. It
is the last room and may use every other; no other room knows of it.
"""
