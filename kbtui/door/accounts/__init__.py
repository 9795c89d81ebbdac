"""Who is who at a door: accounts, their keys, and codes that lead to them.

The door is ``store``: ``Accounts`` is what a door needs, ``SqliteAccounts`` keeps it in one file
that several doors of one machine can share. ``names`` says what a player may be called, ``codes``
makes and reads codes. It uses the lists of commands and levels, whose names are nobody's.
"""
