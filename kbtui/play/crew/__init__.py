"""A second process for bots that have many playouts to run (docs/bots.md).

The door is ``second_core``, which decides whether there is one. It uses the engine, and nothing of
a game but the bots that the contract names.
"""
