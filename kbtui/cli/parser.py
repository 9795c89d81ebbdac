"""The command line: commands, options and their help. Imports nothing slow, for ``kb --help``."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NoReturn

from kbtui.cli.botarguments import add_analyze, add_arena
from kbtui.cli.catalogue import COMMANDS, GROUPS, SPELLINGS
from kbtui.cli.complaints import complaint
from kbtui.cli.onlinearguments import add_bot, add_code, add_games, add_host, add_relay, add_status
from kbtui.cli.version import VERSION
from kbtui.games.kit import Kit, find, keys, on_screen
from kbtui.text.i18n import LANGUAGES, _
from kbtui.text.levels import LEVELS
from kbtui.text.refusal import Refusal
from kbtui.text.words import both

# The library would look for translations of its own texts, for longer than all the rest takes.
# Nobody sees its headings, and its complaints have to be in English to become ours.
argparse._ = str  # type: ignore[attr-defined]

_WIDTH: Final = 80
_INDENT: Final = 20  # where explanations begin
GRAY, GREY = "gray", "grey"  # as the help and as the settings spell it
_COLORS: Final = ("auto", "true", "256", "16", GRAY, "none")
_THEMES: Final = ("dark", "light")
_GAME: Final = "--game"
_LANGUAGES: Final = ("auto", *LANGUAGES)
_FIRST: Final = (
    "kb new --players 3 --bots 2 --sets base,marshlands",
    "kb --line new --game castle --people 2",
    "kb rules lords",
)


class _Parser(argparse.ArgumentParser):
    """One that refuses in one sentence, and whose headings are ours. ``about`` makes what stands
    above and below the options, when somebody asks for help."""

    def __init__(self, about: Callable[[], tuple[str, str]], **more: Any) -> None:
        def formatter(prog: str) -> argparse.HelpFormatter:
            return _Formatter(prog, max_help_position=_INDENT, width=_WIDTH)

        super().__init__(add_help=False, allow_abbrev=False, formatter_class=formatter, **more)
        self._about = about
        self.asked: _Parser = self  # that of the command, which knows more than that of kb
        self.game: str | None = None  # that the command line names

    def format_help(self) -> str:
        self.description, self.epilog = self._about()
        return super().format_help()

    def print_help(self, file: Any = None) -> None:
        print(self.format_help(), end="", file=file)  # the original hides that the disk is full

    def error(self, message: str) -> NoReturn:
        known = (*COMMANDS, *(kit.key for kit in on_screen()), *self.asked._option_string_actions)
        raise Refusal(complaint(message, self.asked.prog, known))


class _Formatter(argparse.RawDescriptionHelpFormatter):
    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, _("Usage: ") if prefix is None else prefix)


def build(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of a command line with these words. The namespace has ``command``, None without
    one. Only commands that are named are known: each takes time."""
    parser = _Parser(_about_all, prog="kb", usage=_("kb [command] [options]"))
    everywhere = _everywhere(parser, _("Options, also accepted after a command"), is_main=True)
    everywhere.add_argument(
        "--version", action="version", version=f"kb {VERSION}", help=_("show the version")
    )
    commands = parser.add_subparsers(
        dest="command", metavar="command", help=argparse.SUPPRESS, parser_class=_Parser
    )
    named, game = [SPELLINGS.get(word, word) for word in words], _named_game(words)
    for kit in on_screen():
        if kit.key in named:  # the name of a game opens its menu
            name, about = f"kb {kit.key}", partial(_about_game, kit)
            usage = f"{name} {_('[options]')}"
            opened = commands.add_parser(kit.key, about=about, prog=name, usage=usage)
            _everywhere(opened, _("General options (kb --help lists more)"))
    for name in COMMANDS:
        if name in named:
            takes = COMMANDS[name].takes
            usage = " ".join(filter(None, ("kb", name, takes, _("[options]"))))
            about = partial(_about_one, name, game)
            also = [other for other, spelled in SPELLINGS.items() if spelled == name]
            command = commands.add_parser(
                name, aliases=also, about=about, prog=f"kb {name}", usage=usage
            )
            command.game = game
            _ARGUMENTS.get(name, _no_arguments)(command)
            _everywhere(command, _("General options (kb --help lists more)"))
            if name == next((word for word in named if word in COMMANDS), None):
                parser.asked = command
    return parser


def _named_game(words: Sequence[str]) -> str | None:
    """The game that is asked for, before the parser can be built; None: the default."""
    found = None
    for place, word in enumerate(words, 1):
        if word == _GAME:
            found = "".join(words[place : place + 1])
        elif word.startswith(f"{_GAME}="):
            found = word.removeprefix(f"{_GAME}=")
    return found


def _about_all() -> tuple[str, str]:
    """All commands above the options of ``kb``, examples below them."""
    first, *others = (_listed(title, names) for title, names in GROUPS)
    groups = "\n\n".join(["\n".join([first, *_game_lines()]), *others])
    kits = [*map(find, keys())]
    about = _("{games} in the terminal. Type kb without a command to open the menu.")
    more = _("Type kb COMMAND --help to learn more about a command.")
    told = _filled(about.format(games=both(_(kit.title) for kit in kits)))
    return f"{told}\n\n{groups}", f"{_examples(_FIRST)}\n\n{more}"


def _about_game(kit: Kit) -> tuple[str, str]:
    text = _("Open the menu of {game}.").format(game=_(kit.title))
    return text, _examples((f"kb {kit.key}", f"kb --line {kit.key}", f"kb new --game {kit.key}"))


def _game_lines() -> Iterator[str]:
    """A command for each game but the first, whose menu opens without one."""
    text = _("open the menu of {game}")
    kits = (kit for kit in on_screen() if kit is not find(None))
    return (_hanging(kit.key, text.format(game=_(kit.title))) for kit in kits)


def _about_one(name: str, game: str | None) -> tuple[str, str]:
    """What a command does above its options, examples below them."""
    command = COMMANDS[name]
    options = find(game).arguments if name in _NAMING else None
    examples = (options and options.examples) or command.examples
    below = [*map(_filled, options.names() if options else ()), _examples(examples)]
    return _filled(_(command.text)), "\n\n".join(below)


def _listed(title: str, names: Sequence[str]) -> str:
    lines = (_hanging(name, _(COMMANDS[name].line)) for name in names)
    return "\n".join([f"{_(title)}:", *lines])


def _hanging(name: str, text: str) -> str:
    first = f"  {name:<{_INDENT - 4}}  "
    return _filled(text, first, " " * _INDENT, hyphens=True)


def _examples(lines: Sequence[str]) -> str:
    return "\n".join([_("Examples:"), *(f"  {line}" for line in lines)])


def _everywhere(parser: _Parser, title: str, is_main: bool = False) -> argparse._ArgumentGroup:
    """Options that may stand before and behind the command; only the help of ``kb`` tells all."""
    group = parser.add_argument_group(title)

    def add(name: str, usual: object, text: str, **more: Any) -> None:
        # Behind a command only what is given counts, so that it does not undo what stood before.
        default = usual if is_main else argparse.SUPPRESS
        shown = text if is_main or name == "--line" else argparse.SUPPRESS
        group.add_argument(name, default=default, help=shown, **more)

    text = _("play in plain lines, for screen readers and scripts")
    add("--line", False, text, action="store_true")
    add("--color", None, ", ".join(_COLORS), type=_color, choices=_COLORS, metavar="MODE")
    hidden = argparse.SUPPRESS  # half of the world spells it with a u
    group.add_argument(
        "--colour", dest="color", type=_color, choices=_COLORS, default=hidden, help=hidden
    )
    add("--theme", None, ", ".join(_THEMES), choices=_THEMES, metavar="NAME")
    add("--ascii", False, _("draw with plain ASCII characters only"), action="store_true")
    add("--language", None, ", ".join(_LANGUAGES), choices=_LANGUAGES, metavar="NAME")
    group.add_argument("-h", "--help", action="help", help=_("show this help"))
    return group


def _color(text: str) -> str:
    """With the spelling of the help."""
    return GRAY if text == GREY else text


def _new_arguments(parser: _Parser) -> None:
    add = parser.add_argument_group(_("Players")).add_argument
    add("--players", type=int, metavar="N", help=_("2, 3 or 4 in all"))
    add(
        "--people",
        type=int,
        metavar="N",
        help=_("how many people share this keyboard (default: 1)"),
    )
    add("--bots", metavar="N|LEVELS", help=_("how many bots, or a level for each: skilled,novice"))
    levels = ", ".join(LEVELS)
    add("--level", metavar="LEVEL", help=levels)
    add("--name", metavar="NAME", help=_("your name"))
    add("--tips", action="store_true", help=_("tips for a first game, at the right moment"))
    parser.set_defaults(first_game=False)  # not every game has the option
    _option_arguments(parser)


def _game_argument(add: Callable[..., object], text: str) -> None:
    games = ", ".join(keys())
    add(_GAME, metavar="GAME", help=text.format(games=games, game=find(None).key))


def _option_arguments(parser: _Parser) -> None:
    """Of the game that the command line names."""
    add = parser.add_argument_group(_("Game options")).add_argument
    _game_argument(add, _("{games} (default: {game}); each has options of its own"))
    add("--seed", metavar="TEXT", help=_("any short text; the same seed gives the same game"))
    find(parser.game).arguments.add(add)


def _continue_arguments(parser: _Parser) -> None:
    group = _file_argument(parser, nargs="?")
    text = _("external bots for the seats that had one: exec:./mybot")
    group.add_argument("--bots", metavar="PROGRAMS", help=text)


def _replay_arguments(parser: _Parser) -> None:
    _entry_argument(_file_argument(parser))


def _export_arguments(parser: _Parser) -> None:
    group = _file_argument(parser)
    _entry_argument(group)
    one = group.add_mutually_exclusive_group(required=True)
    one.add_argument("--svg", metavar="OUT", help=_("a picture of the board"))
    one.add_argument("--cast", metavar="OUT", help=_("a cast of the game, for asciinema"))
    one.add_argument("--record", metavar="OUT", help=_("the record up to that entry"))
    group.add_argument("--force", action="store_true", help=_("overwrite OUT if it exists"))


def _daily_arguments(parser: _Parser) -> None:
    group = parser.add_argument_group(_("Deal of the day"))
    _game_argument(group.add_argument, _("{games} (default: {game})"))
    one = group.add_mutually_exclusive_group()
    one.add_argument("--play", action="store_true", help=_("play the try that counts"))
    one.add_argument("--practice", action="store_true", help=_("play a deal that cannot count"))
    one.add_argument("--text", action="store_true", help=_("print the result as a text to paste"))
    one.add_argument(
        "--table", action="store_true", help=_("your place on the relay, and all results")
    )
    one.add_argument("--top", action="store_true", help=_("the same, with a list of the best"))
    group.add_argument("--json", action="store_true", help=_("print it as JSON"))
    group.add_argument("--day", metavar="DAY", help=_("the table of another day: 2026-11-16"))
    add = add_relay(parser).add_argument
    add("--offline", action="store_true", help=_("without a relay: open cards, not ranked"))


def _challenge_arguments(parser: _Parser) -> None:
    group = _file_argument(parser, nargs="?")
    one = group.add_mutually_exclusive_group()
    text = _("play the challenge with this code, or in this file")
    one.add_argument("--take", metavar="CODE", help=text)
    text = _("compare the game with this one: a code, or a file")
    one.add_argument("--compare", metavar="CODE", nargs="?", const="", help=text)
    one.add_argument("--out", metavar="OUT", help=_("write the challenge to a file"))
    text = _("leave the challenge at a relay, for a code like KQ7-4TN")
    one.add_argument("--short", action="store_true", help=text)
    add_relay(parser)


def _stats_arguments(parser: _Parser) -> None:
    add = parser.add_argument_group(_("Which games")).add_argument
    _game_argument(add, _("{games} (default: {game})"))
    add("--against", metavar="WHO", help=_("a level of bots, people, or a name"))
    add("--players", type=int, metavar="N", help=_("games with this many players"))
    add("--since", metavar="DAY", help=_("games from this day on: 2026-10-01"))
    group = parser.add_argument_group(_("Output"))
    text = _("how many of the last games are listed (default: 20)")
    group.add_argument("--last", type=int, default=20, metavar="N", help=text)
    one = group.add_mutually_exclusive_group()
    one.add_argument("--json", action="store_true", help=_("print it as JSON"))
    one.add_argument("--svg", metavar="OUT", help=_("write a picture; - prints it"))
    group.add_argument("--force", action="store_true", help=_("overwrite OUT if it exists"))


def _file_argument(parser: _Parser, **more: Any) -> argparse._ArgumentGroup:
    group = parser.add_argument_group(_("Game"))
    text = _("a record file, or the name or number of a saved game")
    group.add_argument("file", metavar="FILE", help=text, **more)
    return group


def _entry_argument(group: argparse._ArgumentGroup) -> None:
    text = _("number of the entry to go to; 0 is the setup")
    group.add_argument("--entry", type=int, metavar="N", help=text)


def _verify_arguments(parser: _Parser) -> None:
    group = parser.add_argument_group(_("Game"))
    text = _("a record file, the name or number of a saved game, or - for standard input")
    group.add_argument("file", metavar="FILE", help=text)


def _tutorial_arguments(parser: _Parser) -> None:
    add = parser.add_argument_group(_("Tutorial")).add_argument
    _game_argument(add, _("{games} (default: {game})"))


def _rules_arguments(parser: _Parser) -> None:
    add = parser.add_argument_group(_("Rules")).add_argument
    add("topic", metavar="TOPIC", nargs="*")
    _game_argument(add, _("{games} (default: {game})"))


def _demo_arguments(parser: _Parser) -> None:
    add = parser.add_argument_group(_("Players")).add_argument
    add("--players", type=int, default=2, metavar="N", help=_("2, 3 or 4"))
    text = _("one level, or one for each bot: {levels}").format(levels=", ".join(LEVELS))
    add("--bots", metavar="LEVELS", help=text)
    _option_arguments(parser)
    add = parser.add_argument_group(_("Output")).add_argument
    add("--quiet", action="store_true", help=_("print only the final board and the scores"))
    add("--record", metavar="FILE", help=_("save the game as a text record"))
    add("--picture", metavar="FILE", help=_("draw the final board as SVG"))


def _analyze_arguments(parser: _Parser) -> None:
    add_analyze(_file_argument(parser))


def _arena_arguments(parser: _Parser) -> None:
    add_arena(parser, LEVELS)
    _option_arguments(parser)


def _host_arguments(parser: _Parser) -> None:
    add_host(parser, LEVELS)
    _option_arguments(parser)


def _bot_arguments(parser: _Parser) -> None:
    add_bot(parser, LEVELS)


def _no_arguments(parser: _Parser) -> None:
    """Nothing but what can be said everywhere."""


def _filled(text: str, first: str = "", rest: str = "", hyphens: bool = False) -> str:
    """Lines that begin with ``first`` and ``rest`` and may break at ``hyphens``."""
    from textwrap import fill  # slow to import, and only the help needs it

    return fill(
        text, _WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=hyphens
    )


_ARGUMENTS: Final[Mapping[str, Callable[[_Parser], object]]] = {
    "new": _new_arguments,
    "continue": _continue_arguments,
    "challenge": _challenge_arguments,
    "daily": _daily_arguments,
    "stats": _stats_arguments,
    "tutorial": _tutorial_arguments,
    "replay": _replay_arguments,
    "verify": _verify_arguments,
    "export": _export_arguments,
    "rules": _rules_arguments,
    "demo": _demo_arguments,
    "analyze": _analyze_arguments,
    "host": _host_arguments,
    "join": add_code,
    "watch": add_code,
    "games": add_games,
    "status": add_status,
    "bot": _bot_arguments,
    "arena": _arena_arguments,
}
_NAMING: Final = ("new", "demo", "host")  # whose help tells what can be named
