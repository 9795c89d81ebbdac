"""All rooms and all connections of a relay, without I/O: events in, effects out.

Its door is ``Hub`` in ``hub``. It uses rooms and the protocol; by effects, it asks for what has to
be read, written, sent or thought about.

Several hubs may serve one room, each with its own connections. Whatever they decide goes through
the log: an append that expects another end of it is stale, and what others have appended is folded
as they tell it, or read if something is missing (``stored``). Whom the others have in a room, and
which of them lets bots think and stops clocks, is in ``others`` and ``other_relays``. A hub on its
own needs neither.
"""
