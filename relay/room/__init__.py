"""One room, from its first fact to its last: who sits where, whose move it is, what each may see.

Its door is ``Room`` in ``room``; ``lobby``, ``referee`` and ``absence`` decide who may change it.
It uses the protocol and the engine, and has no I/O, no clock and no connections.
"""
