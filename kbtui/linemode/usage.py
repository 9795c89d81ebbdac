"""The help of line mode: what can be typed in a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kbtui.games.kit import Kit
from kbtui.text.i18n import N_, _

_COLUMNS: Final = 8  # for an example of a command, at the least
_LISTING: Final = (
    "legal",
    N_("list the legal moves; type a number to play one"),
)
_HINT: Final = "hint", N_("ask the coach for the best move, and why")
_TIPS: Final = "tips", N_("turn tips for a first game on or off")
_RULES: Final = "rules", N_("list the rules; type rules and a name to read one")
_OTHERS: Final = (
    ("board", N_("draw the board, with the latest changes and what you can do")),
    ("legend", N_("say what the symbols on the board mean")),
    ("scores", N_("say what everyone's score would be if the game ended now")),
    ("undo", N_("undo a move of this turn; redo makes it again")),
    ("quit", N_("leave the game")),
)


def usage(kit: Kit, has_tips: bool) -> Iterator[str]:
    """How moves are typed, then a line for each command."""
    yield from map(_, kit.plain.moves)
    rows = [(example, about) for example, about, _answer in kit.plain.questions.values()]
    helped = (
        *[_HINT] * (kit.coach is not None),
        *[_RULES] * (kit.rulebook is not None),
        *[_TIPS] * has_tips,
    )
    columns = max(_COLUMNS, *(len(example) for example, _about in rows))
    for example, about in (_LISTING, *rows, *helped, *_OTHERS):
        yield f"{example:<{columns}} {_(about)}"
