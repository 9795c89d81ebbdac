"""A person at the board of Kingdom Builder: the cursor, the steps of a move, prompts.

The door is ``hand``. It uses the session, ``board`` and ``words``.
"""
