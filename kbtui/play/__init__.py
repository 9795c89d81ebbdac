"""A game as it is played: the session with its seats, saved games, external bots.

The door is ``session.Session``: every move goes through it, and ``saves`` writes it down. This room
uses the engine's contract and the rooms before it, and knows no particular game.
"""
