"""Your own games: what the saved records say about them, counted.

The doors are ``index``, which reads the records and remembers what it has read, and ``counted``,
which counts. Everything comes from the records; the index is only a cache of them. This room uses
``play``, the kit of a game and the statistics of the arena.
"""
