"""The other end of the engine's process protocol, for tests."""

from __future__ import annotations

import json
from typing import Any

from engine.process import Engine

Answer = dict[str, Any]


class Caller:
    """Asks one engine; whatever fails must change nothing."""

    def __init__(self) -> None:
        self.engine = Engine()

    def send(self, line: str) -> Answer:
        answer = self.engine.answer(line)
        assert "\n" not in answer
        assert answer.isascii()
        found: Answer = json.loads(answer)
        assert found["ok"] is ("error" not in found)
        return found

    def ask(self, cmd: str, **fields: Any) -> Answer:
        """A request that must succeed."""
        answer = self.send(json.dumps({"cmd": cmd, **fields}))
        assert answer["ok"], answer
        return answer

    def fail(self, cmd: str, **fields: Any) -> Answer:
        """The error of a request that must fail and change nothing."""
        before = self.photo()
        answer = self.send(json.dumps({"cmd": cmd, **fields}))
        assert not answer["ok"], answer
        assert set(answer) == {"id", "ok", "error"}
        assert answer["error"]["message"]
        assert self.photo() == before
        error: Answer = answer["error"]
        return error

    def photo(self) -> list[Answer]:
        names = self.ask("games")["games"]
        return [self.ask(cmd, game=name) for name in names for cmd in ("state", "record")]
