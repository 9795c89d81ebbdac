"""The rules: what may be done now, what a move does, and why another is not legal.

The doors are ``actions`` (legal moves, the checked ``apply``) and ``steps`` (a move that came from
there). This room uses the ground, the setup and the state.
"""
