"""Folders, files, locks and the player's settings.

The doors are ``settings`` and ``files``, which never lose what was there before. This room uses
``text``.
"""
