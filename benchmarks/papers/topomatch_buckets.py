#!/usr/bin/env python3
"""Bucket grouping with lazy against full sorting (TopoMatch, table 1), as a Markdown table."""
import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "common"))
from machine import machine  # noqa: E402
from markdown import table  # noqa: E402

# Processes: buckets, sorted elements, buckets used; seconds of lazy and of full sorting (the columns "grouping time", which hold all of it).
PAPER = {4096: (8, 10251, 1, 0.16, 7.68), 8192: (8, 107234, 1, 0.62, 36.60), 16384: (8, 862567, 1, 2.99, 51.94), 32768: (16, 22849, 1, 50.96, 942.26)}
MATRICES = {"partners": "each process has one partner that stands out, all others are noise",
            "grid": "the neighbours on a grid stand out", "uniform": "nothing stands out"}


def measured(options: argparse.Namespace, processes: int, matrix: str) -> list[str]:
    done = subprocess.run([options.buckets, str(processes), "--matrix", matrix, "--seed", str(options.seed)], check=True, capture_output=True,
                          text=True, timeout=3600)
    run = json.loads(done.stdout)
    return [str(processes), matrix, str(run["buckets"]), str(run["buckets_used"]), str(run["sorted"]), str(run["sorted_by_full"]),
            f"{run['lazy_seconds']:.3f}", f"{run['full_seconds']:.2f}", f"{run['full_seconds'] / run['lazy_seconds']:.0f}"]


def published(processes: int) -> list[str]:
    buckets, elements, used, lazy, full = PAPER[processes]
    return [str(processes), "*the paper's*", str(buckets), str(used), str(elements), str(processes * (processes - 1) // 2), f"{lazy:.2f}",
            f"{full:.2f}", f"{full / lazy:.0f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--buckets", default="topomorph-buckets", help="the program")
    parser.add_argument("--processes", type=int, nargs="+", default=list(PAPER), help="the full sort takes 8 bytes times the square")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{machine()} CPU seconds, both sorts in one process. " +
          "; ".join(f"*{name}*: {what}" for name, what in MATRICES.items()) + ".\n")
    rows = []
    for processes in options.processes:
        rows += [published(processes)] if processes in PAPER else []
        rows += [measured(options, processes, matrix) for matrix in MATRICES]
    print(table(["processes", "matrix", "buckets", "used", "sorted, lazy", "sorted, full", "lazy, s", "full, s", "full / lazy"], rows))


if __name__ == "__main__":
    main()
