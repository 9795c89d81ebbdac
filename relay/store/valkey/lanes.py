"""Appends that are on their way while the loop runs: one connection to each server.

This is the quick way and never the only one: whatever goes wrong on it is asked again by the store
itself, in a thread, where there is time to find another server (``store``).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from relay.store.valkey.address import Address, Node
from relay.store.valkey.link import PATIENCE, Command, Link, Unreachable
from relay.store.valkey.wires import Reached, Wires


class _Question(NamedTuple):
    due: int  # answers that have to come
    answers: list[Any]
    then: Callable[[list[Any]], None]
    late: asyncio.TimerHandle


class Lanes:
    """Made and used in a running loop."""

    def __init__(self, address: Address, met: Callable[[Link], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._wires = Wires(address, self._hear, self._lose, met)
        self._questions: dict[Node, deque[_Question]] = {}
        self._is_closing = False

    def node_of(self, key: str) -> Node | None:
        """The server that has the key, if it can be asked now; if not, that is seen to."""
        if self._is_closing:
            return None
        wire = self._wires.get(key)
        if wire is None:
            self._wires.reach([key], self._reached)
            return None
        return wire.node

    def _reached(self, reached: Reached) -> None:
        """The caller asks again if necessary."""

    def ask(self, node: Node, commands: list[Command], then: Callable[[list[Any]], None]) -> None:
        """``then`` gets an answer for each, or an OSError if it did not come in time."""
        wire = self._wires.at(node)
        if wire is None:
            then([Unreachable(0, f"{node}: not connected")] * len(commands))
            return
        late = self._loop.call_later(PATIENCE, self._too_late, node)
        question = _Question(len(commands), [], then, late)
        self._questions.setdefault(node, deque()).append(question)
        wire.send(commands)

    def _too_late(self, node: Node) -> None:
        self._wires.drop(node)
        self._lose(node, Unreachable(0, f"{node}: no answer in {PATIENCE:.0f} seconds"))

    def _hear(self, node: Node, answers: list[Any]) -> None:
        questions = self._questions[node]
        while answers:
            question = questions[0]
            part = question.due - len(question.answers)
            question.answers.extend(answers[:part])
            del answers[:part]
            if len(question.answers) == question.due:
                self._settle(questions.popleft())

    def _lose(self, node: Node, error: OSError) -> None:
        questions = self._questions.pop(node, deque())
        for question in questions:
            left = question.due - len(question.answers)
            self._settle(question._replace(answers=[*question.answers, *[error] * left]))

    def _settle(self, question: _Question) -> None:
        question.late.cancel()
        question.then(question.answers)
        if self._is_closing:
            self.close()

    def drop(self, node: Node) -> None:
        """That server no longer has what was asked for."""
        if not self._questions.get(node):
            self._wires.drop(node)

    def close(self) -> None:
        """When everything is answered: an append is not given up half-way."""
        self._is_closing = True
        if not any(self._questions.values()):
            self._wires.close()
