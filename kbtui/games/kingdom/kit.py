"""Where the parts of Kingdom Builder live."""

from typing import Final

from kbtui.games.kit import Kit
from kbtui.text.i18n import N_

_HOME: Final = "kbtui.games.kingdom"

KIT: Final = Kit(
    "kingdom",
    N_("Kingdom Builder"),
    about={
        "play": N_("you against a bot, on a random board"),
        "first": N_("the recommended first board, with tips"),
        "new": N_("choose players, bots, board and goals"),
        "rules": N_("the rules, every goal and every tile"),
        "game": N_("the other game: build settlements on a board of hexes, for gold"),
    },
    words=f"{_HOME}.words.kit:WORDS",
    story=f"{_HOME}.words.events:STORY",
    plain=f"{_HOME}.plain:PLAIN",
    form=f"{_HOME}.form.options:FORM",
    arguments=f"{_HOME}.form.arguments:ARGUMENTS",
    tones=f"{_HOME}.board.grounds:tones",
    screen=f"{_HOME}.screen:SCREEN",
    learn=f"{_HOME}.learn.course:LEARN",
    drawing=f"{_HOME}.board.film:DRAWING",
    coach=f"{_HOME}.coach.asking:COACH",
    tally=f"{_HOME}.tally:TALLY",
    forms=f"{_HOME}.form.kit:FORMS",
    pages=f"{_HOME}.pages:PAGES",
    taps=f"{_HOME}.taps:TAPS",
    rulebook=f"{_HOME}.words.rulebook:RULEBOOK",
)
