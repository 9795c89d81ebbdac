"""The tutorial of Kingdom Builder, and the tips of the first game.

The doors are ``course`` and ``tips``. It uses ``play`` and ``words`` of this game.
"""
