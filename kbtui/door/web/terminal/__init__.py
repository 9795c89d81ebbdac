"""The app in a page: a terminal that is drawn by a script, and a player's program behind it.

Its door is ``bridge.py``, one page at one program. ``sessions.py`` keeps programs whose page is
reloaded, ``modes.py`` remembers what their terminal was told, ``terminalpage.py`` is the page.
Programs are those of ``door/players``, as over SSH.
"""
