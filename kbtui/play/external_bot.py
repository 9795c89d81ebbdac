"""External bots: somebody's own program plays a seat (docs/external-bots.md).

The program reads one request per line and answers with a move. It gets what its chair may see and
nothing else. If anything goes wrong (it cannot be started, ends, is silent, answers nonsense or an
illegal move), one sentence says so and the stand-in takes over: no game is lost.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Full, Queue, SimpleQueue
from time import monotonic, sleep
from typing import IO, Any, Final

from engine.bots import Stop, never
from engine.contract import AnyGame, Json
from engine.errors import BadOptions, EngineError
from engine.rng import Stream
from kbtui.hosted import mode
from kbtui.play.link import EXEC
from kbtui.text.i18n import _
from kbtui.text.phrases import told

PROTOCOL: Final = 1
SECONDS: Final = 10.0  # for a move, if nobody says anything else
MAX_LINE: Final = 1 << 16  # characters of an answer
_POLL: Final = 0.05  # seconds between two looks whether the game has been left
_GLANCE: Final = 0.005  # seconds between two looks whether it has ended
_GRACE: Final = 0.2  # seconds to end on its own, once its input has ended
_HEARD: Final = 100  # lines of it that may wait; what it says beyond that is lost
_SHOWN: Final = 80  # characters of what it said, in a sentence


def check_external(player: str) -> None:
    """Refuse a command that cannot be started; raises BadOptions."""
    _command(player)


def _command(player: str) -> list[str]:
    mode.refuse(mode.PROGRAMS)
    try:
        words = shlex.split(player.removeprefix(EXEC))
    except ValueError:
        raise BadOptions(
            "bots", _("a quotation mark in {text} is not closed").format(text=player)
        ) from None
    if not words or shutil.which(words[0]) is None:
        text = _("{text} is not a program that can be started")
        raise BadOptions("bots", text.format(text=player))
    return words


class _Trouble(Exception):
    """Why the program cannot play on; one sentence."""


class ExternalBot:
    """The program of one seat. It is started when it is first asked for a move."""

    def __init__(self, game: AnyGame, player: str, seconds: float = SECONDS) -> None:
        self.player = player
        self._game = game
        self.failure: str | None = None  # why it no longer plays
        self._seconds = seconds
        self._command = _command(player)
        self._process: subprocess.Popen[str] | None = None
        self._lines: Queue[str | None] = Queue(_HEARD)  # what it says; None at the end
        self._requests: SimpleQueue[str | None] = SimpleQueue()  # None: no more will come
        self._complaints: list[str] = []  # the last line of its standard error
        self._asked = 0

    def choose(self, observation: Any, stream: Stream, stop: Stop = never) -> Any:
        """Its move, or the stand-in's once it has failed or ``stop`` says that nobody waits."""
        if self.failure is None:
            try:
                move = self._ask(observation, stop)
                if move is not None:
                    return move
            except _Trouble as trouble:
                text = _("{program} has stopped playing: {reason} The {level} bot takes over.")
                self.failure = text.format(
                    program=_shown(self.player), reason=trouble, level=self._game.stand_in
                )
                self.close()
        return self._game.levels[self._game.stand_in].choose(observation, stream, stop)

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            _end(self._process, self._requests)
            self._process = None

    def _ask(self, observation: Any, stop: Stop) -> Any | None:
        self._asked += 1
        process = self._process or self._start()
        asked = request(self._game, observation, self._asked, self._seconds)
        self._requests.put(json.dumps(asked, separators=(",", ":")) + "\n")
        end = monotonic() + self._seconds
        while monotonic() < end:
            if stop():
                return None
            with suppress(Empty):
                line = self._lines.get(timeout=min(_POLL, self._seconds))
                if line is None:
                    raise self._ended(process)
                answer = _read(line)
                if answer.get("id") == self._asked:
                    return _move(self._game, answer, observation)
        text = _("it did not answer within {seconds:g} seconds.")
        raise _Trouble(text.format(seconds=self._seconds))

    def _start(self) -> subprocess.Popen[str]:
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # a Ctrl-C is for us; and so it ends with its children
            )
        except OSError as error:
            text = _("it could not be started ({reason}).")
            raise _Trouble(text.format(reason=error.strerror)) from None
        _beside(_speak, process.stdin, self._requests)
        _beside(_hear, process.stdout, self._lines)
        self._overhearing = _beside(_overhear, process.stderr, self._complaints)
        self._process = process
        weakref.finalize(self, _end, process, self._requests)  # also when nobody closes it
        return process

    def _ended(self, process: subprocess.Popen[str]) -> _Trouble:
        if not _ends_by_itself(process):
            return _Trouble(_("it closed its output."))
        _kill(process)
        self._overhearing.join(_GRACE)  # its last words may still be on their way
        said = "".join(f": {_shown(line)}" for line in self._complaints)
        text = _("it exited (exit code {code}){said}.")
        return _Trouble(text.format(code=process.returncode, said=said))


def _beside(
    work: Callable[[IO[str], Any], None], pipe: IO[str] | None, other: object
) -> threading.Thread:
    """In a thread: a program that neither reads nor writes must not keep us waiting. The thread
    holds no reference to the bot, so that a bot nobody needs is ended."""
    assert pipe is not None, "all three are pipes"
    thread = threading.Thread(target=work, args=(pipe, other), daemon=True)
    thread.start()
    return thread


def _speak(pipe: IO[str], requests: SimpleQueue[str | None]) -> None:
    with suppress(OSError), pipe:  # it may be gone: then its silence says so
        while (request_ := requests.get()) is not None:
            pipe.write(request_)
            pipe.flush()


def _hear(pipe: IO[str], lines: Queue[str | None]) -> None:
    with pipe:
        while line := pipe.readline(MAX_LINE):
            with suppress(Full):
                lines.put_nowait(line)
    with suppress(Full):
        lines.put_nowait(None)


def _overhear(pipe: IO[str], complaints: list[str]) -> None:
    with pipe:
        while line := pipe.readline(MAX_LINE):
            if line.strip():
                complaints[:] = [line.strip()]


def request(game: AnyGame, observation: Any, number: int, seconds: float) -> Json:
    """What such a bot is asked: all that its chair may see, and the moves it may choose from."""
    return {
        "id": number,
        "cmd": "move",
        "protocol": PROTOCOL,
        "rules": game.key,
        "seat": game.to_act(observation),
        "seconds": seconds,
        "position": game.write_position(observation),
        "board": game.describe_table(observation),
        "moves": [game.describe_move(move) for move in game.legal(observation)],
    }


def _read(line: str) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        text = _("it answered {answer}, which is not a JSON object.")
        raise _Trouble(text.format(answer=_shown(line)))
    return answer


def _move(game: AnyGame, answer: dict[str, Any], observation: Any) -> Any:
    token = answer.get("move")
    if not isinstance(token, str):
        text = _("its answer {answer} does not name a move.")
        raise _Trouble(text.format(answer=_shown(json.dumps(answer))))
    try:
        move = game.parse(token.strip())
    except EngineError as error:
        raise _Trouble(f"{_shown(told(error))}.") from None
    reason = game.explain(observation, move)
    if reason is not None:
        text = _("{move} is not legal. {reason}")
        raise _Trouble(text.format(move=_shown(token.strip()), reason=told(reason)))
    return move


def _shown(text: str) -> str:
    """As much of an external text as fits in a sentence."""
    printable = "".join(char if char.isprintable() else " " for char in text).strip()
    return printable if len(printable) <= _SHOWN else f"{printable[:_SHOWN]}..."


def _end(process: subprocess.Popen[str], requests: SimpleQueue[str | None]) -> None:
    """Its input ends; if that does not end it, we do. Once only: later its number may be that of
    another program."""
    requests.put(None)
    if process.returncode is None:
        _ends_by_itself(process)
        _kill(process)


def _ends_by_itself(process: subprocess.Popen[str]) -> bool:
    """Whether it does so soon. Where the system can do without, it is not taken leave of yet: that
    would set its number free."""
    if not hasattr(os, "waitid"):  # Windows, and macOS before Python 3.13
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
        return process.returncode is not None
    end = monotonic() + _GRACE
    flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
    with suppress(ChildProcessError):  # our parent process ignores the end of children
        while os.waitid(os.P_PID, process.pid, flags) is None:
            if monotonic() > end:
                return False
            sleep(_GLANCE)
    return True


def _kill(process: subprocess.Popen[str]) -> None:
    """With its children, where the system knows them: also those that it has left behind."""
    if os.name == "posix":
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
