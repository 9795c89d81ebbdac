"""Programs that pip cannot bring: which are here, and which tests were left out without them.

A test that cannot run without one has ``@pytest.mark.needs("chromium")``. Where the program is not
installed the test is left out, and the run says so at its end, with how to get it. A test that can
do with less (another client, another terminal) asks ``can_use`` instead, and always runs.
"""

from __future__ import annotations

import shutil
from collections import Counter
from typing import Any, Final, NamedTuple

import pytest


class Tool(NamedTuple):
    """A program, by any of its names, and the package of Debian that has it."""

    names: tuple[str, ...]
    package: str


TOOLS: Final = {
    "ssh": Tool(("ssh",), "openssh-client"),
    "tmux": Tool(("tmux",), "tmux"),
    "redis": Tool(("redis-server",), "redis-server"),
    "chromium": Tool(("chromium", "chromium-browser", "google-chrome"), "chromium"),
}
_LEFT_OUT: Final = "left_out"


def path_of(tool: str) -> str | None:
    """Where it is installed, if it is."""
    return next(filter(None, map(shutil.which, TOOLS[tool].names)), None)


def can_use(tool: str) -> bool:
    return path_of(tool) is not None


class Plugin:
    """Leaves tests out, and tells at the end; with several processes each tells the first one."""

    def __init__(self) -> None:
        self.left_out: Counter[str] = Counter()

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        kept = []
        for item in items:
            wanted = [tool for mark in item.iter_markers("needs") for tool in mark.args]
            missing = [tool for tool in wanted if not can_use(tool)]
            self.left_out.update(missing)
            if not missing:
                kept.append(item)
        items[:] = kept

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        told: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
        if told is not None:
            told[_LEFT_OUT] = dict(self.left_out)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.left_out |= Counter(getattr(node, "workeroutput", {}).get(_LEFT_OUT, {}))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in summary(self.left_out):
            terminalreporter.write_line(line)


def summary(left_out: Counter[str]) -> list[str]:
    """What was not run or not run with the real program, and how to get it."""
    lines = [
        f"{tool} is not installed: "
        + (f"{left_out[tool]} tests were left out" if left_out[tool] else "something else was used")
        for tool in TOOLS
        if not can_use(tool)
    ]
    packages = " ".join(tool.package for name, tool in TOOLS.items() if not can_use(name))
    return [*lines, f"To run everything: apt-get install {packages}"] if lines else []
