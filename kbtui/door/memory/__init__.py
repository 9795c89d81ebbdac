"""What a door remembers for its empty hours: finished games, when people come, who was here last.

The door is ``memory``, one file with a bounded size. ``finished`` looks at the relay for public
games that have ended, and ``record`` says what is kept of one. It uses ``people`` and the rooms
below the doors.
"""
