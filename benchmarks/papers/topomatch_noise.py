#!/usr/bin/env python3
"""Mappings of affinities that are not known exactly (TopoMatch, figure 9): hop-bytes against noise, as Markdown tables."""
import argparse
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "common"))
from machine import machine  # noqa: E402
from markdown import table  # noqa: E402
from tools import Tools  # noqa: E402

# MiniGhost as in figure 9: variables, cells of a process in x, y, z, processes in z, y, x. Two dimensions: no neighbours in z.
CASES = {"a: 10 variables, 40x120x4, 96 processes, 7-point": (10, (40, 120, 4), (6, 4, 4)),
         "b: 40 variables, 400x10x1, 96 processes, 5-point": (40, (400, 10, 1), (12, 8)),
         "c: 5 variables, 120x120x4, 96 processes, 5-point": (5, (120, 120, 4), (12, 8)),
         "d: 50 variables, 4x40x40, 48 processes, 5-point": (50, (4, 40, 40), (8, 6))}
MODELS = ["gaussian-additive", "uniform-additive", "gaussian-multiplicative", "uniform-multiplicative"]
NOISE = [0, 0.03, 0.1, 0.3, 0.5, 1, 2, 10, 100]
RANDOM = 20  # mappings


def faces(variables: int, cells: tuple[int, int, int], axes: int) -> list[int]:
    """Bytes to a neighbour, per axis, z first: a layer of cells of each variable, in doubles."""
    x, y, z = cells
    return [8 * variables * layer for layer in (x * y, x * z, y * z)][-axes:]


def row(tools: Tools, options: argparse.Namespace, exact: Path, topology: str, model: str, largest: int, in_order: int) -> list[str]:
    cells = []
    for noise in NOISE:
        k = noise * largest if model.endswith("additive") else noise
        found = []
        for seed in range(1, 1 + (options.seeds if noise > 0 else 1)):
            noisy = tools.generate("noisy.mtx", "noise", exact, "--model", model, "--noise", k, "--seed", seed)
            tools.run("topomorph", "map", "--affinity", noisy, "--topology", topology, "--algorithm", options.algorithm, "-o", tools.work / "noisy.map")
            found.append(tools.hop_bytes(exact, topology, tools.work / "noisy.map") / in_order)
        cells.append(f"{statistics.mean(found):.2f}")
    return [model, *cells]


def case(tools: Tools, options: argparse.Namespace, title: str) -> None:
    variables, local, grid = CASES[title]
    weights = faces(variables, local, len(grid))
    exact = tools.generate("exact.mtx", "stencil", "x".join(map(str, grid)), "--weights", ",".join(map(str, weights)))
    processes = 96 if "96" in title else 48
    topology = f"tree:6:4:{processes // 24}"
    in_order = tools.hop_bytes(exact, topology, "identity")
    at_random = statistics.mean(tools.hop_bytes(exact, topology, f"random:{seed}") for seed in range(1, 1 + RANDOM))
    print(f"{title}, in a grid of {'x'.join(map(str, grid[::-1]))} (x first), on `{topology}`; round robin = 1, random {at_random / in_order:.2f}\n")
    rows = [row(tools, options, exact, topology, model, max(weights), in_order) for model in MODELS]
    print(table(["model", *(f"k = {noise:g}" for noise in NOISE)], rows), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=Path, default=Path("build/release/bin"), help="folder of topomorph and topomorph-generate")
    parser.add_argument("--seeds", type=int, default=10, help="noisy matrices for each point")
    parser.add_argument("--algorithm", default="topomatch")
    options = parser.parse_args()
    print(f"{machine()} `--algorithm {options.algorithm}`, means of {options.seeds} noisy matrices, additive k in largest entries.\n")
    with tempfile.TemporaryDirectory() as folder:
        for title in CASES:
            case(Tools(options.bin.resolve(), Path(folder)), options, title)


if __name__ == "__main__":
    main()
