"""The files between the door and a program: a pseudo-terminal, or three pipes without one.

The door holds ``Files``; the program reads and writes what ``speak_through`` was given.
"""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import termios
from collections.abc import Sequence
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from typing import NamedTuple

from kbtui.door.players.wish import Window


class Files:
    """The door's ends; each is closed once."""

    def __init__(self, input_: int, output: int, error: int | None) -> None:
        self.input: int | None = input_  # the same as the output if it is a terminal
        self.outputs = [output] if error is None else [output, error]
        self._error = error
        self._is_terminal = input_ == output
        for file in {input_, *self.outputs}:
            os.set_blocking(file, False)

    def is_error(self, file: int) -> bool:
        return file == self._error

    def resize(self, window: Window) -> None:
        if self._is_terminal and self.outputs:
            _set_size(self.outputs[0], window)

    def close_input(self) -> None:
        if self.input is not None and not self._is_terminal:
            os.close(self.input)
        self.input = None

    def close_output(self, file: int) -> None:
        if file in self.outputs:
            self.outputs.remove(file)
            os.close(file)
        if self._is_terminal:
            self.input = None

    def close(self) -> None:
        self.close_input()
        for file in list(self.outputs):
            self.close_output(file)


class Made(NamedTuple):
    """Both ends."""

    ours: Files
    theirs: tuple[int, ...]


def terminal(window: Window) -> Made:
    ours, theirs = os.openpty()
    _set_size(ours, window)
    return Made(Files(ours, ours, None), (theirs,))


def pipes() -> Made:
    typed, input_ = os.pipe()
    output, written = os.pipe()
    error, complained = os.pipe()
    return Made(Files(input_, output, error), (typed, written, complained))


def _set_size(file: int, window: Window) -> None:
    fcntl.ioctl(file, termios.TIOCSWINSZ, struct.pack("HHHH", window.rows, window.columns, 0, 0))


def speak_through(files: Sequence[int], is_terminal: bool) -> None:
    """From now on these are standard input, output and error."""
    # Both names: the screen library goes by the second.
    sys.stdin = sys.__stdin__ = _read(files[0])  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _written(files[1], is_terminal)  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _written(files[2], True)  # type: ignore[misc]


def _read(number: int) -> TextIOWrapper:
    return TextIOWrapper(BufferedReader(FileIO(number)), "utf-8", "replace")


def _written(number: int, by_lines: bool) -> TextIOWrapper:
    whole = BufferedWriter(FileIO(number, "w"))
    return TextIOWrapper(whole, "utf-8", "backslashreplace", line_buffering=by_lines)
