"""The files between the door and a program: a pseudo-terminal, or three pipes without one."""

from __future__ import annotations

import fcntl
import os
import struct
import termios
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
