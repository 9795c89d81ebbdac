"""What can be chosen before a game of Castle Builder.

The doors are ``kit`` for the forms, ``options`` for what is played, ``arguments`` for the command
line, which are apart because a parser must not wait for the rules. It uses ``form``, ``words`` of
this game and the engine.
"""
