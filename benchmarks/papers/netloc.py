#!/usr/bin/env python3
# [Bordage 2017]: both methods for composed topologies, and figure 4: the tables of NETLOC.md.
import argparse
import random
import statistics
import sys
import textwrap
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "common"), str(HERE.parent / "mapping")]

from algorithms import AUTO, Problem, Run, cell, run, seconds, verdict
from machine import machine
from markdown import span, table
from measure import Tools
from netloc_figure4 import figure4
from page import parser_of_page, write_page
from sources import REPLAY

RECURSIVE, TYPE2, TYPE0, TABLE = "netloc-recursive", "netloc-deco", "netloc-deco:type0", "netloc-deco:table"
WAYS = [RECURSIVE, TYPE2, TYPE0, TABLE, "scotch"]
MATRICES = {64: ["matrices/npb-cg-64.mtx", "matrices/npb-lu-64.mtx", "matrices/npb-mg-64.mtx", "matrices/lulesh-64.mtx",
                 "matrices/netloc-app-64.mat", "matrices/amg2013-64.mtx"],
            1024: ["matrices/npb-bt-1024.mtx", "matrices/minimd-1024.mtx", "graphs/lu1024r.graph", "graphs/stencil2d5_1024.graph"]}
# Kind: the network with the machine in each of its places, for each number of ranks. A job has all of it.
SHAPES = {"torus of trees": {64: "torus:2x2x2+tree:4:2", 1024: "torus:4x4x4+tree:4:2:2"},
          "tree of trees": {64: "tree:4:2+tree:4:2", 1024: "tree:8:8+tree:4:2:2"},
          "dragonfly of trees": {64: "dragonfly:4x2x1+tree:4:2", 1024: "dragonfly:8x4x2+tree:4:2:2"},
          "torus of 1 to 4 hosts a router": {64: "", 1024: ""}}
UNEQUAL = "torus of 1 to 4 hosts a router"  # the only kind whose places are not equal
HOST = {64: ("2 20 4 10", 8), 1024: ("2 40 2 20 4 10", 16)}  # levels of a host, and its cores
GROWTH = ["torus:2x2x2", "torus:4x4x4", "torus:8x8x8", "torus:16x16x16"]
INTRODUCTION = """# Netloc and Scotch: composed topologies, both methods, and figure 4

Made by `benchmarks/papers/netloc.py --build FOLDER`; `--runs 40` makes figure 4 of fewer parameter sets than the paper's.

[Bordage 2017](../../docs/references.md), section 5.2, has two methods to map onto a network with machines in its
places, and measures neither. `netloc-recursive`: Scotch maps onto the network, then inside each place. `netloc-deco`:
the whole machine with its switches is one graph, and Scotch maps onto its "deco architecture" of it. libscotch makes
this architecture in two ways, and the paper does not say which it means:

* `netloc-deco` (or `netloc-deco:type2`): `SCOTCH_archBuild2` coarsens the whole graph with its switches, and keeps the
  cores of the job as terminals. Distances are searched three hops far and estimated beyond.
* `netloc-deco:type0`: `SCOTCH_archBuild` (the same as `SCOTCH_archBuild0`), restricted to the cores of the job. Scotch
  bisects the graph of these cores alone; where cores hang on switches, it has no links, and the bisection is arbitrary.
  The distances of all pairs, in the whole graph, are exact. With all vertices as terminals and a weight of 0 for
  switches, Scotch 7.0 refuses ("strategy leads to empty domains").
* `netloc-deco:table` is not the paper's: Scotch bisects the whole graph, in which only cores weigh, and gets the
  topology's own distances of all pairs. `auto` has it among its starts.

Beside them are `scotch` (Scotch with its own shape of the topology, or a table of all distances) and `auto`.

A cell has the hop-bytes over those of `auto`, and the CPU seconds of the whole process (the less of two runs, whose
mappings must be equal). Every mapping is valid.

Machine: {machine}
"""
BY_CLASS = """
## The whole graph against the recursive method, by kind of network

On how many problems a form of the whole graph costs no more than `netloc-recursive`, which has weights here; and the
geometric mean of the cost of `netloc-deco` over that of `netloc-recursive`.

"""
WITHOUT_WEIGHTS = """
## The recursive method without weights

As the paper has it, Scotch's first step knows only which routers are in the job, not how many hosts they have. This step
alone is run here, on the tori of 1 to 4 hosts a router (`topomatch:method=scotch --sparse-factor 0`, which is Scotch on
the network's own shape, with as many roles a router as equal shares need). The columns are spans over the matrices.
Costs are not compared: the shares do not fit into the hosts, and the paper does not say what happens then.

"""


def routers_of(ranks: int) -> dict[int, int]:
    """Returns how many hosts, 1 to 4, are on each of some routers of a torus, by the place of the router."""
    draw, left, hosts = random.Random(1), ranks // HOST[ranks][1], []
    while left > 0:
        hosts.append(min(draw.randint(1, 4), left))
        left -= hosts[-1]
    return dict(zip(sorted(draw.sample(range(64), len(hosts))), hosts))


def unequal_hosts(folder: Path, ranks: int) -> str:
    """Returns a torus with 1 to 4 hosts on some of its routers, in the format of netloc's authors."""
    routers, levels = routers_of(ranks), HOST[ranks][0]
    lines, host = [f"torus 3 4 1600 4 1600 4 1600 {len(routers)} " + " ".join(map(str, routers))], 0
    for count in routers.values():
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
        runs = [run(tools, problem, name, timeout) for name in WAYS[:4]]
        rows.append([f"`{problem.topology}`", *(seconds(result.cpu) if not result.refusal else result.refusal for result in runs)])
    return table(["64 ranks of npb-cg-64 on", *(f"`{name}`" for name in WAYS[:4])], rows)


def routers_without_weights(tools: Tools, matrix: Path, ranks: int) -> Counter[int]:
    """Returns how many roles Scotch puts on each router if it does not know their hosts."""
    routers = routers_of(ranks)
    mapping = tools.output(tools.path("topomorph"), "map", "--affinity", matrix, "--topology", "torus:4x4x4", "--slots", ",".join(map(str, routers)),
                           "--algorithm", "topomatch:method=scotch", "--sparse-factor", 0, "--oversubscribe", -(-ranks // len(routers)))
    return Counter(map(int, mapping.split()))


def without_weights(tools: Tools, data: Path) -> str:
    """Returns the table of the recursive method's first step where all routers weigh the same."""
    rows = []
    for ranks, matrices in MATRICES.items():
        room = {place: hosts * HOST[ranks][1] for place, hosts in routers_of(ranks).items()}
        roles = [routers_without_weights(tools, data / matrix, ranks) for matrix in matrices]
        a_core = [max(of[place] / cores for place, cores in room.items()) for of in roles]
        beyond = [sum(max(of[place] - cores, 0) for place, cores in room.items()) for of in roles]
        rows.append([f"{ranks}", f"{len(room)}", span(list(room.values()), 0), span([of[place] for of in roles for place in room], 0), span(a_core, 1),
                     span(beyond, 0)])
    return table(["ranks", "routers", "cores of a router", "roles on a router", "roles a core on the fullest router", "roles beyond the cores of their router"],
                 rows)


def both(problems: list[Problem], one: str, other: str) -> list[Problem]:
    """Returns the problems that both ways accept."""
    return [problem for problem in problems if not problem.runs[one].refusal and not problem.runs[other].refusal]


def ratios(problems: list[Problem], one: str, other: str, value) -> list[float]:
    """Returns the first way's values over the other's."""
    return [value(problem.runs[one]) / value(problem.runs[other]) for problem in both(problems, one, other)]


def cost(result: Run) -> float:
    return result.cost


def cpu(result: Run) -> float:
    return result.cpu


def mean_ratio(problems: list[Problem], one: str, other: str, value) -> float:
    return statistics.geometric_mean(ratios(problems, one, other, value))


def no_worse(problems: list[Problem], one: str, other: str) -> int:
    return sum(problem.runs[one].cost <= problem.runs[other].cost for problem in both(problems, one, other))


def by_class(groups: dict[tuple[int, str], list[Problem]]) -> str:
    rows = [[kind, f"{ranks}", f"{len(group)}", *(f"{no_worse(group, way, RECURSIVE)}" for way in (TYPE2, TYPE0, TABLE)),
             f"{mean_ratio(group, TYPE2, RECURSIVE, cost):.3f}"] for kind in SHAPES for (ranks, its), group in groups.items() if its == kind]
    return table(["network", "ranks", "problems", *(f"`{way}`" for way in (TYPE2, TYPE0, TABLE)), f"cost of `{TYPE2}`"], rows)


def about_the_recursive_method(problems: list[Problem]) -> str:
    times = ratios(problems, RECURSIVE, TYPE2, cpu)
    milliseconds = 1e3 * statistics.median(problem.runs[way].cpu for problem in problems for way in (RECURSIVE, TYPE2))
    return ('The recursive method "has the advantage of using optimized partitioning technique for each step": here its cost is '
            f"{mean_ratio(problems, RECURSIVE, TYPE2, cost):.2f} times that of the whole graph by type 2 (geometric mean). Its CPU time is "
            f"{statistics.geometric_mean(times):.2f} times that of type 2 in the geometric mean, {statistics.median(times):.2f} times in the median; it is "
            f"slower in {sum(time > 1 for time in times)} of {len(times)} rows. The times are of whole processes ({milliseconds:.0f} ms in the median), "
            "which start, and read the matrix.")


def about_the_whole_graph(groups: dict[tuple[int, str], list[Problem]]) -> list[str]:
    problems = [problem for group in groups.values() for problem in group]
    unequal = [problem for (_, kind), group in groups.items() if kind == UNEQUAL for problem in group]
    reached, reached_unequal = no_worse(problems, TYPE2, RECURSIVE), no_worse(unequal, TYPE2, RECURSIVE)
    quality = "the quality is that of our weighted recursive method" if 2 * reached > len(problems) else \
        "the quality is not that of our weighted recursive method"
    return [
        'The method of the whole graph "is more complex to compute", but "the time of computation is very low, since the complexity depends only on '
        'the number of used cores, and the quality of the mapping is preserved". Of its forms, the cost of type 0 is '
        f"{mean_ratio(problems, TYPE0, TYPE2, cost):.2f} times that of type 2 (geometric mean), in {mean_ratio(problems, TYPE0, TYPE2, cpu):.2f} times the "
        f"CPU time; that of the table {mean_ratio(problems, TABLE, TYPE2, cost):.2f} times, in {mean_ratio(problems, TABLE, TYPE2, cpu):.2f} times. Type 2 "
        f"costs no more than the recursive method on {reached} of {len(problems)} problems, the table on {no_worse(problems, TABLE, RECURSIVE)}: {quality}.",
        f"The paper compares no weighted recursive method. It says that the whole graph lacks the recursive method's issue, and this issue cannot arise "
        f"on {len(problems) - len(unequal)} of the {len(problems)} problems, whose places are equal: there type 2 costs no more on "
        f"{reached - reached_unequal}, with 1 to 4 hosts a router on {reached_unequal} of {len(unequal)}."]


def statements(groups: dict[tuple[int, str], list[Problem]]) -> str:
    lines = [
        '"Both routers will have the same amount of processes when the one with only one node needs one third" (the recursive method, since Scotch\'s '
        "shapes have no weights): the table without weights. `netloc-recursive` has weights if places differ (a table of the network's distances with "
        "weights replaces Scotch's shape), and surplus roles of a place are moved. The last rows of the tables of 64 and 1024 ranks are full jobs with "
        "1 to 4 hosts on a router, and every mapping of them is valid. The paper's example, 1 host on one router and 2 on the other, is a test "
        "(`tests/core/mapping/baselines/netloc_test.cpp`).",
        about_the_recursive_method([problem for group in groups.values() for problem in group]),
        *about_the_whole_graph(groups),
        "Time depends on the cores of the job alone as long as the whole machine is not much larger (table of the growing machine); then reading its "
        "whole graph counts."]
    bullets = (textwrap.fill(f"* {line}", 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False) for line in lines)
    return "## What the paper says, and what differs\n\n" + "\n".join(bullets) + "\n"


def arguments() -> argparse.Namespace:
    parser = parser_of_page(__doc__, "topomorph and topomorph-measure", HERE / "NETLOC.md")
    parser.add_argument("--timeout", type=int, default=100, help="seconds for one run")
    parser.add_argument("--runs", type=int, default=300, help="parameter sets of figure 4; the paper has more than 300")
    return parser.parse_args()


def report(options: argparse.Namespace, work: Path) -> str:
    text = INTRODUCTION.format(machine=machine())
    tools = Tools(options.build, work)
    found: dict[tuple[int, str], list[Problem]] = {}
    for ranks in MATRICES:
        groups = {kind: compare(tools, options.data, ranks, kind, options.timeout) for kind in SHAPES}
        found |= {(ranks, kind): group for kind, group in groups.items()}
        shapes = ", ".join(f"{kind} `{by_ranks[ranks]}`" for kind, by_ranks in SHAPES.items() if by_ranks[ranks])
        text += f"\n## {ranks} ranks\n\n{shapes}.\n\n{comparison(groups)}"
    text += BY_CLASS + by_class(found) + WITHOUT_WEIGHTS + without_weights(tools, options.data)
    text += f"\n## The machine grows, the job does not\n\n{growth(tools, options.data, options.timeout)}\n"
    text += verdict([problem for group in found.values() for problem in group], WAYS) + "\n" + statements(found)
    return text + figure4(tools, options.data, options.runs)


def main() -> None:
    options = arguments()
    write_page(options.output, lambda work: report(options, work), sources=REPLAY, beside_auto=WAYS)


if __name__ == "__main__":
    main()
