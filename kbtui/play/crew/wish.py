"""Whether bots get a second core: what the player set, and what the machine can spare.

Nobody has a crew until ``use`` is called; the arena and the relay, whose cores are busy, never ask
for one.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.bots import Crew, Help, Work
    from kbtui.play.crew.line import Line

AUTO: Final = "auto"


def can_spare() -> bool:
    """Whether this program may run on two cores and was not started with ``nice``. Non-blocking
    pipes need a POSIX system."""
    if os.name != "posix" or os.getpriority(os.PRIO_PROCESS, 0) > 0:
        return False
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) > 1
    return (os.cpu_count() or 1) > 1


class _Late:
    """A crew that is there when somebody needs it: few games have an expert."""

    line: Line | None = None

    def begin(self, work: Work) -> Help:
        return self._line().begin(work)

    def close(self) -> None:
        """For good, also for a bot that has the crew and has not begun yet."""
        self._line().close()

    def _line(self) -> Line:
        if self.line is not None:
            return self.line
        from kbtui.play.crew.line import Line

        # A bot and the coach may both be the first: they have one line.
        line: Line = vars(self).setdefault("line", Line())
        return line


class _Chosen:
    """For this program."""

    crew: _Late | None = None


def use(wish: str) -> None:
    """Follow the setting from now on."""
    wants = wish == AUTO and can_spare()
    if wants and _Chosen.crew is None:
        _Chosen.crew = _Late()
    elif not wants and _Chosen.crew is not None:
        old, _Chosen.crew = _Chosen.crew, None
        old.close()


def ours() -> Crew | None:
    """The crew of this program, for a bot that moves in it."""
    return _Chosen.crew
