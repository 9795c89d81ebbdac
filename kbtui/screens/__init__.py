"""Screens: each joins widgets to a model that knows no terminal."""
