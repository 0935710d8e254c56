#!/usr/bin/env python3
"""Example: benchmarks/prediction/default_path.py --build build/release --program 'CG-A=bin/cg.A.16' >benchmarks/DEFAULT_PATH.md

What a user sees who gives no option: `topomorph profile`, then `topomorph run`, of programs that are started by slot and by
node. Tells for each what the line says, what is true, and how long planning takes. Hosts are network namespaces of this
machine with links of limited rate. Needs root.
"""
import argparse
import pathlib
import re
import shlex
import shutil
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks" / "common"))
from cluster import HOSTS, RANKS, Cluster
from machine import machine
from markdown import table

STARTS = "slot", "node"
INTRODUCTION = """# What a user sees without options

Made by `benchmarks/prediction/default_path.py`. {hosts} hosts are network namespaces of one machine, with links of {rate};
{ranks} processes share its cores. Each program is profiled once for each start (`topomorph profile -o f`), then runs without
this library and by `topomorph run -p f`, {rounds} times in turn. *Own* is the time from MPI_Init to MPI_Finalize of the
process that takes longest, *job* that of mpirun, each the least of the rounds. *Told* is the ratio of the job's times that
the line says, 1 where the order is kept; *true* is that of the own times. *Planning* is the time in MPI_Init that the
library takes: in the first job by `run`, and the median of the others, which find its plan in the store. *Over best* is
the job's time by `run` over that of the better start without it.

Machine: {machine}
"""
# Puts the clock in front of the library, so that planning is not the program's time.
CLOCKED = ["sh", "-c", 'LD_PRELOAD=$CLOCK_LIBRARY:$LD_PRELOAD exec "$@"', "clocked"]


class Job:
    """The times of one job, and its line."""

    def __init__(self, cluster, start, command, folder, before=()):
        clock = folder / "clock"
        clock.unlink(missing_ok=True)
        passed = [word for name in ("JOB_CLOCK", "CLOCK_LIBRARY", "TOPOMORPH_STEPS", "TOPOMORPH_STORE") for word in ("-x", name)]
        began = time.monotonic()
        said = cluster.start(["--map-by", start, *passed], [*before, *CLOCKED, *command], folder, JOB_CLOCK=str(clock),
                             CLOCK_LIBRARY=str(cluster.job_clock), TOPOMORPH_STEPS="1", TOPOMORPH_STORE=str(folder / "store"))
        self.job = time.monotonic() - began
        self.own = max(map(float, clock.read_text().split()))
        lines = [line.removeprefix("topomorph: ") for line in said.splitlines() if line.startswith("topomorph: ")]
        self.line = next((line for line in lines if not line.startswith("steps in us")), "")
        steps = re.search(r"\border (\d+)", " ".join(lines))
        self.planning = float(steps[1]) / 1e6 if steps else 0.0


def told_ratio(line):
    """Returns the ratio of the job's times that the line says; 1 where the order is kept."""
    found = re.search(r"predicted time of the job (?:\S+ s -> \S+ s \()?([-+]?\d+) %", line)
    if found and "order kept" not in line:
        return 1 + int(found[1]) / 100
    return 1.0


def least(jobs, what):
    return min(getattr(job, what) for job in jobs)


class Row:
    """A program by one start on one kind of links."""

    def __init__(self, name, start, command, options, cluster, folder):
        topomorph = options.build.resolve() / "bin" / "topomorph"
        profile = folder / f"{start}.tmprof"
        cluster.start(["--map-by", start], [topomorph, "profile", "-o", profile, *command], folder)
        self.name, self.start, self.plain, self.run = name, start, [], []
        for _ in range(options.rounds):
            self.plain.append(Job(cluster, start, command, folder))
            self.run.append(Job(cluster, start, command, folder, [topomorph, "run", "-p", profile]))
        self.line = self.run[-1].line
        self.told = told_ratio(self.line)
        self.true = least(self.run, "own") / least(self.plain, "own")
        self.planning = self.run[0].planning
        self.known = statistics.median(job.planning for job in self.run[1:]) if options.rounds > 1 else 0.0

    def error(self):
        return self.told / self.true - 1

    def over_best(self, rows):
        best = min(least(row.plain, "job") for row in rows if row.name == self.name)
        return least(self.run, "job") / best - 1

    def cells(self, rows):
        return [self.name, self.start, f"{least(self.plain, 'own'):.2f} / {least(self.plain, 'job'):.2f}",
                f"{least(self.run, 'own'):.2f} / {least(self.run, 'job'):.2f}", f"{self.told:.2f}", f"{self.true:.2f}", f"{self.error():+.2f}",
                f"{1000 * self.planning:.0f} / {1000 * self.known:.0f}", f"{100 * self.over_best(rows):+.0f} %", self.line.replace("|", "/")]


def rows_on(links, options):
    burst, mtu = links.split("/")
    rows = []
    with Cluster(options.rate, burst, mtu) as cluster:
        for given in options.program:
            name, _, command = given.partition("=")
            words = shlex.split(command)
            words[0] = shutil.which(words[0]) or str(pathlib.Path(words[0]).resolve())
            for start in STARTS:
                folder = pathlib.Path(tempfile.mkdtemp())
                try:
                    if options.files:
                        shutil.copytree(options.files, folder, dirs_exist_ok=True)
                    rows.append(Row(name, start, words, options, cluster, folder))
                    print(f"{name}, {start}, {links}: {rows[-1].cells(rows)}", file=sys.stderr)
                finally:
                    shutil.rmtree(folder)
    return rows


def summary(rows):
    errors = [abs(row.error()) for row in rows]
    worst = max(rows, key=lambda row: row.over_best(rows))
    first, later = ([1000 * getattr(row, what) for row in rows] for what in ("planning", "known"))
    return (f"Error of the ratio: mean {sum(errors) / len(errors):.3f}, most {max(errors):.3f}. Planning takes {min(first):.0f} to {max(first):.0f} ms, a known plan "
            f"{min(later):.0f} to {max(later):.0f} ms. The job by `run` takes at most {100 * worst.over_best(rows):.1f} % longer than by the better start "
            f"({worst.name}, by {worst.start}).\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="build folder with topomorph and row_transpose")
    parser.add_argument("--program", action="append", default=[], metavar="NAME=COMMAND", help="a program more; may be repeated")
    parser.add_argument("--files", type=pathlib.Path, metavar="FOLDER", help="files that the programs read, copied to where they run")
    parser.add_argument("--rate", default="100mbit", help="of the links (%(default)s)")
    parser.add_argument("--links", nargs="+", default=["16kb/9000", "64kb/1500"], metavar="BURST/MTU", help="kinds of links (%(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="jobs without and with the library (%(default)s)")
    options = parser.parse_args()
    options.program.insert(0, f"row_transpose={options.build.resolve() / 'bin'}/row_transpose 16384 200")
    print(INTRODUCTION.format(hosts=HOSTS, rate=options.rate, ranks=RANKS, rounds=options.rounds, machine=machine()))
    for links in options.links:
        burst, mtu = links.split("/")
        rows = rows_on(links, options)
        header = ["program", "start", "plain: own / job, s", "run: own / job, s", "told", "true", "error", "planning: first / later, ms", "over best", "line"]
        print(f"## Links with a burst of {burst}, packets of {mtu} bytes\n\n{table(header, [row.cells(rows) for row in rows])}\n{summary(rows)}", flush=True)


if __name__ == "__main__":
    main()
