#!/usr/bin/env python3
"""Writes generated records of jobs, as a computing centre's jobs leave them. The same count and seed give the same bytes.

usage: generate.py COUNT [--programs N] [--seed N] >records.jsonl
"""
import argparse
import bisect
import itertools
import json
import random
import sys

FIRST_END = 1_767_225_600  # 2026-01-01
DAYS = 330
LIBRARIES = ("Open MPI 4.1.4", "Open MPI 5.0.7", "MPICH 4.2.1", "Intel MPI 2021.12")
PARTITIONS = ("batch", "large", "express", "test")
REASONS = ("the new order was slower by 7 %", "the pattern has changed by 61 %")


class Program:
    """What the jobs of a program have in common."""

    def __init__(self, number, draw):
        self.path = f"/apps/suite{number % 97}/bin/program{number}"
        self.user = f"user{draw.randrange(800)}"
        self.hosts = 2 ** draw.randrange(8)
        self.seconds = draw.uniform(60, 20_000)
        self.in_mpi = draw.uniform(0.05, 0.7)
        self.gain = draw.choice((0, 0, draw.uniform(0.02, 0.5)))
        self.state = draw.choice(("launcher", "reordered", "reordered", "dropped"))
        self.library = LIBRARIES[number % len(LIBRARIES)]


def record(number, program, draw):
    """Returns the members of a job's record, in the order in which jobs write them."""
    order = program.state if program.gain and draw.random() < 0.8 else "launcher"
    seconds = round(program.seconds * draw.uniform(0.8, 1.2), 3)
    found = {"topomorph": 1, "end": FIRST_END + draw.randrange(DAYS * 86_400), "job": str(number), "step": "0", "user": program.user,
             "partition": PARTITIONS[program.hosts.bit_length() % len(PARTITIONS)], "program": program.path, "ranks": 48 * program.hosts,
             "hosts": program.hosts, "mode": "auto" if order != "launcher" else "monitor", "order": order,
             "reason": draw.choice(REASONS) if order == "dropped" else "", "seconds": seconds, "mpi_seconds": round(seconds * program.in_mpi, 3)}
    if program.gain:
        before = draw.uniform(1e9, 1e13)
        found |= {"cost_before": before, "cost_after": before * (1 - program.gain), "predicted_gain": round(program.gain, 4)}
    if order == "reordered" and draw.random() < 0.5:
        found["measured_gain"] = round(program.gain * draw.uniform(-0.2, 1.1), 4)
    found |= {"added_ms": round(draw.uniform(5, 120), 2), "library": program.library, "case": f"{program.path.rpartition('/')[2]}-{number % 10**8:016x}"}
    return found


def records(count, programs=3000, seed=1):
    """Yields records as lines. Few programs make most jobs: the weight of program i is 1 / (i + 1)."""
    draw = random.Random(seed)
    known = [Program(number, draw) for number in range(programs)]
    weights = list(itertools.accumulate(1 / (i + 1) for i in range(programs)))
    for number in range(count):
        program = known[min(bisect.bisect(weights, draw.random() * weights[-1]), programs - 1)]
        yield json.dumps(record(number, program, draw), separators=(",", ":")) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("--programs", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.stdout.writelines(records(options.count, options.programs, options.seed))


if __name__ == "__main__":
    main()
