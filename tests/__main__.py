"""`python -m tests [--fast] [pytest arguments]`: the checks in order, up to the first that fails.

The tests run in three processes for two cores. With `--fast`, those marked `slow` are left out.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

LINT_AND_TYPES = (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"])
# Three processes for two cores: slow tests wait for programs and relays a third of their time.
# A process that has nothing left takes over what another has not come to yet.
PROCESSES = max(2, (os.cpu_count() or 1) * 3 // 2)
TESTS = ["pytest", "-n", str(PROCESSES), "--dist", "worksteal"]
# The list of what took more than a second shows tests that deserve the mark too.
FAST = ["-m", "not slow", "--durations=10", "--durations-min=1"]


def main(arguments: list[str]) -> int:
    """Run the checks from the root of the repository; the first bad exit code is ours."""
    is_fast = "--fast" in arguments
    more = [word for word in arguments if word != "--fast"]
    for check in (*LINT_AND_TYPES, [*TESTS, *(FAST if is_fast else ()), *more]):
        # Flushed, so that the headings keep their place when the output goes to a file.
        print(f"== {' '.join(check)}", flush=True)
        code = _run(check)
        if code:
            print(f"== {check[0]} failed (exit code {code})", flush=True)
            return code
    if is_fast:
        print("== the fast checks passed; `python -m tests` also runs the slow tests", flush=True)
    else:
        print("== all checks passed", flush=True)
    return 0


def _run(check: list[str]) -> int:
    # Compiled modules are kept, whatever the machine says: the tests start hundreds of programs.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", *check]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
