#!/usr/bin/env python3
"""Compares bucket grouping with lazy and with full sorting: prints the table of TOPOMATCH_BUCKETS.md."""
import argparse
import json
import tempfile
from pathlib import Path

from topomatch import PAPER, Tools, command_line

from machine import machine
from markdown import table

# Processes: buckets, sorted elements, used buckets; seconds of lazy and of full sorting (the "grouping time" of the
# paper).
PUBLISHED = {4096: (8, 10251, 1, 0.16, 7.68), 8192: (8, 107234, 1, 0.62, 36.60), 16384: (8, 862567, 1, 2.99, 51.94),
             32768: (16, 22849, 1, 50.96, 942.26)}
MATRICES = ["partners", "grid", "uniform"]
INTRODUCTION = """# TopoMatch, table 1: bucket grouping, lazy against full sort

{paper}.
Command: `{command}`.

The matrix has affinities between all pairs of processes, computed on demand, with a background of 24 random bits.
*partners*: each process has one partner above the background; *grid*: its neighbours on a grid are above it; *uniform*:
no pair is. The paper does not say what its matrix was. Both sorts run in one process, one after the other, and give the
same groups; seconds are CPU seconds of the whole grouping. The full sort is the same program with one bucket.

Machine: {machine}
"""
STATEMENTS = """## What differs

* The number of buckets is the paper's, by its table; by its text, 2^ceil(log2(log2 n)), it would be 16 everywhere.
* Lazy sorting pays at every size: {ratios}. The paper: 48, 59, 17 and 18 (for 16384 its columns contradict each other:
  1144 s of sorting in 52 s of grouping).
* "We only had to build and sort the groups of the first bucket" holds here only for *partners*, which limits what the
  paper's matrix can have been: 22 849 sorted pairs can group 32 768 processes only if more than two of three of them
  are the 16 384 chosen pairs. If no pair is above the background, the last remaining pair may be any pair, and all
  buckets are needed.
* All buckets cost little here: a bucket is filled when its turn comes, without the pairs that have a grouped process,
  so later buckets are small. The paper fills all buckets first, which is most of its time (45 of 51 s at 32 768
  processes).
"""


def published(processes: int) -> list[str]:
    buckets, elements, used, lazy, full = PUBLISHED[processes]
    return [str(processes), "*the paper's*", str(buckets), str(used), str(elements), str(processes * (processes - 1) // 2), f"{lazy:.2f}",
            f"{full:.2f}", f"{full / lazy:.0f}"]


def measured(run: dict) -> list[str]:
    return [str(run["roles"]), run["matrix"], str(run["buckets"]), str(run["buckets_used"]), str(run["sorted"]), str(run["sorted_by_full"]),
            f"{run['lazy_seconds']:.3f}", f"{run['full_seconds']:.2f}", f"{run['full_seconds'] / run['lazy_seconds']:.0f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=Path("build/release"), help="with the benchmarks")
    parser.add_argument("--processes", type=int, nargs="+", default=list(PUBLISHED), help="the full sort takes 8 bytes times the square")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(INTRODUCTION.format(paper=PAPER, command=command_line(), machine=machine()))
    rows, ratios = [], []
    with tempfile.TemporaryDirectory() as work:
        tools = Tools(options.build, Path(work))
        for processes in options.processes:
            rows += [published(processes)] if processes in PUBLISHED else []
            runs = [json.loads(tools.output(tools.path("topomorph-buckets"), processes, "--matrix", matrix, "--seed", options.seed))
                    for matrix in MATRICES]
            rows += [measured(run) for run in runs]
            found = [run["full_seconds"] / run["lazy_seconds"] for run in runs]
            ratios.append(f"{min(found):.0f} to {max(found):.0f} times at {processes} processes")
    print(table(["processes", "matrix", "buckets", "used", "sorted, lazy", "sorted, full", "lazy, s", "full, s", "full / lazy"], rows))
    print(STATEMENTS.format(ratios=", ".join(ratios)))


if __name__ == "__main__":
    main()
