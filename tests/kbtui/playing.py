"""People at the board for tests: sessions from positions, series of commands, views of them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import find
from engine.kingdom.ground.hexes import NAMES, names, parse_hex
from engine.kingdom.ground.moves import Action
from engine.kingdom.setup import Options, options_as_json
from engine.kingdom.state import Phase, State
from engine.table import Table
from kbtui.games.kingdom.play.hand import Play
from kbtui.paint.glyphs import UNICODE, Glyphs
from kbtui.play.person import ASK_ALWAYS, Person
from kbtui.play.session import HUMAN, Session
from kbtui.story.chronicle import EVERYTHING, Chronicle
from kbtui.story.view import View
from kbtui.text.keys import Keys

BOT = "random"
PEOPLE = ("Ann", "Ben", "Cleo", "Dan")


def kingdom(
    options: Options, players: Sequence[str], names: Sequence[str] | None = None
) -> Session:
    """A game of Kingdom Builder."""
    return Session("kingdom", options_as_json(options), players, names)


def seated(
    state: State, players: Sequence[str] = (HUMAN, BOT), called: Sequence[str] = PEOPLE
) -> Session:
    """A game that is just there, as if it had been played so far."""
    session = kingdom(Options(players=len(players), seed="seated"), players, called[: len(players)])
    session.table = Table(find("kingdom"), state)
    return session


def at_board(state: State, players: Sequence[str] = (HUMAN, BOT), ask: str = ASK_ALWAYS) -> Play:
    return Play(seated(state, players), ask)


def do(play: Play, *commands: str) -> Play:
    """Commands, and names of hexes to go to; none of them may be refused."""
    for command in commands:
        if command[-1].isdigit() and not command.startswith("tile"):
            play.go(parse_hex(command))
            continue
        assert play.do(command), command
        assert play.error is None, f"{command}: {play.error}"
    return play


def tokens(play: Person) -> str:
    """Everything that happened at this table."""
    return " ".join(entry.token for entry in play.session.table.entries)


# Asked by functions, because a checker takes what it has once seen of an attribute for granted.


def tile(play: Play) -> Action | None:
    return play.tile


def asked(play: Play) -> bool:
    return play.is_asked


def phase(play: Play) -> Phase:
    return play.state.phase


def where(play: Play) -> str:
    return NAMES[play.cursor.hex]


def lit(play: Play) -> str:
    """The hexes that can be chosen."""
    return " ".join(names(play.wanted))


def refused(play: Play, *commands: str) -> str:
    """The rule that refuses the last of the commands."""
    return refusal(do(play, *commands[:-1]), commands[-1])


def refusal(play: Person, command: str) -> str:
    """The rule that refuses the command; it must not have changed anything."""
    before = play.session.table.state
    assert play.do(command)
    assert play.session.table.state is before
    assert play.error is not None, command
    return str(getattr(play.error, "rule", play.error.code))


def others_act(play: Person) -> None:
    """Dealer and bots, until a person has to act."""
    for _entry in play.session.advance():
        play.refresh()
    play.refresh()
    play.settle_in()


def view_of(play: Person, signs: Glyphs = UNICODE, keys: Keys | None = None) -> View:
    """What the panels look at."""
    session = play.session
    bots = tuple(player != HUMAN for player in session.players)
    entries = len(session.table.entries)
    chronicle = Chronicle(session.table, EVERYTHING)
    return View(play.state, session.names, bots, play.seat, chronicle, entries, signs, keys)
