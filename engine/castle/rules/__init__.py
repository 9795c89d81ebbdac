"""What may be done and what follows from it.

The door is ``actions``. It uses the pieces, the state and the moves.
"""
