#!/usr/bin/env python3
"""Example: benchmarks/automatic/measure.py --build build/release >benchmarks/AUTO.md

Runs a job script with `topomorph auto` repeatedly on a cluster of network namespaces, in four scenarios. Prints the
time and the message of every run, and `topomorph history` at the end of each. Needs root and LAMMPS (tools/setup demo).
"""
import argparse
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks" / "common"))
from machine import machine
from markdown import table

CLUSTER = ROOT / "tests" / "cluster"
HOME = "/home/me"  # replaces the folder of the jobs in the text
MPIRUN = """#!/bin/bash
# Options before the command go to mpirun.
options=()
while [ "$1" != topomorph ]; do options+=("$1"); shift; done
export PATH=${{PATH#*:}} # without this folder: the cluster's own mpirun comes next
exec '{cluster}/run' --name {name} "${{options[@]}}" -- "$@"
"""
MOST_RUNS = 12

INTRODUCTION = """# A job script with `topomorph auto` in it

Made by `benchmarks/automatic/measure.py`. The hosts are network namespaces of one machine, joined by links of limited
rate (`tests/cluster`). Programs, MPI, library and times are real. *Whole job* is the time of the script, *program's
clock* the time that the program prints, *between hosts* the bytes on the hosts' links. *Message* is the line of
`topomorph` on standard error.

Machine: {machine}
"""


class Jobs:
    """A folder with a job script, a store of its own, and a cluster on which the script's mpirun starts jobs."""

    def __init__(self, build, name, clock):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.name, self.clock, self.rows = name, clock, []
        self.environment = dict(os.environ, PATH=f"{self.folder}/bin:{build}/bin:{os.environ['PATH']}", XDG_STATE_HOME=f"{self.folder}/.local/state")
        (self.folder / "bin").mkdir()
        mpirun = self.folder / "bin" / "mpirun"
        mpirun.write_text(MPIRUN.format(cluster=CLUSTER, name=name))
        mpirun.chmod(0o755)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def traffic(self):
        return int(subprocess.run([CLUSTER / "traffic", "--name", self.name], check=True, capture_output=True, text=True).stdout)

    def run(self):
        """Runs the script once, adds a row to the table, and returns TopoMorph's lines."""
        before, start = self.traffic(), time.monotonic()
        done = subprocess.run(["bash", "job.sh"], cwd=self.folder, env=self.environment, capture_output=True, text=True)
        seconds, megabytes = time.monotonic() - start, (self.traffic() - before) / 1e6
        if done.returncode != 0:
            sys.exit(f"the job has failed: {done.stdout}{done.stderr}")
        lines = self.plain("".join(line[len("topomorph: "):] + "\n" for line in done.stderr.splitlines() if line.startswith("topomorph: ")))
        own = re.search(self.clock, done.stdout, re.MULTILINE)
        self.rows.append([str(len(self.rows) + 1), f"{seconds:.1f}", f"{float(own[1]):.2f}", f"{megabytes:.1f}", lines.strip().replace("\n", "; ")])
        print(f"{self.name}: {' | '.join(self.rows[-1])}", file=sys.stderr)
        return lines

    def plain(self, text):
        return text.replace(str(self.folder), HOME)

    def script(self, name="job.sh"):
        return f"```\n$ cat {name}\n{(self.folder / name).read_text()}```\n"

    def runs(self):
        return table(["run", "whole job, s", "program's clock, s", "between hosts, MB", "message"], self.rows)

    def history(self):
        done = subprocess.run(["topomorph", "history"], env=self.environment, check=True, capture_output=True, text=True)
        return f"```\n$ topomorph history\n{self.plain(done.stdout).rstrip()}\n```\n"

    def story(self, *paragraphs):
        return "\n".join(paragraphs)


@contextlib.contextmanager
def jobs(build, name, clock, *options):
    name = f"auto{os.getpid()}{name}"
    subprocess.run([CLUSTER / "up", "--name", name, "--owner", str(os.getpid()), *options], check=True)
    made = Jobs(build, name, clock)
    try:
        yield made
    finally:
        subprocess.run([CLUSTER / "down", "--name", name], check=True)
        shutil.rmtree(made.folder)


def melt(x, y, steps):
    """Returns the input of the tests with other sizes, as if a user had changed the file."""
    text = (ROOT / "tests" / "endtoend" / "input" / "melt.lammps").read_text()
    for name, value in (("x", x), ("y", y), ("t", steps)):
        text = re.sub(rf"^variable {name} index .*$", f"variable {name} index {value}", text, flags=re.MULTILINE)
    return text


LAMMPS = "#!/bin/bash\n#SBATCH -N 4 -n 16\nmpirun -n 16 --map-by {place} topomorph auto lmp -in in.melt -log none\n"
LAMMPS_CLOCK = r"^Loop time of ([0-9.]+)"
ROWS_CLOCK = r"^seconds ([0-9.]+)"


def three_runs_and_a_change(build):
    with jobs(build, "melt", LAMMPS_CLOCK, "--hosts", "4", "--slots", "4", "--rate", "100mbit") as melting:
        melting.write("job.sh", LAMMPS.format(place="node"))
        melting.write("in.melt", melt(20, 15, 400))
        for _ in range(3):
            melting.run()
        first = melting.story(
            "## Three runs: measured, reordered, reordered\n\nLAMMPS, a melt of 18000 atoms, on 4 hosts of 4 slots with links of 100 "
            "Mbit/s. Ranks are dealt out to the hosts in turn.\n", melting.script(), melting.runs(), melting.history())
        melting.rows.clear()
        melting.write("in.melt", melt(80, 6, 400))
        for _ in range(3):
            melting.run()
        return first + melting.story(
            "\n## The pattern changes\n\nScript and arguments are the same, but the input file has another box (80 x 6 x 6 cells instead of "
            "20 x 15 x 15), which\nLAMMPS divides into slices. The first run with this box uses the old pattern, and reports at "
            "its end that the pattern\nhas changed.\n", melting.runs(), melting.history())


def no_gain(build):
    with jobs(build, "slot", LAMMPS_CLOCK, "--hosts", "4", "--slots", "4", "--rate", "100mbit") as melting:
        melting.write("job.sh", LAMMPS.format(place="slot"))
        melting.write("in.melt", melt(80, 6, 400))
        for _ in range(3):
            melting.run()
        return melting.story("\n## Nothing to gain\n\nThe slices again, with ranks that fill one host after the other: neighbours already share hosts.\n",
                             melting.script(), melting.runs(), melting.history())


def a_topology_that_lies(build):
    options = ("--hosts", "4", "--slots", "2", "--rate", "100mbit", "--topology", "fattree", "--leaf", "2", "--uplink", "15mbit")
    with jobs(build, "lie", ROWS_CLOCK, *options) as lied_to:
        shutil.copy(build / "bin" / "row_transpose", lied_to.folder)
        lied_to.write("topology.conf", "SwitchName=leaf0 Nodes=node0,node2\nSwitchName=leaf1 Nodes=node1,node3\nSwitchName=spine Switches=leaf0,leaf1\n")
        lied_to.write("job.sh", "#!/bin/bash\n#SBATCH -N 4 -n 8\nexport TOPOMORPH_TOPOLOGY=slurm:topology.conf\n"
                                "mpirun -n 8 --map-by slot topomorph auto ./row_transpose 65536 10\n")
        while len(lied_to.rows) < MOST_RUNS and "was slower" not in lied_to.run():
            pass
        lied_to.run()
        return lied_to.story(
            "\n## An order that turns out slower\n\nConjugate gradients on 2 x 4 processes, on 4 hosts of 2 slots. node0 and node1 are under one "
            "switch, node2 and node3\nunder another, with 15 Mbit/s between the switches. Each row of processes is under one "
            "switch, which is best. But the\njob's `topology.conf` is wrong, as after a change of cables, so the orders that are "
            "predicted best put communicating\nprocesses under different switches. One run in each shows that they are slower, and "
            "the launcher's order stays.\n",
            lied_to.script("topology.conf"), lied_to.script(), lied_to.runs(), lied_to.history())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    build = parser.parse_args().build.resolve()
    text = INTRODUCTION.format(machine=machine())
    for tell in three_runs_and_a_change, no_gain, a_topology_that_lies:
        text += "\n" + tell(build).lstrip("\n")
    print(text, end="")


if __name__ == "__main__":
    main()
