#!/usr/bin/env python3
"""Measures time and quality of Scotch's mapping by sparse factor: writes TOPOMATCH_SPARSE.md."""
import argparse
import statistics
from collections.abc import Callable
from pathlib import Path

from topomatch import HERE, PAPER, Tools, found, generate, hop_bytes, map_to, wrapped

from machine import machine
from markdown import exponent, span, table
from page import parser_of_page, write_page

# Figure 4: 40 switches of 90 hosts like those of plafrim 2 (a guess), and the mesh.
WHOLE = TREE, MESH = ["tree:6:4:90:40", "mesh:50x50x50"]
FACTORS = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99]
GROWTH_FACTORS = [0.99, 0.9, 0]
SMALLER = [250, 500]  # processes
LARGE = [2000, 10_000]
SCOTCH, ON_FIRST = "topomatch:method=scotch", "topomatch-constrained:method=scotch"
ALGORITHM_1 = ["topomatch", "treematch"]  # large groups by Scotch, and by the greedy partitioner
PUBLISHED = {1000: 0.97, 10_000: 27.7}  # seconds of "the TopoMatch default strategy" by processes
MOST_OF_TREEMATCH = 120  # predicted CPU seconds of one mapping
# Section 5: hosts of plafrim 2 for 1024 processes.
TREE_OF_SECTION_5, PROCESSES_OF_SECTION_5, ALGORITHMS_OF_SECTION_5 = "tree:6:4:43", 1024, ["topomatch", "treematch", "topomatch-constrained", "auto"]
# Figure 5: hosts of plafrim 2, whose switches have 22 hosts each.
HOSTS = {2: "tree:6:4:2", 4: "tree:6:4:4", 8: "tree:6:4:8", 16: "tree:6:4:16", 32: "tree:6:4:16:2"}
GRIDS = {2: "6x8", 4: "8x12", 8: "12x16", 16: "16x24", 32: "24x32"}  # of all processes, by hosts
SEEDS = 3
DENSE = "uniform random"
INTRODUCTION = """# TopoMatch, figures 4 and 5: the sparse factor

{paper}.

Scotch gets only the entries above the factor times the largest entry (algorithm 2,
`--algorithm topomatch:method=scotch --sparse-factor F`). Seconds are CPU seconds of the mapping, without reading;
quality is hop-bytes over those of the mapping in the column's title. Distances are hops. The *round robin* puts process
i on slot i (the paper's footnote 8); it is also where algorithm 1 begins (line 11). The paper prints curves without
numbers, measured on an Intel Xeon. The fat tree of figure 4 has 80640 units by its caption and 86 400 leaves by the text;
here it has 86 400, and its arities (40 switches, 90 hosts, 4 NUMA nodes, 6 cores) are a guess.

Machine: {machine}
"""

STATEMENTS = """## What the paper says, and what differs

* Figure 4: "more than 3 orders of magnitude between sparse factor of 0.9 and a sparse factor of 0" for matrices of
  order 1000 and 10 000: {orders_found} at order {processes}, where it is {ninety:.0f} times on the tree and
  {mesh_ninety:.0f} times on the mesh (at 0.99 {most:.0f} and {mesh_most:.0f} times). {growth}
* Figure 4: "the TopoMatch default strategy (for the fat tree case)" takes 0.97 s for 1000 processes and 27.7 s for 10 000
  in the paper, which corresponds "to a sparse factor of around 0.9". Here algorithm 1 (`topomatch` with Scotch as the
  partitioner of its groups of six, `treematch` with the greedy one) takes, beside Scotch on the whole at 0.9: {default}.
* Scotch spreads {processes} processes over all 86 400 or 125 000 slots. Its cost is {spread} times that of the round
  robin on the first {processes}, whatever the factor (the paper's table 2 has 1.28 on its 50x50x50 mesh). On a
  sub-architecture of slots near each other (algorithm 4, `topomatch-constrained`) it is {compact} times.
* Figure 5: "the sparse factor below 0.5 does not impact the quality": {quality_found} up to 0.25, where the cost is at
  most {quarter:.2f} times that at 0. At 0.5 it is at most {quality:.2f} times (on the grid, which loses nearly half of its
  edges there).
* Figure 5, the end of its paragraph: "4x compute time reduction" from 0 to 0.5: {half:.1f} and {mesh_half:.1f} times on the
  topologies of figure 4, at order {processes}.
* "In many cases the degradation with a sparse factor of 0.9 can be twofold or more": {twofold} of {cases} cases here, at
  most {ninety_cost:.2f} times.
* Against "the original TreeMatch algorithm without Scotch" the paper has 0.96 to 1.17 for factors up to 0.5; here it is
  {low:.2f} to {high:.2f}.
* "Worse than round robin for factors larger than 0.9": in {worse_cases} of {cases} cases at 0.99, where it is {worse} times
  its cost. Where the processes are in no order, the round robin is not good.
* Section 5: the mapping time is "less than 500 ms for 1024 processing units" (an Intel Xeon Gold 6240): {time_found} by
  `topomatch` for the two programs ({programs} s), and {dense_found} for the matrix without zeros ({dense} s).
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


Seconds = dict[tuple[str, int, float | str], float]  # by topology, processes, and factor or algorithm
Ratios = dict[str, list[float]]  # hop-bytes over those of the round robin, of algorithms 2 and 4


def random_matrix(tools: Tools, processes: int) -> Path:
    return generate(tools, "uniform.mtx", "uniform", processes, "--max-weight", 1_000_000)


def figure_4(tools: Tools, processes: int, topology: str, times: Seconds, ratios: Ratios) -> list[list[str]]:
    """Returns the rows of one topology."""
    affinity = random_matrix(tools, processes)
    in_order = hop_bytes(tools, affinity, topology, "identity")

    def cells(algorithm: str, *words: object) -> tuple[float, float, list[str]]:
        run = map_to(tools, affinity, topology, algorithm, *words)
        ratio = run["hop_bytes"] / in_order
        return run["cpu_seconds"], ratio, [f"{run['cpu_seconds']:.2f}", f"{ratio:.3f}"]

    rows: list[list[str]] = []
    for factor in FACTORS:
        times[topology, processes, factor], spread, whole = cells(SCOTCH, "--sparse-factor", factor)
        _, compact, part = cells(ON_FIRST, "--sparse-factor", factor)
        ratios["spread"].append(spread)
        ratios["compact"].append(compact)
        faster = times[topology, processes, FACTORS[0]] / times[topology, processes, factor]
        rows.append([topology, f"{factor:g}", *whole, f"{faster:.1f}", *part])
    for algorithm in ALGORITHM_1 if topology == TREE else []:
        times[topology, processes, algorithm], _, alone = cells(algorithm)
        rows.append([topology, f"`{algorithm}`", *alone, "", "", ""])
    return rows


def section_of_figure_4(tools: Tools, processes: int, times: Seconds, ratios: Ratios) -> str:
    rows = [row for topology in WHOLE for row in figure_4(tools, processes, topology, times, ratios)]
    return f"\n## Figure 4: {processes} processes\n\n" + table(
        ["topology", "factor", "algorithm 2, s", "round robin = 1", "times faster than at 0", "algorithm 4, s", "round robin = 1"], rows)


def predicted(times: Seconds, topology: str, processes: int, factor: float | str) -> float:
    """Returns the seconds by the power law through the three largest smaller orders that were measured; 0 without three."""
    smaller = sorted(order for where, order, which in times if (where, which) == (topology, factor) and order < processes)[-3:]
    points = [(order, times[topology, order, factor]) for order in smaller]
    slope = exponent(points, 0)
    return points[-1][1] * (processes / points[-1][0]) ** slope if slope is not None else 0


def growth(tools: Tools, orders: list[int], limit: int, times: Seconds) -> None:
    """Measures algorithms 2 and 1 at other orders, without mappings that will take more than `limit` CPU seconds."""
    for processes in orders:
        affinity = random_matrix(tools, processes)
        for topology in WHOLE:
            for factor in GROWTH_FACTORS:
                if predicted(times, topology, processes, factor) <= limit:
                    times[topology, processes, factor] = map_to(tools, affinity, topology, SCOTCH, "--sparse-factor", factor)["cpu_seconds"]
        for algorithm in ALGORITHM_1:
            if predicted(times, TREE, processes, algorithm) <= most_of(algorithm, limit):
                times[TREE, processes, algorithm] = map_to(tools, affinity, TREE, algorithm)["cpu_seconds"]


def most_of(algorithm: str, limit: int) -> int:
    return min(limit, MOST_OF_TREEMATCH) if algorithm == "treematch" else limit


def faster(times: Seconds, topology: str, processes: int, factor: float) -> float | None:
    """Returns how many times faster a factor is than 0; nothing if one of both was not measured."""
    sparse, full = times.get((topology, processes, factor)), times.get((topology, processes, 0))
    return full / sparse if sparse and full else None


def section_of_growth(times: Seconds, orders: list[int], limit: int) -> str:
    def cell(topology: str, processes: int, which: float | str) -> str:
        if which in ALGORITHM_1 and topology != TREE:
            return ""
        seconds = times.get((topology, processes, which))
        ratio = faster(times, topology, processes, which) if which in FACTORS and which != 0 else None
        if seconds is None:
            return f"not run, about {predicted(times, topology, processes, which):.0f}"
        return f"{seconds:.2f}" + (f" ({ratio:.0f} times)" if ratio else "")

    rows = [[topology, str(processes), *(cell(topology, processes, which) for which in (*GROWTH_FACTORS, *ALGORITHM_1))]
            for topology in WHOLE for processes in orders]
    return ("\n## Figure 4: by number of processes\n\nCPU seconds of algorithm 2 by factor, and how many times faster than at 0; on the tree also "
            f"those of algorithm 1.\nOrders {' and '.join(map(str, LARGE))} need `--large`, which takes half an hour. A mapping is not run if the power law "
            f"through the three\norders below it gives more than {limit} CPU seconds (`--limit`), `treematch` if it gives more than "
            f"{most_of('treematch', limit)}.\n\n"
            + table(["topology", "processes", *(f"{factor:g}" for factor in GROWTH_FACTORS), *(f"`{name}`" for name in ALGORITHM_1)], rows))


def default_in_words(times: Seconds) -> str:
    """Returns our seconds beside those of the paper's default strategy, at its two orders as far as they were measured."""
    def of(processes: int) -> str:
        names = [(f"`{name}`", name) for name in ALGORITHM_1] + [("0.9", 0.9)]
        return ", ".join(f"{title} {times[TREE, processes, which]:.2f} s" for title, which in names if (TREE, processes, which) in times)

    orders = [processes for processes in PUBLISHED if (TREE, processes, "topomatch") in times]
    return "; ".join(f"with {processes} processes {of(processes)} (the paper {PUBLISHED[processes]:g} s)" for processes in orders) or "not run"


def section_5(tools: Tools) -> tuple[str, dict[str, dict[str, float]]]:
    """Returns the section, and the seconds by matrix and algorithm."""
    processes = PROCESSES_OF_SECTION_5
    makers: dict[str, Callable[[], Path]] = {"NAS CG": lambda: generate(tools, "section5.mtx", "cg", processes),
                                             "NAS LU": lambda: generate(tools, "section5.mtx", "lu", processes),
                                             DENSE: lambda: random_matrix(tools, processes)}
    seconds: dict[str, dict[str, float]] = {}
    for title, make in makers.items():
        affinity = make()
        seconds[title] = {name: map_to(tools, affinity, TREE_OF_SECTION_5, name)["cpu_seconds"] for name in ALGORITHMS_OF_SECTION_5}
    rows = [[title, *(f"{value:.3f}" for value in of.values())] for title, of in seconds.items()]
    return (f"\n## Section 5: mapping time\n\n{processes} processes on `{TREE_OF_SECTION_5}`; CPU seconds.\n\n"
            + table(["matrix", *(f"`{name}`" for name in ALGORITHMS_OF_SECTION_5)], rows)), seconds


def growth_in_words(times: Seconds, orders: list[int]) -> str:
    """Returns a sentence with the growth of the ratio and what a power law makes of it at order 10 000."""
    parts = []
    for topology in WHOLE:
        points = [(float(processes), ratio) for processes in orders if (ratio := faster(times, topology, processes, 0.9))]
        slope = exponent(points, 0)
        if slope is not None:
            last, ratio = points[-1]
            guess = "" if (topology, 10_000, 0.9) in times else f" (a power law gives {ratio * (10_000 / last) ** slope:.0f} times at order 10 000)"
            parts.append(f"with the order to the power of {slope:.1f} on `{topology}`{guess}")
    return ("The ratio grows " + ", and ".join(parts) + "." if parts else "") + "".join(at_order_10_000(times, topology) for topology in WHOLE)


def at_order_10_000(times: Seconds, topology: str) -> str:
    """Returns a sentence with the ratio there, of a predicted time where factor 0 was not run; nothing without a time of 0.9."""
    sparse, ratio = times.get((topology, 10_000, 0.9)), faster(times, topology, 10_000, 0.9)
    if not sparse:
        return ""
    if ratio:
        return f" At order 10 000 it is {ratio:.0f} times on `{topology}`."
    full = predicted(times, topology, 10_000, 0)
    return f" At order 10 000 0.9 takes {sparse:.0f} s on `{topology}`, and 0 would take about {full:.0f} s: {full / sparse:.0f} times."


def figure_5(tools: Tools, make: Callable[[Tools, int, int], Path], hosts: int) -> dict[str, float]:
    """Returns ratios to the round robin: of each factor, of algorithm 1, and of auto."""
    ratios: dict[str, list[float]] = {}
    topology = HOSTS[hosts]
    runs = [(f"{factor:g}", SCOTCH, ["--sparse-factor", factor]) for factor in FACTORS] + [(name, name, []) for name in (*ALGORITHM_1, "auto")]
    for seed in range(1, 1 + SEEDS):
        affinity = make(tools, hosts, seed)
        in_order = hop_bytes(tools, affinity, topology, "identity")
        for name, algorithm, words in runs:
            ratios.setdefault(name, []).append(map_to(tools, affinity, topology, algorithm, *words)["hop_bytes"] / in_order)
    return {name: statistics.mean(values) for name, values in ratios.items()}


def section_of_figure_5(title: str, results: dict[int, dict[str, float]]) -> str:
    text = ""
    for against, reference in (("a: against the round robin", None), ("b: against `treematch`", "treematch"), ("c: against factor 0", "0")):
        rows = [[str(processes), *(f"{value / (ratios[reference] if reference else 1):.2f}" for value in ratios.values())]
                for processes, ratios in results.items()]
        header = ["processes", *(f"{factor:g}" for factor in FACTORS), *(f"`{name}`" for name in ALGORITHM_1), "`auto`"]
        text += f"\n{title}, {against}\n\n" + table(header, rows)
    return text


def statements(times: Seconds, ratios: Ratios, lines: list[dict[str, float]], processes: int, orders: list[int],
               of_section_5: dict[str, dict[str, float]]) -> str:
    def times_faster(topology: str, factor: float) -> float:
        return times[topology, processes, 0] / times[topology, processes, factor]

    ninety, mesh_ninety = times_faster(TREE, 0.9), times_faster(MESH, 0.9)
    best = [line[f"{factor:g}"] / line["treematch"] for line in lines for factor in FACTORS if factor <= 0.5]
    last = [line["0.99"] for line in lines]
    quarter = max(line[factor] / line["0"] for line in lines for factor in ("0.1", "0.25"))
    of_ninety = [line["0.9"] / line["0"] for line in lines]
    programs = [of["topomatch"] for title, of in of_section_5.items() if title != DENSE]
    dense = of_section_5[DENSE]["topomatch"]
    return STATEMENTS.format(default=default_in_words(times), programs=span(programs, 3), time_found=found(max(programs) < 0.5), dense=f"{dense:.3f}",
                             dense_found=found(dense < 0.5), orders_found=found(min(ninety, mesh_ninety) > 1000), processes=processes,
                             ninety=ninety, mesh_ninety=mesh_ninety, most=times_faster(TREE, 0.99), mesh_most=times_faster(MESH, 0.99), growth=growth_in_words(times, orders),
                             half=times_faster(TREE, 0.5), mesh_half=times_faster(MESH, 0.5), spread=span(ratios["spread"]),
                             compact=span(ratios["compact"]), quarter=quarter, quality_found=found(quarter < 1.05),
                             quality=max(line["0.5"] / line["0"] for line in lines), ninety_cost=max(of_ninety), cases=len(lines),
                             twofold=sum(ratio >= 2 for ratio in of_ninety), low=min(best), high=max(best), worse=span(last),
                             worse_cases=sum(ratio > 1 for ratio in last))


def report(options: argparse.Namespace, work: Path) -> str:
    tools = Tools(options.build, work)
    text = wrapped(INTRODUCTION.format(paper=PAPER, machine=machine()))
    times: Seconds = {}
    ratios: Ratios = {"spread": [], "compact": []}
    text += section_of_figure_4(tools, options.processes, times, ratios)
    others = SMALLER + (LARGE if options.large else [])
    growth(tools, others, options.limit, times)
    orders = sorted([*others, options.processes])
    text += section_of_growth(times, orders, options.limit)
    timed, of_section_5 = section_5(tools)
    text += timed + "\n## Figure 5\n"
    lines: list[dict[str, float]] = []
    for title, make in GRAPHS.items():
        results = {24 * hosts: figure_5(tools, make, hosts) for hosts in HOSTS}
        text += section_of_figure_5(title, results)
        lines += results.values()
    return text + "\n" + wrapped(statements(times, ratios, lines, options.processes, orders, of_section_5))


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph and topomorph-generate", HERE / "TOPOMATCH_SPARSE.md")
    parser.add_argument("--processes", type=int, default=1000, help="order of the random matrix of figure 4")
    parser.add_argument("--large", action="store_true", help=f"figure 4 at orders {LARGE}, too: half an hour")
    parser.add_argument("--limit", type=int, default=3600, help="most predicted CPU seconds of one mapping at other orders")
    options = parser.parse_args()
    write_page(options.output, lambda work: report(options, work), beside_auto=["identity", "scotch", *ALGORITHM_1])


if __name__ == "__main__":
    main()
