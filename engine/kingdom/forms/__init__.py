"""Positions as JSON that people write, and descriptions for other programs.

The doors are ``position`` and ``describe``. This room may use the rules and the scores.
"""
