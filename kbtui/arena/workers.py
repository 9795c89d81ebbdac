"""Plays games in parallel: worker processes that ask for one match after another.

A worker ignores Ctrl-C, which is meant for the main program; it ends when told to, or when its pipe
breaks. The order in which results arrive means nothing.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import cast

from kbtui.arena.match import play
from kbtui.arena.schedule import Contest, schedule
from kbtui.arena.totals import Result


class WorkerLost(Exception):
    """A worker process has ended without a result."""


def run(contest: Contest, jobs: int) -> Generator[Result, None, None]:
    """The results as they come. To stop early, close the generator."""
    if jobs == 1:
        yield from (play(contest, match) for match in schedule(contest))
        return
    context = get_context("spawn")  # the same everywhere, and no threads are copied
    workers: dict[Connection, BaseProcess] = {}
    try:
        for _job in range(jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, contest), daemon=True)
            process.start()
            theirs.close()
            workers[ours] = process
        yield from _results(contest, list(workers))
    finally:
        for line, worker in workers.items():
            line.close()
            worker.terminate()
        for worker in workers.values():
            worker.join()


def _results(contest: Contest, lines: list[Connection]) -> Iterator[Result]:
    matches = schedule(contest)
    waiting = []
    for line, match in zip(lines, matches, strict=False):
        line.send(match)
        waiting.append(line)
    while waiting:
        for line in cast(list[Connection], wait(waiting)):
            try:
                result: Result = line.recv()
            except (EOFError, OSError):
                raise WorkerLost from None
            match_ = next(matches, None)
            if match_ is None:
                waiting.remove(line)
            else:
                line.send(match_)
            yield result


def _work(line: Connection, contest: Contest) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))  # so that programs are ended
    with suppress(EOFError, OSError):
        while True:
            line.send(play(contest, line.recv()))
