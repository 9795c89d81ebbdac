"""The app and its screens: each connects widgets to a model that knows no terminal.

The doors are ``app`` and ``opening``. Only this room uses the terminal framework.
"""
