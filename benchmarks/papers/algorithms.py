#!/usr/bin/env python3
# Runs every mapping algorithm on every shared matrix and kind of topology, beside auto: the tables of ALGORITHMS.md.
import argparse
import json
import math
import statistics
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "common"), str(HERE.parent / "mapping")]

from machine import machine
from markdown import table
from measure import Failed, Tools
from page import parser_of_page, write_page
from starts import with_starts

PLAFRIM2 = "tleaf:4,180,24,90,host,2,9,2,3,6,1"  # 96 hosts of 24 cores
# Ranks: the topologies. On plafrim2 a part of the slots is chosen.
TOPOLOGIES = {64: ["tree:8:2:4@1:10:100", PLAFRIM2, "mesh:8x8", "torus:4x4x4", "hcub:6", "dragonfly:4x4x4", "torus:2x4+tree:4:2"],
              1024: ["tree:16:2:32@1:10:100", PLAFRIM2, "mesh:32x32", "torus:8x8x16", "hcub:10", "dragonfly:8x8x16",
                     "torus:4x4x4+tree:8:2"],
              4096: ["tree:16:2:128@1:10:100", "torus:16x16x16", "hcub:12", "torus:8x8x8+tree:4:2"]}
MATRICES = {64: ["amg2013-64.mtx", "cloverleaf-64.mtx", "eagermap-sp-omp-64.csv", "hpcg-8-64.bytes.mat", "lammps-lj-1-5-64.bytes.mat",
                 "lulesh-64.mtx", "miniamr-64.mtx", "minife-64.mtx", "minimd-64.mtx", "netloc-app-64.mat", "npb-bt-64.mtx",
                 "npb-cg-64.mtx", "npb-lu-64.mtx", "npb-mg-64.mtx", "cart:8x8"],
            1024: ["miniamr-1000.mtx", "minimd-1024.mtx", "npb-bt-1024.mtx", "lu1024r.graph", "stencil2d5_1024.graph", "cart:32x32"],
            4096: ["stencil3d7_4096.graph", "cart:16x16x16"]}
AUTO = "auto"
# Algorithms with another parameter or option, in rows below these names.
FIRST_SLOTS = "--slots FIRST"  # as many slots as roles, from the first
VARIANTS = {"eagermap": [f"eagermap {FIRST_SLOTS}"],
            "topomatch-constrained": ["topomatch --sparse-factor 0", "topomatch-constrained --sparse-factor 0", "topomatch:partition=greedy",
                                      "topomatch-constrained:partition=greedy"]}
LABELS = {"lama": "`lama` without a layout: the identity"}
PATIENT = "mpipp"  # on larger problems it takes longer than all others together, or ends without an answer
INTRODUCTION = """# Every algorithm beside `auto`

Made by `benchmarks/papers/algorithms.py --build FOLDER`. Runs every algorithm of `topomorph map --algorithm`, with its
default preset and one thread, on every shared matrix. Topologies are trees, the shape of the cluster plafrim2 (some of
its 2304 slots are chosen), meshes, tori, hypercubes, dragonflies and a torus of trees. `cart:` is the pattern of a
process grid, which the Cartesian algorithms need.

A cell has the hop-bytes over those of `auto`, and the CPU seconds of the whole process (with reading of the matrix; the
less of two runs, whose mappings must be equal). `topomorph evaluate`, which shares no code with the mapper, computes
the costs and checks that every mapping is valid. A dash: the algorithm refuses the problem (reasons below).

Algorithms have their authors' defaults, and some rows have others. TopoMatch by default drops the edges up to half of
the heaviest (*sparse factor* 0.5), which its paper recommends for time; `--sparse-factor 0` keeps all. EagerMap spreads
roles over all slots that it gets, as its paper has no free ones; `--slots FIRST` gives it as many as there are roles,
from the first. LAMA is a family of orders, and without a layout it takes the slots in their order, as `identity` does;
[LAMA.md](LAMA.md) has all its layouts.

Machine: {machine}
"""


@dataclass
class Run:
    """One algorithm on one problem; `refusal` says why there is no mapping."""

    cost: int = 0
    cpu: float = 0
    same: bool = True
    refusal: str = ""


@dataclass
class Problem:
    matrix: str
    affinity: str
    topology: str
    runs: dict[str, Run] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.matrix if self.matrix.startswith("cart:") else self.matrix.split(".")[0]

    @property
    def where(self) -> str:
        """Returns the topology, without the folder of a file."""
        kind, _, path = self.topology.partition(":")
        return f"{kind}:{Path(path).name}" if kind == "hierarchy" else self.topology

    def ratio(self, name: str) -> float:
        """Returns the ratio of the costs; 1 if both are 0."""
        cost, auto = self.runs[name].cost, self.runs[AUTO].cost
        return cost / auto if auto else (1 if cost == 0 else math.inf)


def problems(data: Path, sizes: list[int]) -> list[Problem]:
    found = []
    for size in sizes:
        for topology in TOPOLOGIES[size]:
            for matrix in MATRICES[size]:
                folder = "graphs" if matrix.endswith(".graph") else "matrices"
                affinity = matrix if matrix.startswith("cart:") else str(data / folder / matrix)
                found.append(Problem(matrix, affinity, topology))
    return found


def names_of_algorithms(tools: Tools) -> list[str]:
    """Returns the names as the program itself lists them."""
    try:
        tools.output(tools.path("topomorph"), "map", "--affinity", "cart:2", "--topology", "cmplt:2", "--algorithm", "?")
    except Failed as error:
        return [name.strip() for name in str(error).split("expected one of ")[1].split(",")]
    raise Failed("topomorph accepts an unknown algorithm")


def with_variants(names: list[str]) -> list[str]:
    return [row for name in names for row in [name, *VARIANTS.get(name, [])]]


def takes_too_long(problem: Problem, algorithm: str) -> bool:
    return algorithm == PATIENT and (problem.topology == PLAFRIM2 or problem.matrix not in MATRICES[64])


def why_not_tried(problem: Problem, algorithm: str, patient: bool) -> str:
    """Returns why an algorithm need not run on a problem; empty if it must."""
    if not patient and takes_too_long(problem, algorithm):
        return "not tried without --patient"
    if "partition=" in algorithm and not problem.topology.startswith(("tree:", "tleaf:")):
        return "not tried: it partitions on trees alone"
    if FIRST_SLOTS in algorithm and problem.topology != PLAFRIM2:
        return "not tried: it has no free slots, or few"
    return ""


def words_of(tools: Tools, problem: Problem, algorithm: str) -> list[str]:
    """Returns the name and the options of a row."""
    if FIRST_SLOTS not in algorithm:
        return algorithm.split()
    mapping = tools.output(tools.path("topomorph"), "map", "--affinity", problem.affinity, "--topology", problem.topology, "--algorithm", "identity")
    return algorithm.replace("FIRST", f"0-{len(mapping.split()) - 1}").split()


def run(tools: Tools, problem: Problem, algorithm: str, timeout: int) -> Run:
    mapping, texts, cpu = tools.work / "mapping", [], []
    words = words_of(tools, problem, algorithm)
    try:
        for _ in range(2):
            usage = tools.measured(timeout, tools.path("topomorph"), "map", "--affinity", problem.affinity, "--topology", problem.topology,
                                   "--algorithm", *words, "-o", mapping)
            texts.append(mapping.read_text())
            cpu.append(usage.cpu)
    except Failed as error:
        return Run(refusal=str(error).strip().splitlines()[-1].split("topomorph: ")[-1])
    judged = json.loads(tools.output(tools.path("topomorph"), "evaluate", "--affinity", problem.affinity, "--topology", problem.topology,
                                     "--mapping", mapping, "--json"))
    if not judged["valid"]:
        raise Failed(f"{algorithm} on {problem.name}, {problem.topology}: not valid: {judged.get('problem', '')}")
    return Run(int(judged["hop_bytes"]), min(cpu), texts[0] == texts[1])


def seconds(cpu: float) -> str:
    return f"{cpu:.3f} s" if cpu < 1 else f"{cpu:.1f} s"


def label(name: str) -> str:
    """Returns what a row of the tables begins with."""
    return LABELS.get(name, f"`{name}`")


def cell(problem: Problem, name: str) -> str:
    result = problem.runs[name]
    if result.refusal:
        return "–"
    return f"{problem.ratio(name):.3f}<br>{seconds(result.cpu)}"


def details(group: list[Problem], names: list[str]) -> str:
    """Returns the table of one topology: algorithms against matrices."""
    rows = [[label(name), *(cell(problem, name) for problem in group)] for name in names
            if any(not problem.runs[name].refusal for problem in group)]
    return table(["algorithm", *(problem.name for problem in group)], rows)


def positive(ratios: list[float]) -> list[float]:
    """Returns the ratios that a geometric mean can have."""
    return [ratio for ratio in ratios if 0 < ratio < math.inf]


def summary(found: list[Problem], names: list[str]) -> str:
    """Returns a table with one row per algorithm, over all problems that it accepts."""
    rows = []
    for name in names:
        done = [problem for problem in found if not problem.runs[name].refusal]
        if not done:
            continue
        ratios = [problem.ratio(name) for problem in done]
        times = [problem.runs[name].cpu / problem.runs[AUTO].cpu for problem in done]
        finite = positive(ratios)
        rows.append([label(name), f"{len(done)}", f"{sum(problem.runs[name].same for problem in done)}", f"{min(ratios):.3f}",
                     f"{statistics.geometric_mean(finite):.3f}", f"{max(finite):.3f}", f"{sum(problem.runs[name].cpu for problem in done):.2f}",
                     f"{statistics.median(times):.2f}", f"{sum(time > 1 for time in times)}"])
    return table(["algorithm", "mappings, all valid", "the same twice", "least cost over auto's", "mean", "most", "CPU s, all", "median of CPU over auto's",
                  "auto is faster"], rows)


CLASSES = {"trees, full": "as many slots as ranks, or 24 more", "trees, partly full": "plafrim2: the algorithm chooses slots among 2304",
           "networks": "mesh, torus, hypercube, dragonfly", "networks with machines": "torus of trees"}


def class_of(problem: Problem) -> str:
    """Returns the key of CLASSES."""
    if problem.topology == PLAFRIM2:
        return "trees, partly full"
    if problem.topology.startswith(("tree:", "tleaf:")):
        return "trees, full"
    return "networks with machines" if "+" in problem.topology else "networks"


def mean_ratio(found: list[Problem], name: str) -> str:
    """Returns the geometric mean of the costs over auto's, and of how many mappings; problems without costs are left out."""
    finite = positive([problem.ratio(name) for problem in found if not problem.runs[name].refusal])
    return f"{statistics.geometric_mean(finite):.3f} ({len(finite)})" if finite else "–"


def by_class(found: list[Problem], names: list[str]) -> str:
    """Returns a table with the mean of each algorithm on each class of topologies."""
    members = {kind: [problem for problem in found if class_of(problem) == kind] for kind in CLASSES}
    shown = {kind: of_class for kind, of_class in members.items() if of_class}
    rows = [[label(name), *(mean_ratio(of_class, name) for of_class in shown.values()), mean_ratio(found, name)] for name in names]
    text = "Geometric means of the costs over those of `auto`, in brackets of how many mappings. An algorithm may ignore free\n"
    text += "slots, or which machines are near; its mean over all problems hides on which class it loses.\n\n"
    text += "".join(f"* **{kind}**: {CLASSES[kind]}\n" for kind in shown)
    return text + "\n" + table(["algorithm", *shown, "all"], [row for row in rows if row[-1] != "–"])


def refusals(found: list[Problem], names: list[str]) -> str:
    reasons: dict[tuple[str, str], int] = {}
    for problem in found:
        for name in names:
            why = problem.runs[name].refusal
            if why:
                reasons[name, why] = reasons.get((name, why), 0) + 1
    return "".join(f"* `{name}`, {count} times: {why}\n" for (name, why), count in reasons.items())


def verdict(found: list[Problem], names: list[str]) -> str:
    better = [f"* `{name}` on {problem.name}, `{problem.where}`: {problem.ratio(name):.4f}" for problem in found for name in names
              if not problem.runs[name].refusal and problem.runs[name].cost < problem.runs[AUTO].cost]
    if not better:
        return "No algorithm found a lower cost than `auto` anywhere.\n"
    return f"Lower cost than `auto` ({len(better)} times):\n\n" + "\n".join(better) + "\n"


def speed(found: list[Problem], names: list[str]) -> str:
    """Returns a sentence with the number of problems on which auto is faster than most other algorithms."""
    shares = []
    for problem in found:
        others = [problem.runs[name].cpu for name in names if name != AUTO and not problem.runs[name].refusal]
        shares.append(sum(problem.runs[AUTO].cpu < cpu for cpu in others) / len(others))
    most = sum(share > 0.5 for share in shares)
    return f"`auto` takes less CPU time than most others on {most} of {len(shares)} problems: it searches, and faster algorithms have higher mean\ncosts above.\n"


def try_all(options: argparse.Namespace, problem: Problem, names: list[str]) -> None:
    """Runs the algorithms in a separate folder, so that several problems can run at once."""
    print(f"{problem.name} on {problem.topology} …", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as work:
        tools = Tools(options.build, Path(work))
        for name in names:
            why_not = why_not_tried(problem, name, options.patient)
            problem.runs[name] = Run(refusal=why_not) if why_not else run(tools, problem, name, options.timeout)


def arguments() -> argparse.Namespace:
    parser = parser_of_page(__doc__, "topomorph and topomorph-measure", HERE / "ALGORITHMS.md")
    parser.add_argument("--sizes", type=int, nargs="*", default=list(TOPOLOGIES), choices=list(TOPOLOGIES))
    parser.add_argument("--algorithms", nargs="*", help="only these, and auto")
    parser.add_argument("--patient", action="store_true", help=f"{PATIENT} on large problems, too: minutes, half of them without an answer")
    parser.add_argument("--jobs", type=int, default=1, help="problems that run at once")
    parser.add_argument("--timeout", type=int, default=100, help="seconds for one run")
    return parser.parse_args()


def report(options: argparse.Namespace, work: Path) -> str:
    text = INTRODUCTION.format(machine=machine())
    found = problems(options.data, options.sizes)
    names = [AUTO, *options.algorithms] if options.algorithms else with_variants(names_of_algorithms(Tools(options.build, work)))
    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(lambda problem: try_all(options, problem, names), found))
    text += f"\n## All problems\n\n{summary(found, names)}\n### Means by class of topologies\n\n{by_class(found, names)}\n{verdict(found, names)}\n{speed(found, names)}"
    for size in options.sizes:
        for topology in TOPOLOGIES[size]:
            group = [problem for problem in found if problem.topology == topology and problem.matrix in MATRICES[size]]
            text += f"\n## `{topology}`, {size} ranks\n\n{details(group, names)}"
    return with_starts(text + f"\n## Refused\n\n{refusals(found, names)}", names)


def main() -> None:
    options = arguments()
    write_page(options.output, lambda work: report(options, work))


if __name__ == "__main__":
    main()
