"""The hall: the one page where people find games and each other.

The door is ``hallpage``. What the page knows is ``known``, which the screen keeps up to date;
``rows`` is what can be chosen, ``sections`` draws it, ``aside`` is the column with the board of a
game, and ``hallwords`` are texts that both share. It uses ``lobby`` and the rooms below it.
"""
