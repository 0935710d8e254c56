#!/usr/bin/env python3
"""Allocators on a populated torus (PaCMap, section 5.2): hop-bytes against best fit, as a Markdown table."""
import argparse
import json
import random
import subprocess
import tempfile
import time
from pathlib import Path

AFFINITIES = ["matrices/npb-bt-1024.mtx", "matrices/minimd-1024.mtx", "matrices/miniamr-1000.mtx",
              "graphs/lu1024r.graph", "graphs/stencil2d5_1024.graph", "graphs/stencil3d7_4096.graph"]
ALLOCATORS = ["mc1x1", "pacmap", "search"]


def free_hosts(sizes: list[int], busy_share: float, seed: int) -> list[int]:
    """Hosts that are left when boxes of 1 to 5 hosts a side, at random places, have taken their share."""
    draw = random.Random(seed)
    x_size, y_size, z_size = sizes
    hosts = x_size * y_size * z_size
    busy: set[int] = set()
    while len(busy) < busy_share * hosts:
        at = [draw.randrange(size) for size in sizes]
        box = [draw.randint(1, 5) for _ in sizes]
        for x in range(at[0], at[0] + box[0]):
            for y in range(at[1], at[1] + box[1]):
                for z in range(at[2], at[2] + box[2]):
                    busy.add(x % x_size + x_size * (y % y_size + y_size * (z % z_size)))
    return [host for host in range(hosts) if host not in busy]


def allocate(options: argparse.Namespace, free: Path, affinity: Path, allocator: str) -> tuple[dict, float]:
    start = time.monotonic()
    done = subprocess.run([options.topomorph, "allocate", "--topology", "torus:" + options.torus, "--free", free, "--affinity",
                           affinity, "--slots-per-node", str(options.slots), "--allocator", allocator, "--algorithm",
                           options.algorithm, "--json"], check=True, capture_output=True, text=True, timeout=600)
    return json.loads(done.stdout), time.monotonic() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--topomorph", default="topomorph")
    parser.add_argument("--data", type=Path, required=True, help="folder with matrices/ and graphs/")
    parser.add_argument("--torus", default="16x12x24", help="three sizes; Cielo's")
    parser.add_argument("--busy", type=float, default=0.6, help="share of the hosts")
    parser.add_argument("--slots", type=int, default=4, help="ranks on a host")
    parser.add_argument("--algorithm", default="pacmap")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    free = free_hosts([int(size) for size in options.torus.split("x")], options.busy, options.seed)
    print(f"torus of {options.torus}, {len(free)} hosts free, mapper {options.algorithm}; best fit = 1\n")
    print("| affinity | hosts | " + " | ".join(ALLOCATORS) + " | seconds |")
    print("|---|---|" + "---|" * (len(ALLOCATORS) + 1))
    with tempfile.NamedTemporaryFile("w", suffix=".free") as file:
        file.write("".join(f"{host}\n" for host in free))
        file.flush()
        for name in AFFINITIES:
            runs = [allocate(options, Path(file.name), options.data / name, allocator) for allocator in ALLOCATORS]
            ratios = [found["hop_bytes"] / found["best_fit_hop_bytes"] for found, _ in runs]
            cells = [Path(name).stem, str(len(runs[0][0]["hosts"]))] + [f"{ratio:.3f}" for ratio in ratios]
            print("| " + " | ".join(cells) + " | " + ", ".join(f"{seconds:.1f}" for _, seconds in runs) + " |")


if __name__ == "__main__":
    main()
