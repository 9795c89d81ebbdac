"""Waiting rooms and lists of games on a relay, as models and pages.

The door is ``waiting``. This room uses ``online`` and ``text``, and knows no
terminal.
"""
