#!/usr/bin/env python3
"""Measures time and quality of Scotch's mapping by sparse factor: prints the tables of TOPOMATCH_SPARSE.md."""
import argparse
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

from topomatch import PAPER, Failed, Tools, command_line, generate, hop_bytes, map_to

from machine import machine
from markdown import table

# Figure 4: 40 switches of 90 hosts like those of plafrim 2, and the mesh.
WHOLE = ["tree:6:4:90:40", "mesh:50x50x50"]
FACTORS = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99]
LARGER_FACTORS = [0.99, 0.9, 0.5, 0]
SCOTCH, ON_FIRST = "topomatch:method=scotch", "topomatch-constrained:method=scotch"
# Figure 5: hosts of plafrim 2, whose switches have 22 hosts each.
HOSTS = {2: "tree:6:4:2", 4: "tree:6:4:4", 8: "tree:6:4:8", 16: "tree:6:4:16", 32: "tree:6:4:16:2"}
GRIDS = {2: "6x8", 4: "8x12", 8: "12x16", 16: "16x24", 32: "24x32"}  # of all processes, by hosts
SEEDS = 3
INTRODUCTION = """# TopoMatch, figures 4 and 5: the sparse factor

{paper}.
Command: `{command}`.

Scotch gets only the entries above the factor times the largest entry (algorithm 2,
`--algorithm topomatch:method=scotch --sparse-factor F`). Seconds are CPU seconds of the mapping, without reading;
quality is hop-bytes over those of the mapping in the column's title. Distances are hops. The paper prints curves
without numbers, measured on an Intel Xeon.

Machine: {machine}
"""


STATEMENTS = """## What the paper says, and what differs

* Figure 4: "more than 3 orders of magnitude between sparse factor of 0.9 and a sparse factor of 0" for matrices of
  order 1000 and 10 000. Here, at order 1000, the difference is {ninety:.0f} times on the tree and {mesh_ninety:.0f}
  times on the mesh (at 0.99 {most:.0f} and {mesh_most:.0f} times). The difference grows with the order (`--larger`: the
  table above). Order 10 000 was not run: it takes hours of CPU time at factor 0, as in the paper. "4x compute time
  reduction" from 0 to 0.5: {half:.1f} and {mesh_half:.1f} times here.
* TopoMatch's own algorithm takes 0.97 s for 1000 processes in the paper, "which corresponds to a sparse factor of
  around 0.9". Here it takes {default:.2f} s, also as much as Scotch at a factor of about 0.9.
* Scotch spreads 1000 processes over all 86 400 or 125 000 slots, which costs more than the round robin on the first
  1000, whatever the factor (the paper's table 2 has the same for its 50x50x50 mesh: 1.28). On a sub-architecture of
  slots near each other (algorithm 4, `topomatch-constrained`) it does not cost more.
* Figure 5: "the sparse factor below 0.5 does not impact the quality". Reproduced: up to 0.25 the cost is at most
  {quarter:.2f} times that at 0, and at 0.5 {quality:.2f} times (on the grid, which loses nearly half of its edges
  there). "In many cases the degradation with a sparse factor of 0.9 can be twofold or more": at most {ninety_cost:.2f}
  times, also on the grid. Against TopoMatch's own algorithm the paper has 0.96 to 1.17 for factors up to 0.5; here it
  is {low:.2f} to {high:.2f}. "Worse than round robin for factors larger than 0.9":
  {worse}.
* The matrices are ours: the paper does not say which communication matrix it emulates, and measures the time of
  `MPI_Alltoallv` on the machine.
"""


def geometric(tools: Tools, hosts: int, seed: int) -> Path:
    """Returns an affinity whose processes are in no order."""
    return generate(tools, "figure5.mtx", "geometric", 24 * hosts, "--degree", 24, "--max-weight", 1000, "--seed", seed)


def grid(tools: Tools, hosts: int, seed: int) -> Path:
    """Returns a grid whose processes are in order; each volume is drawn from 5 % to 195 % of the same value."""
    even = generate(tools, "even.mtx", "stencil", GRIDS[hosts], "--weights", "1000,1000")
    return generate(tools, "figure5.mtx", "noise", even, "--model", "uniform-multiplicative", "--noise", 0.95, "--seed", seed)


GRAPHS = {"Random geometric graph of degree 24, weights 1 to 1000, processes in no order": geometric,
          "Grid of processes in rank order, 5 points, weights 50 to 1950": grid}


Seconds = dict[tuple[str, float | None], float]


def figure_4(tools: Tools, processes: int, topology: str, factors: list[float], times: Seconds) -> list[list[str]]:
    """Returns the rows. `times` gets the seconds of each topology and factor of algorithm 2 (None: algorithm 1)."""
    affinity = generate(tools, "uniform.mtx", "uniform", processes, "--max-weight", 1_000_000)
    in_order = hop_bytes(tools, affinity, topology, "identity")

    def cells(algorithm: str, *words: object) -> tuple[float, list[str]]:
        found = map_to(tools, affinity, topology, algorithm, *words)
        return found["cpu_seconds"], [f"{found['cpu_seconds']:.2f}", f"{found['hop_bytes'] / in_order:.3f}"]

    rows: list[list[str]] = []
    for factor in factors:
        seconds, whole = cells(SCOTCH, "--sparse-factor", factor)
        _, part = cells(ON_FIRST, "--sparse-factor", factor)
        times[topology, factor] = seconds
        rows.append([topology, str(processes), f"{factor:g}", *whole, f"{times[topology, factors[0]] / seconds:.1f}", *part])
    if topology.startswith("tree"):
        times[topology, None], alone = cells("topomatch")
        rows.append([topology, str(processes), "algorithm 1", *alone, "", "", ""])
    return rows


def larger(tools: Tools, processes: int, topology: str, limit: int) -> list[list[str]]:
    """Returns the rows of algorithm 2, the sparsest first. Stops at a run of more than `limit` CPU seconds."""
    affinity = generate(tools, f"uniform{processes}.mtx", "uniform", processes, "--max-weight", 1_000_000)
    seconds: dict[float, float] = {}
    for factor in LARGER_FACTORS:
        try:
            found = map_to(tools, affinity, topology, SCOTCH, "--sparse-factor", factor, under=("prlimit", f"--cpu={limit}"))
            seconds[factor] = found["cpu_seconds"]
        except Failed:
            break
    last = list(seconds)[-1] if seconds else None
    return [[topology, str(processes), f"{factor:g}", f"{seconds[factor]:.2f}" if factor in seconds else f"more than {limit}",
             f"{seconds[last] / seconds[factor]:.0f}" if factor in seconds else ""] for factor in LARGER_FACTORS if factor in seconds or factor == 0]


def print_larger(tools: Tools, orders: list[int], limit: int) -> None:
    rows = [row for processes in orders for topology in WHOLE for row in larger(tools, processes, topology, limit)]
    print(f"## Figure 4 at larger orders\n\n`{command_line()}`, {machine()}\nAlgorithm 2 alone, with at most {limit} CPU seconds a mapping. The last column is over the smallest factor that finished.\n\n"
          + table(["topology", "processes", "factor", "algorithm 2, s", "times faster"], rows), flush=True)


def figure_5(tools: Tools, make: Callable[[Tools, int, int], Path], hosts: int) -> dict[str, float]:
    """Returns ratios to the round robin: of each factor, of the default, and of auto."""
    found: dict[str, list[float]] = {}
    topology = HOSTS[hosts]
    runs = [(f"{factor:g}", SCOTCH, ["--sparse-factor", factor]) for factor in FACTORS] + [("topomatch", "topomatch", []), ("auto", "auto", [])]
    for seed in range(1, 1 + SEEDS):
        affinity = make(tools, hosts, seed)
        in_order = hop_bytes(tools, affinity, topology, "identity")
        for name, algorithm, words in runs:
            found.setdefault(name, []).append(map_to(tools, affinity, topology, algorithm, *words)["hop_bytes"] / in_order)
    return {name: statistics.mean(values) for name, values in found.items()}


def print_figure_5(tools: Tools, title: str) -> list[dict[str, float]]:
    results = {24 * hosts: figure_5(tools, GRAPHS[title], hosts) for hosts in HOSTS}
    for against, reference in (("a: against the round robin", None), ("b: against `topomatch`", "topomatch"), ("c: against factor 0", "0")):
        rows = [[str(processes), *(f"{value / (ratios[reference] if reference else 1):.2f}" for value in ratios.values())]
                for processes, ratios in results.items()]
        print(f"{title}, {against}\n\n" + table(["processes", *(f"{factor:g}" for factor in FACTORS), "`topomatch`", "`auto`"], rows), flush=True)
    return list(results.values())


def statements(times: Seconds, lines: list[dict[str, float]]) -> str:
    def faster(topology: str, factor: float) -> float:
        return times[topology, 0] / times[topology, factor]

    tree, mesh = WHOLE
    best = [line[f"{factor:g}"] / line["topomatch"] for line in lines for factor in FACTORS if factor <= 0.5]
    last = [line["0.99"] for line in lines]
    return STATEMENTS.format(ninety=faster(tree, 0.9), mesh_ninety=faster(mesh, 0.9), most=faster(tree, 0.99), mesh_most=faster(mesh, 0.99),
                             half=faster(tree, 0.5), mesh_half=faster(mesh, 0.5), default=times[tree, None],
                             quality=max(line["0.5"] / line["0"] for line in lines), ninety_cost=max(line["0.9"] / line["0"] for line in lines),
                             quarter=max(line[factor] / line["0"] for line in lines for factor in ("0.1", "0.25")),
                             low=min(best), high=max(best),
                             worse=f"{min(last):.2f} to {max(last):.2f} times its cost at 0.99, above 1 where the processes are in order")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=Path("build/release"), help="with the benchmarks")
    parser.add_argument("--processes", type=int, default=1000, help="order of the random matrix of figure 4")
    parser.add_argument("--larger", type=int, nargs="*", default=[], help="only figure 4, at these further orders")
    parser.add_argument("--limit", type=int, default=600, help="CPU seconds of one mapping with --larger")
    parser.add_argument("--figure", type=int, choices=[4, 5], help="only this figure")
    options = parser.parse_args()
    if not options.larger:
        print(INTRODUCTION.format(paper=PAPER, command=command_line(), machine=machine()))
    with tempfile.TemporaryDirectory() as work:
        tools = Tools(options.build, Path(work))
        if options.larger:
            print_larger(tools, options.larger, options.limit)
            return
        times: Seconds = {}
        lines: list[dict[str, float]] = []
        if options.figure != 5:
            rows = [line for topology in WHOLE for line in figure_4(tools, options.processes, topology, FACTORS, times)]
            print("## Figure 4\n\n" + table(["topology", "processes", "factor", "algorithm 2, s", "round robin = 1", "times faster than at 0", "algorithm 4, s",
                                             "round robin = 1"], rows), flush=True)
        if options.figure != 4:
            print("## Figure 5\n", flush=True)
            lines = [line for title in GRAPHS for line in print_figure_5(tools, title)]
        if times and lines:
            print(statements(times, lines))


if __name__ == "__main__":
    main()
