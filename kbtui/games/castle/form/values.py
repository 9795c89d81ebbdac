"""What a player chooses in the form of Castle Builder, and the options that result from it."""

from __future__ import annotations

from typing import NamedTuple

from engine.castle.setup import COINS_TO_WIN, PAYMENTS, Options
from kbtui.form.values import SEATED, RoomValues
from kbtui.play.playernames import NAMES


class FormValues(NamedTuple):
    """There are always four seats; those behind ``players`` stay empty."""

    seed: str
    players: int = 2
    who: tuple[str, ...] = SEATED  # people, or levels of bots
    names: tuple[str, ...] = NAMES
    start: int | None = 0
    coins: int = COINS_TO_WIN[0]
    royal: bool = False
    peace: bool = False
    pay: str = PAYMENTS[0]
    room: RoomValues | None = None  # of an online game; its seats are taken by those who come

    def other_seed(self, seed: str) -> FormValues:
        return self._replace(seed=seed)

    @property
    def options(self) -> Options:
        # What may be paid under Royal Strategy is not chosen (CB-98).
        pay = PAYMENTS[0] if self.royal else self.pay
        return Options(self.players, self.coins, self.royal, self.peace, pay, self.start, self.seed)
