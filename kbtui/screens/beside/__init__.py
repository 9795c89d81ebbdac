"""What may stand beside an ordinary game: a relay, the tutorial, tips, a plan.

Each module is a ``Companion`` of the game screen, and its door is the function that makes such a
screen. ``companion`` says where a companion has a say.
"""
