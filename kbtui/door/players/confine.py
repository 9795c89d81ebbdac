"""Locks a process in: limits of the system, its own folder, no other program, one port to call.

Python has no calls for these, so they are made by number. Each one is asked for where the system
has it; ``kinds`` says which, for the log of the door. What is forbidden fails with an error that
the program can report; nothing is killed.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import struct
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from kbtui.door.players.config import Limits


def limit(limits: Limits, writes: bool) -> None:
    """The limits of the system; without ``writes`` no file can grow, so nothing new is stored."""
    for kind, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, limits.file if writes else 0),
        (resource.RLIMIT_NOFILE, limits.files),
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_CPU, limits.cpu),
    ):
        _soft, hard = resource.getrlimit(kind)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))


# ---- calls of Linux -------------------------------------------------------------------------

_IS_LINUX: Final = sys.platform == "linux"
_PDEATHSIG, _DUMPABLE, _SECCOMP, _NO_NEW = 1, 4, 22, 38  # of prctl
_CREATE, _ADD, _RESTRICT = 444, 445, 446  # Landlock; the same on every machine
_BENEATH, _NET_PORT = 1, 2  # kinds of its rules
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_CHANGES: Final = sum(1 << bit for bit in range(4, 13))  # make and remove files of all kinds
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_MAKES: Final = 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8  # remove a folder or file, make one
_BIND, _CONNECT = 1 << 0, 1 << 1
_SCOPES: Final = 3  # no abstract sockets and no signals beyond this process
_READ: Final = _READ_FILE | _READ_DIR
_OWN: Final = _READ | _WRITE_FILE | _MAKES | _REFER | _TRUNCATE
_SYSTEM: Final = (
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/nsswitch.conf",
    "/etc/host.conf",
    "/etc/gai.conf",
    "/etc/localtime",
    "/etc/ssl",
    "/etc/pki",
    "/etc/ld.so.cache",
    "/usr/share/zoneinfo",
    "/usr/share/terminfo",
    "/usr/lib",
    "/usr/lib64",
    "/lib",
    "/lib64",
)
_DEVICES: Final = ("/dev/null", "/dev/urandom", "/dev/tty")


def kinds() -> list[str]:
    """What this system has, as words for a log."""
    found = ["limits"]
    if landlock_version():
        found.append(f"landlock {landlock_version()}")
    if _IS_LINUX and platform.machine() in _CALLS:
        found.append("no exec")
    return found


def landlock_version() -> int:
    """0: this system has none."""
    return max(_syscall(_CREATE, None, 0, 1), 0) if _IS_LINUX else 0


def die_with_parent(signal_: int, parent: int) -> None:
    """``parent``: who forked this process. It may be gone by now, and then no signal comes."""
    if _IS_LINUX:
        _prctl(_PDEATHSIG, signal_)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal_)


def walls(folder: Path, port: int | None) -> int | None:
    """A file with rules for ``lock_in``, made before rights are dropped: nothing outside this
    folder can be read but the program itself. ``port``: the only one that can be called; None:
    any. No file: this system has no such rules."""
    version = landlock_version()
    return _landlock(version, folder, port) if version else None


def lock_in(rules: int | None) -> None:
    """For good: no other files, no other program."""
    if not _IS_LINUX:
        return
    _prctl(_DUMPABLE, 0)  # nobody else can look into it either
    _prctl(_NO_NEW, 1)
    if rules is not None:
        _checked(_syscall(_RESTRICT, rules, 0))
        os.close(rules)
    if platform.machine() in _CALLS:
        _no_programs(_CALLS[platform.machine()])


@cache
def program_folders() -> tuple[Path, ...]:
    """Where this program and its libraries are."""
    names = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    names += [os.path.dirname(sys.modules[name].__file__ or "") for name in _PACKAGES]
    return tuple(Path(name) for name in dict.fromkeys(filter(None, names)))


_PACKAGES: Final = ("engine", "relay", "kbtui")


def _landlock(version: int, folder: Path, port: int | None) -> int:
    handled = _EXECUTE | _WRITE_FILE | _READ | _CHANGES
    handled |= _REFER if version >= 2 else 0
    handled |= _TRUNCATE if version >= 3 else 0
    handled |= _IOCTL_DEV if version >= 5 else 0
    network = 0
    if version >= 4:
        network = _BIND | (_CONNECT if port is not None else 0)
    scopes = _SCOPES if version >= 6 else 0
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = _checked(_syscall(_CREATE, struct.pack("=QQQ", handled, network, scopes), size, 0))
    readable = (*program_folders(), *map(Path, _SYSTEM))
    _allow(rules, readable, _READ & handled, _READ_FILE)
    _allow(rules, map(Path, _DEVICES), (_READ_FILE | _WRITE_FILE | _IOCTL_DEV) & handled)
    _allow(rules, [folder], _OWN & handled)
    if network & _CONNECT:
        rule = struct.pack("=QQ", _CONNECT, port)
        _checked(_syscall(_ADD, rules, _NET_PORT, rule, 0))
    return rules


def _allow(rules: int, paths: Iterable[Path], what: int, of_files: int | None = None) -> None:
    """``of_files``: what is allowed if it is not a folder; None: the same."""
    for path in paths:
        try:
            handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue  # not on this system
        allowed = what if of_files is None or path.is_dir() else what & of_files
        try:
            rule = struct.pack("=Qi", allowed, handle)
            _checked(_syscall(_ADD, rules, _BENEATH, rule, 0))
        finally:
            os.close(handle)


class _Calls(NamedTuple):
    """Numbers of system calls on one kind of machine."""

    machine: int  # as the kernel calls it
    clone: int
    clone3: int
    forbidden: tuple[int, ...]  # exec, fork, and looking into other processes


_CALLS: Final = {
    "x86_64": _Calls(0xC000003E, 56, 435, (59, 322, 57, 58, 101, 310, 311, 321, 425)),
    "aarch64": _Calls(0xC00000B7, 220, 435, (221, 281, 117, 270, 271, 280, 425)),
}
_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06  # of its small language
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_EPERM, _ENOSYS = 1, 38
_THREAD: Final = 0x00010000  # the flag of a clone that is a thread of this process
_X32: Final = 0x40000000  # a second set of numbers on one kind of machine
_FILTER: Final = 2


def _no_programs(calls: _Calls) -> None:
    """Threads are allowed, other processes are not. Whoever asks for a thread in the newer way is
    told that there is none, and asks in the older one, whose flags can be seen."""
    rows = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, calls.machine), (_RETURN, 0, 0, _ERROR | _EPERM)]
    rows += [(_LOAD, 0, 0, 0)]
    if calls.machine == _CALLS["x86_64"].machine:
        rows += [(_ANY_BIT, 0, 1, _X32), (_RETURN, 0, 0, _ERROR | _EPERM)]
    for number in calls.forbidden:
        rows += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERROR | _EPERM)]
    rows += [(_EQUAL, 0, 1, calls.clone3), (_RETURN, 0, 0, _ERROR | _ENOSYS)]
    rows += [(_EQUAL, 0, 3, calls.clone), (_LOAD, 0, 0, 16)]
    rows += [(_ANY_BIT, 1, 0, _THREAD), (_RETURN, 0, 0, _ERROR | _EPERM)]
    rows += [(_RETURN, 0, 0, _ALLOW)]
    code = b"".join(struct.pack("=HBBI", *row) for row in rows)
    held = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("@HP", len(rows), ctypes.addressof(held))
    _checked(_prctl(_SECCOMP, _FILTER, program))


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _syscall(*arguments: int | bytes | None) -> int:
    return int(_libc().syscall(*map(_wide, arguments)))


def _prctl(*arguments: int | bytes) -> int:
    full = (*arguments, 0, 0, 0, 0)[:5]
    return int(_libc().prctl(*map(_wide, full)))


def _wide(argument: int | bytes | None) -> ctypes.c_long | bytes | None:
    return ctypes.c_long(argument) if isinstance(argument, int) else argument


def _checked(answer: int) -> int:
    """Who cannot be locked in is not let in."""
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer
