# Runs programs and records their costs.
import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


class Failed(Exception):
    """A program ended with an error or missed the time limit; the text says which program and how."""


@dataclass
class Usage:
    """Costs of one run."""

    cpu: float  # seconds, all threads, user and system
    wall: float
    peak_kb: int


class Tools:
    """The programs of one build folder, and a folder for their output."""

    def __init__(self, build: Path, work: Path):
        self.bin = build / "bin"
        self.work = work

    def path(self, name: str) -> str:
        """Returns the path of a program. Without it the script ends."""
        if not self.has(name):
            sys.exit(f"{self.bin / name} is missing: a build with -DTOPOMORPH_BUILD_BENCHMARKS=ON has it (docs/performance.md)")
        return str(self.bin / name)

    def has(self, name: str) -> bool:
        return (self.bin / name).exists()

    def output(self, *command: object) -> str:
        """Returns the standard output of a program that must succeed."""
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failed(f"{command[0]}: status {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def measured(self, timeout: int, *command: object, environment: dict[str, str] | None = None) -> Usage:
        """Returns the costs of a program that must succeed."""
        result = self.work / "usage.json"
        words = [self.path("topomorph-measure"), str(result), str(timeout), *(str(word) for word in command)]
        done = subprocess.run(words, capture_output=True, text=True, check=False, env=os.environ | (environment or {}))
        if done.returncode != 0:
            raise Failed(f"{command[0]}: {done.stderr.strip()}")
        usage = json.loads(result.read_text())
        if usage["status"] == 128 + 9 and usage["wall"] > timeout - 1:
            raise Failed(f"not done in {timeout} s")
        if usage["status"] != 0:
            raise Failed(f"status {usage['status']}: {done.stderr.strip()[-200:]}")
        return Usage(usage["cpu"], usage["wall"], usage["peak_kb"])


def median_cpu(usages: list[Usage]) -> float:
    return statistics.median(usage.cpu for usage in usages)


def paired_ratio(usages: list[Usage], others: list[Usage]) -> float:
    """Returns the median ratio of paired runs. The runs of a pair are adjacent in time: a busy machine slows both."""
    return statistics.median(mine.cpu / max(other.cpu, 1e-6) for mine, other in zip(usages, others))
