"""A relay of a door ends with the process that forked it, whenever that one was killed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.sources import ROOT

_FORK = """
import os, signal, time
from kbtui.door.players import confine
parent = os.getpid()
if os.fork() == 0:
    {wait}
    confine.die_with_parent(signal.SIGTERM, parent)
    print("still here", flush=True)
    os._exit(0)
{end}
"""
_UNTIL_IT_IS_GONE = "while os.getppid() == parent: time.sleep(0.01)"


@pytest.mark.parametrize(
    ("wait", "end", "said"),
    [("pass", "os.wait()", "still here\n"), (_UNTIL_IT_IS_GONE, "os._exit(0)", "")],
    ids=["parent-lives", "parent-was-killed-first"],
)
def test_who_was_forked_by_a_process_that_is_gone_ends_too(wait: str, end: str, said: str) -> None:
    """The system sends no signal then: a door whose spawner was killed twice left a relay alone."""
    ran = subprocess.run(
        [sys.executable, "-P", "-c", _FORK.format(wait=wait, end=end)],
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.stdout, ran.stderr, ran.returncode) == (said, "", 0)
