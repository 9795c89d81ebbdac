"""Playing without a terminal: a picture of the board to tap on, for phones and for anybody.

The door is ``play.py``, one browser at one seat. ``seats.py`` keeps the seats of browsers that come
and go, ``news.py`` says what a page shows, ``tappage.py`` is that page.
"""
