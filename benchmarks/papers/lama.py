#!/usr/bin/env python3
"""Compares regular placements (LAMA) with mapping: the best layout of each affinity beside auto, as Markdown tables."""
import argparse
import itertools
import json
import subprocess
import time
from pathlib import Path

# Ranks: a machine with as many slots, and its levels that branch, from the core out.
MACHINES = {64: ("cmplt:4+synthetic:\"pack:2 l3:2 core:4 pu:1\"", ["c", "L3", "s", "n"]),
            1024: ("tleaf:4,100,4,10+synthetic:\"pack:2 numa:2 l3:2 core:8 pu:1\"", ["c", "L3", "N", "s", "n"])}
AFFINITIES = {64: ["npb-cg-64", "npb-lu-64", "npb-mg-64", "npb-bt-64", "lulesh-64", "minife-64", "amg2013-64", "cloverleaf-64"],
              1024: ["npb-bt-1024", "minimd-1024", "lu1024r", "stencil2d5_1024"]}


def run_map(options: argparse.Namespace, affinity: Path, topology: str, *words: str) -> tuple[dict, float]:
    start = time.monotonic()
    done = subprocess.run([options.topomorph, "map", "--affinity", affinity, "--topology", topology, "--json", *words],
                          check=True, capture_output=True, text=True, timeout=600)
    return json.loads(done.stdout), time.monotonic() - start


def row(options: argparse.Namespace, affinity: Path, ranks: int) -> list[str]:
    topology, levels = MACHINES[ranks]
    _, alone = run_map(options, affinity, topology)
    found, seconds = run_map(options, affinity, topology, "--search-layouts")
    layouts = found["layouts"]
    auto = layouts["other_cost"]
    by_slot, by_node = (run_map(options, affinity, topology, "--algorithm", "lama:" + "".join(order))[0]["hop_bytes"]
                        for order in (levels, levels[::-1]))
    return [affinity.stem, f"{layouts['layouts']}", f"`{layouts['best']}`", f"{layouts['cost'] / auto:.3f}", f"{by_slot / auto:.3f}",
            f"{by_node / auto:.3f}", f"{max(seconds - alone, 0):.2f}", f"{alone:.2f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--topomorph", default="topomorph")
    parser.add_argument("--data", type=Path, required=True, help="folder with matrices/ and graphs/")
    options = parser.parse_args()
    for ranks, topology in ((ranks, machine[0]) for ranks, machine in MACHINES.items()):
        print(f"`{topology}`, {ranks} ranks; hop-bytes, auto = 1\n")
        print("| affinity | layouts | best layout | best | by slot | by node | seconds of the search | of auto |\n|" + "---|" * 8)
        for name in AFFINITIES[ranks]:
            files = [file for folder, end in itertools.product(("matrices", "graphs"), (".mtx", ".graph"))
                     if (file := options.data / folder / (name + end)).exists()]
            print("| " + " | ".join(row(options, files[0], ranks)) + " |", flush=True)
        print()


if __name__ == "__main__":
    main()
