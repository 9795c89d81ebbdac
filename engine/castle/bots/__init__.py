"""The bots of Castle Builder.

The door is ``levels``. They see observations and nothing else.
"""
