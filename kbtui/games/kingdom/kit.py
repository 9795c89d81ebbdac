"""Where the parts of Kingdom Builder live."""

from typing import Final

from kbtui.games.kit import Kit

_HOME: Final = "kbtui.games.kingdom"

KIT: Final = Kit(
    "kingdom",
    words=f"{_HOME}.words.kit:WORDS",
    story=f"{_HOME}.words.events:STORY",
    plain=f"{_HOME}.plain:PLAIN",
    form=f"{_HOME}.form.table:FORM",
    arguments=f"{_HOME}.form.arguments:ARGUMENTS",
    tones=f"{_HOME}.board.grounds:tones",
    screen=f"{_HOME}.screen:SCREEN",
    learn=f"{_HOME}.learn.course:LEARN",
    drawing=f"{_HOME}.board.film:DRAWING",
    coach=f"{_HOME}.coach.asking:COACH",
    tally=f"{_HOME}.tally:TALLY",
    forms=f"{_HOME}.form.kit:FORMS",
    pages=f"{_HOME}.pages:PAGES",
    rulebook=f"{_HOME}.words.rulebook:RULEBOOK",
)
