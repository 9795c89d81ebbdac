"""All commands of ``kb`` as the help shows them. Imports nothing slow."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from kbtui.i18n import N_


class Command(NamedTuple):
    """A command as the help shows it."""

    line: str  # what it does, in the list of all
    text: str  # what it does, in its own help
    examples: tuple[str, ...]
    takes: str = ""  # what stands behind it


COMMANDS: Final[Mapping[str, Command]] = {
    "new": Command(
        N_("start a game against bots, or with others at this keyboard"),
        N_("Start a game at once. Whatever you leave open is drawn or has its usual value."),
        (
            "kb new",
            "kb new --players 3 --sets base,marshlands --seed amber --bots 2",
            "kb new --people 2 --bots greedy,random --first-game",
        ),
    ),
    "continue": Command(
        N_("go on with a saved game"),
        N_("Go on with a saved game exactly where it was: the last one that was played, or FILE."),
        ("kb continue", "kb continue 2", "kb --line continue 2026-11-16-amber-fjord-12"),
        "[FILE]",
    ),
    "tutorial": Command(
        N_("learn the game by playing"), N_("Learn the game by playing."), ("kb tutorial",)
    ),
    "saves": Command(
        N_("list the saved games"),
        N_("List the saved games, those that can go on first, and say where they are kept."),
        ("kb saves",),
    ),
    "replay": Command(
        N_("look at a game again, step by step"),
        N_("Look at a game again, step by step: a saved one or any record file."),
        ("kb replay 3", "kb replay game.kbg --entry 120"),
        "FILE",
    ),
    "verify": Command(
        N_("say whether the cards of a game were dealt fairly"),
        N_(
            "Deal a finished game again and say whether every card was the due one. Exit code "
            "0: it was fair, 1: it was not, 2: that cannot be found out."
        ),
        ("kb verify 3", "kb verify game.kbg", "kb export 3 --record - | kb verify -"),
        "FILE",
    ),
    "export": Command(
        N_("make a picture, a film or a record of a game"),
        N_("Make a file of a saved game or of any record file; - as OUT prints it."),
        ("kb export 3 --svg board.svg --entry 120", "kb export 3 --cast game.cast"),
        "FILE",
    ),
    "rules": Command(
        N_("print the rules of a goal, a tile or a topic"),
        N_("Print the rules of a goal, a tile or a topic. Without one, list them all."),
        ("kb rules", "kb rules lords", "kb rules tavern"),
        "[TOPIC]",
    ),
    "demo": Command(
        N_("let bots play a game and print it"),
        N_("Let bots play a game and print it as text. It is not saved, unless with --record."),
        (
            "kb demo",
            "kb demo --players 4 --seed readme --sets base,marshlands --picture board.svg",
        ),
    ),
    "analyse": Command(
        N_("find the turns of a game that cost most"),
        N_(
            "Find the turns of a game that cost most, against what a coach would have done with "
            "what the player could see. Any record will do, also of a game that still goes on."
        ),
        ("kb analyse 3", "kb analyse game.kbg --level expert --turns 5"),
        "FILE",
    ),
    "arena": Command(
        N_("let bots play many games and count who wins"),
        N_(
            "Let bots play many games and count who wins: everybody with everybody, the same "
            "boards and cards from every seat. Ties count as half. Ctrl-C counts what there is."
        ),
        (
            "kb arena --bots skilled,greedy --games 400 --jobs 2",
            "kb arena --bots expert,skilled --players 3 --json out.json",
        ),
    ),
}
GROUPS: Final = (
    (N_("Play"), ("new", "continue", "tutorial")),
    (N_("Look back"), ("saves", "replay", "verify", "export", "analyse")),
    (N_("Print"), ("rules", "demo")),
    (N_("Bots"), ("arena",)),
)
