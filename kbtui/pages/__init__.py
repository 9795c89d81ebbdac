"""Full-screen pages without a board to play on: menu, lists, settings, rules, score.

Each module is a door: a ``Page`` that a screen shows. This room uses ``text`` and what it lists,
and knows no terminal.
"""
