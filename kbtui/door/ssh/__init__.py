"""The SSH server of a door: who connects, who they are, and their sessions.

The door is ``sshserver``, which counts connections before any key is exchanged. ``proxy`` reads
where they come from, ``login`` settles who somebody is, ``session`` connects a channel with a
player's program, and ``sentences`` is what it says itself. It uses ``asyncssh`` (the extra
``ssh``), the accounts and the players.
"""
