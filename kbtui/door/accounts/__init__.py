"""Who is who at a door: accounts, their keys, and codes that lead to them.

The door is ``store``: ``Accounts`` is what a door needs, ``SqliteAccounts`` keeps it in one file
that several doors of one machine can share. ``valkey`` keeps it for doors on several machines, with
``scripts`` that run in the server; ``openaccounts`` says which of the two it is. ``names`` says
what a player may be called, ``codes`` makes and reads codes. It uses the lists of commands and
levels, whose names are nobody's, and the relay's way to a Valkey.
"""
