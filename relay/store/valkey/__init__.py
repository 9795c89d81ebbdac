"""Rooms in Valkey (or Redis 7 and later), for several relays at once.

Its door is ``ValkeyStore`` in ``store``, opened by ``opening``. ``address`` reads URLs, ``link`` is
one connection, ``servers`` knows which server has which key, ``scripts`` is what runs in the
server, ``entries`` what lies there, ``listening`` hears what other relays did. It uses the log of
``relay.store`` and the protocol's packing. Only ``link`` knows the client library, and loads it
when a connection is made: a relay without such a store needs no such library.
"""
