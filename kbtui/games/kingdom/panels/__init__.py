"""Parts of the game screen as lines of text: a view of the game in, lines out.

The door is ``side``, the whole side column. It uses ``play`` and ``words`` of this game.
"""
