"""Whether bots get a second core: what the player set, and what the machine can spare.

Nobody has a crew until ``use`` is called; the arena and the relay, whose cores are busy, never ask
for one.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from kbtui.hosted import mode

if TYPE_CHECKING:
    from engine.bots import Crew, Help, Work
    from kbtui.play.crew.pipes import Pipes

AUTO: Final = "auto"


def can_spare() -> bool:
    """Whether this program may run on two cores and was not started with ``nice``. Non-blocking
    pipes need a POSIX system."""
    if mode.is_hosted() or os.name != "posix" or os.getpriority(os.PRIO_PROCESS, 0) > 0:
        return False
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) > 1
    return (os.cpu_count() or 1) > 1


class _Late:
    """A crew that is there when somebody needs it: few games have an expert."""

    pipes: Pipes | None = None

    def begin(self, work: Work) -> Help:
        return self._pipes().begin(work)

    def close(self) -> None:
        """For good, also for a bot that has the crew and has not begun yet."""
        self._pipes().close()

    def _pipes(self) -> Pipes:
        if self.pipes is not None:
            return self.pipes
        from kbtui.play.crew.pipes import Pipes  # late: few bots have a second core

        # A bot and the coach may both be the first: they share the process.
        pipes: Pipes = vars(self).setdefault("pipes", Pipes())
        return pipes


class _Chosen:
    """For this program."""

    crew: _Late | None = None


def use(setting: str) -> None:
    """Follow the setting from now on."""
    wants = setting == AUTO and can_spare()
    if wants and _Chosen.crew is None:
        _Chosen.crew = _Late()
    elif not wants and _Chosen.crew is not None:
        old, _Chosen.crew = _Chosen.crew, None
        old.close()


def ours() -> Crew | None:
    """The crew of this program, for a bot that moves in it."""
    return _Chosen.crew
