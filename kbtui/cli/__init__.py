"""The command line: parsing, help, output, and the way from a command to the app or to line mode.

The door is ``main``. Nothing slow is imported here before it is needed.
"""
