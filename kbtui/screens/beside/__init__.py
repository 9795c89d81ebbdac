"""What may stand beside an ordinary game: a relay, the tutorial, tips, a plan.

Each module is a door of its own. It uses the game screen.
"""
