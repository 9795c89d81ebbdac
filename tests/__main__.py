"""`python -m tests [--fast] [pytest arguments]`: the checks in order, up to the first that fails.

The tests run in two processes for each core. With `--fast`, those marked `slow` are left out.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

LINT_AND_TYPES = (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"])
# Two processes for each core: slow tests wait for programs and relays a third of their time.
# A process that has nothing left takes over what another has not come to yet.
PROCESSES = 2 * (os.cpu_count() or 1)
TESTS = ["pytest", "-n", str(PROCESSES), "--dist", "worksteal"]
# The list of what took more than a second shows tests that deserve the mark too.
FAST = ["-m", "not slow", "--durations=10", "--durations-min=1"]


def main(arguments: list[str]) -> int:
    """Run the checks from the root of the repository; the first bad exit code is ours."""
    is_fast = "--fast" in arguments
    more = [word for word in arguments if word != "--fast"]
    with compiling():
        code = _run_all(*LINT_AND_TYPES)
    code = code or _run_all([*TESTS, *(FAST if is_fast else ()), *more])
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
        code = _run(check)
        if code:
            print(f"== {check[0]} failed (exit code {code})", flush=True)
            return code
    return 0


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


def _run(check: list[str]) -> int:
    command = [sys.executable, "-m", *check]
    return subprocess.run(command, cwd=ROOT, env=_environment(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
