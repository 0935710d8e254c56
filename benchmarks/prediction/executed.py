#!/usr/bin/env python3
"""Example: benchmarks/prediction/executed.py --build build/release --keep kept --program 'CG=bin/cg.A.64' >benchmarks/EXECUTED.md

Compares predicted seconds with those of an execution by SimGrid's SMPI (package libsimgrid-dev), which runs the program
itself on machines of any network. Programs are built with smpicc or smpiff for as many processes as a machine has slots;
those of the NAS Parallel Benchmarks 3.3 need the flags -std=legacy -fallow-argument-mismatch -fallow-invalid-boz
-mcmodel=medium. Each program runs once by slot, where SMPI records it, and then in every order; `topomorph predict`
replays the one recording. `--keep FOLDER` keeps executed seconds, so that a second run executes only what is missing.
"""
import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from statistics import fmean

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks" / "common"))
from comparison import CANDIDATES, TIE, Comparison, Orders, distinct
from markdown import table
from simulated_machines import MACHINES
from smpi import FLUID, simulated_seconds, smpirun

# Collectives as core/replay has them: "ring" is the pairwise exchange of Open MPI.
MODEL = [*FLUID, "smpi/alltoall:ring", "smpi/alltoallv:ring", "smpi/host-speed:200Mf"]

INTRODUCTION = """# Executed beside replayed

Made by `benchmarks/prediction/executed.py`. SimGrid's SMPI runs each program, whose messages take simulated time; so
matching, waiting, and the algorithms of collectives are the program's and SMPI's. `topomorph predict` replays the one
recording of the order by slot. Both know the same machine and routes, with links of 10 Gbit/s and no latency (with one,
SimGrid gives flows of a longer way less, as TCP does: that alone is up to 19 % of a ratio on three levels). Neither
counts computation, except on the machines that are said to do so: there SMPI measures how long the program computes, at
each run anew. Executed twice, on this machine at rest and under other load, 54 ratios of the same orders differed by 5 %
in the mean and 28 % at most there: as much as the errors. *Executed* is relative to the order by slot, of SMPI's
seconds; *error* is that of the predicted ratio. *Chosen* is what `topomorph run` takes of the order by slot, the
mappings of least hop-bytes and of the least busiest link, the order by node, and, where all ranks talk to all, a random
one (the first of the two): that with the least predicted time; *loss* is how much longer it takes, executed, than the
best of all orders here.

IS and FT exchange all with all, 63 messages one after the other. By slot, the ranks of a host send to the same other
host in each step; in step the links are full, out of step the ranks wait for each other. How far depends on small
things: with two sets of random pauses of up to a millisecond before each exchange, FT's exchanges take 0.297 and 0.347 s
by slot on fat2-4:1 in SimGrid's own replay, and 0.308 and 0.306 s in ours; in a random order 0.194 and 0.197 s, 0.195
and 0.195 s. So such ratios cannot be foretold as those of CG and MG.
"""


class Simulation:
    """Executions on one machine."""

    def __init__(self, machine, folder, kept):
        self.machine, self.folder, self.kept = machine, folder, kept
        self.model = [*MODEL, f"smpi/simulate-computation:{'yes' if machine.computes else 'no'}"]
        (folder / "platform.xml").write_text(machine.platform())

    def run(self, command, slots, *more):
        """Returns the simulated seconds with these slots of the ranks."""
        hosts = self.folder / "hosts"
        hosts.write_text("".join(f"h{slot // self.machine.slots}\n" for slot in slots))
        words = smpirun(len(slots), "platform.xml", "hosts", self.model, *more, *command)
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
        seconds = simulated_seconds(done.stdout + done.stderr)
        if seconds is None:
            raise SystemExit(f"{shlex.join(words)}: {(done.stdout + done.stderr)[-1000:]}")
        return seconds

    def seconds(self, name, command, slots):
        """Returns what run() does, from the folder if it is there."""
        key = hashlib.sha256(json.dumps([self.machine.platform(), name, [slot // self.machine.slots for slot in slots], self.model]).encode()).hexdigest()
        file = self.kept / f"{name}-{key[:16]}" if self.kept else None
        if file and file.exists():
            return float(file.read_text())
        seconds = self.run(command, slots)
        if file:
            file.write_text(f"{seconds!r}\n")
        return seconds


def recording_of(name, command, slots, simulation):
    """Returns a file that lists the trace of each rank; records the program unless the folder has kept it."""
    kept = (simulation.kept or simulation.folder) / f"{name}{'-computing' if simulation.machine.computes else ''}.recording"
    if not kept.exists():
        simulation.run(command, slots, "-trace-ti", "--cfg=tracing/filename:app.trace")
        recorded = pathlib.Path(tempfile.mkdtemp(dir=kept.parent))
        shutil.copytree(simulation.folder / "app.trace_files", recorded, dirs_exist_ok=True)
        try:
            recorded.rename(kept)
        except OSError:  # another case of the program was recorded at the same time
            shutil.rmtree(recorded)
    files = sorted(kept.iterdir(), key=lambda file: int(re.search(r"rank-(\d+)", file.name).group(1)))
    trace = simulation.folder / "recording.trace"
    trace.write_text("".join(f"{file}\n" for file in files))
    return trace


class Case(Comparison):
    """A program on a machine: predicted and executed seconds of the orders."""

    def __init__(self, topomorph, name, command, machine, folder, kept):
        simulation = Simulation(machine, folder, kept)
        orders = Orders(topomorph, folder, machine.hosts, machine.slots)
        trace = recording_of(name, command, orders.slots_of["slot"], simulation)
        self.is_dense = " alltoall" in pathlib.Path(trace.read_text().splitlines()[0]).read_text()
        target = ["--topology", machine.spec, "--level-costs", machine.level_costs()]
        orders.add_candidates(trace, target)
        executed = {order: simulation.seconds(name, command, slots) for order, slots in orders.slots_of.items()}
        super().__init__(orders.predict(trace, target), executed, distinct(orders.hosts_of()))
        self.name, self.machine = name, machine

    def candidates(self):
        return [*super().candidates(), "node", *(["random 1"] if self.is_dense else [])]

    def row(self):
        errors = self.ratio_errors()
        worst = max(errors, key=lambda order: abs(errors[order]))
        ratios = [f"{self.true[order] / self.true['slot']:.3f}" for order in self.true if order != "slot"]
        return [self.name, self.machine.name, f"{self.true['slot']:.4g}", *ratios, f"{100 * fmean(map(abs, errors.values())):.1f} %",
                f"{100 * errors[worst]:+.1f} % ({worst})", self.chosen(), f"{100 * self.loss():.1f} %"]


@dataclass
class Program:
    """A program as --program tells it: NAME[@PROCESSES]=COMMAND."""
    name: str
    processes: int
    command: str

    @classmethod
    def parse(cls, text):
        name, _, command = text.partition("=")
        name, _, processes = name.partition("@")
        return cls(name, int(processes or 64), command)


def run_case(topomorph, kept, program, machine):
    name, words = program.name, shlex.split(program.command)
    words[0] = str(pathlib.Path(words[0]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        case = Case(topomorph, name, words, machine, pathlib.Path(folder), kept)
    print(f"{name} on {machine.name}: {case.row()[2:]}", file=sys.stderr, flush=True)
    return case


def near_best(losses):
    return sum(loss <= TIE for loss in losses)


def without_replays(cases):
    """Returns lines about mappings that are made without a replay."""
    lines = []
    for order in CANDIDATES:
        losses = [case.loss_of(order, ["slot", *CANDIDATES]) for case in cases]
        lines.append(f"* {order}: within 2 % in {near_best(losses)} of {len(cases)}, {100 * fmean(losses):.1f} % slower in the mean, {100 * max(losses):.1f} % at the worst\n")
    return "".join(lines)


def summary(cases):
    errors = [abs(error) for case in cases for error in case.ratio_errors().values()]
    losses = [case.loss() for case in cases]
    within = near_best(losses)
    among = near_best(case.loss(["slot", *case.candidates()]) for case in cases)
    return (f"{len(cases)} cases. Error of the ratio: mean {100 * fmean(errors):.1f} %, most {100 * max(errors):.1f} %. The order that is chosen is within 2 % of "
            f"the best in {within} ({100 * within / len(cases):.0f} %), of the best that could be chosen in {among} ({100 * among / len(cases):.0f} %), and {100 * max(losses):.1f} % slower at the worst.\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="build folder with topomorph")
    parser.add_argument("--program", action="append", required=True, type=Program.parse, metavar="NAME[@PROCESSES]=COMMAND",
                        help="built with smpicc or smpiff, for 64 processes or so many; may be repeated")
    parser.add_argument("--machines", nargs="+", default=list(MACHINES), metavar="NAME", choices=list(MACHINES),
                        help="a program runs on those that have a slot for each of its processes (default: all)")
    parser.add_argument("--jobs", type=int, default=1, help="cases at a time (%(default)s)")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="keep recordings and executed seconds here, and use those that are here")
    options = parser.parse_args()
    if options.keep:
        options.keep = options.keep.resolve()
        options.keep.mkdir(parents=True, exist_ok=True)
    topomorph = options.build.resolve() / "bin" / "topomorph"
    wanted = [(program, MACHINES[machine]) for program in options.program for machine in options.machines
              if MACHINES[machine].hosts * MACHINES[machine].slots == program.processes]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        cases = list(pool.map(lambda case: run_case(topomorph, options.keep, *case), wanted))
    print(INTRODUCTION)
    used = {machine.name: machine for _, machine in wanted}.values()
    print("Machines:\n\n" + "".join(f"* {machine.name}: `{machine.spec}`, {machine.words}\n" for machine in used))
    others = [order for order in cases[0].true if order != "slot"]
    print(table(["program", "machine", "slot, s", *others, "error, mean", "largest", "chosen", "loss"], [case.row() for case in cases]))
    for kind in sorted({machine.kind for _, machine in wanted}):
        print(f"{kind}: {summary([case for case in cases if case.machine.kind == kind])}")
    for computes, words in ((False, "Without computation"), (True, "With computation")):
        chosen = [case for case in cases if case.machine.computes == computes]
        if chosen:
            print(f"{words}: {summary(chosen)}")
    print(f"**All: {summary(cases)[:-1]}**\n")
    print(f"## Without a replay\n\nThe two mappings against the better of both and the order by slot, executed:\n\n{without_replays(cases)}")


if __name__ == "__main__":
    main()
