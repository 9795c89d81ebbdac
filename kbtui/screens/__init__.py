"""Screens: each connects widgets to a model that knows no terminal."""
