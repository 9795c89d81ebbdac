"""`python -m tests [pytest arguments]`: every check in order, up to the first that fails."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CHECKS: tuple[tuple[str, ...], ...] = (
    ("ruff", "check"),
    ("ruff", "format", "--check"),
    ("mypy",),
    ("pytest",),
)


def main(pytest_args: list[str]) -> int:
    """Run the checks from the root of the repository; the first bad exit code is ours."""
    for check in CHECKS:
        extra = pytest_args if check == ("pytest",) else []
        # Flushed, so that the headings keep their place when the output goes to a file.
        print(f"== {' '.join([*check, *extra])}", flush=True)
        command = [sys.executable, "-m", *check, *extra]
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code:
            print(f"== {' '.join(check)} failed (exit code {code})", flush=True)
            return code
    print("== all checks passed", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
