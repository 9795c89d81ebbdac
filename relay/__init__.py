"""Online games, in six rooms: protocol, store, room, hub, server, client, in this order.

A room imports only rooms before it, and the client only the protocol: the two ends of a connection
share nothing but what is sent over it. Beside the rooms lie ``effects`` and ``moment``, what the
core asks for and what it is given, and ``deadline`` for bots. The core (room, hub) has no I/O and
no clock.
"""
