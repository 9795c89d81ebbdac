"""All commands of ``kb`` as the help shows them. Imports nothing slow."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from kbtui.text.i18n import N_


class Command(NamedTuple):
    """A command as the help shows it."""

    line: str  # what it does, in the list of all
    text: str  # what it does, in its own help
    examples: tuple[str, ...]
    takes: str = ""  # what stands behind it


COMMANDS: Final[Mapping[str, Command]] = {
    "new": Command(
        N_("start a game against bots, or with others at this keyboard"),
        N_(
            "Start a game right away. Anything you don't set is drawn at random or left "
            "at its default."
        ),
        (
            "kb new",
            "kb new --players 3 --sets base,marshlands --seed amber --bots 2",
            "kb new --people 2 --bots greedy,random --first-game",
        ),
    ),
    "continue": Command(
        N_("continue a saved game"),
        N_("Continue a saved game exactly where you left off: the last one you played, or FILE."),
        ("kb continue", "kb continue 2", "kb --line continue 2026-11-16-amber-fjord-12"),
        "[FILE]",
    ),
    "daily": Command(
        N_("the deal of the day, the same for everyone"),
        N_(
            "Show how your tries at today's deals stand. Board and bot follow from the date in "
            "UTC. The first try of a day counts, finished or abandoned; practice as often as you "
            "like. At a relay nobody can know the cards beforehand, and there is a table."
        ),
        (
            "kb daily",
            "kb daily --play",
            "kb --line daily --play --game castle",
            "kb daily --text",
            "kb daily --top --relay play.example.org",
        ),
    ),
    "challenge": Command(
        N_("let a friend play the deal of a finished game"),
        N_(
            "Print a code with which a friend plays the deal of a finished game, from the same "
            "seat, against the same bots; or play such a challenge, or compare two games. A relay "
            "keeps challenges under short codes for 30 days."
        ),
        (
            "kb challenge 3",
            "kb challenge 3 --short",
            "kb challenge KQ7-4TN",
            "kb challenge --take CODE",
            "kb challenge 3 --compare CODE",
        ),
        "[FILE | CODE]",
    ),
    "tutorial": Command(
        N_("learn the game by playing"), N_("Learn the game by playing."), ("kb tutorial",)
    ),
    "saves": Command(
        N_("list the saved games"),
        N_("List the saved games, unfinished ones first, and the folder they are in."),
        ("kb saves",),
    ),
    "stats": Command(
        N_("count your saved games: wins, scores, opponents"),
        N_(
            "Count your finished games: wins, scores, opponents, what scored, the last games. "
            "All of it is read from the saved games. There are no percentages for fewer than "
            "10 games."
        ),
        (
            "kb stats",
            "kb stats --against expert --since 2026-10-01",
            "kb stats --game castle --json",
            "kb stats --svg me.svg",
        ),
    ),
    "replay": Command(
        N_("watch a game again, move by move"),
        N_("Watch a game again, move by move: a saved game or any record file."),
        ("kb replay 3", "kb replay game.kbg --entry 120"),
        "FILE",
    ),
    "verify": Command(
        N_("check that a game was dealt fairly"),
        N_(
            "Re-deal a finished game and check every piece. Exit code 0: fair, 1: not "
            "fair, 2: cannot tell."
        ),
        ("kb verify 3", "kb verify game.kbg", "kb export 3 --record - | kb verify -"),
        "FILE",
    ),
    "export": Command(
        N_("export a game as a picture, a cast or a record"),
        N_("Export a saved game or any record file. Use - as OUT to print it."),
        ("kb export 3 --svg board.svg --entry 120", "kb export 3 --cast game.cast"),
        "FILE",
    ),
    "rules": Command(
        N_("print the rules for a goal, a tile, a coin or a topic"),
        N_("Print the rules for a goal, a tile, a coin or a topic. Without one, list them all."),
        ("kb rules", "kb rules lords", "kb rules tavern", "kb rules mill"),
        "[TOPIC]",
    ),
    "demo": Command(
        N_("let bots play a game and print it"),
        N_("Let bots play a game and print it as text. It is saved only with --record."),
        (
            "kb demo",
            "kb demo --players 4 --seed readme --sets base,marshlands --picture board.svg",
        ),
    ),
    "analyze": Command(
        N_("find the costliest turns of a game"),
        N_(
            "Find the costliest turns of a game, compared with what a coach would "
            "have done knowing only what the player could see. Any record will do, "
            "even of an unfinished game."
        ),
        ("kb analyze 3", "kb analyze game.kbg --level expert --turns 5"),
        "FILE",
    ),
    "host": Command(
        N_("open a room on a relay to play with others"),
        N_(
            "Open a room on a relay and wait for others, who join with its code. "
            "Anything you don't set is drawn at random or left at its default."
        ),
        (
            "kb host --players 3 --bots 1 --relay example.org",
            "kb host --listed --clock turn:2d",
            "kb --line host --no-watching",
        ),
    ),
    "join": Command(
        N_("join a game on a relay"),
        N_("Join a game on a relay with the room code that the host gives you."),
        ("kb join KQ7-4TN", "kb --line join kq74tn --relay example.org --name Ann"),
        "CODE",
    ),
    "watch": Command(
        N_("watch a game on a relay"),
        N_(
            "Watch a game on a relay. You see it from the start, whenever you join. Without a "
            "code, choose from the public games."
        ),
        ("kb watch KQ7-4TN", "kb --line watch KQ7-4TN --relay example.org"),
        "[CODE]",
    ),
    "games": Command(
        N_("list the public games on a relay"),
        N_("List the public games on a relay."),
        ("kb games", "kb games --relay example.org"),
    ),
    "status": Command(
        N_("show where it is your turn online"),
        N_(
            "Print one line about your online games, for scripts and status bars. It "
            "joins no room. Exit code 0: it is your turn somewhere, 1: it is not, 2: "
            "a relay does not answer."
        ),
        ("kb status", "kb status --long", "kb status --json --watch"),
    ),
    "bot": Command(
        N_("let a bot join a game on a relay"),
        N_(
            "Let a bot join a game on a relay, from anywhere, and play it to the end; or let it "
            "take its own try at the deal of the day."
        ),
        (
            "kb bot --join KQ7-4TN --level skilled",
            "kb bot --join KQ7-4TN --level exec:./mybot --games 5",
            "kb bot --daily kingdom --level exec:./mybot --name robot",
        ),
        "--join CODE",
    ),
    "arena": Command(
        N_("let bots play many games and count who wins"),
        N_(
            "Let bots play many games and count who wins: every bot against every "
            "other, with the same deals from every seat. Ties count as "
            "half a win. Press Ctrl-C to stop and count the games so far."
        ),
        (
            "kb arena --bots skilled,greedy --games 400 --jobs 2",
            "kb arena --bots expert,skilled --players 3 --json out.json",
        ),
    ),
}
# Other spellings, which no help shows.
SPELLINGS: Final[Mapping[str, str]] = {"analyse": "analyze"}
GROUPS: Final = (
    (N_("Play"), ("new", "continue", "daily", "challenge", "tutorial", "rules")),
    (N_("Saved games"), ("saves", "stats", "replay", "verify", "export", "analyze")),
    (N_("Online"), ("host", "join", "watch", "games", "status")),
    (N_("Bots"), ("bot", "arena", "demo")),
)
