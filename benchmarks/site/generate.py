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
DROPPED = ("no other order was faster: order kept", "the launcher's order was faster by 7 %: order kept")
KEPT = "predicted gain 3.1 % is under 5 %: order kept"


class Program:
    """What the jobs of a program have in common."""

    def __init__(self, number, draw):
        self.path = f"/apps/suite{number % 97}/bin/program{number}"
        self.user = f"user{draw.randrange(800)}"
        self.hosts = 2 ** draw.randrange(8)
        self.seconds = draw.uniform(60, 20_000)
        self.in_mpi = draw.uniform(0.05, 0.7)
        self.order = draw.choice(("launcher", "reordered", "reordered", "dropped"))
        self.gain = draw.choice((0, draw.uniform(0, 0.05))) if self.order == "launcher" else draw.uniform(0.05, 0.5)
        self.mode = draw.choice(("auto", "auto", "run")) if self.order != "dropped" else "auto"
        self.library = LIBRARIES[number % len(LIBRARIES)]


def plan(program, mode, draw):
    """Returns what a job says of its plan, which only modes run and auto have."""
    before = round(draw.uniform(1e9, 1e13))
    found = {"order": program.order}
    if program.order != "reordered":
        found["reason"] = draw.choice(DROPPED) if program.order == "dropped" else KEPT
    found |= {"cost_before": before, "cost_after": round(before * (1 - program.gain)), "predicted_gain": round(program.gain, 4)}
    if mode == "auto" and program.order == "reordered" and draw.random() < 0.5:
        found["measured_gain"] = round(program.gain * draw.uniform(-0.2, 1.1), 4)
    return found


def record(number, program, draw):
    """Returns the members of a job's record, in the order in which jobs write them (reorder/job_record.cpp)."""
    mode = draw.choice(("monitor", "profile")) if draw.random() < 0.2 else program.mode
    is_first = mode == "auto" and draw.random() < 0.1  # it is measured: there is no plan yet
    seconds = round(program.seconds * draw.uniform(0.8, 1.2), 3)
    return {"topomorph": 1, "end": FIRST_END + draw.randrange(DAYS * 86_400), "job": str(number), "step": "0", "user": program.user,
            "partition": PARTITIONS[program.hosts.bit_length() % len(PARTITIONS)], "program": program.path, "ranks": 48 * program.hosts,
            "hosts": program.hosts, "library": program.library, "mode": mode,
            **(plan(program, mode, draw) if mode in ("run", "auto") and not is_first else {"order": "launcher"}),
            "seconds": seconds, "mpi_seconds": round(seconds * program.in_mpi, 3), "added_ms": round(draw.uniform(5, 120), 3)}


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
