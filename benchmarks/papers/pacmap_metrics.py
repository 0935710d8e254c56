# The metrics of [Tuncer 2015, section 4.3] for each mapper on the same hosts of a populated torus.
from collections.abc import Callable
from pathlib import Path

import allocation
import pacmap_graphs
from markdown import span, table

AFFINITIES = ["matrices/npb-bt-1024.mtx", "matrices/minimd-1024.mtx", "graphs/lu1024r.graph"]
MAPPERS = ["identity", "random", "rcm", "rgrb", "rgeob", "pacmap", "auto"]
GROUPED = ["rcm", "rgrb"]  # also on PaCMap's groups, as in the authors' program
SLOTS = 16  # ranks on a host, as in the paper
COLUMNS = ["hop-bytes", "hops per byte between hosts", "average dilation", "maximum dilation", "most bytes on a link", "average bytes on a used link"]
INTRODUCTION = f"""The paper's experiments compare five metrics with the time of communication: maximum and average dilation, hops per byte,
maximum congestion, hop-bytes (in figure 7). `topomorph evaluate` has all of them. Here they are for each mapper on
the same hosts, those of best fit on the torus of the next section, with {SLOTS} ranks a host. Hops per byte
are those of the bytes that leave a host. Dilation counts each pair of ranks that communicate once, also inside a host
(0 hops). Bytes on links follow dimension-order routes, as in the paper.

The authors' program is public in the scheduler of the Structural Simulation Toolkit (`NearestAllocMapper` and
`TopoMapper`). Its RCM and RGrB get groups of ranks, one for a host, as PaCMap does. `rcm` and `rgrb` of `topomorph map`
order and bisect the ranks themselves. So there are rows *of groups* as well, which map PaCMap's groups, a role each.
"""


def metrics_of(told: dict) -> list[float]:
    total = sum(level["bytes"] for level in told["levels"])
    return [told["hop_bytes"], told["hop_bytes"] / total, told["average_dilation"], told["max_dilation"], told["links"]["most_bytes"],
            told["links"]["average_bytes"]]


def on_best_fit(allocate: Callable, free: Path, affinity: Path, slots: int, mapper: str) -> list[int]:
    """Returns the host of each role on the hosts of best fit."""
    told, _ = allocate("--topology", allocation.torus(), "--free", free, "--affinity", affinity, "--slots-per-node", slots, "--allocator", "best-fit",
                       "--algorithm", mapper)
    return told["host_of_role"]


def orders(allocate: Callable, free: Path, affinity: Path, matrix: Path, work: Path) -> dict[str, list[int]]:
    """Returns the host of each role by mapper. `matrix` is the affinity in the Matrix Market format."""
    found = {mapper: on_best_fit(allocate, free, affinity, SLOTS, mapper) for mapper in MAPPERS}
    group_of = pacmap_graphs.groups_by_host(found["pacmap"])
    groups = pacmap_graphs.contracted(matrix, group_of, work / "groups.mtx")
    for mapper in GROUPED:
        host_of_group = on_best_fit(allocate, free, groups, 1, mapper)
        found[f"{mapper} of groups"] = [host_of_group[group] for group in group_of]
    return found


def rows_of(allocate: Callable, evaluate: Callable, convert: Callable, free: Path, affinity: Path, work: Path) -> dict[str, list[float]]:
    """Returns the metrics by mapper. `evaluate` runs the verb with these options and returns its JSON, `convert` returns
    an affinity as a matrix."""
    found = {}
    for mapper, hosts in orders(allocate, free, affinity, convert(affinity), work).items():
        mapping = work / "mapping"
        mapping.write_text("".join(f"{host}\n" for host in hosts))
        found[mapper] = metrics_of(evaluate("--topology", allocation.torus(), "--affinity", affinity, "--mapping", mapping, "--oversubscribe", SLOTS))
    return found


def agreement(found: dict[str, list[float]], column: int) -> float:
    """Returns the share of the pairs of mappers that the metric orders as hop-bytes do."""
    same, pairs, names = 0, 0, list(found)
    for i, one in enumerate(names):
        for other in names[i + 1:]:
            by_hop_bytes, by_metric = found[one][0] - found[other][0], found[one][column] - found[other][column]
            pairs += 1
            same += by_hop_bytes * by_metric > 0
    return same / pairs


def seen_of_groups(by_affinity: list[dict[str, list[float]]]) -> str:
    """Returns a sentence about RCM and RGrB with and without groups."""
    def over_pacmap(mapper: str) -> str:
        return span([found[mapper][0] / found["pacmap"][0] for found in by_affinity])

    each = "; ".join(f"`{mapper}` {over_pacmap(mapper)} times, of groups {over_pacmap(mapper + ' of groups')} times" for mapper in GROUPED)
    ahead = sum(found["rgrb of groups"][0] < found["pacmap"][0] for found in by_affinity)
    return (f"Hop-bytes over PaCMap's with {SLOTS} ranks a host: {each}. RGrB of groups (our partitioner in place of METIS) is ahead of PaCMap on "
            f"{ahead} of {len(by_affinity)}.\n")


def section(allocate: Callable, evaluate: Callable, convert: Callable, data: Path, work: Path) -> str:
    free = allocation.free_hosts(allocation.TORUS, allocation.BUSY, 1)
    with allocation.listed(free) as file:
        by_affinity = {Path(name).stem: rows_of(allocate, evaluate, convert, file, data / name, work) for name in AFFINITIES}
    rows = [[affinity, mapper, f"{hop_bytes:.4g}", f"{hops:.3f}", f"{average:.3f}", str(most), f"{busiest:.4g}", f"{mean:.4g}"]
            for affinity, found in by_affinity.items() for mapper, (hop_bytes, hops, average, most, busiest, mean) in found.items()]
    means = [sum(agreement(found, column) for found in by_affinity.values()) / len(by_affinity) for column in range(1, len(COLUMNS))]
    seen = ", ".join(f"{name} {100 * mean:.0f} %" for name, mean in zip(COLUMNS[1:], means))
    return (INTRODUCTION + "\n" + table(["affinity", "mapper", *COLUMNS], rows) +
            f"\nPairs of mappers that a metric puts in the same order as hop-bytes: {seen}.\n"
            "The paper: average hops of messages and congestion of its jobs gave very similar results to hop-bytes (section 5.1), on\n"
            "an empty machine with a task a host.\n\n" + seen_of_groups(list(by_affinity.values())))
