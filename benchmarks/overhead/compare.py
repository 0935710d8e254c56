#!/usr/bin/env python3
# Measures the library's overhead by jobs without it and with it, in turns, and writes the tables of OVERHEAD.md.
import argparse
import dataclasses
import json
import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "common"))

import growth
import sections
from jobs import Bench, Failed
from machine import machine

INTRODUCTION = """# What TopoMorph costs a job

Made by `benchmarks/overhead/compare.py`; every number is of one run of this command. A preloaded library cannot be
switched on and off within a process. So each value comes from {rounds} rounds of short jobs: in every round the same
program runs without the library (plain) and in each mode, one job right after the other, and each round begins with
another mode. A job prints the least of many batches of less than a millisecond, which excludes the work of other
processes. A ratio is the median over the rounds of a mode's value over the plain value of the same round; its quartiles
stand beside it. If all cores of the machine are busy, ratios are blurred by a few per cent: repeat with more
`--rounds`.

* profile: `topomorph profile`, whose recording of calls ends when it has taken 1 % of the time, but not before the first
  10 000 calls; with `--trace-budget 100` it does not end. auto: `topomorph auto`; all jobs of a program but the first use
  the store. run, same order: `topomorph run --permutation identity`. run, reversed: `--permutation reverse`.
* Jobs of two processes are bound to a core each; jobs of 16 are not bound and yield when idle.
* The command gives itself and its jobs a higher priority if it may.
* Machine: {machine}
"""

TEXTS = {
    "call": """## A wrapped call

The three calls are the fastest of Open MPI, so this is the worst case: no message leaves the process. In run, a wrapper
replaces MPI_COMM_WORLD and jumps into the library. In profile it first adds to the counters of the peer, of the message
size and of the function. While calls are recorded, each takes the slow path, two readings of the clock, and folding.
""",
    "against": """## The same call with another build

The wrapped call under this build and under another one (`--against`), in the same rounds. Made against the last commit
with one library for one MPI (ad0339c3): since then a front jumps into a back.
""",
    "pingpong": """## Ping-pong between two processes of one host

Half a round trip through shared memory. For large messages, bandwidth is the inverse of this time.
""",
    "collectives": """## Collectives

MPI_Allreduce of 8 bytes, and MPI_Alltoall of 1 KB to each rank. In profile, Open MPI reports each message of a
collective.
""",
    "startup": """## Start and end of an empty program, 16 ranks

Time from before MPI_Init to after MPI_Finalize on the slowest process, and memory of a process after MPI_Init: resident
or private, whichever grows more. `TOPOMORPH_STEPS=1` prints the steps. A step contains the earlier steps that are part
of it: order contains locate, engine and split; record contains locate, gather and write.
""",
    "dense": """## Growth with an all-to-all of all ranks

The same stencil, with an MPI_Alltoall of all ranks in each of its 100 steps. The model decomposes it, the real counters
count it, and the real engine plans for it. Every rank communicates with every other one. A process keeps one counter
for all of them, and the profile keeps one row.
""",
    "growth": """## Growth with the job

No MPI: each rank of a 3D stencil (48 processes a host) is a process for a moment, counts with the real counters and
writes its real record. The real engine makes a profile of all records and plans for hosts to which the launcher dealt
out ranks one by one. The exponent is the slope in logarithms: 1 is linear in the ranks, and hence in the communicating
pairs; 2 would be a dense matrix.
""",
}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures what the library costs a job and writes tables.",
                                     formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="build folder with topomorph and the benchmark programs")
    parser.add_argument("--output", type=Path, default=HERE.parent / "OVERHEAD.md")
    parser.add_argument("--json", type=Path, help="all figures, for programs")
    parser.add_argument("--rounds", type=int, default=15, help="jobs of each mode")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for one job")
    parser.add_argument("--sections", nargs="*", default=[name for name in TEXTS if name != "against"], choices=list(TEXTS))
    parser.add_argument("--against", type=Path, help="build folder of another commit, for the section of that name")
    options = parser.parse_args()
    if ("against" in options.sections) != (options.against is not None):
        parser.error("--against BUILD and the section against: expected both or none")
    return options


class Comparison:
    """One run of this program."""

    def __init__(self, options: argparse.Namespace, work: Path):
        self.options, self.work = options, work
        self.bench = Bench(options.build, work)
        self.figures: dict[str, object] = {}

    def judged(self, name: str, measure, unit: str) -> str:
        section = sections.Section(self.bench, self.options.rounds, self.options.timeout)
        verdicts = measure(section)
        self.figures[name] = {"verdicts": [dataclasses.asdict(line) | {"holds": line.holds} for line in verdicts],
                              "series": {figure: series.values for figure, series in section.series.items()}}
        return sections.verdicts_table(verdicts, unit)

    def call(self) -> str:
        return self.judged("call", sections.wrapped_call, "ns")

    def against(self) -> str:
        both = self.bench.beside(Bench(self.options.against, self.work))
        section = sections.Section(both, self.options.rounds, self.options.timeout)
        text = sections.against(section)
        self.figures["against"] = {"series": {figure: series.values for figure, series in section.series.items()}}
        return text

    def pingpong(self) -> str:
        return self.judged("pingpong", sections.ping_pong, "us")

    def collectives(self) -> str:
        return self.judged("collectives", sections.collectives, "us")

    def startup(self) -> str:
        startup = sections.Startup(self.bench, self.options.rounds, self.options.timeout)
        startup.measure()
        self.figures["startup"] = {"series": {name: series.values for name, series in startup.figures.items()}, "steps": startup.steps}
        return startup.table() + "\n" + startup.steps_table()

    def dense(self) -> str:
        points = [growth.measure(self.bench, box, self.work, dense=True) for box in growth.DENSE_BOXES]
        self.figures["dense"] = {"points": [dataclasses.asdict(point) for point in points]}
        return growth.dense_table(points)

    def growth(self) -> str:
        points = [growth.measure(self.bench, box, self.work) for box in growth.BOXES]
        memory = growth.memory_of_peers(self.bench)
        self.figures["growth"] = {"points": [dataclasses.asdict(point) for point in points], "bytes_a_peer": memory}
        return growth.growth_table(points) + "\n" + growth.memory_table(memory)


def raise_priority() -> None:
    try:
        os.nice(-10)
    except PermissionError:
        print("no higher priority: not permitted", file=sys.stderr)


def main() -> int:
    options = arguments()
    raise_priority()
    text = INTRODUCTION.format(rounds=options.rounds, machine=machine())
    with tempfile.TemporaryDirectory() as work:
        comparison = Comparison(options, Path(work))
        for name in options.sections:
            text += f"\n{TEXTS[name]}\n{getattr(comparison, name)()}"
            print(f"{name}: done", file=sys.stderr)
    options.output.write_text(text)
    if options.json:
        options.json.write_text(json.dumps(comparison.figures, indent=1) + "\n")
    print(options.output, file=sys.stderr)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as reason:
        sys.exit(f"compare.py: {reason}")
