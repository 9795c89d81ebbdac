"""The state of the player's online games, for lists and status lines; asking takes no seat.

If a program is playing with a ticket, the ticket says how its game stands; for all others, the
relay is asked (``peeking``). Where no relay has to be asked, nothing that speaks to one is loaded:
status bars look often.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple

from kbtui.online import tickets
from kbtui.online.tickets import Place
from kbtui.text.i18n import N_, _
from relay.protocol import phases
from relay.protocol.cleaning import NAME, clean

DUE, WAITING, LOBBY, OVER, GONE, UNKNOWN = (
    *("your turn", "waiting", "not begun", "over"),
    *("gone", "no answer"),
)
# In the order in which they are printed.
_COUNTED: Final = {
    DUE: N_("your turn: {count}"),
    WAITING: N_("waiting: {count}"),
    LOBBY: N_("not started: {count}"),
    OVER: N_("over: {count}"),
    GONE: N_("closed: {count}"),
    UNKNOWN: N_("not answering: {count}"),
}
PHASES: Final = {phases.LOBBY: LOBBY, phases.SEALING: LOBBY, phases.OVER: OVER}


class Held(NamedTuple):
    """A seat, and whether a program plays with it now."""

    place: Place
    is_open: bool


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
        names = ", ".join(clean(name, NAME) for name in others if name) or _("nobody else yet")
        parts = [_(_TOLD[self.kind])]
        acting = self.to_act
        if self.kind == WAITING and acting is not None and 0 <= acting < len(self.names):
            name = clean(self.names[acting], NAME)
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


def without_asking(folder: Path) -> list[GameStatus] | None:
    """All games that the player has a seat in; None if a relay must be asked about one of them."""
    held = seats(folder)
    if not all(seat.is_open for seat in held):
        return None
    return [as_kept(seat.place) for seat in held]


def seats(folder: Path) -> list[Held]:
    """The seats that the player has in rooms."""
    held = (found for found in tickets.held(folder) if found[1].code)
    return [Held(place, tickets.is_open(path)) for path, place in held]


def as_kept(place: Place) -> GameStatus:
    """As the program that plays with it has written it."""
    kind = DUE if place.is_due else PHASES.get(place.phase, WAITING)
    names = place.names
    return GameStatus(place.code, place.relay, kind, place.seat, names, place.acting, 0, True)


def summary(games: list[GameStatus]) -> str:
    """One line for a status bar."""
    counts = Counter(game.kind for game in games)
    parts = [_(text).format(count=counts[kind]) for kind, text in _COUNTED.items() if counts[kind]]
    return ", ".join(parts) or _("no online games")


def as_json(games: list[GameStatus]) -> dict[str, Any]:
    counts = Counter(game.kind for game in games)
    numbers = {kind.replace(" ", "_"): counts[kind] for kind in _COUNTED}
    return {**numbers, "games": [game.as_json() for game in games]}
