#!/usr/bin/env python3
# Measures what the library costs a job, without it and with it in turns, and writes the tables of OVERHEAD.md.
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

Made by `benchmarks/overhead/compare.py`; every number is of one run of that command. A preloaded library cannot be switched on and off within a
process, so each figure is taken in {rounds} rounds of short jobs: in every round the same program runs without the library (plain) and in each mode,
right after one another and each time in another order. A job prints the least of many batches of less than a millisecond, which leaves out what other
processes of the machine add. A ratio is the median over the rounds of a mode's figure over the plain figure of the same round; beside it its
quartiles. A machine whose cores are all busy blurs ratios by some per cent: then repeat with more `--rounds`.

* profile: `topomorph profile`; auto: `topomorph auto`, all jobs but the first of each program with what is known of it; run, same order: `topomorph run --permutation identity`; run, reversed: `--permutation reverse`.
* The jobs of two processes are bound to a core each; those of 16 are not bound and yield when idle.
* Where the command may, it gives itself and its jobs a higher priority.
* Machine: {machine}
"""

TEXTS = {
    "call": """## A wrapped call

The three calls are the fastest that Open MPI has, so this is the worst case: no message leaves the process. In run, a wrapper replaces
MPI_COMM_WORLD and jumps into the library. In profile it adds to the counters of the peer, of the message's size and of the function first.
""",
    "pingpong": """## Ping-pong between two processes of one host

Half a round trip through shared memory; bandwidth is the inverse for the large messages.
""",
    "collectives": """## Collectives

MPI_Allreduce of 8 bytes and MPI_Alltoall of 1 KB to each rank. In profile, Open MPI reports the messages under a collective one by one.
""",
    "startup": """## Start and end of an empty program, 16 ranks

From before MPI_Init to after MPI_Finalize on the slowest process, and the memory of a process after MPI_Init: resident or private, whichever grows more.
The steps are what `TOPOMORPH_STEPS=1` says; a step contains the ones before it that are part of it (locate, engine and split are in order; locate, gather and write in
record).
""",
    "dense": """## Growth with an all-to-all of all ranks

The same stencil, and in each of its 100 steps an MPI_Alltoall of all ranks by the model, counted by the real counters and planned for by the real engine. Every rank talks to
every other one; what is kept is a counter a process and, in the profile, a row for all of them.
""",
    "growth": """## Growth with the job

No MPI: each rank of a 3D stencil (48 processes a host) is a process for a moment, which counts with the real counters and hands in its real record;
the real engine makes a profile of all of them and plans for hosts that the launcher dealt out one by one. The exponent is the slope in
logarithms: 1 is linear in the ranks, and hence in the pairs that talk; 2 would be a dense matrix.
""",
}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What the library costs a job, as tables.",
                                     formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="build folder with topomorph and the benchmark programs")
    parser.add_argument("--output", type=Path, default=HERE.parent / "OVERHEAD.md")
    parser.add_argument("--json", type=Path, help="all figures, for programs")
    parser.add_argument("--rounds", type=int, default=15, help="jobs of each mode")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for one job")
    parser.add_argument("--sections", nargs="*", default=list(TEXTS), choices=list(TEXTS))
    return parser.parse_args()


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
