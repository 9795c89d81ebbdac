"""Castle Builder in words: names, effects, events, the rules by topic.

The doors are ``names`` for names and ``events`` for what happened. It uses ``text`` and the
engine.
"""
