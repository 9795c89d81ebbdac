"""What a game brings to the player's side, and the registry of these kits.

A kit only names where the parts of a game live; a part is imported when it is first asked for. A
part that a game does not have yet is None, so that a game can arrive in slices. What the rules say
is ``engine.contract``; everything here is about telling and showing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast

from engine.contract import AnyGame, Seat, default
from engine.contract import find as find_game
from engine.errors import BadOptions
from kbtui.text.page import Page

if TYPE_CHECKING:
    from argparse import Namespace

    from kbtui.games.coaching import Coach
    from kbtui.games.drawing import Drawing
    from kbtui.games.plain import Plain
    from kbtui.games.screen import Ending, Learn, Screen
    from kbtui.games.tallying import Tally
    from kbtui.games.taps import Taps
    from kbtui.look.look import Look
    from kbtui.look.theme import Tones
    from kbtui.paint.cells import Cell
    from kbtui.paint.palette import Ground, Palette
    from kbtui.paint.runs import Line
    from kbtui.play.start import NewGame
    from relay.protocol.messages import Terms

Place = int  # where something can be: a hex, a cell
Mask = int  # places as bits

# Kinds of events that every game has; all others are its own.
OVER: Final = "over"  # the game
UNDID: Final = "undid"  # what: the token of the move that was undone


class Event(NamedTuple):
    """Something that an entry did, as far as its reader may know."""

    seat: Seat  # DEALER where it is nobody's doing
    kind: str
    what: str  # in the words of the notation
    places: tuple[Place, ...]
    entry: int  # the number of the entry that did it


class Marks(NamedTuple):
    """What is pointed out on the board."""

    legal: Mask = 0  # targets
    movable: Mask = 0  # own pieces that may move
    last: Mask = 0  # placed in the last turn
    lit: Mask = 0  # places that score for the part looked at
    cursor: Place | None = None
    hover: Place | None = None
    moving: Place | None = None  # where the piece is that is being moved
    seams: bool = False  # show where the parts of a board meet
    own: object = None  # what only this game points out; its board knows what it is


class Words(Protocol):
    """Names of the game for texts that all games share."""

    def part(self, part: str) -> str:
        """A part of the score."""

    def options(self, options: Mapping[str, Any]) -> str:
        """What makes one game differ from another, in a few words for lists."""

    def score(self) -> str:
        """What the score is counted in."""


class Story(Protocol):
    """Entries as events, and events in words."""

    preludes: Collection[str]  # kinds of the dealer's events that begin a turn and are no moves
    landmarks: Collection[str]  # kinds of events that a timeline points out
    tells_moves: bool  # in lines, its moves are told as events instead of in notation

    def events(
        self, before: Any, after: Any, actor: Seat, move: Any, entry: int
    ) -> Iterable[Event]:
        """What a move did, itself first; nothing if a copy of the game shows nothing of it."""

    def told(self, event: Event, names: Sequence[str], you: Seat | None = None) -> str:
        """The event with the name of the player, or as said to ``you``."""

    def headline(self, before: Any, events: Iterable[Event]) -> str:
        """What a turn is about, as in notation: the card that was drawn; empty if nothing is."""

    def landmark(self) -> str:
        """What the landmarks are, in two words."""

    def seams(self, state: Any) -> bool:
        """Whether it matters in this game where the parts of a board meet."""

    def changed(self, before: Any, after: Any) -> Mask:
        """Places that hold something now that they did not hold before."""


class Arguments(Protocol):
    """The options of a game on a command line. A parser asks for them, so nothing slow comes with
    them."""

    examples: Sequence[str]  # for the end of the help; without any, those of the command

    def add(self, add: Callable[..., object]) -> None:
        """Declare them with ``argparse``'s ``add_argument``; ``--seed`` is there already."""

    def names(self) -> Sequence[str]:
        """Paragraphs for the end of the help: what can be named in these options."""


class Form(Protocol):
    """What can be chosen before a game."""

    players: Sequence[int]  # how many can play

    def options(self, asked: Namespace, players: int) -> dict[str, Any]:
        """The options that a command line asks for; raises BadOptions."""


class Pages(Protocol):
    """What full-screen pages show of a game: small pictures of its table, and its words."""

    map_columns: int  # of the small picture

    def part_text(self, part: str, state: Any) -> str:
        """What a part pays for in this game, in a few words."""

    def parts_title(self) -> str:
        """A heading, in capitals, above the scores part by part."""

    def amount(self, count: int) -> str:
        """So much of the score."""

    def tallies(self, state: Any) -> Iterable[tuple[str, Sequence[int]]]:
        """Numbers of each seat that the final table shows beside the score, with their titles."""

    def features(self, state: Any) -> Sequence[tuple[str, str]]:
        """What is particular about this table, such as its goals: names, and what they do."""

    def terms(self, state: Any) -> Iterable[tuple[str, str]]:
        """All that was chosen for this table, with labels."""

    def size(self, look: Look) -> tuple[int, int]:
        """Columns and rows of the table as it is played on, at its smallest."""

    def small(self, state: Any, look: Look) -> list[Line]:
        """The table as small as it can be shown."""

    def large(self, state: Any, look: Look) -> list[Line]:
        """The table as it is played on, at its smallest."""

    def caption(self, state: Any) -> Sequence[str]:
        """What the table is made of, in one or two lines."""

    def preview(self, state: Any, look: Look, columns: int, rows: int) -> list[Line]:
        """The table before a game, as large as there is room for, and what is on it."""

    def scene(self, look: Look, day: str, columns: int, rows: int) -> Sequence[Sequence[Cell]]:
        """A table of that day as a backdrop for a window; it may be larger or smaller."""

    def emblem(self, entry: str, look: Look) -> Sequence[Line]:
        """A picture of an entry of the rules, of a few lines; empty if there is none."""

    def strip(self, look: Look, mode: str | None = None) -> Line:
        """Everything that has a color of its own, side by side, in the colors of the look or in
        those of a mode."""

    def sample(self, look: Look, columns: int, rows: int, is_large: bool) -> Sequence[Line]:
        """A piece of a table with a bit of everything, for the settings."""


class Chapter(NamedTuple):
    title: str
    entries: tuple[str, ...]  # in the words of the notation


class Rulebook(Protocol):
    """The rules for players, entry by entry."""

    def chapters(self, state: Any | None = None) -> Sequence[Chapter]:
        """Every entry once; those that matter in this game first, if there is one."""

    def name(self, entry: str) -> str: ...

    def line(self, entry: str) -> str:
        """What it does in a few words; empty where there is nothing short to say."""

    def text(self, entry: str) -> str:
        """All that there is to read about it, in paragraphs."""

    def note(self, entry: str) -> str:
        """What it belongs to, if not to every game: the name of an expansion."""

    def sign(self, entry: str) -> Line:
        """How it looks on the board; empty if it does not."""

    def here(self, entry: str, state: Any) -> list[str]:
        """Where and how often it is in this game."""


class FormPage(Page):
    """A form for a game: its outcome is a start, new terms, or the command that left the page."""

    error: str | None = None  # why what is chosen cannot be played

    def chosen(self, *, again: bool) -> Any:
        """What was chosen, for the next form of this kind; ``again``: with another deal."""
        raise NotImplementedError


class Forms(Protocol):
    """Forms and games that need none. What was chosen in a form is for that form alone."""

    def setup(self, chosen: Any | None, name: str) -> FormPage:
        """For a game at this keyboard; ``name`` is that of the player."""

    def host(self, chosen: Any | None) -> FormPage:
        """For a room on a relay."""

    def terms(self, terms: Terms) -> FormPage:
        """For a room that is open; shows what can be played if the terms cannot."""

    def questions(self, terms: Terms) -> Sequence[Any]:
        """The same as questions with a few answers (``kbtui.form.questions``)."""

    def answered(self, terms: Terms, id: str, at: int) -> Terms:
        """The terms with this answer, by its number; raises LookupError, BadOptions."""

    def play_now(self, name: str) -> NewGame:
        """The player against one bot, on a table that nobody has chosen."""

    def first_game(self, name: str) -> NewGame:
        """The recommended first game, against somebody who can be beaten."""

    def again(self, state: Any) -> dict[str, Any]:
        """Options for a rematch: the same on another table; the next one begins."""


class Kit:
    """The parts of one game; each argument is ``"module:name"`` of a part."""

    def __init__(
        self,
        key: str,
        title: str,
        *,
        words: str,
        story: str,
        plain: str,
        form: str,
        arguments: str,
        about: Mapping[str, str] | None = None,
        **others: str,
    ) -> None:
        """``others``: parts that a game need not have, as the properties below name them."""
        self.key = key
        self.title = title  # to be translated, like what follows; the rules are slow to ask
        self.about = about or {}  # what entries of the menu do in this game, by their names
        self._homes = {
            "words": words,
            "story": story,
            "plain": plain,
            "form": form,
            "arguments": arguments,
            **others,
        }

    def has(self, name: str) -> bool:
        """Whether it has that part, without importing it."""
        return name in self._homes

    def _part(self, name: str) -> Any:
        if name not in self._homes:
            return None
        module, _colon, value = self._homes[name].partition(":")
        return getattr(import_module(module), value)

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return find_game(self.key)

    @cached_property
    def words(self) -> Words:
        return cast(Words, self._part("words"))

    @cached_property
    def story(self) -> Story:
        return cast(Story, self._part("story"))

    @cached_property
    def plain(self) -> Plain:
        return cast("Plain", self._part("plain"))

    @cached_property
    def form(self) -> Form:
        return cast(Form, self._part("form"))

    @cached_property
    def arguments(self) -> Arguments:
        return cast(Arguments, self._part("arguments"))

    @cached_property
    def tones(self) -> Tones | None:
        """The grounds that the texts of this game name."""
        return cast("Tones | None", self._part("tones"))

    @cached_property
    def screen(self) -> Screen | None:
        return cast("Screen | None", self._part("screen"))

    @cached_property
    def ending(self) -> Ending | None:
        return cast("Ending | None", self._part("ending"))

    @cached_property
    def learn(self) -> Learn | None:
        return cast("Learn | None", self._part("learn"))

    @cached_property
    def pages(self) -> Pages | None:
        return cast("Pages | None", self._part("pages"))

    @cached_property
    def forms(self) -> Forms | None:
        return cast("Forms | None", self._part("forms"))

    @cached_property
    def rulebook(self) -> Rulebook | None:
        return cast("Rulebook | None", self._part("rulebook"))

    @cached_property
    def drawing(self) -> Drawing | None:
        return cast("Drawing | None", self._part("drawing"))

    @cached_property
    def taps(self) -> Taps | None:
        return cast("Taps | None", self._part("taps"))

    @cached_property
    def coach(self) -> Coach | None:
        return cast("Coach | None", self._part("coach"))

    @cached_property
    def tally(self) -> Tally | None:
        """What a player's history counts besides wins and scores."""
        return cast("Tally | None", self._part("tally"))


# The registry: where each game keeps its ``KIT``. A test may add a game of its own.
HOMES: Final = {"kingdom": "kbtui.games.kingdom.kit", "castle": "kbtui.games.castle.kit"}


def keys() -> tuple[str, ...]:
    return tuple(HOMES)


def find(key: str | None) -> Kit:
    """The kit of that game, imported when first asked for; without a key that of the default."""
    key = key or default()
    if key not in HOMES:
        known = ", ".join(HOMES)
        raise BadOptions(
            "game", "{name} is unknown; known are {known}", name=repr(key), known=known
        )
    return cast(Kit, import_module(HOMES[key]).KIT)


def on_screen() -> tuple[Kit, ...]:
    """The games that can be chosen and played on the full screen."""
    kits = map(find, HOMES)
    return tuple(kit for kit in kits if kit.has("screen") and kit.has("forms"))


def tones(palette: Palette) -> Mapping[str, Ground]:
    """The grounds of all games, by name."""
    found = (tones(palette) for key in HOMES if (tones := find(key).tones) is not None)
    return {name: ground for grounds in found for name, ground in grounds.items()}
