#!/usr/bin/env python3
# Maps a few hundred problems as programs pose them, by topomorph and by every peer: the tables of PROGRAMS.md.
import argparse
import json
import statistics
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "common"))

from catalogue import Instance
from contenders import Case, Scotch, TopoMorph, cost_of
from machine import machine
from markdown import table
from measure import Failed, Tools
from page import parser_of_page, write_page

FAST, DEFAULT, BEST = "fast", "default", "best"
OURS = [FAST, DEFAULT, BEST]
NAMED = ["eagermap", "topomatch", "topomatch:partition=greedy", "topomatch-constrained",
         "topomatch-constrained:partition=greedy"]
GMAP = "gmap -cq"
TILING = "best tiling"
INTRODUCTION = """# Patterns as programs have them: `topomorph map` beside every peer

Made by `benchmarks/mapping/programs.py --build FOLDER`. `topomorph-generate program NUMBER` draws each problem: a
process grid of one to four dimensions with 3 to 27 points, volumes that differ by axis and by kind of neighbour, some
axes periodic, some volumes disturbed, some edges missing, two grids joined, light traffic on top (recursive doubling, a
master, long links), numbered by row, by column or at random; on 3 to 705 hosts of 6 to 128 cores in 1 to 8 packages.
One problem in four leaves a part of its last host free.

The best tiling is the cheapest of eight nested tilings by boxes, which the generator makes from the grid itself; boxes
must divide it. gmap runs with one thread. Preset best has a limit of {limit:g} s. `topomorph evaluate` computes all
costs. A ratio is the cost over the least of the peers (best tiling, gmap, EagerMap, TopoMatch) for the same problem.

Machine: {machine}
"""


@dataclass
class Problem:
    """A drawn problem, and the costs of its mappings."""

    number: int
    name: str = ""
    topology: str = ""
    roles: int = 0
    costs: dict[str, int] = field(default_factory=dict)
    cpu: dict[str, float] = field(default_factory=dict)

    def cheapest(self) -> int:
        """Returns the least cost of a peer."""
        return min(cost for name, cost in self.costs.items() if name not in OURS)

    def ratio(self, name: str) -> float:
        return self.costs[name] / self.cheapest() if self.cheapest() else 1.0


def contenders(tools: Tools, options: argparse.Namespace) -> dict[str, object]:
    every = {FAST: TopoMorph(tools, "fast"), DEFAULT: TopoMorph(tools, "default"), BEST: TopoMorph(tools, "best", options.best_limit),
             GMAP: Scotch(tools, ["-cq"], 1),
             **{name: TopoMorph(tools, "default", algorithm=name) for name in NAMED}}
    return {name: every[name] for name in every if not options.only or name in options.only}


def draw(tools: Tools, number: int, seed: int) -> tuple[Problem, Case, Path | None]:
    affinity, tiling = tools.work / "program.graph", tools.work / "tiling"
    facts = json.loads(tools.output(tools.path("topomorph-generate"), "program", number, "--seed", seed, "-o", affinity,
                                    "--tiling", tiling))
    case = Case(Instance(facts["name"], affinity, facts["topology"].removeprefix("tree:")), affinity, facts["roles"])
    return Problem(number, facts["name"], facts["topology"], facts["roles"]), case, tiling if facts["tiling"] else None


def solve(options: argparse.Namespace, number: int) -> Problem:
    """Runs all contenders on one problem in a folder of its own, so that several problems can run at once."""
    with tempfile.TemporaryDirectory() as work:
        tools = Tools(options.build, Path(work))
        problem, case, tiling = draw(tools, number, options.seed)
        print(f"{number}: {problem.name} on {problem.topology} …", file=sys.stderr, flush=True)
        if tiling is not None:
            problem.costs[TILING] = cost_of(tools, case, tiling)
        for name, contender in contenders(tools, options).items():
            try:
                problem.cpu[name] = contender.run(case, tools.work / "mapping", options.timeout).cpu
                problem.costs[name] = cost_of(tools, case, tools.work / "mapping")
            except Failed as error:
                print(f"{number}: {name}: {error}", file=sys.stderr)
        return problem


def with_known(problem: Problem, known: dict) -> Problem:
    """Adds costs of contenders that did not run now, from an earlier run on the same problem."""
    if known and known["name"] == problem.name:
        problem.costs = known["costs"] | problem.costs
        problem.cpu = known["cpu"] | problem.cpu
    return problem


def solve_all(options: argparse.Namespace) -> list[Problem]:
    keep = {entry["number"]: entry for entry in json.loads(options.keep.read_text())} if options.keep and options.keep.exists() else {}
    with ThreadPoolExecutor(options.jobs) as pool:
        found = list(pool.map(lambda number: solve(options, number), options.numbers or range(options.count)))
    found = [with_known(problem, keep.get(problem.number, {})) for problem in found]
    if options.keep:
        keep |= {problem.number: problem.__dict__ for problem in found}
        options.keep.write_text(json.dumps([keep[number] for number in sorted(keep)], indent=1))
    return found


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def summary(found: list[Problem]) -> str:
    rows = []
    for name in dict.fromkeys(name for problem in found for name in problem.costs):
        done = [problem for problem in found if name in problem.costs]
        ratios = [problem.ratio(name) for problem in done]
        cpu = [problem.cpu[name] for problem in done if name in problem.cpu]
        rows.append([f"`{name}`" if name in NAMED else name, str(len(done)), f"{statistics.fmean(ratios):.4f}",
                     f"{quantile(ratios, 0.5):.4f}", f"{quantile(ratios, 0.95):.4f}", f"{max(ratios):.4f}",
                     f"{sum(ratio <= 1 for ratio in ratios)}", f"{sum(ratio <= 1.002 for ratio in ratios)}",
                     f"{sum(cpu):.1f}" if cpu else "–"])
    return table(["mapper", "problems", "mean", "median", "95 %", "most", "at most 1.000", "at most 1.002", "CPU s, all"], rows)


def verdict(found: list[Problem], name: str, share: float, within: float, most: float) -> str:
    """Returns sentences about a bound: so many problems within one ratio, all within another."""
    ratios = [problem.ratio(name) for problem in found if name in problem.costs]
    if not ratios:
        return f"* {name}: not run.\n"
    kept = sum(ratio <= within for ratio in ratios)
    above = sum(ratio > most for ratio in ratios)
    met = kept >= share * len(ratios) and above == 0
    return (f"* {name}: at most {within:.3f} on {kept} of {len(ratios)} problems (wanted {share:.0%}), above {most:.3f} on "
            f"{above} (wanted 0), at most {max(ratios):.4f}: {'met' if met else 'missed'}.\n")


def worst(found: list[Problem], name: str, count: int) -> str:
    above = sorted((problem for problem in found if name in problem.costs and problem.ratio(name) > 1),
                   key=lambda problem: -problem.ratio(name))[:count]
    rows = [[str(problem.number), problem.name, f"`{problem.topology}`", str(problem.roles), f"{problem.ratio(name):.4f}",
             ", ".join(other for other in problem.costs if other not in OURS and problem.costs[other] == problem.cheapest())]
            for problem in above]
    return table(["number", "problem", "topology", "roles", name, "cheapest"], rows) if rows else "None.\n"


def all_problems(found: list[Problem]) -> str:
    names = list(dict.fromkeys(name for problem in found for name in problem.costs))
    rows = [[str(problem.number), problem.name, f"`{problem.topology}`",
             *(f"{problem.ratio(name):.3f}" if name in problem.costs else "–" for name in names)] for problem in found]
    return table(["number", "problem", "topology", *names], rows)


def beside_best(found: list[Problem]) -> str:
    """Returns sentences about what preset best gains over default."""
    ratios = [problem.costs[DEFAULT] / problem.costs[BEST] for problem in found if DEFAULT in problem.costs and problem.costs.get(BEST)]
    if not ratios:
        return ""
    return (f"* default over best: {statistics.fmean(ratios):.4f} on average, at most {max(ratios):.4f}; "
            f"{sum(ratio <= 1.002 for ratio in ratios)} of {len(ratios)} at most 1.002.\n")


def spends_in_vain(problem: Problem, name: str, allowed: float) -> bool:
    """Returns whether more CPU than this share of gmap's buys less than 3 %."""
    return problem.cpu[name] > allowed * problem.cpu[GMAP] and problem.costs[name] > 0.97 * problem.costs[GMAP]


def verdict_on_time(found: list[Problem], name: str, allowed: float) -> str:
    some = [problem for problem in found if problem.roles <= 4096 and name in problem.cpu and GMAP in problem.cpu]
    vain = sum(spends_in_vain(problem, name, allowed) for problem in some)
    return (f"* {name}: more than {allowed:g} of gmap's CPU for less than 3 % on {vain} of {len(some)} problems of up to 4096 "
            f"roles (wanted 0): {'missed' if vain else 'met'}.\n")


def processor_time(found: list[Problem]) -> str:
    """Returns a table of CPU seconds beside gmap's, by size, and on how many problems more CPU buys less than 3 %."""
    rows = []
    for low, high in ((0, 256), (256, 1024), (1024, 4096), (4096, 1 << 30)):
        some = [problem for problem in found if low < problem.roles <= high and GMAP in problem.cpu]
        for name, allowed in ((FAST, 0.5), (DEFAULT, 1.0)):
            done = [problem for problem in some if name in problem.cpu]
            if not done:
                continue
            above = [problem for problem in done if problem.cpu[name] > allowed * problem.cpu[GMAP]]
            little = [problem for problem in done if spends_in_vain(problem, name, allowed)]
            rows.append([f"{low + 1} to {high}" if high < 1 << 30 else f"above {low}", name, str(len(done)),
                         f"{sum(problem.cpu[name] for problem in done):.2f}", f"{sum(problem.cpu[GMAP] for problem in done):.2f}",
                         f"{statistics.median(problem.cpu[name] / problem.cpu[GMAP] for problem in done):.2f}",
                         f"{allowed:g}", str(len(above)), str(len(little))])
    columns = ["roles", "preset", "problems", "CPU s", "gmap CPU s", "median ratio", "bound", "above it", "and less than 3 % cheaper"]
    return f"{table(columns, rows)}\n{verdict_on_time(found, FAST, 0.5)}{verdict_on_time(found, DEFAULT, 1)}"


def report(options: argparse.Namespace) -> str:
    found = solve_all(options)
    text = INTRODUCTION.format(limit=options.best_limit, machine=machine())
    text += f"\n## All {len(found)} problems\n\n{summary(found)}\n"
    text += verdict(found, DEFAULT, 0.95, 1.002, 1.02) + verdict(found, BEST, 0.99, 1.0, 1.02)
    text += f"{beside_best(found)}\n## Processor time beside gmap\n\n{processor_time(found)}"
    for name in (DEFAULT, BEST):
        text += f"\n## Where {name} is farthest from the cheapest\n\n{worst(found, name, 15)}"
    return text + f"\n## Every problem\n\n{all_problems(found)}"


def arguments() -> argparse.Namespace:
    parser = parser_of_page(__doc__, "topomorph and the benchmark tools", HERE / "PROGRAMS.md")
    parser.add_argument("--count", type=int, default=240, help="problems")
    parser.add_argument("--numbers", type=int, nargs="*", help="only these problems")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="problems that run at once")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for one run of one mapper")
    parser.add_argument("--best-limit", type=float, default=4)
    parser.add_argument("--only", nargs="*", help="only these mappers; the others from --keep")
    parser.add_argument("--keep", type=Path, help="a file of costs, which this run completes")
    return parser.parse_args()


if __name__ == "__main__":
    arguments_given = arguments()
    write_page(arguments_given.output, lambda work: report(arguments_given), beside_auto=["scotch", "eagermap", "topomatch"])
