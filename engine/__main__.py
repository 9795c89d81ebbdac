"""``python -m engine``: the engine as a process, with JSON lines on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from engine.process import MAX_LINE, Engine

_USAGE: Final = """usage: python -m engine

Reads one JSON request a line from standard input and writes one JSON answer a line.
Try it: echo '{"cmd": "hello"}' | python -m engine
The protocol is docs/engine-protocol.md."""
_OVERLONG: Final = b"x" * (MAX_LINE + 1)
_BLANKS: Final = b" \t\r\n"


def main(arguments: list[str]) -> int:
    if arguments:
        asked = arguments[0] in ("-h", "--help")
        print(_USAGE, file=sys.stdout if asked else sys.stderr)
        return 0 if asked else 2
    return pump()


def pump() -> int:
    """Answer lines until the input ends or ``quit``; bytes that are not UTF-8 make a bad line."""
    engine = Engine()
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    try:
        while line := _read_line(source.readline):
            text = _text(line)
            if not text:
                continue
            sink.write(_answer(engine, text).encode() + b"\n")
            sink.flush()
            if engine.is_quitting:
                break
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()  # the reader is gone, or we were interrupted: no traceback
    return 0


def _answer(engine: Engine, text: str) -> str:
    """The outermost door: a mistake of ours costs one answer, not every game of the process."""
    try:
        return engine.answer(text)
    except Exception as error:
        sys.stderr.write(f"engine: {error!r} for {text[:200]!r}\n")
        return '{"id":null,"ok":false,"error":{"code":"internal","message":"a mistake of ours"}}'


def _text(line: bytes) -> str:
    """The line without its line end; a mark that cannot be a request if it is not UTF-8."""
    try:
        return line.strip(_BLANKS).decode()
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"


def _read_line(readline: Callable[[int], bytes]) -> bytes:
    """One line; an overlong one is read to its end, so that the next line is a line again, and
    stands for itself by its size alone."""
    line = readline(MAX_LINE + 2)
    if line.endswith(b"\n") or len(line) < MAX_LINE + 2:
        return line if len(line.rstrip(b"\r\n")) <= MAX_LINE else _OVERLONG
    while True:
        rest = readline(MAX_LINE)
        if not rest or rest.endswith(b"\n"):
            return _OVERLONG


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
