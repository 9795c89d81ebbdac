"""What is sent between a client and a relay, and what both ends know about it.

Its door is ``messages`` (one class per message) with ``codec`` (their bytes). It uses the engine
and msgpack, and nothing else of the relay.
"""
