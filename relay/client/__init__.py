"""The player's end of a connection, for apps and bots.

Its doors are ``Client`` in ``client``, which has no I/O, ``connection``, which keeps it connected,
and ``visit`` for a few questions. It uses the protocol and the engine, and nothing else of the
relay.
"""
