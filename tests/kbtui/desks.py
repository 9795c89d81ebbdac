"""A game in lines whose words can be read, played by the numbers of the legal moves."""

from __future__ import annotations

import re
from random import Random

from kbtui.linemode.game import LineMode
from kbtui.play.session import Session


class Desk:
    """A game in lines whose words can be read."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.said: list[str] = []
        self.lines = LineMode(session, self.said.append)
        self.lines.start()

    def type(self, line: str) -> list[str]:
        before = len(self.said)
        self.lines.hear(line)
        return self.said[before:]

    def play_on(self, random: Random, moves: int = 1000) -> None:
        """By the numbers of the list of legal moves."""
        for _ in range(moves):
            if self.session.is_over:
                break
            if self.said[-1].startswith("Pass the keyboard"):
                self.type("")
            listed = re.findall(r"(\d+)=", " ".join(self.type("legal")))
            self.type(random.choice(listed))
