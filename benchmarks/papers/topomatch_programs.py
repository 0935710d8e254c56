#!/usr/bin/env python3
"""Replays MiniGhost and NAS programs in the orders of [Jeannot 2022, figures 6 to 8]: writes TOPOMATCH_PROGRAMS.md."""
import argparse
import json
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from topomatch import HERE, PAPER, Tools, found, hop_bytes, map_to, wrapped

from mini_ghost import STENCILS, Parameters, as_cubic_as_possible, write_trace
from machine import machine
from markdown import span, table
from page import parser_of_page, write_page

TREEMATCH, ALGORITHMS, RANDOM = "treematch", ["treematch", "topomatch", "auto"], 3
VARIABLES = [1, 5, 10, 20, 40]
PROCESSES_OF_GHOST, ITERATIONS, CELLS = [64, 128], 5, [10, 10, 10]
STENCILS_OF_GHOST = ["5-point", "7-point", "27-point"]
STRATEGIES = {"BSPMA": "all variables", "SVAF": "each variable"}
# Kernels of figures 7 and 8, and the ranks for which topomorph-scale has them.
KERNELS = {"7": ["bt", "sp"], "8": ["cg", "lu", "mg"]}
RANKS = [64, 256, 1024]
COSTS = "0.4/6000:0.7/5000:1.5/3200"  # us/MB/s from the cores up: in a package or NUMA node, in a host, over QDR InfiniBand
INTRODUCTION = """# TopoMatch, figures 6 to 8: MiniGhost and NAS programs by order

{paper}.

The paper runs the programs on Plafrim 1 (hosts of 2 packages of 4 cores) and Plafrim 2 (of 4 NUMA nodes of 6), and
prints bars without numbers: the time of the round robin (rank i on core i) over that of TopoMatch "using plain
TreeMatch". We have neither machine. Here each order has its gain in hop-bytes and in replayed time
([docs/replay.md](../../docs/replay.md)): the round robin's over the order's, so that more is better and 1 is no gain.

* **Orders**: `treematch` as in the captions; `topomatch`, with Scotch as the partitioner; `auto`; and the mean of
  {random} random ones. All use the cores that the round robin uses: the first ones, one each.
* **Machine of the mapping**: `{ghost}` for MiniGhost, `{nas}` for NAS (the first cores of so many hosts).
* **Machine of the replay**: the same hosts on one switch, with *assumed* costs `--level-costs {costs}` (us/MB/s from the
  cores up; the last is QDR InfiniBand); `topomorph predict` replays the trace.
* **MiniGhost**: 10 x 10 x 10 cells a process as in figure 6, 64 and 128 processes in a grid as cubic as possible, {iterations}
  iterations; BSPMA sends the faces of all variables in one message, SVAF each in its own (`benchmarks/papers/mini_ghost.py`).
* **NAS**: the traces of `topomorph-scale` (class C with 64 and 256 ranks, D with 1024), which exist for these numbers of
  ranks alone; the paper has 36 to 1521. FT, an exchange of all with all, gains nothing by any order, and is left out.

Machine: {machine}
"""


@dataclass
class Case:
    """A program in all orders: gains over the round robin, in hop-bytes and in replayed time."""

    name: list[str]
    bytes: dict[str, float]
    seconds: dict[str, float]


class Runner:
    """Maps and replays programs."""

    def __init__(self, tools: Tools):
        self.tools = tools
        self.trace = tools.work / "program.trace"

    def case(self, name: list[str], ranks: int, cores: str, hosts: int) -> Case:
        """Measures the trace on the first `ranks` cores of hosts with these arities ("6:4", from the cores up)."""
        tools, affinity = self.tools, self.tools.work / "trace.mtx"
        tools.output(tools.path("topomorph"), "convert", self.trace, affinity)
        topology = self.first_cores(ranks, cores, hosts)
        orders = [self.mapped(affinity, topology, algorithm) for algorithm in ALGORITHMS] + [f"random:{seed}" for seed in range(1, 1 + RANDOM)]
        costs = [hop_bytes(tools, affinity, topology, order.removeprefix("file:")) for order in ["identity", *orders]]
        options = [word for order in ["slot", *orders] for word in ("--order", order)]
        told = json.loads(tools.output(tools.path("topomorph"), "predict", self.trace, "--topology", topology, "--level-costs", COSTS, *options, "--json"))
        return Case(name, self.gains(costs), self.gains([order["seconds"] for order in told["orders"]]))

    def first_cores(self, ranks: int, cores: str, hosts: int) -> str:
        """Returns the topology: a part of a regular tree, whose root has the hosts."""
        inside = cores.split(":")
        levels = [word for arity in (str(hosts), *reversed(inside)) for word in (arity, "1")]  # each link is a hop
        path = self.tools.work / f"cores{ranks}.tgt"
        path.write_text(f"sub\n{ranks} {' '.join(map(str, range(ranks)))}\ntleaf {len(inside) + 1} {' '.join(levels)}\n")
        return f"scotch:{path}"

    def mapped(self, affinity: Path, topology: str, algorithm: str) -> str:
        path = self.tools.work / f"{algorithm}.map"
        map_to(self.tools, affinity, topology, algorithm, "-o", path)
        return f"file:{path}"

    @staticmethod
    def gains(values: list[float]) -> dict[str, float]:
        in_order, by_algorithm, random = values[0], values[1:1 + len(ALGORITHMS)], statistics.fmean(values[1 + len(ALGORITHMS):])
        return {name: in_order / value for name, value in zip([*ALGORITHMS, "random"], [*by_algorithm, random])}


def figure_6(runner: Runner) -> list[Case]:
    cases = []
    for processes in PROCESSES_OF_GHOST:
        for variables in VARIABLES:
            for stencil in STENCILS_OF_GHOST:
                grid = as_cubic_as_possible(processes, STENCILS[stencil][1])
                for strategy, scheme in STRATEGIES.items():
                    write_trace(Parameters(stencil, scheme, variables, CELLS, grid), ITERATIONS, runner.trace)
                    cases.append(runner.case([str(processes), str(variables), stencil, strategy], processes, "4:2", processes // 8))
    return cases


def nas(runner: Runner, kernels: list[str], all_ranks: list[int]) -> list[Case]:
    cases = []
    for kernel in kernels:
        for ranks in all_ranks:
            runner.tools.output(runner.tools.path("topomorph-scale"), "--program", kernel, "--ranks", ranks, "--machine", "fat2-1:1", "--order", "slot",
                                "--rate", 10, "--simgrid", runner.tools.work)
            (runner.tools.work / "trace.txt").replace(runner.trace)
            cases.append(runner.case([kernel.upper(), str(ranks)], ranks, "6:4", -(-ranks // 24)))
    return cases


def table_of(header: list[str], cases: list[Case]) -> str:
    names = [*ALGORITHMS, "random"]
    rows = [[*case.name, *(f"{case.bytes[name]:.2f}" for name in names), *(f"{case.seconds[name]:.3f}" for name in names)] for case in cases]
    return table([*header, *(f"hop-bytes, `{name}`" for name in names), *(f"time, `{name}`" for name in names)], rows)


def percent(cases: list[Case], name: str, of: Callable[[list[float]], float]) -> float:
    return 100 * (of([case.seconds[name] for case in cases]) - 1)


def gains(cases: list[Case]) -> str:
    return "; ".join(f"`{name}` {100 * (min(case.seconds[name] for case in cases) - 1):.1f} to {percent(cases, name, max):.1f} %, mean "
                     f"{percent(cases, name, statistics.fmean):.1f} %" for name in [*ALGORITHMS, "random"])


SEEN_IN_6 = """The paper: "gain up to 45 % improvement with an average of 9 %". Gains in replayed time here: {gains}. In hop-bytes
`treematch` is {bytes} times better than the round robin. Messages of one variable (SVAF) are short: their time is
latency, and the exchange gains {svaf:.1f} % by `auto` (mean), that of all variables together (BSPMA) {bspma:.1f} %."""
SEEN_IN_7 = """The paper: SP and BT gain up to 15 %, "losses are limited to 5 % in the worst case". Gains in replayed time here: {gains}.
{within} of {cases} gains of `treematch` are between -5 and 15 %, {positive} are above 1 %."""
SEEN_IN_8 = """The paper: "FT and MG barely exhibit gains", CG with 1024 ranks loses up to 5 %, and LU with 1024 ranks (class D) gains
25 %. Gains in replayed time here: {gains}. With {ranks} ranks `treematch` gains {last}; `topomatch` gains {by_scotch}. That CG
loses is {cg_found} by `treematch`; that LU gains most of the three, and more than 1 %, is {lu_found} by `treematch` and
{lu_found_by_scotch} by `topomatch`."""


def seen_in_6(cases: list[Case]) -> str:
    def of_strategy(strategy: str) -> float:
        return percent([case for case in cases if case.name[-1] == strategy], "auto", statistics.fmean)

    return SEEN_IN_6.format(gains=gains(cases), bytes=span([case.bytes[TREEMATCH] for case in cases]), svaf=of_strategy("SVAF"), bspma=of_strategy("BSPMA"))


def seen_in_7(cases: list[Case]) -> str:
    of_treematch = [100 * (case.seconds[TREEMATCH] - 1) for case in cases]
    return SEEN_IN_7.format(gains=gains(cases), cases=len(cases), within=sum(-5 <= gain <= 15 for gain in of_treematch),
                            positive=sum(gain > 1 for gain in of_treematch))


def seen_in_8(cases: list[Case], ranks: int) -> str:
    def gains_of(name: str) -> dict[str, float]:
        return {case.name[0]: 100 * (case.seconds[name] - 1) for case in cases if case.name[1] == str(ranks)}

    def in_words(gain_of: dict[str, float]) -> str:
        return ", ".join(f"{gain:.1f} % with {kernel}" for kernel, gain in gain_of.items())

    def lu_gains_most(gain_of: dict[str, float]) -> bool:
        return gain_of["LU"] == max(gain_of.values()) and gain_of["LU"] > 1

    plain, by_scotch = gains_of(TREEMATCH), gains_of("topomatch")
    return SEEN_IN_8.format(gains=gains(cases), ranks=ranks, last=in_words(plain), by_scotch=in_words(by_scotch), cg_found=found(plain["CG"] < 0),
                            lu_found=found(lu_gains_most(plain)), lu_found_by_scotch=found(lu_gains_most(by_scotch)))


def report(options: argparse.Namespace, work: Path) -> str:
    runner = Runner(Tools(options.build, work))
    text = wrapped(INTRODUCTION.format(paper=PAPER, random=RANDOM, ghost="tree:4:2:HOSTS", nas="tree:6:4:HOSTS", costs=COSTS,
                               iterations=ITERATIONS, machine=machine()))
    ghost = figure_6(runner)
    text += "\n## Figure 6: MiniGhost\n\n" + table_of(["processes", "variables", "stencil", "strategy"], ghost) + "\n" + wrapped(seen_in_6(ghost))
    ranks = [each for each in RANKS if each <= options.most_ranks]
    multipartition, others = nas(runner, KERNELS["7"], ranks), nas(runner, KERNELS["8"], ranks)
    text += "\n## Figure 7: NAS BT and SP\n\n" + table_of(["kernel", "ranks"], multipartition) + "\n" + wrapped(seen_in_7(multipartition))
    return text + "\n## Figure 8: NAS CG, LU and MG\n\n" + table_of(["kernel", "ranks"], others) + "\n" + wrapped(seen_in_8(others, ranks[-1]))


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph and topomorph-scale", HERE / "TOPOMATCH_PROGRAMS.md")
    parser.add_argument("--most-ranks", type=int, default=RANKS[-1], help="leave out NAS programs of more")
    options = parser.parse_args()
    write_page(options.output, lambda work: report(options, work), beside_auto=ALGORITHMS[:-1])


if __name__ == "__main__":
    main()
