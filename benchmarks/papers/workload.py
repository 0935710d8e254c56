#!/usr/bin/env python3
"""Simulates workloads under allocators and mappers [Tuncer 2015, section 5.2]: tables beside the paper's numbers."""
import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "common"))

import markdown

# Machines of the paper's two logs (their cores), as tori of hosts with 16 slots; jobs of their first two weeks.
PAPER_ALLOCATORS = ["best-fit", "mc1x1", "pacmap"]
PAPER_MAPPERS = ["rgrb", "pacmap"]
LOGS = [("LLNL-Atlas", "8x8x9", 1001, [*PAPER_ALLOCATORS, "search"], [*PAPER_MAPPERS, "rcm", "rgeob"]),
        ("CEA-Curie", "18x18x18", 3291, PAPER_ALLOCATORS, PAPER_MAPPERS)]
LARGEST = 32768  # ranks: rgrb's graph of all pairs takes 2048 hosts at most
Results = dict[tuple[str, str], dict]


def simulate(options: argparse.Namespace, torus: str, jobs: int, allocators: list[str], mappers: list[str]) -> tuple[dict, Results]:
    x, y, z = (int(size) for size in torus.split("x"))
    command = [options.topomorph, "simulate", "--topology", "torus:" + torus, "--slots-per-node", "16", "--generate", str(jobs),
               "--largest", str(min(LARGEST, 16 * x * y * z)), "--load", str(options.load), "--seed", str(options.seed), "--threads",
               str(options.threads), "--preset", options.preset, "--allocator", ",".join(allocators), "--algorithm", ",".join(mappers), "--json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found, {(one["allocator"], one["algorithm"]): one for one in found["results"]}


def cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def table(results: Results, mappers: list[str], key: str) -> None:
    base = results["best-fit", "rgrb"][key]
    allocators = list(dict.fromkeys(allocator for allocator, _ in results))
    print("| allocator | " + " | ".join(mappers) + " |\n|" + "---|" * (len(mappers) + 1))
    for allocator in allocators:
        cells = [f"{results[allocator, mapper][key] / base:.3f}" if (allocator, mapper) in results else "" for mapper in mappers]
        print(f"| {allocator} | " + " | ".join(cells) + " |")
    print()


def hop_bytes_by_size(results: Results, pair: tuple[str, str], large: bool) -> float:
    """Returns the mean, over applications above 1024 ranks or the others, of hop-bytes over those of the better
    rgrb."""
    ratios = []
    for index, one in enumerate(results[pair]["applications"]):
        best = min(results[allocator, "rgrb"]["applications"][index]["mean_hop_bytes"] for allocator in PAPER_ALLOCATORS[:2])
        if (one["ranks"] > 1024) == large and best > 0:
            ratios.append(one["mean_hop_bytes"] / best)
    return sum(ratios) / len(ratios) if ratios else float("nan")


def change(value: float, base: float) -> str:
    return f"{100 * (value / base - 1):+.1f} %"


def report(options: argparse.Namespace, name: str, torus: str, jobs: int, allocators: list[str], mappers: list[str]) -> list[str]:
    """Prints the tables of a log. Returns its column of the comparison with the paper."""
    before = cpu_seconds()
    found, results = simulate(options, torus, jobs, allocators, mappers)
    seconds = cpu_seconds() - before
    base = results["best-fit", "rgrb"]
    print(f"## As {name}: {found['jobs']} jobs, {found['on_several_hosts']} on several hosts, {found['network']}\n")
    print(f"Seed {options.seed}, {base['makespan'] / 86400:.1f} days, {100 * base['utilisation']:.0f} % of the hosts busy. The network "
          f"makes {100 * base['network_share']:.0f} % of these run times. {seconds:.0f} s of one core.\n")
    print("Cumulative run time of jobs on several hosts (figure 12), best fit with rgrb is 1:\n")
    table(results, mappers, "run_seconds")
    print("Hop-bytes of these jobs:\n")
    table(results, mappers, "hop_bytes")
    print("Mean wait of all jobs:\n")
    table(results, mappers, "mean_wait")
    best_rgrb = min(results[allocator, "rgrb"]["run_seconds"] for allocator in PAPER_ALLOCATORS[:2])
    column = [change(results["mc1x1", "rgrb"]["run_seconds"], base["run_seconds"])]
    for allocator in ("pacmap", "search"):
        pair = (allocator, "pacmap")
        has = pair in results
        column.append(change(results[pair]["run_seconds"], best_rgrb) if has else "")
        column += [change(hop_bytes_by_size(results, pair, large), 1) if has else "" for large in (False, True)]
    return column


KEYS = {"run_seconds": "run time", "hop_bytes": "hop-bytes", "mean_wait": "mean wait"}


def spread(options: argparse.Namespace, name: str, torus: str, jobs: int, allocators: list[str], mappers: list[str]) -> None:
    """Simulates other jobs of the same model, which separates the effect of the jobs from that of the algorithms."""
    runs = []
    for seed in options.seeds:
        options.seed = seed
        runs.append(simulate(options, torus, jobs, allocators, mappers)[1])
    rows = []
    for pair in runs[0]:
        ratios = {key: [results[pair][key] / results["best-fit", "rgrb"][key] for results in runs] for key in KEYS}
        cells = [f"{sum(values) / len(values):.3f} ({min(values):.3f} to {max(values):.3f})" for values in ratios.values()]
        rows.append([*pair, *cells])
    print(f"## As {name}, {len(runs)} seeds ({', '.join(map(str, options.seeds))})\n\nMean, least and most; best fit with rgrb is 1 for each seed.\n")
    print(markdown.table(["allocator", "mapper", *KEYS.values()], rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--topomorph", default="topomorph")
    parser.add_argument("--load", type=float, default=0.7)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, nargs="*", default=[], help="only the spread of these seeds, on the smaller machine")
    parser.add_argument("--preset", default="fast", help="of the allocator search")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    if options.seeds:
        spread(options, *LOGS[0])
        return
    columns = [report(options, *log) for log in LOGS]
    rows = ["run time, rgrb: mc1x1 against best fit", "run time, pacmap with pacmap against the better rgrb",
            "… hop-bytes of applications up to 1024 ranks", "… hop-bytes of larger applications",
            "run time, search with pacmap against the better rgrb", "… hop-bytes of applications up to 1024 ranks", "… hop-bytes of larger applications"]
    paper = [("+7 %", "-3 %"), ("-2 %", "-3 %"), ("rgrb is better", "rgrb is better"), ("to -30 %", "to -30 %"), ("", ""), ("", ""), ("", "")]
    print("## Beside the paper\n")
    print("| | paper, Atlas | here | paper, Curie | here |\n|---|---|---|---|---|")
    for row, (atlas, curie), here in zip(rows, paper, zip(*columns)):
        print(f"| {row} | {atlas} | {here[0]} | {curie} | {here[1]} |")


if __name__ == "__main__":
    main()
