"""Widgets: cells and lines on a terminal. They know nothing of the rules."""
