"""People before castles for tests: sessions from positions, series of commands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine.castle.pieces.cells import NAMES, parse_cell
from engine.castle.state import State
from engine.contract import find
from engine.table import Table
from kbtui.disk import places
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.play.stance import Step
from kbtui.play import saves
from kbtui.play.session import HUMAN, REMOTE, Session
from kbtui.play.start import NewGame
from tests.kbtui.playing import BOT, PEOPLE, refusal


def castle(players: Sequence[str], **options: Any) -> Session:
    """A game of Castle Builder."""
    chosen = {"players": len(players), "seed": "seated", **options}
    return Session("castle", chosen, players, PEOPLE[: len(players)])


def at_castle(state: State, players: Sequence[str] = (HUMAN, BOT)) -> Play:
    """As if the game had been played so far."""
    session = castle([BOT if player == REMOTE else player for player in players])
    session.players = tuple(players)
    session.table = Table(find("castle"), state)
    play = Play(session)
    play.settle_in()
    return play


def new_castle(seed: str, *bots: str, people: int = 1, **options: Any) -> NewGame:
    """To open it on a screen."""
    players = (HUMAN,) * people + bots
    asked = {"players": len(players), "seed": seed, **options}
    return NewGame("castle", asked, players, PEOPLE[: len(players)])


def saved_castle(home: Path, start: NewGame, entries: int) -> Path:
    """The file of that game, played at random for about that many entries; a person has to act."""
    session = Session(*start)
    save = saves.start(session, places.games_folder({places.HOME: str(home)}))
    random, game = Random(str(start.options["seed"])), session.game
    while len(session.table.entries) < entries or session.waits_for is None:
        if (entry := session.think()) is not None:
            session.follow(entry)
        else:
            session.play(game.format(random.choice(game.legal(session.table.state))))
    save.close()
    assert save.path is not None
    return save.path


def do(play: Play, *commands: str) -> Play:
    """Commands, and names of cells to go to; none of them may be refused."""
    for command in commands:
        if len(command) == 2 and command[-1].isdigit():
            play.go(parse_cell(command))
            continue
        assert play.do(command), command
        assert play.error is None, f"{command}: {play.error}"
    return play


def refused(play: Play, *commands: str) -> str:
    """The rule that refuses the last of the commands."""
    return refusal(do(play, *commands[:-1]), commands[-1])


def lit(play: Play) -> list[str]:
    """The cells that can be chosen, as Tab goes through them."""
    return [NAMES[cell] for cell in play.places]


# Asked by functions, because a checker takes what it has once seen of an attribute for granted.


def step(play: Play) -> Step:
    return play.step


def where(play: Play) -> str:
    return NAMES[play.cursor.cell]
