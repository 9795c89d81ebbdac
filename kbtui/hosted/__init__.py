"""Whether somebody else runs this program for the player, and what is off then.

The door is ``mode``: who hosts it, and the closed list of what a hosted player may ask for. Every
room after ``text`` may ask. It uses ``text`` alone.
"""
