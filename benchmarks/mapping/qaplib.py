#!/usr/bin/env python3
# Maps QAPLIB's instances and matrices of [Jeannot 2022] onto networks, beside Scotch's gmap: the tables of QAPLIB.md.
import argparse
import json
import shutil
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "common"))

from machine import machine
from markdown import table
from measure import Failed, Tools, Usage
from page import parser_of_page, write_page

INTRODUCTION = """# Small networks: QAPLIB, and the matrices of a paper

Made by `benchmarks/mapping/qaplib.py --build FOLDER`. Mappers map each instance in turn, on one thread;
`topomorph evaluate` computes the costs. A cell has the excess of the cost over the best known, and the median CPU
seconds of the whole process. Seeds: {seeds} for `map`, {best_seeds} for the preset best, with their mean and worst
excess; gmap runs once. The preset best has a limit of 10 s by the clock, which ends it earlier on a busy machine.

* gmap {gmap} maps onto `mesh2D`. It puts several roles on some slots; they move to the nearest
  free slots, outside the measured time.
* Machine: {machine}
"""

# Objectives over ordered pairs: optimal up to 30 locations (and tho30, scr20), else the best known.
INSTANCES = {"nug12": 578, "nug20": 2570, "scr20": 110030, "nug25": 3744, "nug30": 6124, "tho30": 149936, "sko42": 15812,
             "wil50": 48816, "sko64": 48498, "sko100a": 152002, "tho150": 8133398}

# Sums of bytes x hops of [Jeannot 2022, table 2], of the better of its two mappers. hcub:6 stands for the first 64
# slots of its hypercube of dimension 10.
PAPER = {("npb-cg-64", "mesh:8x8"): 1.55322e11, ("npb-lu-64", "mesh:8x8"): 2.21286e10,
         ("npb-cg-64", "hcub:10"): 8.53695e10, ("npb-lu-64", "hcub:10"): 2.21287e10,
         ("npb-cg-64", "hcub:6"): 9.24831e10, ("npb-lu-64", "hcub:6"): 2.21287e10,
         ("npb-cg-64", "torus:2x4x8"): 1.03746e11, ("npb-lu-64", "torus:2x4x8"): 2.36962e10}


@dataclass
class Result:
    """Costs and CPU seconds of some runs."""

    costs: list[int]
    cpu: list[float]

    def above(self, best: float) -> list[float]:
        return [100 * (cost / best - 1) for cost in self.costs]


class Problem:
    """An affinity, and the topology to map it to."""

    def __init__(self, tools: Tools, affinity: Path, topology: str):
        self.tools, self.affinity, self.topology = tools, affinity, topology
        self.mapping = tools.work / "mapping"

    def cost(self) -> int:
        judged = json.loads(self.tools.output(self.tools.path("topomorph"), "evaluate", "--affinity", self.affinity,
                                              "--topology", self.topology, "--mapping", self.mapping, "--json"))
        if not judged["valid"]:
            raise Failed(f"the mapping is not valid: {judged.get('problem', '')}")
        return int(judged["hop_bytes"])

    def map(self, preset: str, seeds: int) -> Result:
        result = Result([], [])
        for seed in range(1, seeds + 1):
            limit = ["--time-limit", "10"] if preset == "best" else []
            usage = self.tools.measured(120, self.tools.path("topomorph"), "map", "--affinity", self.affinity,
                                        "--topology", self.topology, "--preset", preset, "--seed", seed, *limit,
                                        "-o", self.mapping)
            result.costs.append(self.cost())
            result.cpu.append(usage.cpu)
        return result

    def architecture(self) -> str:
        """Returns the topology in gmap's form: "mesh2D 6 5"."""
        return self.tools.output(self.tools.path("topomorph"), "topology", "--topology", self.topology, "--export", "scotch")

    def columns_and_rows(self) -> tuple[int, int]:
        _, columns, rows = self.architecture().split()
        return int(columns), int(rows)

    def gmap(self, program: str) -> Result:
        graph, target, raw = (self.tools.work / name for name in ("gmap.grf", "gmap.tgt", "gmap.map"))
        self.tools.output(self.tools.path("topomorph"), "convert", self.affinity, graph)
        target.write_text(self.architecture())
        usage: Usage = self.tools.measured(120, program, graph, target, raw, environment={"SCOTCH_PTHREAD_NUMBER": "1"})
        pairs = [line.split() for line in raw.read_text().splitlines()[1:]]
        slots = one_to_a_slot([int(slot) for _, slot in sorted(pairs, key=lambda pair: int(pair[0]))], self.columns_and_rows())
        self.mapping.write_text("".join(f"{slot}\n" for slot in slots))
        return Result([self.cost()], [usage.cpu])


def one_to_a_slot(slots: list[int], sizes: tuple[int, int]) -> list[int]:
    """Moves the second role on a slot of a mesh to the nearest free slot."""
    columns, rows = sizes
    free = set(range(columns * rows)) - set(slots)
    taken: set[int] = set()
    result = []
    for slot in slots:
        if slot in taken:
            x, y = slot % columns, slot // columns
            slot = min(free, key=lambda other: (abs(other % columns - x) + abs(other // columns - y), other))
            free.remove(slot)
        taken.add(slot)
        result.append(slot)
    return result


def cell(result: Result, best: float) -> str:
    above = result.above(best)
    worst = f", {max(above):.2f}" if len(above) > 1 else ""
    return f"{statistics.mean(above):.2f}{worst} %<br>{statistics.median(result.cpu):.2f} s"


def qaplib(tools: Tools, options: argparse.Namespace, program: str) -> str:
    columns: dict[str, list[float]] = {"default": [], "best": [], "gmap": []}
    rows = []
    for name, best in INSTANCES.items():
        print(f"{name} …", file=sys.stderr, flush=True)
        file = options.data / "qaplib" / f"{name}.dat"
        problem = Problem(tools, file, f"qaplib:{file}")
        results = {"default": problem.map("default", options.seeds), "best": problem.map("best", options.best_seeds),
                   "gmap": problem.gmap(program)}
        for label, result in results.items():
            columns[label].append(statistics.mean(result.above(best)))
        rows.append([name, "x".join(map(str, problem.columns_and_rows())), str(best), *(cell(result, best) for result in results.values())])
    rows.append(["mean", "", "", *(f"{statistics.mean(values):.2f} %" for values in columns.values())])
    return table(["instance", "mesh", "best known", "`map`", "`map --preset best`", "gmap"], rows)


def paper(tools: Tools, options: argparse.Namespace) -> str:
    rows = []
    for (matrix, topology), published in PAPER.items():
        print(f"{matrix} on {topology} …", file=sys.stderr, flush=True)
        problem = Problem(tools, options.data / "matrices" / f"{matrix}.mtx", topology)
        results = [problem.map("default", options.seeds), problem.map("best", options.best_seeds)]
        rows.append([matrix, f"`{topology}`", f"{published:.5e}",
                     *(f"{max(result.costs):.5e}<br>{statistics.median(result.cpu):.2f} s" for result in results)])
    return table(["matrix", "topology", "paper's better column", "`map`, worst", "`map --preset best`, worst"], rows)


def arguments() -> argparse.Namespace:
    parser = parser_of_page(__doc__, "topomorph and the benchmark tools", HERE / "QAPLIB.md")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--best-seeds", type=int, default=3)
    return parser.parse_args()


def report(options: argparse.Namespace, program: str, work: Path) -> str:
    tools = Tools(options.build, work)
    text = INTRODUCTION.format(seeds=options.seeds, best_seeds=options.best_seeds, gmap="(Debian's scotch)", machine=machine())
    text += f"\n## QAPLIB\n\n{qaplib(tools, options, program)}"
    return text + f"\n## Matrices of 64 ranks, sum of bytes x hops\n\n{paper(tools, options)}"


def main() -> int:
    options = arguments()
    program = next((name for name in ("scotch_gmap", "gmap") if shutil.which(name)), None)
    if program is None:
        print("Debian's scotch is not installed", file=sys.stderr)
        return 2
    write_page(options.output, lambda work: report(options, program, work), beside_auto=["scotch"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
