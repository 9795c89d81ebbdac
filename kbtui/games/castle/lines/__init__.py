"""Castle Builder in plain lines: castles, markets, racks and track, and answers to questions.

The door is ``plain``. It uses ``text``, the engine and the words of this game.
"""
