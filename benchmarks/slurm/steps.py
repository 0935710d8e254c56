#!/usr/bin/env python3
"""Example: benchmarks/slurm/steps.py --build build/release >benchmarks/STEPS.md

Measures what Slurm's plugin adds to a step: a Slurm of its own on this machine, in one allocation the same step of srun
without the plugin, with it, and with a partition that has mode auto, in turns. Needs root and Slurm (tools/setup test).
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "benchmarks" / "common"))
from machine import machine
from markdown import table

CLUSTER = ROOT / "tests" / "cluster"
NAME = f"steps{os.getpid()}"
INTRODUCTION = """# What Slurm's plugin adds to a step

Made by `benchmarks/slurm/steps.py`: a Slurm on one host, in one allocation of four nodes `srun --mpi=none true`, whose
time is from before srun to after it. In each of {rounds} rounds the step runs with each `plugstack.conf`, in turns; a
difference is the median over the rounds of the time less that without the plugin in the same round, its quartiles stand
beside it. The program has no MPI. What the library adds to one with MPI: [OVERHEAD.md](OVERHEAD.md).

Machine: {machine}

"""


def stacks(plugin):
    """Returns the contents of plugstack.conf."""
    return {"no plugin": "", "plugin, no default": f"optional {plugin}\n", "plugin, mode auto": f"optional {plugin} default=auto\n"}


def step_milliseconds(tasks, environment):
    began = time.monotonic()
    subprocess.run(["srun", "--quiet", "--mpi=none", "-n", str(tasks), "true"], env=environment, check=True, timeout=60)
    return 1000 * (time.monotonic() - began)


def measure(options):
    """Runs within the allocation. Returns the rows of the table."""
    plugstack = pathlib.Path(os.environ["SLURM_CONF"]).parent / "plugstack.conf"
    contents = stacks(options.build.resolve() / "lib/topomorph/topomorph-spank.so")
    rows = []
    for tasks in 1, 4, 16:
        times = {name: [] for name in contents}
        for round_number in range(options.rounds + 1):  # the first one warms up
            names = list(contents)
            for name in names[round_number % 3:] + names[:round_number % 3]:
                plugstack.write_text(contents[name])
                times[name].append(step_milliseconds(tasks, os.environ))
        plain = times["no plugin"][1:]
        for name in list(contents)[1:]:
            added = [with_it - without for with_it, without in zip(times[name][1:], plain)]
            low, middle, high = statistics.quantiles(added, n=4)
            rows.append([str(tasks), name, f"{statistics.median(plain):.1f}", f"{middle:+.1f}", f"{low:+.1f} to {high:+.1f}"])
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        print(INTRODUCTION.format(rounds=options.rounds, machine=machine()), end="")
        print(table(["tasks", "plugstack.conf", "step without, ms", "added, ms", "quartiles"], measure(options)), end="")
        return
    subprocess.run([CLUSTER / "slurm_up", "--name", NAME, "--plugstack", "# none yet"], check=True, stdout=sys.stderr)
    try:
        where = subprocess.run([CLUSTER / "slurm_up", "--where", "--name", NAME], check=True, capture_output=True, text=True).stdout.strip()
        with tempfile.TemporaryDirectory() as store:
            environment = os.environ | {"SLURM_CONF": f"{where}/slurm.conf", "TOPOMORPH_STORE": store}
            subprocess.run(["salloc", "--quiet", "-N4", "-n16", sys.executable, "-B", __file__, *sys.argv[1:], "--inside"], env=environment, check=True)
    finally:
        subprocess.run([CLUSTER / "slurm_down", "--name", NAME], check=True, stdout=sys.stderr)


if __name__ == "__main__":
    main()
