# How many cores other processes keep busy while a measurement runs: a parallel run needs free ones.
import os
import resource
import time
from pathlib import Path


def busy_seconds() -> float:
    """Returns the CPU seconds of the whole machine since it was started, of all cores and kinds but idle and waiting."""
    user, nice, system, _, _, interrupts, soft = map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:8])
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")


def own_seconds() -> float:
    usages = [resource.getrusage(of) for of in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


class OtherWork:
    """Measures from its construction on. Children count once they have ended."""

    def __init__(self) -> None:
        self.start, self.busy, self.own = time.monotonic(), busy_seconds(), own_seconds()

    def cores(self) -> float:
        """Returns the mean number of cores that other processes used."""
        wall = time.monotonic() - self.start
        others = busy_seconds() - self.busy - (own_seconds() - self.own)
        return max(0.0, others / max(wall, 1e-6))
