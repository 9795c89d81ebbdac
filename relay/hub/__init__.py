"""All rooms and all connections of a relay, without I/O: events in, effects out.

Its door is ``Hub`` in ``hub``. It uses rooms and the protocol; what has to be read, written, sent
or thought about it asks for by effects.
"""
