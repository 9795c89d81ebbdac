"""A person at a castle: the cursor, what is in hand, what can be chosen, and what is said of it.

The door is ``hand``. It uses ``words``, ``lines`` for what is typed, the marks of ``board``, and
the engine; it knows no terminal.
"""
