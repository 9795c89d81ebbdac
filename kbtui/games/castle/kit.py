"""Where the parts of Castle Builder live."""

from typing import Final

from kbtui.games.kit import Kit
from kbtui.text.i18n import N_

_HOME: Final = "kbtui.games.castle"

KIT: Final = Kit(
    "castle",
    N_("Castle Builder"),
    about={
        "play": N_("you against a bot, to 7 coins"),
        "first": N_("a peaceful game against a novice, with tips"),
        "new": N_("choose players, bots, coins and rules"),
        "rules": N_("the rules, every coin and every tile"),
        "game": N_("the other game: build a castle for coins"),
    },
    words=f"{_HOME}.words.kit:WORDS",
    story=f"{_HOME}.words.events:STORY",
    plain=f"{_HOME}.lines.plain:PLAIN",
    form=f"{_HOME}.form.options:FORM",
    arguments=f"{_HOME}.form.arguments:ARGUMENTS",
    taps=f"{_HOME}.taps.choices:TAPS",
    rulebook=f"{_HOME}.words.rulebook:RULEBOOK",
    coach=f"{_HOME}.coach.asking:COACH",
    tones=f"{_HOME}.board.grounds:tones",
    pages=f"{_HOME}.pages:PAGES",
    drawing=f"{_HOME}.gallery.film:DRAWING",
    forms=f"{_HOME}.form.kit:FORMS",
    learn=f"{_HOME}.learn.course:LEARN",
    screen=f"{_HOME}.screen:SCREEN",
    ending=f"{_HOME}.ending.endpage:ENDING",
    tally=f"{_HOME}.tally:TALLY",
)
