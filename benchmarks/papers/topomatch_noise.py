#!/usr/bin/env python3
"""Maps affinities that are not known exactly: prints the tables of TOPOMATCH_NOISE.md."""
import argparse
import statistics
import tempfile
from pathlib import Path

from topomatch import PAPER, Tools, command_line, generate, hop_bytes, map_to

from machine import machine
from markdown import table

# MiniGhost as in figure 9: variables; cells of a process in x, y, z; processes in z, y, x (two dimensions: in y, x).
CASES = {"a: 10 variables, 40x120x4, 96 processes, 7-point": (10, (40, 120, 4), (6, 4, 4)),
         "b: 40 variables, 400x10x1, 96 processes, 5-point": (40, (400, 10, 1), (12, 8)),
         "c: 5 variables, 120x120x4, 96 processes, 5-point": (5, (120, 120, 4), (12, 8)),
         "d: 50 variables, 4x40x40, 48 processes, 5-point": (50, (4, 40, 40), (8, 6))}
MODELS = ["gaussian-additive", "uniform-additive", "gaussian-multiplicative", "uniform-multiplicative"]
NOISE = [0, 0.03, 0.1, 0.3, 0.5, 1, 2, 10, 100]
RANDOM = 20  # mappings
INTRODUCTION = """# TopoMatch, figure 9: affinities that are not known exactly

{paper}.
Command: `{command}`.

The stencils are those of figure 9 (MiniGhost), with the bytes of a layer of cells as volumes. The paper does not say
what the processes' grid was; here it is as cubic as possible, x first. Each entry of the matrix gets noise
(`topomorph-generate noise`), and `--algorithm {algorithm}` maps the noisy matrix onto hosts of plafrim 2 (4 NUMA nodes
of 6 cores). The exact matrix judges the mapping: hop-bytes over those of the round robin, means of {seeds} noisy
matrices. k of the additive models is in multiples of the largest entry of the matrix. The paper measures run time on
the machine, which we do not have, and prints curves without numbers.

Machine: {machine}
"""
STATEMENTS = """## What the paper says, and what differs

* Additive noise: "the impact is seen only when k is close to the largest values", and "when k is very large, the
  performances are similar to random placements". Reproduced: at k = 0.1 the cost is {small:.2f} times the cost without
  noise (mean of the four cases, both models), at k = 1 {equal:.2f} times; at k = 100 it is {random:.2f} times the cost
  of random mappings.
* "The normal case is more sensitive to the small value of k": reproduced, {gaussian:.2f} times at k = 0.3 against
  {uniform:.2f} times for uniform noise.
* Multiplicative noise "rarely reaches the full random case", since zeros stay zeros: {zeros:.2f} times the cost of
  random mappings at k = 100.
* "In the case of 48 processes there is no difference between round robin and TopoMatch": in hop-bytes there is. The
  greedy partition, which replaces Scotch (groups of 6 are more than 5), is worse than the round robin, which fits these
  grids well. With `--algorithm topomatch:partition=scotch` the ratio without noise is {scotch:.2f} instead of
  {greedy:.2f}.
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
        self.by_scotch = map_to(tools, exact, topology, "topomatch:partition=scotch")["hop_bytes"] / in_order
        self.lines = {model: ratios(tools, options, exact, topology, model, max(weights), in_order) for model in MODELS}
        rows = [[model, *(f"{ratio:.2f}" for ratio in line)] for model, line in self.lines.items()]
        print(f"## {title}\n\nIn a grid of {'x'.join(map(str, grid[::-1]))}, on `{topology}`; round robin = 1, random {self.random:.2f}\n")
        print(table(["model", *(f"k = {noise:g}" for noise in NOISE)], rows), flush=True)

    def grown(self, models: list[str], noise: float) -> float:
        return statistics.mean(self.lines[model][NOISE.index(noise)] / self.lines[model][0] for model in models)


def statements(cases: list[Case]) -> str:
    def mean(value) -> float:
        return statistics.mean(value(case) for case in cases)

    def of_random(models: list[str]) -> float:
        return mean(lambda case: statistics.mean(case.lines[model][-1] for model in models) / case.random)

    return STATEMENTS.format(small=mean(lambda case: case.grown(MODELS[:2], 0.1)), equal=mean(lambda case: case.grown(MODELS[:2], 1)),
                             random=of_random(MODELS[:2]), zeros=of_random(MODELS[2:]), gaussian=mean(lambda case: case.grown(MODELS[:1], 0.3)),
                             uniform=mean(lambda case: case.grown(MODELS[1:2], 0.3)), scotch=cases[-1].by_scotch, greedy=cases[-1].lines[MODELS[0]][0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=Path("build/release"), help="with the benchmarks")
    parser.add_argument("--seeds", type=int, default=10, help="noisy matrices for each point")
    parser.add_argument("--algorithm", default="topomatch")
    options = parser.parse_args()
    print(INTRODUCTION.format(paper=PAPER, command=command_line(), algorithm=options.algorithm,
                              seeds=options.seeds, machine=machine()))
    with tempfile.TemporaryDirectory() as work:
        tools = Tools(options.build, Path(work))
        print(statements([Case(tools, options, title) for title in CASES]))


if __name__ == "__main__":
    main()
