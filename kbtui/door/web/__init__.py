"""The door for browsers: open games as pages, live boards, and the app in a page.

Its door is ``webserver.py``. Pages are plain HTML that works without scripts; whatever acts goes
over a WebSocket whose ``Origin`` is checked before it is accepted. It may use every room.
"""
