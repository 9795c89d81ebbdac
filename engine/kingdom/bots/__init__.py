"""The bots of Kingdom Builder, from one that draws its moves to one that plays games out.

The door is ``levels``. This room may use the rules, the scores and the forms; in the engine only
``game`` uses it.
"""
