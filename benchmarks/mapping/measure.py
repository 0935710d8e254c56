# Runs programs and keeps what they cost.
import json
import os
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path


class Failed(Exception):
    """A program ended with an error, or not in time; the text says which and how."""


@dataclass
class Usage:
    """What one run cost."""

    cpu: float  # seconds, all threads, user and system
    wall: float
    peak_kb: int


class Tools:
    """The programs of one build folder, and a folder for what they write."""

    def __init__(self, build: Path, work: Path):
        self.bin = build / "bin"
        self.work = work

    def path(self, name: str) -> str:
        return str(self.bin / name)

    def has(self, name: str) -> bool:
        return (self.bin / name).exists()

    def output(self, *command: object) -> str:
        """Standard output of a program that must succeed."""
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failed(f"{command[0]}: status {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def measured(self, timeout: int, *command: object, environment: dict[str, str] | None = None) -> Usage:
        """What a program that must succeed costs."""
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
    """Median of the ratios of runs that stood next to each other in time: a busy machine slows both."""
    return statistics.median(mine.cpu / max(other.cpu, 1e-6) for mine, other in zip(usages, others))
