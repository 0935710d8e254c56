#!/usr/bin/env python3
# Compares both methods of [Bordage 2017] for composed topologies: the tables of NETLOC.md.
import argparse
import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "common"), str(HERE.parent / "mapping")]

from algorithms import AUTO, Problem, cell, run, seconds, verdict
from machine import machine
from markdown import table
from measure import Tools
from page import parser_of_page, write_page

WAYS = ["netloc-recursive", "netloc-deco", "scotch"]
MATRICES = {64: ["matrices/npb-cg-64.mtx", "matrices/npb-lu-64.mtx", "matrices/npb-mg-64.mtx", "matrices/lulesh-64.mtx",
                 "matrices/netloc-app-64.mat", "matrices/amg2013-64.mtx"],
            1024: ["matrices/npb-bt-1024.mtx", "matrices/minimd-1024.mtx", "graphs/lu1024r.graph", "graphs/stencil2d5_1024.graph"]}
# Kind: the network with the machine in each of its places, for each number of ranks. A job has all of it.
SHAPES = {"torus of trees": {64: "torus:2x2x2+tree:4:2", 1024: "torus:4x4x4+tree:4:2:2"},
          "tree of trees": {64: "tree:4:2+tree:4:2", 1024: "tree:8:8+tree:4:2:2"},
          "dragonfly of trees": {64: "dragonfly:4x2x1+tree:4:2", 1024: "dragonfly:8x4x2+tree:4:2:2"},
          "torus of 1 to 4 hosts a router": {64: "", 1024: ""}}
HOST = {64: ("2 20 4 10", 8), 1024: ("2 40 2 20 4 10", 16)}  # levels of a host, and its cores
GROWTH = ["torus:2x2x2", "torus:4x4x4", "torus:8x8x8", "torus:16x16x16"]
INTRODUCTION = """# Netloc and Scotch: composed topologies, both methods

Made by `benchmarks/papers/netloc.py --build FOLDER`. [Bordage 2017](../../docs/references.md), section 5.2, has two
methods to map onto a network with machines in its places, and measures neither. `netloc-recursive`: Scotch maps onto
the network, then inside each place. `netloc-deco`: the whole machine with its switches is one graph, of which Scotch
makes an architecture. Beside them are `scotch` (Scotch with a table of all distances) and `auto`.

A cell has the hop-bytes over those of `auto`, and the CPU seconds of the whole process (the less of two runs, whose
mappings must be equal). Every mapping is valid.

Machine: {machine}
"""
STATEMENTS = """## What the paper says, and what differs

* "Both routers will have the same amount of processes when the one with only one node needs one third" (the recursive
  method, since Scotch's shapes have no weights). Here places have weights if they differ (a table of the network's
  distances with weights replaces Scotch's shape), and surplus roles of a place are moved. The last rows of the tables
  of 64 and 1024 ranks are full jobs with 1 to 4 hosts on a router, and every mapping of them is valid. The paper's
  example, 1 host on one router and 2 on the other, is a test (`tests/core/mapping/baselines/netloc_test.cpp`).
* The recursive method "has the advantage of using optimized partitioning technique for each step": here its cost is
  {recursive:.2f} times that of the whole graph (geometric mean), in {time:.2f} times the CPU time.
* The method of the whole graph "is more complex to compute", but "the time of computation is very low, since the
  complexity depends only on the number of used cores, and the quality of the mapping is preserved": see the table of
  the growing machine. Time depends on the cores of the job as long as the whole machine is not much larger; then
  reading its whole graph counts.
* The measured gain of miniGhost on 88 hosts of plafrim2 (up to 33.6 %) needs that machine; ALGORITHMS.md has mappings
  on its shape.
"""


def unequal_hosts(folder: Path, ranks: int) -> str:
    """Returns a torus with 1 to 4 hosts on some of its routers, in the format of netloc's authors."""
    draw, (levels, cores) = random.Random(1), HOST[ranks]
    left, routers = ranks // cores, []
    while left > 0:
        routers.append(min(draw.randint(1, 4), left))
        left -= routers[-1]
    places = sorted(draw.sample(range(64), len(routers)))
    lines, host = [f"torus 3 4 1600 4 1600 4 1600 {len(places)} " + " ".join(map(str, places))], 0
    for count in routers:
        lines.append(f"tree 1 4 800 {count} " + " ".join(map(str, range(count))))
        for _ in range(count):
            lines.append(f"node n{host} tree {len(levels.split()) // 2} {levels} -1")
            host += 1
    file = folder / f"unequal{ranks}.txt"
    file.write_text("\n".join(lines) + "\n")
    return f"hierarchy:{file}"


def compare(tools: Tools, data: Path, ranks: int, kind: str, timeout: int) -> list[Problem]:
    topology = SHAPES[kind][ranks] or unequal_hosts(tools.work, ranks)
    found = []
    for matrix in MATRICES[ranks]:
        problem = Problem(Path(matrix).name, str(data / matrix), topology)
        print(f"{problem.name} on {kind} …", file=sys.stderr, flush=True)
        problem.runs = {name: run(tools, problem, name, timeout) for name in [AUTO, *WAYS]}
        found.append(problem)
    return found


def comparison(groups: dict[str, list[Problem]]) -> str:
    rows = [[problem.name, kind, *(cell(problem, name) for name in [*WAYS, AUTO])] for kind, group in groups.items() for problem in group]
    return table(["matrix", "topology", *(f"`{name}`" for name in [*WAYS, AUTO])], rows)


def growth(tools: Tools, data: Path, timeout: int) -> str:
    """Returns the table of the same 64 ranks on larger and larger machines."""
    rows = []
    for network in GROWTH:
        problem = Problem("npb-cg-64.mtx", str(data / "matrices/npb-cg-64.mtx"), f"{network}+tree:4:2")
        runs = [run(tools, problem, name, timeout) for name in WAYS[:2]]
        rows.append([f"`{problem.topology}`", *(seconds(result.cpu) if not result.refusal else result.refusal for result in runs)])
    return table(["64 ranks of npb-cg-64 on", *(f"`{name}`" for name in WAYS[:2])], rows)


def mean_ratio(problems: list[Problem], value) -> float:
    product = 1.0
    both = [problem.runs for problem in problems if not any(problem.runs[name].refusal for name in WAYS[:2])]
    for runs in both:
        product *= (value(runs[WAYS[0]]) / value(runs[WAYS[1]])) ** (1 / len(both))
    return product


def arguments() -> argparse.Namespace:
    parser = parser_of_page(__doc__, "topomorph and topomorph-measure", HERE / "NETLOC.md")
    parser.add_argument("--timeout", type=int, default=100, help="seconds for one run")
    return parser.parse_args()


def report(options: argparse.Namespace, work: Path) -> str:
    text = INTRODUCTION.format(machine=machine())
    tools, everything = Tools(options.build, work), []
    for ranks in MATRICES:
        groups = {kind: compare(tools, options.data, ranks, kind, options.timeout) for kind in SHAPES}
        everything += [problem for group in groups.values() for problem in group]
        shapes = ", ".join(f"{kind} `{by_ranks[ranks]}`" for kind, by_ranks in SHAPES.items() if by_ranks[ranks])
        text += f"\n## {ranks} ranks\n\n{shapes}.\n\n{comparison(groups)}"
    text += f"\n## The machine grows, the job does not\n\n{growth(tools, options.data, options.timeout)}\n"
    text += verdict(everything, WAYS) + "\n"
    cost, time = mean_ratio(everything, lambda result: result.cost), mean_ratio(everything, lambda result: result.cpu)
    return text + STATEMENTS.format(recursive=cost, time=time)


def main() -> None:
    options = arguments()
    write_page(options.output, lambda work: report(options, work))


if __name__ == "__main__":
    main()
