"""What the game is played on, and how what is done there is written: hexes, terrain, boards, moves.

``Board`` is what the rules ask, ``Move`` is what they are asked about. This room uses no other.
"""
