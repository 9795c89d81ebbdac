"""Doors: people play over SSH or in a browser, with nothing to install.

``players`` runs each player's program, locked in; ``web`` is the door for browsers. It is the last
room and may use every other; no other room knows of it.
"""
