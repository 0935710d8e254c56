# Runs one program without the library and with it, repeatedly and in turns, and records its output.
import copy
import json
import os
import re
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

PLAIN = "plain"
TRACED = "profile --trace-budget 100"
BEFORE = ", the other build"
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


class Failed(Exception):
    """A job ended with an error or missed the time limit; the text says which job and how."""


class Bench:
    """The programs of one build folder, and a folder for their profiles."""

    def __init__(self, build: Path, work: Path):
        self.bin = build / "bin"
        self.engine = build / "libexec/topomorph/topomorph-engine"
        runner, profile = str(self.bin / "topomorph"), str(work / "overhead.tmprof")
        self.modes = {
            PLAIN: [],
            "profile": [runner, "profile", "-o", profile],
            TRACED: [runner, "profile", "--trace-budget", "100", "-o", profile],
            "auto": [runner, "auto", "--store", str(work / "store")],  # the first job measures, the others count and keep the order
            "run, same order": [runner, "run", "--permutation", "identity"],
            "run, reversed": [runner, "run", "--permutation", "reverse"],
        }

    def beside(self, other: "Bench") -> "Bench":
        """Returns the same programs with the modes of two builds: plain, two of ours, and the same two of the other."""
        both = copy.copy(self)
        chosen = ("profile", "run, reversed")
        both.modes = {PLAIN: [], **{mode: self.modes[mode] for mode in chosen},
                      **{mode + BEFORE: other.modes[mode] for mode in chosen}}
        return both

    def launch(self, ranks: int, launcher: list[str], mode: str, program: list[str], timeout: int) -> tuple[list[dict], str]:
        """Returns the output of the processes, one JSON object a line, and their standard error."""
        command = ["mpirun", "--oversubscribe", *launcher, "-n", str(ranks), *self.modes[mode], str(self.bin / program[0]), *program[1:]]
        environment = os.environ | AS_ROOT | {"TOPOMORPH_STEPS": "1"}
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=timeout)
        except subprocess.TimeoutExpired as error:
            raise Failed(f"{' '.join(command)}: not done in {timeout} s") from error
        if done.returncode != 0:
            raise Failed(f"{' '.join(command)}: status {done.returncode}: {done.stderr.strip()[-300:]}")
        return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


@dataclass
class Series:
    """One value of all runs, by mode; entry i of each mode is of the same round."""

    values: dict[str, list[float]] = field(default_factory=dict)

    def add(self, mode: str, value: float) -> None:
        self.values.setdefault(mode, []).append(value)

    def ratios(self, mode: str, base: str = PLAIN) -> list[float]:
        return [mine / plain for mine, plain in zip(self.values[mode], self.values[base])]

    def differences(self, mode: str) -> list[float]:
        return [mine - plain for mine, plain in zip(self.values[mode], self.values[PLAIN])]

    def best(self, mode: str) -> float:
        return min(self.values[mode])


def quartiles(values: list[float]) -> tuple[float, float]:
    """Returns the lower and the upper quartile."""
    if len(values) < 2:
        return values[0], values[0]
    cuts = statistics.quantiles(values, n=4, method="inclusive")
    return cuts[0], cuts[2]


def steps_in(text: str) -> dict[str, float]:
    """Returns milliseconds by step from the line that TOPOMORPH_STEPS=1 prints."""
    line = re.search(r"^topomorph: steps in us: (.*)$", text, re.MULTILINE)
    if line is None:
        return {}
    return {step.rpartition(" ")[0]: float(step.rpartition(" ")[2]) / 1000 for step in line[1].split(", ")}


def in_turns(rounds: int, modes: list[str], run) -> None:
    """Calls run(mode) for all modes in every round. Each round begins with another mode."""
    for i in range(rounds):
        for j in range(len(modes)):
            run(modes[(i + j) % len(modes)])
