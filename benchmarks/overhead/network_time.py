#!/usr/bin/env python3
"""Prints how long jobs measure their network at their end (docs/measured-network.md), by numbers of ranks and hosts.

usage: network_time.py --build BUILD [--rounds N] [--ranks N…]

The jobs run on one host and, where network namespaces are permitted, on a cluster of four with links of 100 Mbit/s
(tests/cluster). Their ranks yield the cores as in the tests.
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
from markdown import table  # noqa: E402

CLUSTER = HERE.parents[1] / "tests" / "cluster"
NAME = f"network-time-{os.getpid()}"
SECONDS = 120


def milliseconds(build, ranks, folder):
    """Returns the milliseconds of one measurement on the cluster."""
    command = [CLUSTER / "run", "--name", NAME, "-n", str(ranks), "--map-by", "node", "--", build / "bin/topomorph", "profile", "--steps",
               "-o", f"{folder}/app.tmprof", build / "bin/job_program"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=SECONDS)
    return int(re.search(r"\bnetwork (\d+)", done.stderr)[1]) / 1000


def column(build, hosts, all_ranks, rounds, folder):
    """Returns a cell for each number of ranks."""
    up = subprocess.run([CLUSTER / "up", "--name", NAME, "--hosts", str(hosts), "--slots", "64", "--rate", "100mbit", "--owner",
                         str(os.getpid())], check=False)
    if up.returncode != 0:
        return ["-"] * len(all_ranks)
    try:
        return [f"{statistics.median(milliseconds(build, ranks, folder) for _ in range(rounds)):.0f} ms" for ranks in all_ranks]
    finally:
        subprocess.run([CLUSTER / "down", "--name", NAME], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--ranks", type=int, nargs="+", default=[2, 4, 8, 16])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        columns = [column(options.build.resolve(), hosts, options.ranks, options.rounds, folder) for hosts in (1, 4)]
    print(table(["ranks", "on one host", "on four hosts"], [[str(ranks), *cells] for ranks, *cells in zip(options.ranks, *columns)]))


if __name__ == "__main__":
    main()
