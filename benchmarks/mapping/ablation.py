#!/usr/bin/env python3
# Switches each part of the mapper off in turn, and changes its parameters, over some hundreds of problems: ABLATION.md.
import argparse
import json
import re
import statistics
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "common"))

from catalogue import large_matrices, matrices, networks, shared_graphs
from contenders import prepare
from machine import machine
from markdown import table
from measure import Failed, Tools
from page import parser_of_page, write_page

# The mapper cannot do without these.
NEEDED = {"identity", "balanced", "chosen"}
WINS = 1.001  # a part that saves less than a thousandth of the cost has not won
INTRODUCTION = """# What each part of the mapper is good for

Made by `benchmarks/mapping/ablation.py --build FOLDER`, with preset {presets}, one thread and seed {seed}. Every problem
is mapped by all of `auto`, then once without each part that it has used (`topomorph map --trial`). A part wins a problem
alone if the cost without it is at least {percent:g} % higher; it harms where the cost without it is that much lower. The
saving is the mean, over all problems that use the part, of the cost without it over the cost with it, less one. The time
is that of the part and of what follows from it: CPU seconds of the mapping with it over those without, over all problems
that use it.

Problems: {kinds}; of these, not the ones that take more than {most:g} CPU s.

Machine: {machine}
"""


@dataclass
class Problem:
    """A mapping problem as arguments of `topomorph map`."""

    kind: str
    name: str
    arguments: list[str]


@dataclass
class Outcome:
    """What the mapper found, with all its parts or without one."""

    cost: int
    cpu: float
    parts: list[str] = field(default_factory=list)


@dataclass
class Row:
    """A problem, its outcome, and the outcome without each part."""

    problem: Problem
    whole: Outcome
    without: dict[str, Outcome]


def drawn(tools: Tools, count: int, seed: int) -> list[Problem]:
    """Returns problems as programs pose them; every fourth leaves slots free, every sixth pins a role."""
    problems = []
    for number in range(count):
        path = tools.work / f"program-{number}.graph"
        facts = json.loads(tools.output(tools.path("topomorph-generate"), "program", number, "--seed", seed, "-o", path))
        given = ["--affinity", str(path), "--topology", facts["topology"]]
        problems.append(Problem("programs", facts["name"], given))
        if number % 6 == 5 and facts["roles"] <= 1024:
            problems.append(Problem("pins", f"{facts['name']}, a role pinned", [*given, "--pin", f"0={facts['roles'] // 2}"]))
    return problems


def with_room(tools: Tools, count: int, seed: int) -> list[Problem]:
    """Returns affinities on machines with many free slots, and with several roles on a slot."""
    problems = []
    for number in range(count):
        path = tools.work / f"room-{number}.graph"
        roles = [24, 60, 120, 250, 600][number % 5]
        tools.output(tools.path("topomorph-generate"), "geometric", roles, "--seed", seed + number, "-o", path)
        hosts = roles // 16 * 2 + 2
        problems.append(Problem("free slots", f"geometric {roles}", ["--affinity", str(path), "--topology", f"tree:8:2:{hosts}@1:10:100"]))
        slots = -(-roles // 32)
        problems.append(Problem("shared slots", f"geometric {roles}", ["--affinity", str(path), "--topology", f"tree:4:2:{slots}@1:10:100",
                                                                      "--oversubscribe", "6"]))
        if number % 5 < 3:
            problems.append(Problem("networks", f"geometric {roles} on a torus", ["--affinity", str(path), "--topology", "torus:4x4x4+tree:2:8"]))
    return problems


def known_grids() -> list[Problem]:
    """Returns grids that the user names, on trees of equal and of unequal hosts."""
    grids = ["cart:12x12", "cart:24x16:periodic", "cart:8x8x8", "cart:16x12x5", "cart:50x48", "cart:30x28:hops", "cart:6x6x6x4", "cart:37x11"]
    trees = ["tree:8:2:*@1:10:100", "tree:6:2:*@1:10:100", "tree:28:*@1:20"]
    problems = []
    for grid in grids:
        cells = 1
        for extent in grid.split(":")[1].split("x"):
            cells *= int(extent)
        for tree in trees:
            on_host = 1
            for arity in tree.split("@")[0].split(":")[1:-1]:
                on_host *= int(arity)
            topology = tree.replace("*", str(-(-cells // on_host)))
            problems.append(Problem("known grids", f"{grid} on {topology}", ["--affinity", grid, "--topology", topology]))
    return problems


def from_catalogue(tools: Tools, data: Path) -> list[Problem]:
    """Returns measured matrices and graphs on trees, and the networks of NETWORKS.md."""
    problems = []
    for kind, instances in (("matrices", matrices(data)), ("matrices", large_matrices(data)), ("graphs", shared_graphs(data)),
                            ("networks", networks(data))):
        for instance in instances:
            first = ["--slots", f"0-{instance.first - 1}"] if instance.first else []
            given = ["--affinity", str(prepare(tools, instance).affinity), "--topology", instance.topology]
            problems.append(Problem(kind, instance.name, given + first))
    return problems


def quadratic(data: Path, largest: int) -> list[Problem]:
    """Returns QAPLIB's instances of up to this many locations."""
    problems = []
    for path in sorted((data / "qaplib").glob("*.dat")):
        size = int("".join(character for character in path.stem if character.isdigit()) or 0)
        if size <= largest:
            problems.append(Problem("QAPLIB", path.stem, ["--affinity", str(path), "--topology", f"qaplib:{path}"]))
    return problems


def parameters_of(root: Path, pattern: str) -> dict[str, int | float]:
    """Returns the numbers of parameters.def whose reason has the pattern, with their values."""
    found, group = {}, ""
    text = (root / "core/mapping/problem/parameters.def").read_text()
    for row in re.finditer(r'^GROUP\((\w+)\)|^PARAMETER\(([\w:]+), (\w+),\s+([^,"]+),\s+((?:"[^"]*"\s*)+)\)', text, re.MULTILINE):
        group = row[1] or group
        if row[2] and re.search(pattern, row[5]):
            value = eval(row[4].replace("'", ""), {})  # "1 << 20"
            found[f"k{group}.{row[3]}"] = float(value) if row[2] == "double" else int(value)
    return found


def changes_of(parameters: dict[str, int | float]) -> dict[str, str]:
    """Returns trials that halve and double each parameter, by name."""
    changes = {}
    for name, value in parameters.items():
        for factor in (0.5, 2):
            changed = max(int(value * factor), 1) if isinstance(value, int) else value * factor
            if changed != value:
                changes[f"{name} {changed}"] = f"{name} {changed}\n"
    return changes


def solve(options: argparse.Namespace, problem: Problem, preset: str) -> Row | None:
    """Maps with all parts, then without each, or with each change of a parameter."""
    with tempfile.TemporaryDirectory() as work:
        tools, trial = Tools(options.build, Path(work)), Path(work) / "trial"

        def mapped(change: str) -> Outcome:
            trial.write_text(change)
            limit = ["--time-limit", str(options.best_limit)] if preset == "best" else []
            found = json.loads(tools.output(tools.path("topomorph"), "map", *problem.arguments, *limit, "--preset", preset, "--seed",
                                            options.seed, "--trial", trial, "--json"))
            return Outcome(int(found["hop_bytes"]), float(found["cpu_seconds"]), found["parts"])

        try:
            whole = mapped("")
            if preset != "best" and whole.cpu > options.most_seconds:
                print(f"\n{problem.name}: takes {whole.cpu:.1f} s, left out", file=sys.stderr)
                return None
            changes = changes_of(options.changed) or {part: f"without {part}\n" for part in whole.parts if part not in NEEDED}
            return Row(problem, whole, {name: mapped(change) for name, change in changes.items()})
        except Failed as error:
            print(f"{problem.name}: {error}", file=sys.stderr)
            return None


def solve_all(options: argparse.Namespace, problems: list[Problem], preset: str) -> list[Row]:
    with ThreadPoolExecutor(options.jobs) as pool:
        rows = []
        for row in pool.map(lambda problem: solve(options, problem, preset), problems):
            rows += [row] if row else []
            print(f"\r{preset}: {len(rows)} of {len(problems)} problems", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        return rows


def ratio(row: Row, part: str) -> float:
    """Returns the cost without the part over the cost with it."""
    return row.without[part].cost / row.whole.cost if row.whole.cost else 1.0


def of_part(rows: list[Row], part: str) -> list[str]:
    used = [row for row in rows if part in row.without]
    ratios = [ratio(row, part) for row in used]
    wins = [row for row in used if ratio(row, part) >= WINS]
    harms = sum(value <= 2 - WINS for value in ratios)
    most = max(used, key=lambda row: ratio(row, part))
    cpu = sum(row.whole.cpu for row in used) / sum(row.without[part].cpu for row in used)
    kinds = ", ".join(f"{kind} {sum(row.problem.kind == kind for row in wins)}" for kind in dict.fromkeys(row.problem.kind for row in wins))
    return [f"`{part}`", str(len(used)), str(len(wins)), str(harms), f"{100 * (statistics.fmean(ratios) - 1):.3f}",
            f"{100 * (max(ratios) - 1):.1f}: {most.problem.name}" if wins else "–", f"{cpu:.2f}", kinds or "–"]


def of_preset(rows: list[Row], preset: str) -> str:
    parts = sorted({part for row in rows for part in row.without})
    lines = sorted((of_part(rows, part) for part in parts), key=lambda line: (-int(line[2]), line[0]))
    columns = ["part", "used", "wins alone", "harms", "mean saving, %", "most, %", "CPU with it / without", "wins by kind of problem"]
    return f"\n## Preset {preset}\n\n{len(rows)} problems, {sum(row.whole.cpu for row in rows):.1f} CPU s.\n\n{table(columns, lines)}"


def of_parameters(rows: list[Row], options: argparse.Namespace, preset: str) -> str:
    lines = []
    for name in changes_of(options.changed):
        ratios = [ratio(row, name) for row in rows]
        cpu = sum(row.without[name].cpu for row in rows) / sum(row.whole.cpu for row in rows)
        lines.append([f"`{name}`", f"{options.changed[name.split(' ')[0]]:g}", str(sum(value >= WINS for value in ratios)),
                      str(sum(value <= 2 - WINS for value in ratios)), f"{100 * (statistics.fmean(ratios) - 1):+.3f}",
                      f"{100 * (min(ratios) - 1):+.1f} to {100 * (max(ratios) - 1):+.1f}", f"{cpu:.2f}"])
    columns = ["instead", "of", "dearer on", "cheaper on", "mean change of cost, %", "changes, %", "CPU"]
    return f"\n## Parameters, preset {preset}\n\n{len(rows)} problems.\n\n{table(columns, lines)}"


def report(options: argparse.Namespace, work: Path) -> str:
    tools = Tools(options.build, work)
    problems = [*drawn(tools, options.count, options.seed), *with_room(tools, options.count // 4, options.seed), *known_grids(),
                *from_catalogue(tools, options.data), *quadratic(options.data, options.largest)]
    problems = [problem for problem in problems if not options.only or problem.kind in options.only]
    kinds = ", ".join(f"{sum(problem.kind == kind for problem in problems)} of {kind}" for kind in dict.fromkeys(p.kind for p in problems))
    text = INTRODUCTION.format(presets=", ".join(options.presets), seed=options.seed, percent=100 * (WINS - 1), kinds=kinds,
                               most=options.most_seconds, machine=machine())
    for preset in options.presets:
        options.changed = {}
        text += of_preset(solve_all(options, problems, preset), preset)
        options.changed = parameters_of(HERE.parents[1], options.parameters) if options.parameters else {}
        if options.changed:
            text += of_parameters(solve_all(options, problems[:: options.every], preset), options, preset)
    return text


def arguments() -> argparse.Namespace:
    parser = parser_of_page(__doc__, "topomorph and the benchmark tools", HERE / "ABLATION.md")
    parser.add_argument("--count", type=int, default=240, help="drawn problems")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--largest", type=int, default=64, help="locations of QAPLIB's instances, at most")
    parser.add_argument("--presets", nargs="*", default=["fast", "default"])
    parser.add_argument("--only", nargs="*", help="only these kinds of problems")
    parser.add_argument("--parameters", default="", help="also halves and doubles the parameters whose reason has this pattern")
    parser.add_argument("--every", type=int, default=4, help="of so many problems one is for parameters")
    parser.add_argument("--most-seconds", type=float, default=3, help="problems that take longer with all parts are left out")
    parser.add_argument("--best-limit", type=float, default=2)
    parser.add_argument("--jobs", type=int, default=2, help="problems that run at once")
    return parser.parse_args()


if __name__ == "__main__":
    arguments_given = arguments()
    write_page(arguments_given.output, lambda work: report(arguments_given, work), sources=())
