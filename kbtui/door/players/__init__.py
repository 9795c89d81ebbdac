"""Players' programs: each is a separate process on a pseudo-terminal, with its own folder.

The door is ``players``: ``Players.open`` starts a program for a ``Wish`` and gives a ``Player`` to
write to, resize and hang up. Behind it, ``spawner`` is a process that forks programs which have
imported everything already, ``child`` is what happens after the fork, and ``confine`` locks it in.
It uses ``hosted`` and what ``kb`` runs.
"""
