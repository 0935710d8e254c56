#!/usr/bin/env python3
"""Time and quality of Scotch's mapping against the sparse factor (TopoMatch, figures 4 and 5), as Markdown tables."""
import argparse
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "common"))
from machine import machine  # noqa: E402
from markdown import table  # noqa: E402
from tools import Tools  # noqa: E402

# Figure 4. 40 switches of 90 hosts like those of plafrim 2, and the mesh.
WHOLE = ["tree:6:4:90:40", "mesh:50x50x50"]
FACTORS = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99]
# Figure 5: hosts of plafrim 2, whose switches have 22 each.
NODES = [2, 4, 8, 16, 32]
SEEDS = 3
SCOTCH = "topomatch:method=scotch"


def figure_4(tools: Tools, processes: int, topology: str) -> list[list[str]]:
    affinity = tools.generate(f"uniform{processes}.mtx", "uniform", processes, "--max-weight", 1_000_000)
    in_order, reading = tools.map(affinity, topology, "--algorithm", "identity")

    def cells(*words: object) -> tuple[float, str, str]:
        found, seconds = tools.map(affinity, topology, *words)
        return seconds - reading, f"{seconds - reading:.2f}", f"{found['hop_bytes'] / in_order['hop_bytes']:.3f}"

    runs = {f"{factor:g}": [cells("--algorithm", name, "--sparse-factor", factor) for name in (SCOTCH, "topomatch-constrained:method=scotch")]
            for factor in FACTORS}
    rows = [[topology, str(processes), factor, whole[1], f"{runs['0'][0][0] / whole[0]:.0f}", whole[2], part[1], part[2]]
            for factor, (whole, part) in runs.items()]
    if topology.startswith("tree"):
        _, seconds, ratio = cells("--algorithm", "topomatch")
        rows.append([topology, str(processes), "algorithm 1", seconds, "", ratio, "", ""])
    return rows


def figure_5(tools: Tools, name: str, make: list[object], nodes: int) -> dict[str, list[float]]:
    """Ratios to the round robin: of each factor, and of the default."""
    processes, ratios = 24 * nodes, {}
    topology = f"tree:6:4:{nodes}" if nodes <= 22 else f"tree:6:4:{nodes // 2}:2"
    for seed in range(1, 1 + SEEDS):
        affinity = tools.generate(name, *(processes if word == "N" else word for word in make), "--seed", seed)
        in_order = tools.hop_bytes(affinity, topology, "identity")
        for factor in FACTORS:
            found = tools.map(affinity, topology, "--algorithm", SCOTCH, "--sparse-factor", factor)[0]
            ratios.setdefault(f"{factor:g}", []).append(found["hop_bytes"] / in_order)
        for algorithm in ("topomatch", "auto"):
            ratios.setdefault(algorithm, []).append(tools.map(affinity, topology, "--algorithm", algorithm)[0]["hop_bytes"] / in_order)
    return ratios


def print_figure_5(tools: Tools, title: str, make: list[object]) -> None:
    results = {24 * nodes: figure_5(tools, "figure5.mtx", make, nodes) for nodes in NODES}
    for against, reference in (("round robin", None), ("`topomatch`", "topomatch"), ("sparse factor 0", "0")):
        print(f"{title}, against {against}:\n")
        rows = []
        for processes, ratios in results.items():
            mean = {name: statistics.mean(values) for name, values in ratios.items()}
            base = 1 if reference is None else mean[reference]
            rows.append([str(processes), *(f"{value / base:.2f}" for value in mean.values())])
        print(table(["processes", *(f"{factor:g}" for factor in FACTORS), "`topomatch`", "`auto`"], rows), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=Path, default=Path("build/release/bin"), help="folder of topomorph, topomorph-generate, topomorph-measure")
    parser.add_argument("--processes", type=int, nargs="+", default=[1000], help="orders of the random matrices of figure 4")
    options = parser.parse_args()
    print(f"{machine()} CPU seconds of the mapping, reading aside. Ratios are of hop-bytes.\n\nFigure 4\n")
    with tempfile.TemporaryDirectory() as folder:
        tools = Tools(options.bin.resolve(), Path(folder))
        rows = [line for topology in WHOLE for processes in options.processes for line in figure_4(tools, processes, topology)]
        print(table(["topology", "processes", "factor", "algorithm 2, s", "times faster than 0", "round robin = 1", "algorithm 4, s", "round robin = 1"], rows))
        print("Figure 5\n", flush=True)
        print_figure_5(tools, "Random geometric graph of degree 24, weights 1 to 1000", ["geometric", "N", "--degree", 24, "--max-weight", 1000])
        print_figure_5(tools, "Every pair, weights 1 to 1000", ["uniform", "N", "--max-weight", 1000])


if __name__ == "__main__":
    main()
