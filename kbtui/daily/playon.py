"""A game that continues from a position on the screen: practice, with new cards.

The position is what one player could see. What was hidden is guessed, as bots do, and all that
follows is dealt from a new seed.
"""

from __future__ import annotations

from typing import Any

from engine.contract import Seat
from engine.rng import Stream
from kbtui.daily.challenge import players_of
from kbtui.history.facts import PRACTICE
from kbtui.play.playernames import names_of
from kbtui.play.seeds import new_seed
from kbtui.play.session import HUMAN, REMOTE, SEATS, UNSEEN, Session
from kbtui.story.exports import Source


def session_from(source: Source, seen: Any, seat: Seat, name: str, seed: str = "") -> Session:
    """The seat plays on from what it sees, against the bots of that game; raises what is wrong."""
    game, seed = source.table.game, seed or new_seed()
    whole = game.determinize(seen, Stream(seed, "unseen").below)
    known = dict(source.origin.tags).get(SEATS, "").split()
    seats = known if len(known) == len(source.names) else [REMOTE] * len(source.names)
    played = [HUMAN if each == seat else _other(player) for each, player in enumerate(seats)]
    players = players_of(game.key, played)
    session = Session.at(
        game.key, game.write_position(whole), players, names_of(players, name), seed
    )
    tags = (SEATS, " ".join(players)), (PRACTICE, "position"), (UNSEEN, seed)
    session.origin = session.origin._replace(tags=tags)
    return session


def _other(player: str) -> str:
    return REMOTE if player == HUMAN else player
