#!/usr/bin/env python3
"""Replays MiniGhost and NAS programs in the orders of [Jeannot 2022, figures 6 to 8]: writes TOPOMATCH_PROGRAMS.md."""
import argparse
import json
import math
import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from topomatch import HERE, PAPER, Tools, found, hop_bytes, map_to, wrapped

from mini_ghost import STENCILS, Parameters, as_cubic_as_possible, write_trace
from machine import machine
from markdown import span, table
from page import parser_of_page, write_page
from sources import REPLAY

TREEMATCH, ALGORITHMS, RANDOM = "treematch", ["treematch", "topomatch", "auto"], 3
VARIABLES = [1, 5, 10, 20, 40]
PROCESSES_OF_GHOST, ITERATIONS, CELLS = [64, 128], 5, [10, 10, 10]
STENCILS_OF_GHOST = ["5-point", "7-point", "27-point"]
STRATEGIES = {"BSPMA": "all variables", "SVAF": "each variable"}
# Kernels of figures 7 and 8, and the ranks for which topomorph-scale has them.
KERNELS = {"7": ["bt", "sp"], "8": ["cg", "lu", "mg"]}
RANKS, LARGEST_OF_FIGURE_8 = [64, 256, 1024], 1024
COSTS = "0.4/6000:0.7/5000:1.5/3200"  # us/MB/s from the cores up: in a package or NUMA node, in a host, over QDR InfiniBand
TOLERANCE, BARELY = 0.2, 2  # part of a number of the paper; percent
INTRODUCTION = """# TopoMatch, figures 6 to 8: MiniGhost and NAS programs by order

{paper}.

The paper runs the programs on Plafrim 1 (hosts of 2 packages of 4 cores) and Plafrim 2 (of 4 NUMA nodes of 6), and
prints bars without numbers: the time of the round robin (rank i on core i) over that of TopoMatch "using plain
TreeMatch". We have neither machine. Here each order has its gain in hop-bytes and in replayed time
([docs/replay.md](../../docs/replay.md)): the round robin's over the order's, so that more is better and 1 is no gain.

* **Orders**: `treematch` as in the captions of all three figures; verdicts are about it. Beside it: `topomatch`, with
  Scotch as the partitioner; `auto`; and the mean of {random} random ones.
* **Machine of the mapping**: `{ghost}` for MiniGhost, `{nas}` for NAS: as few whole hosts as have a core for each rank.
  All their nodes are alike, so `treematch` is algorithm 1, which fills up with roles without traffic if there are fewer
  ranks than cores (section 4.5). The round robin uses the first cores. The NAS programs leave cores of these hosts free:
  all other orders choose among all cores, the random ones too. MiniGhost fills its hosts.
* **Machine of the replay**: the cores that the order uses, of these hosts on one switch, with *assumed* costs
  `--level-costs {costs}` (us/MB/s from the cores up; the last is QDR InfiniBand); `topomorph predict` replays the trace.
  The round robin's milliseconds are in the tables, and the part of them that the mean process does not compute.
* **MiniGhost**: 64 and 128 processes, {iterations} iterations; BSPMA sends the faces of all variables in one message, SVAF
  each in its own (`benchmarks/papers/mini_ghost.py`). The paper says that nx x ny x nz is 1000. That the sides are
  10 x 10 x 10 cells of a process, and that the processes' grid is as cubic as possible, is *assumed*.
* **NAS**: the traces of `topomorph-scale`, which exist for these numbers of ranks alone; the paper has 36 to 1521. They
  are of class C with 64 and 256 ranks, D with 1024. The paper takes class A below 100 processes and D above 625, so the
  programs with 64 ranks communicate other volumes than its own. FT is left out. An exchange of all with all costs the
  same in any order: this is an argument from symmetry, not a measurement.
* **Verdicts**: a gain is reproduced if it is within {tolerance:.0f} % of the paper's number, a limit if it is kept.
  "Barely" is taken as {barely} % at most, up or down.

Machine: {machine}
"""


@dataclass
class Case:
    """A program in all orders: gains over the round robin, in hop-bytes and in replayed time."""

    name: list[str]
    bytes: dict[str, float]
    seconds: dict[str, float]
    in_order: float  # replayed seconds of the round robin
    communication: float  # part of them in which the mean process does not compute


class Runner:
    """Maps and replays programs."""

    def __init__(self, tools: Tools):
        self.tools = tools
        self.trace = tools.work / "program.trace"
        self.affinity = tools.work / "trace.mtx"

    def case(self, name: list[str], ranks: int, cores: str, hosts: int) -> Case:
        """Measures the trace on whole hosts with these arities ("6:4", from the cores up)."""
        tools, topology = self.tools, f"tree:{cores}:{hosts}"
        tools.output(tools.path("topomorph"), "convert", self.trace, self.affinity)
        slots = hosts * math.prod(map(int, cores.split(":")))
        orders = [list(range(ranks)), *(map_to(tools, self.affinity, topology, algorithm)["mapping"] for algorithm in ALGORITHMS),
                  *(random.Random(seed).sample(range(slots), ranks) for seed in range(1, 1 + RANDOM))]
        costs = [hop_bytes(tools, self.affinity, topology, self.file(order)) for order in orders]
        replays = [self.replayed(order, cores, hosts) for order in orders]
        in_order = replays[0]["seconds"]
        return Case(name, self.gains(costs), self.gains([replay["seconds"] for replay in replays]), in_order,
                    1 - replays[0]["mean"]["compute"] / in_order)

    def file(self, order: list[int]) -> Path:
        path = self.tools.work / "order.map"
        path.write_text("".join(f"{slot}\n" for slot in order))
        return path

    def replayed(self, order: list[int], cores: str, hosts: int) -> dict:
        """Returns what `topomorph predict` says of this order, on the cores that it uses: it takes one for each rank."""
        used = sorted(order)
        place = {slot: number for number, slot in enumerate(used)}
        path = self.file([place[slot] for slot in order])
        words = ["--topology", self.part(used, cores, hosts), "--level-costs", COSTS, "--order", f"file:{path}", "--json"]
        return json.loads(self.tools.output(self.tools.path("topomorph"), "predict", self.trace, *words))["orders"][0]

    def part(self, used: list[int], cores: str, hosts: int) -> str:
        """Returns these cores of a regular tree, whose root has the hosts."""
        inside = cores.split(":")
        levels = [word for arity in (str(hosts), *reversed(inside)) for word in (arity, "1")]  # each link is a hop
        path = self.tools.work / "cores.tgt"
        path.write_text(f"sub\n{len(used)} {' '.join(map(str, used))}\ntleaf {len(inside) + 1} {' '.join(levels)}\n")
        return f"scotch:{path}"

    @staticmethod
    def gains(values: list[float]) -> dict[str, float]:
        in_order, by_algorithm, at_random = values[0], values[1:1 + len(ALGORITHMS)], statistics.fmean(values[1 + len(ALGORITHMS):])
        return {name: in_order / value for name, value in zip([*ALGORITHMS, "random"], [*by_algorithm, at_random])}


def figure_6(runner: Runner, most_ranks: int) -> list[Case]:
    cases = []
    for processes in (each for each in PROCESSES_OF_GHOST if each <= most_ranks):
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
    rows = [[*case.name, f"{1000 * case.in_order:.3g}", f"{100 * case.communication:.0f} %", *(f"{case.bytes[name]:.2f}" for name in names),
             *(f"{case.seconds[name]:.3f}" for name in names)] for case in cases]
    return table([*header, "round robin, ms", "not computing", *(f"hop-bytes, `{name}`" for name in names), *(f"time, `{name}`" for name in names)], rows)


def percents(cases: list[Case], name: str) -> list[float]:
    """Returns the gains in replayed time."""
    return [100 * (case.seconds[name] - 1) for case in cases]


def gains(cases: list[Case]) -> str:
    return "; ".join(f"`{name}` {span(values, 1)} %, mean {statistics.fmean(values):.1f} %"
                     for name in [*ALGORITHMS, "random"] for values in [percents(cases, name)])


def near(value: float, published: float) -> str:
    """Returns whether a number of the paper is found here."""
    return found(abs(value - published) <= TOLERANCE * published)


def share(cases: list[Case]) -> str:
    return span([100 * case.communication for case in cases], 0)


SEEN_IN_6 = """* Gains in replayed time: {gains}. In hop-bytes `treematch` is {bytes} times better than the round robin.
* "Gain up to 45 % improvement": {most_found} by `treematch`, which gains {most:.1f} % at most.
* "With an average of 9 %": {mean_found} by `treematch`, whose mean is {mean:.1f} %.
* Extra, both statements in turn: by `topomatch` {others_of_topomatch}, by `auto` {others_of_auto}.
* The paper's "absolute execution times vary between 8 and 53 seconds". Here the round robin takes {seconds} s, of {iterations}
  iterations. Processes do not compute for {share} % of it. The paper says neither how many iterations it runs nor which
  part of the time is communication. No order can save more of the time than that part.
* Messages of one variable (SVAF) are short: their time is latency, and the exchange gains {svaf:.1f} % by `auto` (mean),
  that of all variables together (BSPMA) {bspma:.1f} %."""
SEEN_IN_7 = """* Gains in replayed time: {gains}. Processes do not compute for {share} % of the round robin's time.
* "Consistent gains up to 15 %": {most_found} by `treematch`, which gains {most:.1f} % at most, and more than 1 % in {positive} of
  {cases} cases.
* "Losses are limited to 5 % in the worst case": {losses_found} by `treematch`, whose least gain is {least:.1f} %.
* Extra, both statements in turn: by `topomatch` {others_of_topomatch}, by `auto` {others_of_auto}."""
SEEN_IN_8 = """* Gains in replayed time: {gains}. Processes do not compute for {share} % of the round robin's time.
{statements}
* That "FT barely exhibits gains" is not measured."""


def others(cases: list[Case], judge: Callable[[list[float]], tuple[str, str]]) -> dict[str, str]:
    return {f"others_of_{name}": " and ".join(judge(percents(cases, name))) for name in ALGORITHMS[1:]}


def seen_in_6(cases: list[Case]) -> str:
    def of_strategy(strategy: str) -> float:
        return statistics.fmean(percents([case for case in cases if case.name[-1] == strategy], "auto"))

    def judge(values: list[float]) -> tuple[str, str]:
        return near(max(values), 45), near(statistics.fmean(values), 9)

    values = percents(cases, TREEMATCH)
    most_found, mean_found = judge(values)
    seconds = [case.in_order for case in cases]
    return SEEN_IN_6.format(gains=gains(cases), bytes=span([case.bytes[TREEMATCH] for case in cases]), most=max(values), mean=statistics.fmean(values),
                            most_found=most_found, mean_found=mean_found, seconds=f"{min(seconds):.2g} to {max(seconds):.2g}", iterations=ITERATIONS,
                            share=share(cases), svaf=of_strategy("SVAF"), bspma=of_strategy("BSPMA"), **others(cases, judge))


def seen_in_7(cases: list[Case]) -> str:
    def judge(values: list[float]) -> tuple[str, str]:
        return near(max(values), 15), found(min(values) >= -5)

    values = percents(cases, TREEMATCH)
    most_found, losses_found = judge(values)
    return SEEN_IN_7.format(gains=gains(cases), share=share(cases), most=max(values), most_found=most_found, cases=len(cases),
                            positive=sum(value > 1 for value in values), losses_found=losses_found, least=min(values), **others(cases, judge))


def seen_in_8(cases: list[Case]) -> str:
    """Judges the statements about LU and CG with the paper's number of ranks, and that about MG with any."""
    ranks = LARGEST_OF_FIGURE_8

    def statement(title: str, kernel: str, judge: Callable[[list[float]], str]) -> str:
        of_kernel = [case for case in cases if case.name[0] == kernel and (kernel == "MG" or case.name[1] == str(ranks))]
        if not of_kernel:
            return f"* {title}: not run."
        words = [f"{judge(values)} by `{name}` ({span(values, 1)} %)" for name in ALGORITHMS for values in [percents(of_kernel, name)]]
        return f"* {title}: {words[0]}. Extra: {', '.join(words[1:])}."

    lines = [statement(f"LU \"exhibits a significant gain of 25 %\" with {ranks} ranks (class D)", "LU", lambda values: near(values[0], 25)),
             statement(f"CG with {ranks} ranks shows \"a slight degradation (limited to 5 %)\"", "CG", lambda values: found(-5 <= values[0] < 0)),
             statement("\"MG barely exhibits gains\"", "MG", lambda values: found(all(abs(value) <= BARELY for value in values)))]
    return SEEN_IN_8.format(gains=gains(cases), share=share(cases), statements="\n".join(lines))


def report(options: argparse.Namespace, work: Path) -> str:
    runner = Runner(Tools(options.build, work))
    text = wrapped(INTRODUCTION.format(paper=PAPER, random=RANDOM, ghost="tree:4:2:HOSTS", nas="tree:6:4:HOSTS", costs=COSTS, iterations=ITERATIONS,
                                       tolerance=100 * TOLERANCE, barely=BARELY, machine=machine()))
    ghost = figure_6(runner, options.most_ranks)
    text += "\n## Figure 6: MiniGhost\n\n" + table_of(["processes", "variables", "stencil", "strategy"], ghost) + "\n" + wrapped(seen_in_6(ghost))
    ranks = [each for each in RANKS if each <= options.most_ranks]
    multipartition, rest = nas(runner, KERNELS["7"], ranks), nas(runner, KERNELS["8"], ranks)
    text += "\n## Figure 7: NAS BT and SP\n\n" + table_of(["kernel", "ranks"], multipartition) + "\n" + wrapped(seen_in_7(multipartition))
    return text + "\n## Figure 8: NAS CG, LU and MG\n\n" + table_of(["kernel", "ranks"], rest) + "\n" + wrapped(seen_in_8(rest))


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph and topomorph-scale", HERE / "TOPOMATCH_PROGRAMS.md")
    parser.add_argument("--most-ranks", type=int, default=RANKS[-1], help="leave out programs of more")
    options = parser.parse_args()
    write_page(options.output, lambda work: report(options, work), sources=REPLAY, beside_auto=["identity", *ALGORITHMS[:-1]])


if __name__ == "__main__":
    main()
