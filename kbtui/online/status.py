"""The state of the player's online games, for lists and status lines; asking takes no seat.

If a program is playing with a ticket, the ticket says how its game stands; for all others, the
relay is asked.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple

from kbtui.online import tickets
from kbtui.online.peeking import Answer, peek_all
from kbtui.online.tickets import Place
from kbtui.text.i18n import N_, _
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean

DUE, WAITING, LOBBY, OVER, GONE, UNKNOWN = (
    *("your turn", "waiting", "not begun", "over"),
    *("gone", "no answer"),
)
# In the order in which they are told.
_COUNTED: Final = {
    DUE: N_("your turn: {count}"),
    WAITING: N_("waiting: {count}"),
    LOBBY: N_("not started: {count}"),
    OVER: N_("over: {count}"),
    GONE: N_("closed: {count}"),
    UNKNOWN: N_("not answering: {count}"),
}
_PHASES: Final = {k.LOBBY: LOBBY, k.SEALING: LOBBY, k.OVER: OVER}
_LOST: Final = ("no-room", "wrong-token")  # refusals after which there is nothing to go back to


class GameStatus(NamedTuple):
    """One game."""

    code: str
    relay: str
    kind: str  # one of the above
    seat: int
    names: tuple[str, ...]
    to_act: int | None
    missed: int  # entries that the player has not seen
    is_open: bool  # a program plays with it now

    @property
    def line(self) -> str:
        others = (name for seat, name in enumerate(self.names) if seat != self.seat)
        names = ", ".join(clean(name, k.NAME) for name in others if name) or _("nobody else yet")
        parts = [_(_TOLD[self.kind])]
        acting = self.to_act
        if self.kind == WAITING and acting is not None and 0 <= acting < len(self.names):
            name = clean(self.names[acting], k.NAME)
            parts = [_("waiting for {name}").format(name=name)]
        if self.missed:
            parts.append(_("new: {count}").format(count=self.missed))
        return f"{self.code}  {names}: {', '.join(parts)}"

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "names": list(self.names)}


_TOLD: Final = {
    DUE: N_("your turn"),
    WAITING: N_("your opponents are playing"),
    LOBBY: N_("not started"),
    OVER: N_("the game is over"),
    GONE: N_("the room no longer exists"),
    UNKNOWN: N_("the relay does not answer"),
}


async def statuses(folder: Path, timeout: float) -> list[GameStatus]:
    """All games that the player has a seat in; after so many seconds at the latest."""
    held = [(path, place) for path, place in tickets.held(folder) if place.code]
    in_use = {path for path, _place in held if tickets.is_open(path)}
    asked = [(path, place) for path, place in held if path not in in_use]
    answers = await peek_all([place for _path, place in asked], timeout)
    pairs = zip(asked, answers, strict=True)
    found = {path: _answered(place, answer) for (path, place), answer in pairs}
    return [found.get(path) or _as_kept(place) for path, place in held]


def _as_kept(place: Place) -> GameStatus:
    """As the program that plays with it has written it."""
    kind = DUE if place.is_due else _PHASES.get(place.phase, WAITING)
    names = place.names
    return GameStatus(place.code, place.relay, kind, place.seat, names, place.acting, 0, True)


def _answered(place: Place, answer: Answer) -> GameStatus:
    if isinstance(answer, m.Peeked):
        to_act = answer.to_act if answer.to_act < len(answer.names) else None
        is_due = answer.phase == k.PLAYING and to_act == answer.seat
        kind = DUE if is_due else _PHASES.get(answer.phase, WAITING)
        missed = max(answer.last - place.seen, 0)
        seat, names = answer.seat, answer.names
        return GameStatus(place.code, place.relay, kind, seat, names, to_act, missed, False)
    is_lost = isinstance(answer, m.Refused) and answer.code in _LOST
    kind = GONE if is_lost else UNKNOWN
    return GameStatus(place.code, place.relay, kind, place.seat, place.names, None, 0, False)


def summary(games: list[GameStatus]) -> str:
    """One line for a status bar."""
    counts = Counter(game.kind for game in games)
    parts = [_(text).format(count=counts[kind]) for kind, text in _COUNTED.items() if counts[kind]]
    return ", ".join(parts) or _("no online games")


def as_json(games: list[GameStatus]) -> dict[str, Any]:
    counts = Counter(game.kind for game in games)
    numbers = {kind.replace(" ", "_"): counts[kind] for kind in _COUNTED}
    return {**numbers, "games": [game.as_json() for game in games]}
