"""Widgets: cells and lines on a terminal.

Each module is a widget, but ``private``, the only user of the framework's private names. They use
``paint`` and know nothing of the rules.
"""
