"""People who play online in line mode, in one process with the relay: what they type and hear."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

from kbtui.linemode.online_game import Frame
from kbtui.linemode.visit import LineVisit
from kbtui.online.guest import Guest
from kbtui.text.address import Address
from relay.protocol import messages as m
from tests.kbtui.online import rooms
from tests.kbtui.online.rooms import QUICK, until


class Person:
    """Somebody at a keyboard; ``said`` are all lines so far."""

    def __init__(self, guest: Guest, folder: Path, asked: str = "") -> None:
        self.guest = guest
        self.said: list[str] = []
        self.calls: list[int] = []
        frame = Frame(folder / "games", folder / "reports", self.calls.append)
        self.visit = LineVisit(guest, self.said.append, frame, asked)
        self._heard = 0
        guest.start()

    def type(self, *lines: str) -> None:
        for line in lines:
            self.visit.hear(line)

    def has(self, text: str) -> bool:
        return any(text in line for line in self.said)

    async def hears(self, text: str) -> str:
        """Wait for the next line with that text; what came before it was heard by then."""

        def is_there() -> bool:
            return any(text in line for line in self.said[self._heard :])

        try:
            await until(is_there)
        except AssertionError:
            raise AssertionError(f"{text!r} never came; last: {self.said[-12:]}") from None
        index = next(i for i, line in enumerate(self.said) if i >= self._heard and text in line)
        self._heard = index + 1
        return self.said[index]

    async def ends(self) -> None:
        await until(lambda: self.visit.is_over)

    async def go(self) -> None:
        self.visit.close()
        await self.guest.stop()


async def host(
    address: Address, folder: Path, terms: m.Terms | None = None, game: str = "kingdom"
) -> Person:
    guest = rooms.player(address, "Ann", folder)
    guest.create(game, terms or rooms.terms(2))
    ann = Person(guest, folder)
    await ann.hears("Type help")
    return ann


async def join(address: Address, folder: Path, code: str, name: str = "Bob") -> Person:
    guest = rooms.player(address, name, folder)
    guest.join(code)
    return Person(guest, folder, code)


def watch(address: Address, folder: Path, code: str, name: str = "Will") -> Person:
    guest = Guest(address, name, None, QUICK)
    guest.watch(code)
    return Person(guest, folder, code)


async def begun(address: Address, folder: Path) -> list[Person]:
    """Two people, by what they type and hear."""
    ann = await host(address, folder)
    bob = await join(address, folder, ann.guest.client.code)
    await bob.hears("Type ready")
    bob.type("ready")
    await ann.hears("Everyone is here")
    ann.type("start")
    await ann.hears("Your turn:")
    await bob.hears("Waiting for Ann")
    return [ann, bob]


def move(person: Person, random: Random) -> bool:
    """Type a random legal move, if it is this person's turn."""
    game = person.visit._game
    if game is None or game.online.session.waits_for is None:
        return False
    session = game.online.session
    legal = session.table.game.legal(session.table.state)
    person.type(session.table.game.format(random.choice(legal)))
    return True


async def play_on(people: Iterable[Person], random: Random) -> None:
    """To the end of the game."""
    everybody = list(people)

    def is_over() -> bool:
        for person in everybody:
            move(person, random)
        return all(person.has("The game is over.") for person in everybody)

    await until(is_over)
