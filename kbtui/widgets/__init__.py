"""Widgets: cells and lines on a terminal, and nothing of the rules."""
