"""Doors: how people play here without installing anything. Other rooms do not know that they exist.

``web/`` is the one for browsers. It may use every room.
"""
