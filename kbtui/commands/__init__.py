"""The commands of ``kb``, one module each.

The door of each is ``run``; ``cli.main`` imports a module only when its command is used. A command
may use every room.
"""
