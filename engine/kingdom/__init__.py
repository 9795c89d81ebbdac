"""Kingdom Builder with Marshlands. The rule ids in comments refer to docs/rules.md.

The door is ``game``: everybody who does not have to know this game asks ``engine.contract`` for it.
"""
