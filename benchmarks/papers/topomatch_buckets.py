#!/usr/bin/env python3
"""Compares bucket grouping with lazy and with full sorting: writes TOPOMATCH_BUCKETS.md."""
import argparse
import json
import math
from collections.abc import Callable
from pathlib import Path

from topomatch import HERE, PAPER, Tools, found, wrapped

from machine import machine
from markdown import span, table
from page import parser_of_page, write_page

# Processes: buckets, sorted elements, used buckets; seconds of lazy and of full sorting (the "grouping time" of the
# paper).
PUBLISHED = {4096: (8, 10251, 1, 0.16, 7.68), 8192: (8, 107234, 1, 0.62, 36.60), 16384: (8, 862567, 1, 2.99, 51.94),
             32768: (16, 22849, 1, 50.96, 942.26)}
MATRICES = ["partners", "grid", "uniform"]
Runs = dict[int, dict[str, dict]]  # by processes and matrix: what topomorph-buckets prints
INTRODUCTION = """# TopoMatch, table 1: bucket grouping, lazy against full sort

{paper}.

The matrix has affinities between all pairs of processes, computed on demand, with a background of 24 random bits.
*partners*: each process has one partner above the background; *grid*: its neighbours on a grid are above it; *uniform*:
no pair is. The paper does not say what its matrix was. Both sorts run in one process, one after the other, and give the
same groups; seconds are CPU seconds of the whole grouping. The full sort is the same program with one bucket.

Machine: {machine}
"""
STATEMENTS = """## What the paper says, and what differs

* The number of buckets is {buckets}: the largest power of two that is at most the number of binary digits of n. The
  paper's text contradicts itself and its table ({table}). Its formula, 2^ceil(log2(log2 n)), gives {by_formula}; its
  footnote 5, "the largest power of two under log2(n)", gives {by_footnote}.
* Lazy sorting pays at every size: {pays}, {ratios}. The paper: {paper_ratios} by its columns; its text has "almost 19
  times faster" for 32 768 processes. For 16 384 its columns contradict each other: 1144 s of sorting in 52 s of
  grouping.
* "We only had to build and sort the groups of the first bucket": here this holds at every size for {first_only}. This
  limits what the paper's matrix can have been: 22 849 sorted pairs can group 32 768 processes only if more than two of
  three of them are the 16 384 chosen pairs. If no pair is above the background, the last remaining pair may be any
  pair, and all buckets are needed.
* Grouping that needs several buckets takes {several} times the time of the grouping that needs one. A bucket is filled
  when its turn comes, without the pairs that have a grouped process, so later buckets are small. The paper does
  not say when it fills them. That it fills all of them first is inferred from its initialisation, which is most of its
  time: 45 of 51 s at 32 768 processes.
"""


def published(processes: int) -> list[str]:
    buckets, elements, used, lazy, full = PUBLISHED[processes]
    return [str(processes), "*the paper's*", str(buckets), str(used), str(elements), str(processes * (processes - 1) // 2), f"{lazy:.2f}",
            f"{full:.2f}", f"{full / lazy:.1f}"]


def measured(run: dict) -> list[str]:
    return [str(run["roles"]), run["matrix"], str(run["buckets"]), str(run["buckets_used"]), str(run["sorted"]), str(run["sorted_by_full"]),
            f"{run['lazy_seconds']:.3f}", f"{run['full_seconds']:.2f}", f"{run['full_seconds'] / run['lazy_seconds']:.0f}"]


def by_size(number: Callable[[int], int]) -> str:
    """Returns the numbers of buckets for the sizes of the paper's table."""
    return ", ".join(str(number(processes)) for processes in PUBLISHED)


def buckets_of(runs: Runs) -> str:
    known = [processes for processes in runs if processes in PUBLISHED]
    others = [str(processes) for processes in known if any(run["buckets"] != PUBLISHED[processes][0] for run in runs[processes].values())]
    return f"not that of the paper's table at {', '.join(others)} processes" if others else "that of the paper's table at each size"


def statements(runs: Runs) -> str:
    ratios = {processes: [run["full_seconds"] / run["lazy_seconds"] for run in of.values()] for processes, of in runs.items()}
    first_only = [matrix for matrix in MATRICES if all(of[matrix]["buckets_used"] == 1 for of in runs.values())]
    several = [run["lazy_seconds"] / min(one["lazy_seconds"] for one in of.values() if one["buckets_used"] == 1)
               for of in runs.values() if any(one["buckets_used"] == 1 for one in of.values()) for run in of.values() if run["buckets_used"] > 1]
    return STATEMENTS.format(buckets=buckets_of(runs), table=by_size(lambda n: PUBLISHED[n][0]),
                             by_formula=by_size(lambda n: 2 ** math.ceil(math.log2(math.log2(n)))),
                             by_footnote=by_size(lambda n: 2 ** math.floor(math.log2(math.log2(n)))),
                             paper_ratios=", ".join(f"{full / lazy:.1f}" for *_, lazy, full in PUBLISHED.values()),
                             pays=found(min(map(min, ratios.values())) > 1),
                             ratios=", ".join(f"{span(values, 0)} times at {processes} processes" for processes, values in ratios.items()),
                             first_only=" and ".join(f"*{matrix}*" for matrix in first_only) or "none of the matrices",
                             several=span(several, 1) if several else "–")


def report(options: argparse.Namespace, work: Path) -> str:
    text = INTRODUCTION.format(paper=PAPER, machine=machine())
    tools = Tools(options.build, work)
    runs: Runs = {}
    rows: list[list[str]] = []
    for processes in options.processes:
        runs[processes] = {matrix: json.loads(tools.output(tools.path("topomorph-buckets"), processes, "--matrix", matrix, "--seed", options.seed))
                           for matrix in MATRICES}
        rows += [published(processes)] if processes in PUBLISHED else []
        rows += [measured(run) for run in runs[processes].values()]
    header = ["processes", "matrix", "buckets", "used", "sorted, lazy", "sorted, full", "lazy, s", "full, s", "full / lazy"]
    return text + "\n## Table 1\n\n" + table(header, rows) + "\n" + wrapped(statements(runs))


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph-buckets", HERE / "TOPOMATCH_BUCKETS.md")
    parser.add_argument("--processes", type=int, nargs="+", default=list(PUBLISHED), help="the full sort takes 8 bytes times the square")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    write_page(options.output, lambda work: report(options, work))


if __name__ == "__main__":
    main()
