"""Parts of the game screen as lines: hand, track, coins, players and their castles, log.

The door is ``side``, the whole side column; ``layout`` says where everything lies. It uses ``play``
for what is chosen, ``words`` and the pictures of ``board``.
"""
