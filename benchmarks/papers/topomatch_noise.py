#!/usr/bin/env python3
"""Maps affinities that are not known exactly: writes TOPOMATCH_NOISE.md."""
import argparse
import statistics
from pathlib import Path

from topomatch import HERE, PAPER, Tools, found, generate, hop_bytes, map_to, wrapped

from machine import machine
from markdown import span, table
from page import parser_of_page, write_page

# MiniGhost as in figure 9: variables; cells of a process in x, y, z; processes in z, y, x (two dimensions: in y, x).
CASES = {"a: 10 variables, 40x120x4, 96 processes, 7-point": (10, (40, 120, 4), (6, 4, 4)),
         "b: 40 variables, 400x10x1, 96 processes, 5-point": (40, (400, 10, 1), (12, 8)),
         "c: 5 variables, 120x120x4, 96 processes, 5-point": (5, (120, 120, 4), (12, 8)),
         "d: 50 variables, 4x40x40, 48 processes, 5-point": (50, (4, 40, 40), (8, 6))}
MODELS = ["gaussian-additive", "uniform-additive", "gaussian-multiplicative", "uniform-multiplicative"]
NOISE = [0, 0.03, 0.1, 0.3, 0.5, 1, 2, 10, 100]
RANDOM = 20  # mappings
ADDITIVE, MULTIPLICATIVE = MODELS[:2], MODELS[2:]
SMALL = [0.3, 0.5, 1]  # k of the multiplicative models; below, the mappings hardly change
JUDGED = [0.3, 1, 10, 100]
ALIKE, SEEN = 1.25, 0.005  # how far apart the growths of "similar" cases may be; a difference of two growths that is one
OTHERS = ["topomatch:partition=greedy", "topomatch-constrained", "auto"]
INTRODUCTION = """# TopoMatch, figure 9: affinities that are not known exactly

{paper}.

The stencils are those of figure 9 (MiniGhost), with the bytes of a layer of cells as volumes. The paper does not say
what the processes' grid was; here it is as cubic as possible, x first. Each entry of the matrix gets noise
(`topomorph-generate noise`), and `--algorithm {algorithm}` maps the noisy matrix onto hosts of plafrim 2 (4 NUMA nodes
of 6 cores). The exact matrix judges the mapping: hop-bytes over those of the round robin, means of {seeds} noisy
matrices. k of the additive models is in multiples of the largest entry of the matrix. The paper measures run time on
the machine, which we do not have, and prints curves without numbers.

Machine: {machine}
"""
STATEMENTS = """## What the paper says, and what differs

* Additive noise: "the impact is seen only when k is close to the largest values": {small_found}. At k = 0.1 the cost is
  {small:.2f} times the cost without noise (mean of the four cases, both models), at k = 1 {equal:.2f} times.
* "When k is very large, the performances are similar to random placements": {random_found}. At k = 100 the cost of
  additive noise is {random:.2f} times that of random mappings.
* Multiplicative noise, "similar results whatever the MiniGhost setting": {similar_found}, if similar is that at each k the
  cost over that without noise (mean of both models) is in no case more than {alike:g} times what it is in another. The
  four cases have {growths}.
* Multiplicative noise, "the normal case is more sensitive to the small value of k": {normal_found}. Cost over that without
  noise (mean of the four cases), normal and uniform: {sensitive}.
* Multiplicative noise "rarely reaches the full random case", since zeros stay zeros: {zeros_found}. At k = 100 the cost
  is {zeros:.2f} times that of random mappings.
* Multiplicative noise, TopoMatch "falls back to the round robin" where the matrix tells too little (algorithm 1, line
  11: the ranks in order, as many in each group as it takes): {fallback_found}. At k = 100 the cost is {fallback} times
  that of the round robin.
* "In the case of 48 processes there is no difference between round robin and TopoMatch": {same_found} in hop-bytes.
  `{algorithm}` without noise has {ours:.2f} times those of the round robin, which fits these grids well; with the greedy
  partitioner (`topomatch:partition=greedy`, groups of 6 are more than 5) it is {greedy:.2f}, with algorithm 3
  (`topomatch-constrained`) {constrained:.2f}, and `auto` has {auto:.2f}.
"""


def ratios(tools: Tools, options: argparse.Namespace, exact: Path, topology: str, model: str, largest: int, in_order: int) -> list[float]:
    means = []
    for noise in NOISE:
        k = noise * largest if model.endswith("additive") else noise
        found = []
        for seed in range(1, 1 + (options.seeds if noise > 0 else 1)):
            noisy = generate(tools, "noisy.mtx", "noise", exact, "--model", model, "--noise", k, "--seed", seed)
            map_to(tools, noisy, topology, options.algorithm, "-o", tools.work / "noisy.map")
            found.append(hop_bytes(tools, exact, topology, tools.work / "noisy.map") / in_order)
        means.append(statistics.mean(found))
    return means


class Case:
    def __init__(self, tools: Tools, options: argparse.Namespace, title: str):
        variables, (x, y, z), grid = CASES[title]
        weights = [8 * variables * layer for layer in (x * y, x * z, y * z)][-len(grid):]
        exact = generate(tools, "exact.mtx", "stencil", "x".join(map(str, grid)), "--weights", ",".join(map(str, weights)))
        topology = f"tree:6:4:{4 if '96' in title else 2}"
        in_order = hop_bytes(tools, exact, topology, "identity")
        self.random = statistics.mean(hop_bytes(tools, exact, topology, f"random:{seed}") for seed in range(1, 1 + RANDOM)) / in_order
        self.others = {name: map_to(tools, exact, topology, name)["hop_bytes"] / in_order for name in OTHERS}
        self.lines = {model: ratios(tools, options, exact, topology, model, max(weights), in_order) for model in MODELS}
        self.head = f"## {title}\n\nIn a grid of {'x'.join(map(str, grid[::-1]))}, on `{topology}`; round robin = 1, random {self.random:.2f}\n"

    def text(self) -> str:
        rows = [[model, *(f"{ratio:.2f}" for ratio in line)] for model, line in self.lines.items()]
        return self.head + "\n" + table(["model", *(f"k = {noise:g}" for noise in NOISE)], rows)

    def grown(self, models: list[str], noise: float) -> float:
        return statistics.mean(self.lines[model][NOISE.index(noise)] / self.lines[model][0] for model in models)


def about_multiplicative(cases: list[Case]) -> dict[str, object]:
    """Returns what the page says of these models at small k, and in each case."""
    def means(model: str) -> list[float]:
        return [statistics.mean(case.grown([model], noise) for case in cases) for noise in SMALL]

    normal, uniform = means(MULTIPLICATIVE[0]), means(MULTIPLICATIVE[1])
    growths = {noise: [case.grown(MULTIPLICATIVE, noise) for case in cases] for noise in JUDGED}
    at_last = [statistics.mean(case.lines[model][-1] for model in MULTIPLICATIVE) for case in cases]
    return {"similar_found": found(all(max(values) <= ALIKE * min(values) for values in growths.values())), "alike": ALIKE,
            "growths": "; ".join(f"{span(values)} at k = {noise:g}" for noise, values in growths.items()),
            "normal_found": found(sum(normal) > sum(uniform) + SEEN and all(a > b - SEEN for a, b in zip(normal, uniform))),
            "sensitive": "; ".join(f"{a:.3f} and {b:.3f} at k = {noise:g}" for noise, a, b in zip(SMALL, normal, uniform)),
            "fallback_found": found(all(abs(value - 1) <= 0.05 for value in at_last)), "fallback": span(at_last)}


def statements(cases: list[Case], algorithm: str) -> str:
    def mean(value) -> float:
        return statistics.mean(value(case) for case in cases)

    def of_random(models: list[str]) -> float:
        return mean(lambda case: statistics.mean(case.lines[model][-1] for model in models) / case.random)

    def grown(models: list[str], noise: float) -> float:
        return mean(lambda case: case.grown(models, noise))

    small, equal = grown(ADDITIVE, 0.1), grown(ADDITIVE, 1)
    random, zeros, last = of_random(ADDITIVE), of_random(MULTIPLICATIVE), cases[-1]
    ours = last.lines[MODELS[0]][0]
    return STATEMENTS.format(small=small, equal=equal, small_found=found(small < 1.1 < equal), random=random, random_found=found(abs(random - 1) < 0.05),
                             zeros=zeros, zeros_found=found(zeros < 0.95), **about_multiplicative(cases),
                             algorithm=algorithm, ours=ours, same_found=found(abs(ours - 1) < 0.02), greedy=last.others["topomatch:partition=greedy"],
                             constrained=last.others["topomatch-constrained"], auto=last.others["auto"])


def report(options: argparse.Namespace, work: Path) -> str:
    text = INTRODUCTION.format(paper=PAPER, algorithm=options.algorithm, seeds=options.seeds, machine=machine())
    cases = [Case(Tools(options.build, work), options, title) for title in CASES]
    return text + "\n" + "\n".join(case.text() for case in cases) + "\n" + wrapped(statements(cases, options.algorithm))


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph and topomorph-generate", HERE / "TOPOMATCH_NOISE.md")
    parser.add_argument("--seeds", type=int, default=10, help="noisy matrices for each point")
    parser.add_argument("--algorithm", default="topomatch")
    options = parser.parse_args()
    write_page(options.output, lambda work: report(options, work), beside_auto=["identity", "topomatch", "topomatch-constrained"])


if __name__ == "__main__":
    main()
