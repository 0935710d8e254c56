# The metrics of [Tuncer 2015, section 4.3] for each mapper on the same hosts of a populated torus.
from collections.abc import Callable
from pathlib import Path

import allocation
from markdown import table

AFFINITIES = ["matrices/npb-bt-1024.mtx", "matrices/minimd-1024.mtx", "graphs/lu1024r.graph"]
MAPPERS = ["identity", "random", "rcm", "rgrb", "rgeob", "pacmap", "auto"]
SLOTS = 16  # ranks on a host, as in the paper
COLUMNS = ["hop-bytes", "hops per byte between hosts", "average dilation", "maximum dilation", "most bytes on a link", "average bytes on a used link"]
INTRODUCTION = f"""The paper's experiments compare five metrics with the time of communication (figure 7): maximum and average dilation,
hops per byte, maximum congestion, hop-bytes. `topomorph evaluate` has all of them. Here they are for each mapper on
the same hosts, those of best fit on the torus of the next section, with {SLOTS} ranks a host. Hops per byte
are those of the bytes that leave a host. Dilation counts each pair of ranks that communicate once, also inside a host
(0 hops). Bytes on links follow dimension-order routes, as in the paper.
"""


def metrics_of(told: dict) -> list[float]:
    total = sum(level["bytes"] for level in told["levels"])
    return [told["hop_bytes"], told["hop_bytes"] / total, told["average_dilation"], told["max_dilation"], told["links"]["most_bytes"],
            told["links"]["average_bytes"]]


def rows_of(allocate: Callable, evaluate: Callable, free: Path, affinity: Path, work: Path) -> dict[str, list[float]]:
    """Returns the metrics by mapper. `evaluate` runs the verb with these options and returns its JSON."""
    torus, found = allocation.torus(), {}
    for mapper in MAPPERS:
        told, _ = allocate("--topology", torus, "--free", free, "--affinity", affinity, "--slots-per-node", SLOTS, "--allocator", "best-fit",
                           "--algorithm", mapper)
        mapping = work / "mapping"
        mapping.write_text("".join(f"{host}\n" for host in told["host_of_role"]))
        found[mapper] = metrics_of(evaluate("--topology", torus, "--affinity", affinity, "--mapping", mapping, "--oversubscribe", SLOTS))
    return found


def agreement(found: dict[str, list[float]], column: int) -> float:
    """Returns the share of the pairs of mappers that the metric orders as hop-bytes do."""
    same = pairs = 0
    for i, one in enumerate(MAPPERS):
        for other in MAPPERS[i + 1:]:
            by_hop_bytes, by_metric = found[one][0] - found[other][0], found[one][column] - found[other][column]
            pairs += 1
            same += by_hop_bytes * by_metric > 0
    return same / pairs


def section(allocate: Callable, evaluate: Callable, data: Path, work: Path) -> str:
    free = allocation.free_hosts(allocation.TORUS, allocation.BUSY, 1)
    rows, agreements = [], []
    with allocation.listed(free) as file:
        for name in AFFINITIES:
            found = rows_of(allocate, evaluate, file, data / name, work)
            agreements.append([agreement(found, column) for column in range(1, len(COLUMNS))])
            for mapper, (hop_bytes, hops, average, most, busiest, mean) in found.items():
                rows.append([Path(name).stem, mapper, f"{hop_bytes:.4g}", f"{hops:.3f}", f"{average:.3f}", str(most), f"{busiest:.4g}", f"{mean:.4g}"])
    means = [sum(values) / len(values) for values in zip(*agreements)]
    seen = ", ".join(f"{name} {100 * mean:.0f} %" for name, mean in zip(COLUMNS[1:], means))
    return (INTRODUCTION + "\n" + table(["affinity", "mapper", *COLUMNS], rows) +
            f"\nPairs of mappers that a metric puts in the same order as hop-bytes: {seen}. The paper: average dilation and\n"
            "congestion of its jobs gave very similar results to hop-bytes (section 5.1).\n")
