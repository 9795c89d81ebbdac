"""What lies in the box: tiles, coins, the track, and the cells of a castle.

No rules of play are here. It uses nothing but the engine's errors.
"""
