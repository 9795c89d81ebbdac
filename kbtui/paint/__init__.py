"""What a terminal shows: colors, cells, text with tones, symbols.

The door is ``runs``, which every panel and page is made of. This room uses nothing of ours, and
knows neither a game nor the terminal framework.
"""
