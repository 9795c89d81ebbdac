"""How things look here: what the terminal can show, and what the player set.

The door is ``look.Look``, made again whenever a setting changes. This room uses ``paint``, ``text``
and ``disk``.
"""
