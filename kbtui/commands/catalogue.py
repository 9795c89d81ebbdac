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
    "host": Command(
        N_("open a room at a relay, for a game with others"),
        N_(
            "Open a room at a relay and wait there for others, who join with its code. Whatever "
            "you leave open is drawn or has its usual value."
        ),
        (
            "kb host --players 3 --bots 1 --relay example.org",
            "kb host --listed --clock turn:2d",
            "kb --line host --no-watching",
        ),
    ),
    "join": Command(
        N_("sit down in a room of a relay"),
        N_("Sit down in a room of a relay; the host tells you its code."),
        ("kb join KQ7-4TN", "kb --line join kq74tn --relay example.org --name Ann"),
        "CODE",
    ),
    "watch": Command(
        N_("look on in a room of a relay"),
        N_("Look on in a room of a relay, from the first card on; whenever you come."),
        ("kb watch KQ7-4TN", "kb --line watch KQ7-4TN --relay example.org"),
        "CODE",
    ),
    "games": Command(
        N_("list the open games of a relay"),
        N_("List the games of a relay that want to be found."),
        ("kb games", "kb games --relay example.org"),
    ),
    "status": Command(
        N_("say where it is your turn online"),
        N_(
            "Say in one line how your online games stand, for scripts and status bars. No seat "
            "is taken by it. Exit code 0: it is your turn somewhere, 1: it is not, 2: a relay "
            "gives no answer."
        ),
        ("kb status", "kb status --long", "kb status --json --watch"),
    ),
    "bot": Command(
        N_("let a bot join a room of a relay"),
        N_("Let a bot join a room of a relay, from anywhere, and play there until the end."),
        (
            "kb bot --join KQ7-4TN --level skilled",
            "kb bot --join KQ7-4TN --level exec:./mybot --games 5",
        ),
        "--join CODE",
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
    (N_("Online"), ("host", "join", "watch", "games", "status")),
    (N_("Bots"), ("bot", "arena")),
)
