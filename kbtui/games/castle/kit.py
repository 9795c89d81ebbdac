"""Where the parts of Castle Builder live."""

from typing import Final

from kbtui.games.kit import Kit

_HOME: Final = "kbtui.games.castle"

KIT: Final = Kit(
    "castle",
    words=f"{_HOME}.words.kit:WORDS",
    story=f"{_HOME}.words.events:STORY",
    plain=f"{_HOME}.lines.plain:PLAIN",
    form=f"{_HOME}.form.table:FORM",
    arguments=f"{_HOME}.form.arguments:ARGUMENTS",
    rulebook=f"{_HOME}.words.rulebook:RULEBOOK",
    coach=f"{_HOME}.coach.asking:COACH",
    forms=f"{_HOME}.form.kit:FORMS",
    tally=f"{_HOME}.tally:TALLY",
)
