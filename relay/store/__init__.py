"""Where a relay keeps its rooms: logs of small records that survive any crash.

Its door is ``LogStore`` in ``log_store``, with ``MemoryStore`` there and ``SqliteStore`` in
``sqlite``. It uses the effects that it carries out, and knows nothing of what the records mean.
"""
