"""The engine: games as logs, folded by pure rules without I/O, clock or hidden randomness.

The doors are ``contract`` (games by their keys), ``table``, ``dealer`` and ``record``; ``process``
is all of it for programs in other languages. The engine uses the standard library alone, and its
neutral modules know games by the contract alone.
"""
