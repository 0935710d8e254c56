"""What a command uses: wall time, processor time, and its own peak memory.

ru_maxrss does not serve: a process inherits the peak of the one that starts it, so a small command under Python would
have Python's. Linux tells the peak of the program alone (VmHWM); it is asked while the command runs, up to its end.
"""
import os
import re
import subprocess
import time
from typing import NamedTuple

INTERVAL = 0.002  # seconds between two questions


class Usage(NamedTuple):
    seconds: float
    cpu_seconds: float
    peak_bytes: int


def peak_of(process: int) -> int | None:
    """Returns None for a process that has ended."""
    with open(f"/proc/{process}/status", encoding="ascii", errors="replace") as status:
        found = re.search(r"^VmHWM:\s*(\d+) kB$", status.read(), re.MULTILINE)
    return 1024 * int(found[1]) if found else None


def usage_of(command, **how) -> Usage:
    """Runs a command; `how` is for subprocess.Popen(). Raises CalledProcessError if it fails."""
    start, peak, ended = time.monotonic(), 0, 0
    process = subprocess.Popen(command, **how)
    while not ended:
        peak = peak_of(process.pid) or peak  # the last, not the greatest: before exec() it is that of Python
        time.sleep(INTERVAL)
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Usage(time.monotonic() - start, usage.ru_utime + usage.ru_stime, peak)
