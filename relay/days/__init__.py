"""The same cards for all: the deal of a day, and the log of those who have tried it.

The doors are ``deals``, which makes the deal of a day, and ``Day`` in ``day``, the fold of its log.
It uses the protocol, and the letters of the facts of rooms.
"""
