# Figure 4 of [Bordage 2017]: the gain of Scotch's mapping over the launcher's orders, in many runs of miniGhost.
import json
import random
import statistics
import sys
import tarfile
from pathlib import Path

from markdown import table
from measure import Tools
from mini_ghost import LARGEST, SIDES, STENCILS, VARIABLES, Parameters, drawn, write_matrix, write_trace

HOSTS = [2, 4, 8]  # of a job
CORES, PACKAGES = 24, 2  # of a host
WAYS = ["scotch", "netloc-recursive", "netloc-deco", "auto"]
ORDERS = ["by slot", "by package", "by node"]
# Microseconds and MB/s of each level. Not measured: no such machine is here.
COSTS = {"L3Cache": (0.3, 6000), "Package": (0.5, 5000), "host": (0.7, 4000), "switch": (1.5, 3200), "switch2": (2, 3200)}
PAPER = {"not worse": 92.5, "10.1 % or more": 50.0, "20 % or more": 24.9, "30 % or more": 5.7, "most": 33.6, "least": -3.6}
NEAR = 3  # percentage points from the paper that count as reproduced
TEXT = """
## Figure 4: {runs} parameter sets of miniGhost on plafrim 2

The paper runs miniGhost with more than 300 parameter sets on plafrim 2 and prints which share of them gains how much
run time over "the default mapping of MPI that is round-robin". It states neither the sets nor the hosts of the jobs,
and we do not have the machine. Here is its fabric (`fabrics/plafrim2.txz`: cables, forwarding tables and hwloc files of
its hosts), and in place of the runs their replay (`topomorph predict`, [replay.md](../../docs/replay.md)):

* {runs} sets, drawn with a fixed seed: {hosts} hosts at random of the {all}
  in its fabric, a process on each of their 24 cores; a grid of processes as cubic as possible; stencils
  {stencils}; messages with all variables or with one; {variables} variables;
  {sides} cells a process and dimension, at most {largest} in all.
* Assumed: 1 Gflop/s a process, an operation for a point of the stencil, and these latencies and bandwidths (us/MB/s):
  {costs}.
* "Round-robin" may mean three orders, which all fill hosts in the order of their names: by slot (one core after the
  other, Slurm's and mpirun's `--map-by slot`), by package (Open MPI's default for more than two processes), by node
  (one process on each host in turn). The paper's row is `scotch`: on a fat tree, Scotch maps onto a part of a `tleaf`.

Share of the sets (%) whose run time falls by so much, and the most and the least gain (%). A gain of at least
-0.05 % is not worse.

{times}
The same in hop-bytes:

{hop_bytes}
{conclusions}
"""


class Run:
    """One parameter set on some hosts of plafrim 2."""

    def __init__(self, tools: Tools, machine: Path, hosts: list[str], parameters: Parameters):
        self.tools, self.parameters = tools, parameters
        self.topology = f"ib:{machine}?hosts={','.join(hosts)}+hwloc:{machine}/hwloc"
        self.matrix, trace = tools.work / "ghost.mtx", tools.work / "ghost.trace"
        write_matrix(parameters, self.matrix)
        write_trace(parameters, 2 if parameters.scheme == "all variables" else 1, trace)
        about = json.loads(tools.output(tools.path("topomorph"), "topology", "--topology", self.topology, "--json"))
        names = [level["name"] for level in about["levels"]]
        costs = tools.work / "costs"
        costs.write_text("".join(f"{name} {latency} {rate}\n" for name, (latency, rate) in COSTS.items() if name in names))
        mappings = self.launchers_orders(about["hosts"]) | {way: self.mapped(way) for way in WAYS}
        self.hop_bytes = {name: self.cost_of(file) for name, file in mappings.items()}
        orders = [word for file in mappings.values() for word in ("--order", f"file:{file}")]
        replayed = json.loads(tools.output(tools.path("topomorph"), "predict", trace, "--topology", self.topology, "--level-costs", costs, "--json", *orders))
        self.seconds = dict(zip(mappings, (order["seconds"] for order in replayed["orders"])))

    def launchers_orders(self, hosts: list[dict]) -> dict[str, Path]:
        first = [host["first_slot"] for host in sorted(hosts, key=lambda host: host["name"])]
        half = CORES // PACKAGES
        by_package = [core // PACKAGES + core % PACKAGES * half for core in range(CORES)]
        slots = {"by slot": [begin + core for begin in first for core in range(CORES)],
                 "by package": [begin + core for begin in first for core in by_package],
                 "by node": [begin + core for core in range(CORES) for begin in first]}
        return {name: self.written(name, order) for name, order in slots.items()}

    def written(self, name: str, slots: list[int]) -> Path:
        file = self.tools.work / f"{name.replace(' ', '-')}.map"
        file.write_text("".join(f"{slot}\n" for slot in slots))
        return file

    def mapped(self, way: str) -> Path:
        file = self.tools.work / f"{way}.map"
        self.tools.output(self.tools.path("topomorph"), "map", "--affinity", self.matrix, "--topology", self.topology, "--algorithm", way, "-o", file)
        return file

    def cost_of(self, mapping: Path) -> int:
        judged = json.loads(self.tools.output(self.tools.path("topomorph"), "evaluate", "--affinity", self.matrix, "--topology", self.topology,
                                              "--mapping", mapping, "--json"))
        return int(judged["hop_bytes"])


def gains(values: list[dict[str, float]], order: str, way: str) -> list[float]:
    """Returns the percent saved by `way` in each run."""
    return [100 * (1 - one[way] / one[order]) for one in values]


def measures(found: list[float]) -> dict[str, float]:
    def share(least: float) -> float:
        return 100 * sum(gain >= least for gain in found) / len(found)

    return {"not worse": share(-0.05), "10.1 % or more": share(10.1), "20 % or more": share(20), "30 % or more": share(30), "most": max(found),
            "least": min(found)}


def rows(values: list[dict[str, float]]) -> list[list[str]]:
    return [[f"`{way}`", order, *(f"{value:.1f}" for value in measures(found).values()), f"{statistics.median(found):.1f}"]
            for way in WAYS for order in ORDERS for found in [gains(values, order, way)]]


def verdict(seconds: list[dict[str, float]]) -> str:
    """Returns a sentence: which numbers are near the paper's, whichever order is the paper's."""
    ours = [measures(gains(seconds, order, "scotch")) for order in ORDERS]
    near = [name for name, paper in PAPER.items() if all(abs(one[name] - paper) <= NEAR for one in ours)]
    far = [name for name in PAPER if name not in near]
    return (f"* Within {NEAR} percentage points of the paper over each of the three orders, hence reproduced: {', '.join(near) or 'none'}. Not reproduced:\n"
            f"  {', '.join(far) or 'none'}.\n")


def conclusions(runs: list[Run]) -> str:
    seconds = [run.seconds for run in runs]
    text = ""
    for order in ORDERS:
        scotch = measures(gains(seconds, order, "scotch"))
        text += (f"* Over {order}, `scotch` is not worse in {scotch['not worse']:.1f} % of the sets (paper: {PAPER['not worse']} %), gains "
                 f"{scotch['most']:.1f} % at most (paper: {PAPER['most']} %)\n  and loses {max(-scotch['least'], 0):.1f} % at worst (paper: {-PAPER['least']} %).\n")
    text += verdict(seconds)
    better = sum(run.seconds["auto"] < 0.999 * run.seconds["scotch"] for run in runs)
    worse = sum(run.seconds["auto"] > 1.001 * run.seconds["scotch"] for run in runs)
    text += (f"* `auto`, which minimizes hop-bytes, is faster than `scotch` by more than 0.1 % in {better} of {len(runs)} sets and slower in {worse}.\n")
    return text


def unpacked(data: Path, work: Path) -> Path:
    with tarfile.open(data / "fabrics/plafrim2.txz") as archive:
        archive.extractall(work, filter="data") if hasattr(tarfile, "data_filter") else archive.extractall(work)
    return work / "plafrim2"


def figure4(tools: Tools, data: Path, count: int) -> str:
    machine, draw = unpacked(data, tools.work), random.Random(2017)
    fabric = json.loads(tools.output(tools.path("topomorph"), "topology", "--topology", f"ib:{machine}?hosts=miriel*", "--json"))
    names = sorted(host["name"] for host in fabric["hosts"])
    runs = []
    for number in range(count):
        print(f"figure 4: {number + 1} of {count} …", file=sys.stderr, flush=True)
        hosts = draw.sample(names, draw.choice(HOSTS))
        runs.append(Run(tools, machine, hosts, drawn(draw, CORES * len(hosts))))
    head = ["order", "over", *PAPER, "median"]
    paper = ["paper", "round-robin", *(f"{value:.1f}" for value in PAPER.values()), "10.1"]
    return TEXT.format(runs=count, all=len(names), hosts=", ".join(map(str, HOSTS)), stencils=", ".join(STENCILS), variables=", ".join(map(str, VARIABLES)),
                       sides=", ".join(map(str, SIDES)), largest=LARGEST,
                       costs=", ".join(f"{name} {latency}/{rate}" for name, (latency, rate) in COSTS.items()),
                       times=table(head, [paper, *rows([run.seconds for run in runs])]), hop_bytes=table(head, rows([run.hop_bytes for run in runs])),
                       conclusions=conclusions(runs))
