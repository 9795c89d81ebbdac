"""Pages about deals that many play: the deal of the day, its table, and challenges.

The doors are the pages; ``outcomes`` says what they lead to.
"""
