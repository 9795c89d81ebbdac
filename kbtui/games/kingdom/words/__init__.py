"""Kingdom Builder in words: names, rules, events, rulings.

The doors are ``words`` for names and ``events`` for what happened. It uses ``text`` and the
engine.
"""
