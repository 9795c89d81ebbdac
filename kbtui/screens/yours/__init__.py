"""Screens about a player's own games.

The doors are the functions that make the screens. They use the pages and the screens around them.
"""
