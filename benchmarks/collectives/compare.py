#!/usr/bin/env python3
"""Example: benchmarks/collectives/compare.py --build build/release

Judges the model of collectives (docs/collective-model.md) by the messages that Open MPI 4.1 or 5.0 reports. Runs each job
twice: with reports, and with a messaging layer that has none (`--mca pml ob1`). Maps both profiles with the same seed and
compares the two orders by the reported messages.
"""
import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(HERE.parent / "common"))
sys.path.append(str(ROOT / "tests" / "launchers"))

import launching
from markdown import span, table
from page import write_page

COLLECTIVES = "bcast", "reduce", "allreduce", "gather", "scatter", "allgather", "alltoall", "reduce_scatter", "scan"
SIZES = 64, 4096, 65536, 1 << 20
HOSTS, SLOTS = 4, (4, 8)
NO_REPORTS = ["--mca", "pml", "ob1"]

INTRODUCTION = """# The model of collectives against Open MPI's reports

Made by `benchmarks/collectives/compare.py` with {library}.

A collective runs 8 to 100 times in the columns of a process grid and, with a quarter of the bytes, in its rows
(`benchmarks/collectives/grid.c`), on {hosts} hosts of {slots} slots. Each job runs twice: with reports of its messages, and
without, so that the profile follows the [model](../docs/collective-model.md). Ranges are over both numbers of ranks and
buffers of {sizes} bytes. The reports have the messages that make the communicators, too.

* *Bytes*, *messages*: the model's over the reported ones.
* *Same pairs*: the part of the bytes that both profiles have between the same two ranks, each profile's sum being 1.
* *Launcher*, *model*: hop-bytes of the launcher's order, and of the order found from the model, over those of the order
  found from the reports. All three are judged by the reported messages.

"""


@dataclass
class Profile:
    """Volumes between two ranks, whatever the direction."""

    path: Path
    bytes: dict[tuple[int, int], int]
    messages: int

    def total(self) -> int:
        return sum(self.bytes.values())


class Bench:
    def __init__(self, build: Path, work: Path) -> None:
        self.topomorph, self.work, self.program = build / "bin/topomorph", work, work / "grid"
        subprocess.run(["mpicc", "-O2", "-o", self.program, HERE / "grid.c"], check=True)

    def output(self, *words: str | Path) -> str:
        return subprocess.run([str(self.topomorph), *map(str, words)], check=True, capture_output=True, text=True).stdout

    def profile(self, ranks: int, program: list[str], options: list[str], source: str) -> Profile:
        path = self.work / f"{source}.tmprof"
        command = ["mpirun", "--oversubscribe", *launching.through_memory("mpirun"), *options, "-n", str(ranks), str(self.topomorph), "profile",
                   "--no-trace", "-o", str(path), *program]
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, **launching.COMMON}, cwd=self.work)
        report = json.loads(self.output("report", "--json", "--no-search", path))
        if report["job"]["collectives"] != source:
            raise RuntimeError(f"{path}: its collectives are {report['job']['collectives']}, expected {source}")
        volumes: dict[tuple[int, int], int] = {}
        for line in self.matrix(path):
            row, column, volume = line.split()
            key = (min(int(row), int(column)), max(int(row), int(column)))
            volumes[key] = volumes.get(key, 0) + int(volume)
        return Profile(path, volumes, report["total"]["messages"])

    def matrix(self, profile: Path) -> list[str]:
        """Returns the lines of the matrix's entries."""
        out = self.work / "volumes.mtx"
        self.output("convert", profile, out)
        return [line for line in out.read_text().splitlines() if not line.startswith("%")][1:]

    def cost(self, profile: Profile, mapping: Path | str, topology: str) -> int:
        return json.loads(self.output("evaluate", "--affinity", profile.path, "--topology", topology, "--mapping", mapping, "--json"))["hop_bytes"]

    def order(self, profile: Profile, topology: str) -> Path:
        out = profile.path.with_suffix(".map")
        self.output("map", "--affinity", profile.path, "--topology", topology, "-o", out)
        return out

    def compare(self, ranks: int, program: list[str], topology: str) -> list[float]:
        """Returns the columns of the tables."""
        exact, model = self.profile(ranks, program, [], "exact"), self.profile(ranks, program, NO_REPORTS, "model")
        shared = sum(min(volume / exact.total(), model.bytes.get(pair, 0) / model.total()) for pair, volume in exact.bytes.items())
        best = self.cost(exact, self.order(exact, topology), topology)
        return [model.total() / exact.total(), model.messages / exact.messages, shared, self.cost(exact, "identity", topology) / best,
                self.cost(exact, self.order(model, topology), topology) / best]


def rows(bench: Bench) -> list[list[str]]:
    made = []
    for name in COLLECTIVES:
        found = []
        for slots in SLOTS:
            for size in SIZES:
                print(f"{name}, {size} bytes, {HOSTS * slots} ranks", file=sys.stderr)
                found.append(bench.compare(HOSTS * slots, [str(bench.program), name, str(size)], f"tree:{HOSTS}:{slots}"))
        made.append([name, *(span(list(values)) for values in zip(*found))])
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="build folder with bin/topomorph")
    parser.add_argument("--output", type=Path, default=HERE.parent / "COLLECTIVES.md")
    options = parser.parse_args()
    library = launching.version_of("mpirun").splitlines()[0]
    introduction = INTRODUCTION.format(library=library, hosts=HOSTS, slots=" or ".join(map(str, SLOTS)), sizes=", ".join(map(str, SIZES)))
    write_page(options.output, lambda work: introduction + table(["collective", "bytes", "messages", "same pairs", "launcher", "model"],
                                                                 rows(Bench(options.build.resolve(), work))), sources=())


if __name__ == "__main__":
    main()
