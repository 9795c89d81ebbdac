"""Waiting rooms and lists of games on a relay, as models and pages.

The doors are ``waiting`` and ``rooms``. This room uses ``online`` and ``text``, and knows no
terminal.
"""
