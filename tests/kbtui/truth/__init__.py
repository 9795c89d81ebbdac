"""Screen truth: a terminal shows what the app means it to show, whatever was pressed before.

The bytes of the app go into the emulator of a terminal (``emulator``). After every step of a walk
(``walking``) through one of the scenes (``places``), what the emulator shows has to be the picture
that new widgets paint of the same moment (``fresh``). ``python -m tests.kbtui.truth --help`` for
walks that take as long as you like.
"""
