#!/usr/bin/env python3
"""Example: benchmarks/replay/measure.py --build build/benchmarks >benchmarks/REPLAY.md

Measures how many messages a second the replay carries out, and its memory, at 64, 512 and 4096 processes: an exchange
with six neighbours and an allreduce in each iteration, on a fat tree. Compares a tolerance of the shares of links
with exact ones.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks" / "common"))
from machine import machine
from markdown import table

HEADER = ["processes", "bytes", "order", "thousand messages / s", "memory, MB", "exact shares: thousand messages / s", "time of an iteration, over exact"]
INTRODUCTION = """# Replay: messages a second, and memory

Made by `benchmarks/replay/measure.py`. Each process computes for 0.9 to 1.1 ms, exchanges messages with its six
neighbours on a periodic 3D grid, and takes part in an allreduce of 8 bytes. Hosts have 32 cores and a port of
100 Gbit/s, 16 hosts share a leaf switch, 2:1 above it. *Order*: roles in the order of the slots, or at random places,
where nearly all messages are between hosts. One thread, CPU time, mean of at least a second. Memory: the peak beyond
what the program had before the trace. The figures of the replay are with a tolerance of 5 %, which is the default above
128 processes; *exact shares* are with 0, the default up to there.

Machine: {machine}

"""


FOLDING = """
## Folding while steps are recorded

A million steps, an iteration of which has so many different ones; the time of a step, and the memory at the end.

"""


DECISIONS = """
## Comparing three orders when a job starts

What `topomorph run` replays to choose among three orders (by slot, by node, random), messages of 64 kB, on the cores of
this machine. *Steps* are those of the whole job. *Replayed*: the part of them that told the time. *Ratio*: that of the
times of the random order and the first one, over the same ratio of the whole replay (200 iterations at most).

"""
DECISION = ["processes", "steps", "ms", "replayed", "ratio"]


def measured(program):
    """Returns the counters of replays by (side, bytes, random, tolerance), those of decisions by side and steps,
    and those of folding by the steps of a body."""
    run = subprocess.run([program, "--benchmark_format=json"], check=True, capture_output=True, text=True)
    replays, decisions, folding = {}, {}, {}
    for case in json.loads(run.stdout)["benchmarks"]:
        words = dict(word.split(":") for word in case["name"].split("/") if ":" in word)
        if "body" in words:
            folding[int(words["body"])] = case
        elif "steps" in words:
            decisions[int(words["side"]), int(words["steps"])] = case
        else:
            replays[tuple(int(words[name]) for name in ("side", "bytes", "random", "tolerance"))] = case
    return replays, decisions, folding


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="build folder with TOPOMORPH_BUILD_BENCHMARKS")
    given = parser.parse_args()
    text = INTRODUCTION.format(machine=machine())
    cases, decisions, folding = measured(given.build.resolve() / "bin" / "replay_benchmark")
    rows = []
    for (side, size, order, tolerance), case in cases.items():
        if tolerance == 0:
            continue
        exact = cases.get((side, size, order, 0))
        rows.append([str(side ** 3), str(size), ("by slot", "random")[order], f"{case['messages'] / 1e3:.0f}", f"{case['MB']:.0f}",
                     f"{exact['messages'] / 1e3:.0f}" if exact else "–", f"{case['job_ms'] / exact['job_ms']:.4f}" if exact else "–"])
    folded = [[str(body), f"{1e9 / case['steps']:.0f} ns", f"{case['bytes'] / 1e3:.1f} kB"] for body, case in folding.items()]
    decided = [[str(side ** 3), str(steps), f"{case['real_time']:.1f}", f"{100 * case['replayed']:.3g} %", f"{case['over_whole']:.3f}"]
               for (side, steps), case in decisions.items()]
    print(text + table(HEADER, rows) + DECISIONS + table(DECISION, decided) + FOLDING + table(["steps of an iteration", "a step", "memory"], folded), end="")


if __name__ == "__main__":
    main()
