"""The game as JSON: positions that are read back, and descriptions for other programs.

The doors are ``position`` and ``describe``. They may use the rules and the scores.
"""
