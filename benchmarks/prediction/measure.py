#!/usr/bin/env python3
"""Example: benchmarks/prediction/measure.py --build build/release --program 'bt=bin/bt.W.x' >benchmarks/PREDICTION.md

Compares predicted with measured seconds. Hosts are network namespaces of this machine with links of limited rate, once
with a small burst and once with a large one. Each program is recorded once, in the launcher's order, and then runs in six
orders in turn; `topomorph predict` replays the one recording in the same orders, with the network that the recorded job
measured and nothing else. `--keep FOLDER` keeps the measured times, so that a second run, of a better prediction, measures
only what is missing. Needs root.
"""
import argparse
import json
import os
import pathlib
import shlex
import shutil
import sys
import tempfile
from statistics import fmean

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks" / "common"))
from cluster import HOSTS, RANKS, SLOTS, Cluster
from comparison import Comparison, Orders, distinct
from machine import machine
from markdown import table

INTRODUCTION = """# Predicted and measured seconds

Made by `benchmarks/prediction/measure.py`. {hosts} hosts are network namespaces of one machine, with links of {rate};
{ranks} processes share its cores. *Measured* is the time from MPI_Init to MPI_Finalize of the process that takes longest,
without this library: the least of {rounds} jobs, all orders in turn, because other work on the machine only adds to it.
*Spread* is the greatest of them over the least. *Predicted* is `topomorph predict` of one recording in the order by slot,
with the network that this job has measured. *Ratio* is relative to the order by slot; orders with the same hosts
have one error.

Machine: {machine}
"""


class MeasuredTimes:
    """The seconds of a program's jobs by the hosts of its ranks; times in the file are not measured again."""

    def __init__(self, file, cluster, options):
        self.file, self.cluster, self.options = file, cluster, options
        self.known = json.loads(file.read_text()) if file and file.exists() else {}

    def times(self, hosts_of, command, folder):
        """Returns the seconds of each order's jobs."""
        keys = {order: "".join(map(str, hosts)) for order, hosts in hosts_of.items()}
        missing = {key: hosts_of[order] for order, key in keys.items() if key not in self.known}
        if missing:
            self.measure(missing, command, folder)
        return {order: self.known[key] for order, key in keys.items()}

    def measure(self, missing, command, folder):
        rounds = range(self.options.rounds)
        for _ in rounds:
            for key, hosts in missing.items():
                self.known.setdefault(key, []).append(self.cluster.seconds(hosts, command, folder))
        if self.file:
            self.file.write_text(json.dumps(self.known))


class Program(Comparison):
    """A program's measured and predicted seconds on one kind of links."""

    def __init__(self, name, command, options, cluster, kept, folder):
        topomorph = options.build.resolve() / "bin" / "topomorph"
        orders = Orders(topomorph, folder, HOSTS, SLOTS)
        cluster.run(orders.hosts_of()["slot"], [topomorph, "profile", "-o", "app.tmprof", *command], folder)
        target = ["--topology", f"tree:{HOSTS}:{SLOTS}"]
        orders.add_candidates("app.tmprof", target)
        times = kept.times(orders.hosts_of(), command, folder)
        predicted = orders.predict("app.tmprof", [*target, "--level-costs", "app.tmprof", "--cores", f"{os.cpu_count()}/{HOSTS}"])
        super().__init__(predicted, {order: min(seconds) for order, seconds in times.items()}, distinct(orders.hosts_of()))
        self.name = name
        self.spread = {order: max(seconds) / min(seconds) for order, seconds in times.items()}
        if kept.file:
            shutil.copy(folder / "app.tmprof", kept.file.with_suffix(".tmprof"))

    def rows(self):
        errors = self.ratio_errors()
        for order, seconds in self.true.items():
            yield [self.name, order, f"{seconds:.2f}", f"{self.spread[order]:.2f}", f"{self.predicted[order]:.2f}", f"{seconds / self.true['slot']:.3f}",
                   f"{self.predicted[order] / self.predicted['slot']:.3f}", f"{errors[order]:+.3f}" if order in errors else ""]


def summary(programs):
    errors = [abs(error) for program in programs for error in program.ratio_errors().values()]
    seconds = [abs(error) for program in programs for error in program.second_errors()]
    chosen = max(programs, key=Program.loss)
    return (f"Error of the ratio: mean {fmean(errors):.3f}, most {max(errors):.3f}. Error of the seconds: mean {100 * fmean(seconds):.1f} %. "
            f"The order that is chosen takes at most {100 * chosen.loss():.1f} % longer than the one measured best ({chosen.name}).\n")


def measured_with(burst, mtu, options):
    programs = []
    links = f"{burst}-{mtu}"
    with Cluster(options.rate, burst, mtu) as cluster:
        for given in options.program:
            name, _, command = given.partition("=")
            folder = pathlib.Path(tempfile.mkdtemp())
            try:
                words = shlex.split(command)
                kept = MeasuredTimes(options.keep and options.keep / f"{name}-{links}.json", cluster, options)
                words[0] = shutil.which(words[0]) or str(pathlib.Path(words[0]).resolve())
                programs.append(Program(name, words, options, cluster, kept, folder))
                print(f"{name}, {links}: {programs[-1].true}; predicted {programs[-1].predicted}", file=sys.stderr)
            finally:
                shutil.rmtree(folder)
    return programs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="build folder with topomorph and row_transpose")
    parser.add_argument("--program", action="append", default=[], metavar="NAME=COMMAND", help="a program more; may be repeated")
    parser.add_argument("--rate", default="100mbit", help="of the links (%(default)s)")
    parser.add_argument("--links", nargs="+", default=["16kb/9000", "64kb/1500"], metavar="BURST/MTU", help="kinds of links (%(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="jobs of each order (%(default)s)")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="keep the measured times here, and use those that are here")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    programs = options.build.resolve() / "bin"
    options.program.insert(0, f"row_transpose={programs}/row_transpose 16384 200")
    print(INTRODUCTION.format(hosts=HOSTS, rate=options.rate, ranks=RANKS, rounds=options.rounds, machine=machine()))
    for links in options.links:
        burst, mtu = links.split("/")
        found = measured_with(burst, mtu, options)
        header = ["program", "order", "measured, s", "spread", "predicted, s", "measured ratio", "predicted ratio", "error"]
        print(f"## Links with a burst of {burst}, packets of {mtu} bytes\n\n{table(header, [row for program in found for row in program.rows()])}\n{summary(found)}", flush=True)


if __name__ == "__main__":
    main()
