"""What a command uses: wall time, processor time, and peak memory without that of who starts it.

A process that is started inherits the peak of its parent: getrusage() of a small command under a large Python tells
Python's memory. So this file runs itself in between, as a Python that has loaded next to nothing.
"""
import json
import os
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple


class Usage(NamedTuple):
    seconds: float
    cpu_seconds: float
    peak_bytes: int


def usage_of(command, **how) -> Usage:
    """Runs a command; `how` is for subprocess.run(). Raises CalledProcessError if it fails."""
    with tempfile.NamedTemporaryFile("r", suffix=".json") as found:
        subprocess.run([sys.executable, "-I", "-S", __file__, found.name, *command], check=True, **how)
        return Usage(**json.load(found))


def main():
    start = time.monotonic()
    child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
    _, status, usage = os.wait4(child, 0)
    found = Usage(time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)
    with open(sys.argv[1], "w", encoding="ascii") as file:
        json.dump(found._asdict(), file)
    sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
