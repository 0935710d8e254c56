#!/usr/bin/env python3
"""Balances loads of tasks by EagerMap [Cruz 2019, algorithms 6 and 7, figure 10], beside Scotch, auto and mappers that ignore loads: writes EAGERMAP_LOADS.md."""
import argparse
import itertools
import json
import math
import random
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "common"), str(HERE.parent / "mapping")]

import nas
from eagermap_clusters import cluster, listed, unpack
from machine import machine
from markdown import span, table
from measure import Failed, Tools
from page import parser_of_page, write_page

AUTO_BY_CORES, AS_SCOTCH = "auto, to cores", "auto, as loose as scotch"
ON_PHI = ["compact", "scatter", "topomatch", "scotch", "eagermap", "auto", AUTO_BY_CORES]
SHOWN = ["compact", "topomatch", "scotch", "eagermap", "auto"]
MIND_LOADS = ["scotch", "eagermap", "auto"]
PHI = "tree:4:57@1:4"
HEAVY, LIGHT = (100, 586), (128, 402)  # tasks and units each: example-load/SP.B-OMP-228.txt of ehmcruz/eagermap
TWO_LEVELS = "two levels (as published)"
PAPER_GAIN = {"compact": 9.6, "scatter": 19.3, "scotch": 17.8, "eagermap": 44.9}  # section 5.5: percent, mean
MACHINES = ["16em64t-4s2c2t", "irregulargroups-disallowed"]
MATRICES = ["npb-bt-64", "npb-cg-64", "npb-lu-64", "eagermap-sp-omp-64", "lulesh-64"]

INTRODUCTION = """# EagerMap with loads: balance and communication

Made by `benchmarks/papers/eagermap_loads.py --build BUILD --data DATA`. Paper: [Cruz 2019, sections 3.4 and
5.5](../../docs/references.md).

Machine: {machine}

* **Balance**: load of the fullest slot (or core) over the mean, less 1. At least 0; one heavy task may force more.
* **scotch**: Scotch's own gmap with the loads as weights of the vertices, as the paper uses it, with gmap's tolerance.
  **topomatch**, **compact** (slot after slot, equal numbers of tasks) and **scatter** (a task a core, in turns) ignore
  loads. **auto** keeps within 3 % of the best balance that it finds, then minimises hop-bytes; with loads it starts from
  none of the others.
* **Loads**: the paper counts the instructions of each thread of the NAS codes in OpenMP and does not print them. The
  authors' repository has those of one: SP of class B with 228 threads (`example-load/SP.B-OMP-228.txt` of
  ehmcruz/eagermap). The first 100 threads have 58.6e9 instructions each and the other 128 have 40.2e9 (means; the
  threads of each kind differ by 6 % at most, and the most is 1.22 of the mean of all). The matrix of 228 threads there
  is a chain (`example-matrices/NN-228.csv`). The other loads stand for those of the other codes:
  * *two levels (as published)*: 586 units for each of the first 100 tasks, and 402 for each of the other 128.
  * *zones*: BT-MZ of the NAS multi-zone codes (report NAS-03-010), whose zones grow by a fixed factor along both axes;
    the largest has 20 times the points of the smallest. Neighbours in a periodic grid of zones exchange their borders.
  * *triangle*: task i has i + 1 units, a triangular loop in equal pieces.
  * *drawn*: 1 to 9 units at random. *heavy*: one task in eight, at random, has 8 units, the others 1.
  * *bytes*: the bytes that the task itself exchanges, as measured.
"""


@dataclass
class Problem:
    """Tasks with loads, and the slots where they may be."""

    affinity: Path
    loads: list[int]
    topology: str
    slots: list[int]
    some: bool = False  # whether the topology has other slots


@dataclass
class Result:
    balance: float
    hop_bytes: float
    of_cores: float = 0


class Runner:
    """Mappers with loads, and their judge."""

    def __init__(self, options: argparse.Namespace, work: Path):
        self.options, self.work, self.tools = options, work, Tools(options.build, work)
        self.program = self.tools.path("topomorph")

    def map(self, problem: Problem, policy: str) -> list[int]:
        if policy == "compact":
            return [problem.slots[task * len(problem.slots) // len(problem.loads)] for task in range(len(problem.loads))]
        if policy == "scatter":
            return [scattered(problem.slots)[task % len(problem.slots)] for task in range(len(problem.loads))]
        return self.by_scotch(problem) if policy == "scotch" else self.by_us(problem, policy)

    def by_us(self, problem: Problem, policy: str, *more: object) -> list[int]:
        loads = ["--loads", self.file("loads", problem.loads), *more] if policy in MIND_LOADS else []
        self.tools.output(self.program, "map", "--affinity", problem.affinity, "--topology", problem.topology, "--algorithm", policy, "--threads", 1,
                          "--oversubscribe", "any", *loads, *(["--slots", listed(problem.slots)] if problem.some else []), "-o", self.work / "mapping")
        return [int(word) for word in (self.work / "mapping").read_text().split()]

    def by_scotch(self, problem: Problem) -> list[int]:
        """Returns what gmap finds, with the loads as weights of vertices, on the slots that may be used."""
        graph, target, result = self.work / "a.grf", self.work / "a.tgt", self.work / "a.map"
        self.tools.output(self.tools.path("topomorph-scotch"), "--affinity", problem.affinity, "--topology", problem.topology, "input", graph, target)
        version, sizes, kind, *rows = graph.read_text().splitlines()
        if kind.split() != ["0", "010"]:
            raise Failed(f"topomorph-scotch wrote a graph of kind {kind}")
        weighted = [f"{max(load, 1)} {row}" for load, row in zip(problem.loads, rows)]
        graph.write_text("\n".join([version, sizes, "0 011", *weighted]) + "\n")
        if problem.some:
            target.write_text(f"sub\n{len(problem.slots)} {' '.join(map(str, problem.slots))}\n{target.read_text()}")
        subprocess.run(["scotch_gmap", graph, target, result], check=True, capture_output=True)
        pairs = [tuple(map(int, line.split())) for line in result.read_text().splitlines()[1:]]
        return [problem.slots[terminal] for _, terminal in sorted(pairs)]

    def file(self, name: str, numbers: list[int]) -> Path:
        path = self.work / name
        path.write_text("".join(f"{number}\n" for number in numbers))
        return path

    def judge(self, problem: Problem, mapping: list[int], per_core: int = 1) -> Result:
        judged = json.loads(self.tools.output(self.program, "evaluate", "--affinity", problem.affinity, "--topology", problem.topology, "--mapping",
                                              self.file("judged", mapping), "--oversubscribe", "any", "--json"))
        return Result(imbalance(problem, mapping, 1), judged["hop_bytes"], imbalance(problem, mapping, per_core))

    def matrix(self, name: str) -> Path:
        source = next(path for path in sorted((self.options.data / "matrices").glob(name + ".*")))
        path = self.work / f"{name}.mtx"
        if not path.exists():
            self.tools.output(self.program, "convert", source, path)
        return path


def imbalance(problem: Problem, mapping: list[int], per_core: int) -> float:
    """Returns the load of the fullest core over the mean of all, less 1."""
    cores = {slot // per_core: 0 for slot in problem.slots}
    for slot, load in zip(mapping, problem.loads):
        cores[slot // per_core] += load
    return max(cores.values()) * len(cores) / sum(problem.loads) - 1


def scattered(slots: list[int]) -> list[int]:
    """Returns the first slot of each group of four, then the second ones: the threads of a Xeon Phi's core."""
    return sorted(slots, key=lambda slot: (slots.index(slot) % 4, slot))


def zone_loads(columns: int, rows: int) -> list[int]:
    """Returns the points of BT-MZ's zones: widths and heights grow by a factor, 4.5 from the first to the last."""
    def sizes(count: int) -> list[float]:
        return [4.5 ** (i / (count - 1)) for i in range(count)]

    return [round(100 * width * height) for height in sizes(rows) for width in sizes(columns)]


def zones(columns: int, rows: int, path: Path) -> tuple[Path, list[int]]:
    """Returns BT-MZ's zones: the borders that they exchange, and their loads."""
    volumes: nas.Volumes = {}
    for zone in range(columns * rows):
        y, x = divmod(zone, columns)
        nas.add(volumes, zone, y * columns + (x + 1) % columns, 4.5 ** (y / (rows - 1)))
        nas.add(volumes, zone, (y + 1) % rows * columns + x, 4.5 ** (x / (columns - 1)))
    return nas.write(volumes, columns * rows, path), zone_loads(columns, rows)


def loads_by_rule(kind: str, tasks: int) -> list[int]:
    draw = random.Random(f"{kind} {tasks}")
    if kind == "triangle":
        return list(range(1, tasks + 1))
    if kind == TWO_LEVELS:
        return [units for count, units in (HEAVY, LIGHT) for _ in range(count)]
    return [draw.randint(1, 9) if kind == "drawn" else 8 if draw.random() < 1 / 8 else 1 for _ in range(tasks)]


def bytes_of_tasks(affinity: Path, tasks: int) -> list[int]:
    """Returns the bytes of each task, in thousandths of the most."""
    sums = [0.0] * tasks
    for (a, b), volume in nas.read(affinity).items():
        sums[a] += volume
        sums[b] += volume
    return [max(1, round(1000 * one / max(sums))) for one in sums]


def chain(tasks: int, path: Path) -> Path:
    """Returns tasks that communicate with the next one, as most NAS codes in OpenMP do."""
    return nas.write({(task, task + 1): 1.0 for task in range(tasks - 1)}, tasks, path)


# --- figure 10 ---

def by_cores(runner: Runner, problem: Problem) -> list[int]:
    """Returns the mapping of auto to the cores; the tasks of a core take its threads in turns."""
    mapping = runner.by_us(Problem(problem.affinity, problem.loads, "tree:57@4", list(range(57))), "auto")
    before: dict[int, int] = {}
    slots = []
    for core in mapping:
        slots.append(4 * core + before.get(core, 0) % 4)
        before[core] = before.get(core, 0) + 1
    return slots


def xeon_phi(runner: Runner) -> str:
    zoned, zone_work = zones(12, 19, runner.work / "zones228.mtx")
    line = chain(228, runner.work / "chain228.mtx")
    problems = {"zones": Problem(zoned, zone_work, PHI, list(range(228)))}
    problems |= {f"chain, {kind}": Problem(line, loads_by_rule(kind, 228), PHI, list(range(228))) for kind in ("triangle", "drawn", "heavy", TWO_LEVELS)}
    rows, gains, published = [], {policy: [] for policy in ON_PHI}, {}
    for name, problem in problems.items():
        draws = [runner.judge(problem, random.Random(seed).sample(problem.slots, 228), 4) for seed in range(runner.options.randoms)]
        base, hops = statistics.mean(1 + draw.of_cores for draw in draws), statistics.mean(draw.hop_bytes for draw in draws)
        cells = []
        for policy in ON_PHI:
            result = runner.judge(problem, by_cores(runner, problem) if policy == AUTO_BY_CORES else runner.map(problem, policy), 4)
            gains[policy].append(base / (1 + result.of_cores))
            published[policy] = gains[policy][-1]  # of the last problem
            cells.append(f"{percent(result.of_cores)}, {result.hop_bytes / hops:.2f}")
        rows.append([name, percent(base - 1), *cells])
    rows.append(["gain by balance, mean", "-", *(percent(statistics.geometric_mean(gains[policy]) - 1) for policy in ON_PHI)])
    rows.append(["paper: gain in time, mean", "-", *(f"{PAPER_GAIN[policy]} %" if policy in PAPER_GAIN else "-" for policy in ON_PHI)])
    return table(["tasks and loads", "random", *ON_PHI], rows) + "\n" + orders({policy: statistics.geometric_mean(gains[policy]) for policy in PAPER_GAIN}, published)


def orders(means: dict[str, float], published: dict[str, float]) -> str:
    """Returns the orders of the policies: by the mean, with the published loads, and in the paper."""
    def ordered(by: dict[str, float]) -> list[str]:
        return sorted(PAPER_GAIN, key=lambda policy: -by[policy])

    first = "EagerMap is first, as in the paper" if ordered(means)[0] == "eagermap" else "EagerMap is not first, unlike in the paper"
    gains = ", ".join(f"{policy} {percent(published[policy] - 1)}" for policy in ordered(published))
    return (f"Order by the mean here: {', '.join(ordered(means))}; in the paper {', '.join(ordered(PAPER_GAIN))}.\n{first}.\n"
            f"With the published loads alone: {gains}.\n")


# --- recorded machines ---

def recorded(runner: Runner) -> str:
    unpack(runner.options.data, runner.work)
    mixed = cluster("Mixed-32", runner.work)
    places = {name: (f"hwloc:{runner.options.data}/hwloc/{name}.xml", None) for name in MACHINES} | {"Mixed-32, unlike machines": (mixed.topology, mixed.slots)}
    zoned, zone_work = zones(8, 8, runner.work / "zones64.mtx")
    rows, all_results = [], []
    for name, (topology, slots) in places.items():
        usable = slots or list(range(slots_of(runner, topology)))
        for kind in ("bytes", "drawn", "heavy", "zones"):
            affinities = [zoned] if kind == "zones" else [runner.matrix(matrix) for matrix in MATRICES]
            results = []
            for affinity in affinities:
                loads = zone_work if kind == "zones" else bytes_of_tasks(affinity, 64) if kind == "bytes" else loads_by_rule(kind, 64)
                problem = Problem(affinity, loads, topology, usable, slots is not None)
                result = {policy: runner.judge(problem, runner.map(problem, policy)) for policy in SHOWN}
                as_scotch = runner.by_us(problem, "auto", "--imbalance", f"{100 * result['scotch'].balance:.4f}")
                results.append(result | {AS_SCOTCH: runner.judge(problem, as_scotch)})
            all_results += results
            rows.append([name, str(len(usable)), kind, *(f"{percent(statistics.mean(one[policy].balance for one in results))}, {over_auto(results, policy)}" for policy in [*SHOWN, AS_SCOTCH])])
    return table(["machine", "slots", "loads", *SHOWN, AS_SCOTCH], rows) + "\n" + seen(all_results)


def seen(results: list[dict[str, Result]]) -> str:
    def worse(policy: str) -> int:
        return sum(one[policy].balance > one["auto"].balance + 0.005 for one in results)

    balances = {policy: [100 * one[policy].balance for one in results] for policy in SHOWN}
    spans = ";\n".join(f"{policy} {span(balances[policy], 0)} % (mean {statistics.mean(balances[policy]):.0f})" for policy in SHOWN)
    both = sum(one["eagermap"].balance <= one["auto"].balance and one["eagermap"].hop_bytes <= one["auto"].hop_bytes for one in results)
    less = sum(one[AS_SCOTCH].hop_bytes < one["scotch"].hop_bytes for one in results)
    more = sum(one[AS_SCOTCH].hop_bytes > one["scotch"].hop_bytes for one in results)
    return SEEN.format(problems=len(results), spans=spans, less=less, more=more, eagermap=worse("eagermap"), scotch=worse("scotch"), both=both)


SEEN = """Balance over all {problems} problems:
{spans}.

EagerMap's fullest slot is fuller than `auto`'s on {eagermap} of them, Scotch's on {scotch}. EagerMap is at least as good as `auto`
in both balance and hop-bytes on {both}. As loose as Scotch, `auto` has fewer hop-bytes than Scotch on {less}, and more on
{more}.
"""


def over_auto(results: list[dict[str, Result]], policy: str) -> str:
    return f"{statistics.geometric_mean(one[policy].hop_bytes / one['auto'].hop_bytes for one in results):.2f}"


def slots_of(runner: Runner, topology: str) -> int:
    return json.loads(runner.tools.output(runner.program, "topology", "--topology", topology, "--json"))["slots"]


# --- small cases ---

def least_fullest(loads: list[int], slots: int) -> int:
    """Returns the load of the fullest slot of the best distribution, by trying all."""
    rest, best = sorted(loads, reverse=True), [sum(loads)]

    def place(task: int, full: list[int]) -> None:
        if max(full) >= best[0]:
            return
        if task == len(rest):
            best[0] = max(full)
            return
        for slot in range(slots):
            if full[slot] not in full[:slot]:
                place(task + 1, [load + (rest[task] if other == slot else 0) for other, load in enumerate(full)])

    place(0, [0] * slots)
    return best[0]


def small_cases(runner: Runner) -> str:
    ratios: dict[str, list[float]] = {policy: [] for policy in MIND_LOADS}
    below, cases = 0, 0
    for seed in range(runner.options.small):
        draw = random.Random(seed)
        tasks, slots = draw.randint(5, 10), draw.randint(2, 4)
        volumes = {pair: float(draw.randint(1, 1000)) for pair in itertools.combinations(range(tasks), 2) if draw.random() < 0.5}
        loads = [draw.randint(1, 9 if seed % 2 else 100) for _ in range(tasks)]
        problem = Problem(nas.write(volumes or {(0, 1): 1.0}, tasks, runner.work / "small.mtx"), loads, f"tree:{slots}", list(range(slots)))
        least = least_fullest(loads, slots)
        cases += 1
        for policy in MIND_LOADS:
            mapping = runner.map(problem, policy)
            fullest = max(sum(load for slot, load in zip(mapping, loads) if slot == one) for one in range(slots))
            ratios[policy].append(fullest / least)
            below += policy == "eagermap" and fullest < sum(loads) / slots + max(loads)
    rows = [[policy, f"{statistics.mean(of):.2f}", f"{max(of):.2f}", f"{sum(math.isclose(one, 1) for one in of)} of {len(of)}"] for policy, of in ratios.items()]
    text = table(["", "fullest slot over the least possible, mean", "most", "exact"], rows)
    return text + f"""
Algorithms 6 and 7 guarantee one bound: a group takes one more task while it is below its threshold, the mean of what is
left, and thresholds never grow. So the fullest slot stays below the mean plus the heaviest task, hence below twice the
least possible. It holds in {below} of these {cases} cases, and nothing much better does: of nine tasks of 1, one of 10 and one
of 1, in this order and without traffic, two groups get 19 and 1, while 10 and 10 are possible. Slots may even stay
empty. `tests/core/mapping/baselines/eagermap_loads_test.cpp` has both examples; `eagermap_printed_test.cpp` there
compares our groups with those of the algorithms as printed.
"""


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def report(runner: Runner, options: argparse.Namespace) -> str:
    text = INTRODUCTION.format(machine=machine())
    text += "\n" + PHI_TEXT.format(phi=PHI, randoms=options.randoms) + "\n" + xeon_phi(runner)
    text += "\n" + RECORDED_TEXT.format(matrices=", ".join(MATRICES)) + "\n" + recorded(runner)
    return text + "\n## Small cases, against the best distribution\n\n" + small_cases(runner)


PHI_TEXT = """## Xeon Phi (figure 10)

228 tasks on 57 cores of 4 threads (`{phi}`, a slot a thread). A cell has the balance of the cores, and
hop-bytes over those of random mappings (mean of {randoms}). Gain by balance: fullest core of random mappings over the
fullest one, less 1. The paper's gain is in time, to which communication contributes, and over the placement by the
operating system (Linux, CFS), which cannot be had here: our base is random.

EagerMap balances on every level of the tree, hence cores, too. Of its groups for whole machines (section 3.6, not used
here) one revision of the authors' program (10c8f26) ends each before 1.12 of its target; later ones do not. `auto`
balances slots alone: where a slot is a thread, it may put heavy tasks together on a core. If cores matter, they must be
the slots; the last column maps to 57 cores (`tree:57@4 --oversubscribe any`).
"""
RECORDED_TEXT = """## Recorded machines

64 tasks on machines of `hwloc/` and on the cluster Mixed-32 of [EAGERMAP_CLUSTERS.md](EAGERMAP_CLUSTERS.md), whose
machines differ. With *zones* the program is BT-MZ; the other rows are means over measured matrices:
{matrices}. A cell has the balance of the slots, and hop-bytes over
those of `auto`, which are few where one task is so heavy that other slots may fill up. A looser balance permits fewer
hop-bytes, so the last column is `auto` that may be as loose as Scotch was (`--imbalance`).
"""


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph and topomorph-scotch", HERE / "EAGERMAP_LOADS.md")
    parser.add_argument("--randoms", type=int, default=10, help="random mappings that others are compared with")
    parser.add_argument("--small", type=int, default=60, help="small cases")
    options = parser.parse_args()
    write_page(options.output, lambda work: report(Runner(options, work), options))


if __name__ == "__main__":
    main()
