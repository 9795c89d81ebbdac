"""`python -m tests [--fast] [pytest arguments]`: the checks in order, up to the first that fails.

The tests run in two processes for each core. With `--fast`, those marked `slow` are left out, and
types are checked beside the tests.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

ROOT = Path(__file__).resolve().parent.parent

LINT = (["ruff", "check"], ["ruff", "format", "--check"])
TYPES = ["mypy"]
# Two processes for each core: slow tests wait for programs and relays a third of their time.
# A process that has nothing left takes over what another has not come to yet.
CORES = os.cpu_count() or 1
TESTS = ["pytest", "-n", str(2 * CORES), "--dist", "worksteal"]
# Fast tests hardly wait, and each process first takes seconds to collect them: one more is enough.
# The list of what took more than a second shows tests that deserve the mark too.
FAST = ["-n", str(CORES + 1), "-m", "not slow", "--durations=10", "--durations-min=1"]


def main(arguments: list[str]) -> int:
    """Run the checks from the root of the repository; the first bad exit code is ours."""
    is_fast = "--fast" in arguments
    more = [word for word in arguments if word != "--fast"]
    with compiling():
        code = _run_all(*LINT) if is_fast else _run_all(*LINT, TYPES)
    if is_fast:
        code = code or _run_both([*TESTS, *FAST, *more], TYPES)
    else:
        code = code or _run_all([*TESTS, *more])
    if not code:
        told = "all checks passed"
        if is_fast:
            told = "the fast checks passed; `python -m tests` also runs the slow tests"
        print(f"== {told}", flush=True)
    return code


def _run_all(*checks: list[str]) -> int:
    for check in checks:
        # Flushed, so that the headings keep their place when the output goes to a file.
        print(f"== {' '.join(check)}", flush=True)
        if code := _ended(check, _run(check)):
            return code
    return 0


def _run_both(check: list[str], beside: list[str]) -> int:
    """The second has one core for a while, and before the first it would leave the others idle.
    What it says comes last."""
    with TemporaryFile() as said, ThreadPoolExecutor() as pool:
        second = pool.submit(_run, beside, said)
        code = _run_all(check)
        other = second.result()
        said.seek(0)
        print(f"== {' '.join(beside)}", said.read().decode(), sep="\n", end="", flush=True)
    return code or _ended(beside, other)


def _ended(check: list[str], code: int) -> int:
    if code:
        print(f"== {check[0]} failed (exit code {code})", flush=True)
    return code


@contextmanager
def compiling() -> Iterator[None]:
    """In a new checkout, compile all modules while lint and types are checked on another core.
    Otherwise each process of the tests would compile all of them."""
    if any((ROOT / "tests" / "__pycache__").glob("conftest.*")):
        yield
        return
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command, cwd=ROOT, env=_environment(), stdout=quiet, stderr=quiet
    ) as process:
        yield
        process.wait()  # what is wrong with a module, the tests will say


def _environment() -> dict[str, str]:
    """Compiled modules are kept, whatever the machine says: the tests start hundreds of
    programs."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def _run(check: list[str], said: IO[bytes] | None = None) -> int:
    """Where it writes to ``said``, that is all that it says."""
    command, errors = [sys.executable, "-m", *check], None if said is None else subprocess.STDOUT
    return subprocess.run(
        command, cwd=ROOT, env=_environment(), stdout=said, stderr=errors, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
