"""What the door itself says in a session, where no program runs that could."""

from __future__ import annotations

from typing import Final

from kbtui.text.i18n import N_

# What a program that was killed has left on: other screen, hidden cursor, mouse, pastes, long lines
# that are cut.
RESTORE: Final = (
    "\x1b[?1049l\x1b[?25h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?2004l"
    "\x1b[?1004l\x1b[<u\x1b[?7h\x1b[0m"
)
FULL: Final = N_("This door is full now; try again in a while.")
TOO_MANY: Final = N_("You have too many sessions open; close one first.")
CROWDED: Final = N_("Too many sessions are open from your address; try again in a while.")
KEY_NEEDED: Final = N_("{word} needs a key: you came as a guest.")
NEW_KEY: Final = N_(
    "This key is new here: type ssh {door} to choose a name, or {named} if another key of yours "
    "has an account."
)
LOST: Final = N_("The program has ended. Your games are saved: type ssh {door} to continue.")
IDLE: Final = N_("You were away for a while. Your games are saved: type ssh {door} to continue.")
DOWN: Final = N_("Accounts cannot be reached right now. Nothing is lost: try again in a minute.")
MEANWHILE: Final = N_("Press Enter to play as a guest meanwhile, or another key to leave.")
NOWHERE: Final = N_("This code does not work: it was used already, or it has expired.")
