#!/usr/bin/env python3
"""Allocates, balances loads and replaces nodes as sections 4.6.3 to 4.6.5 of TopoMatch's paper describe: writes TOPOMATCH_USES.md."""
import argparse
import json
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from topomatch import HERE, PAPER, Tools, generate

from machine import machine
from markdown import span, table
from page import parser_of_page, write_page
from sources import ALLOCATION

NODE, NODES, SWITCHES = 24, 22, 4  # plafrim 2: cores of a node, nodes of a switch
PLAFRIM = f"tree:6:4:{NODES}:{SWITCHES}"
INTRODUCTION = """# TopoMatch, sections 4.6.3 to 4.6.5: allocation, load balancing, lost and added nodes

{paper}.

The three sections of the paper describe uses of TopoMatch, cite the papers where they were measured, and give no
numbers; hence there are none to compare with. The tables show what the uses gain here, in hop-bytes. TopoMatch's own
part is the allocator `topomatch` in 4.6.3, and the mappings from scratch by `--algorithm topomatch` in 4.6.4 and 4.6.5.
So the paper computes the mapping when nodes are lost or added. Its balancer for Charm++ (4.6.4), which weighs loads too
and asks TopoMatch, is not implemented: TopoMatch alone knows no loads. The mappings from scratch by `auto`, and
everything that starts from the present mapping (`--from`, `core/mapping/remapping`), are methods of our own.

Machine: {machine}
"""


class Runner:
    def __init__(self, tools: Tools) -> None:
        self.tools = tools

    def told(self, verb: str, *words: object) -> dict:
        return json.loads(self.tools.output(self.tools.path("topomorph"), verb, *words, "--json"))

    def file(self, name: str, numbers: list[int]) -> Path:
        path = self.tools.work / name
        path.write_text("".join(f"{number}\n" for number in numbers))
        return path

    def stencil(self, extents: str) -> Path:
        weights = ",".join(["1000"] * (extents.count("x") + 1))
        return generate(self.tools, f"stencil{extents}.mtx", "stencil", extents, "--weights", weights)

    def neighbours(self, roles: int) -> Path:
        """Returns Charm++'s kNeighbor with seven neighbours: three on either side on a ring, and the role opposite."""
        pairs = {tuple(sorted((i, (i + step) % roles))) for i in range(roles) for step in (1, 2, 3, roles // 2)}
        path = self.tools.work / f"neighbours{roles}.mtx"
        lines = "".join(f"{b + 1} {a + 1} 1000\n" for a, b in sorted(pairs))
        path.write_text(f"%%MatrixMarket matrix coordinate integer symmetric\n{roles} {roles} {len(pairs)}\n{lines}")
        return path


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


# ---------------------------------------------------------------------------------------------------------- allocation

ALLOCATORS = ["topomatch", "pacmap", "search"]
NETWORKS = {f"plafrim 2, {SWITCHES * NODES} nodes": (f"tree:{NODES}:{SWITCHES}", NODE), "2304 nodes of 16 cores": ("tree:18:16:8", 16)}
JOBS = {"stencil, 8 nodes": 8, "stencil, 16 nodes": 16, "kNeighbor, 8 nodes": 8, "kNeighbor, 16 nodes": 16}
ALLOCATED = """
## Allocation (4.6.3)

`topomorph allocate --allocator topomatch` maps the job's groups of ranks, one to a node, to all free nodes by
algorithm 3 (trees), and allocates the nodes that it uses. Other jobs of 1 to 8 consecutive nodes have taken half of the
nodes; means of {seeds} drawn states. Values are hop-bytes over those of best fit with the same mapper.

{table}
{seen}
"""


def free_nodes(nodes: int, seed: int) -> list[int]:
    """Returns the half of the nodes that jobs of 1 to 8 consecutive nodes at random places have left free."""
    draw, busy = random.Random(seed), set()
    while len(busy) < nodes // 2:
        first = draw.randrange(nodes)
        busy |= set(range(first, min(nodes, first + draw.randint(1, 8))))
    return [node for node in range(nodes) if node not in busy]


def ratios_of_job(runner: Runner, network: str, cores: int, affinity: Path, nodes: int, seeds: int, mapper: str) -> dict[str, float]:
    ratios: dict[str, list[float]] = {allocator: [] for allocator in ALLOCATORS}
    for seed in range(1, 1 + seeds):
        free = runner.file("free", free_nodes(nodes, seed))
        for allocator in ALLOCATORS:
            found = runner.told("allocate", "--topology", network, "--free", free, "--affinity", affinity, "--slots-per-node", cores, "--allocator", allocator,
                                "--algorithm", mapper)
            ratios[allocator].append(found["hop_bytes"] / found["best_fit_hop_bytes"])
    return {allocator: statistics.mean(each) for allocator, each in ratios.items()}


def allocation(runner: Runner, seeds: int) -> str:
    rows, found = [], []
    for title, (network, cores) in NETWORKS.items():
        nodes = {"tree:22:4": 88}.get(network, 2304)
        for job, wanted in JOBS.items():
            roles = wanted * cores
            affinity = runner.neighbours(roles) if job.startswith("kNeighbor") else runner.stencil(f"{2 * wanted}x{cores // 2}")
            for mapper in ("pacmap", "auto"):
                print(title, job, mapper, file=sys.stderr, flush=True)
                ratios = ratios_of_job(runner, network, cores, affinity, nodes, seeds, mapper)
                found.append((mapper, ratios))
                rows.append([title, job, mapper, *(f"{ratios[allocator]:.3f}" for allocator in ALLOCATORS)])
    means = {(mapper, allocator): statistics.mean(ratios[allocator] for each, ratios in found if each == mapper)
             for mapper in ("pacmap", "auto") for allocator in ALLOCATORS}
    seen = "".join(f"* Mapper `{mapper}`: on average TopoMatch's nodes cost {means[mapper, 'topomatch']:.3f} times best fit's, PaCMap's "
                   f"{means[mapper, 'pacmap']:.3f},\n  those of `search` {means[mapper, 'search']:.3f}. TopoMatch is below best fit in "
                   f"{sum(ratios['topomatch'] < 1 for each, ratios in found if each == mapper)} of {len(found) // 2} rows.\n" for mapper in ("pacmap", "auto"))
    return ALLOCATED.format(seeds=seeds, table=table(["network", "job", "mapper", *ALLOCATORS], rows), seen=seen)


# ------------------------------------------------------------------------------------------------------ load balancing

BALANCED = "tree:4:2:8"  # 8 nodes of 8 cores
CORES, STEPS, IMBALANCE = 64, 10, 10
BALANCING = """
## Load balancing (4.6.4)

512 roles on `{topology}` ({cores} cores), eight on a core at first. In each of {steps} steps the load of each role is
multiplied by a random number from 0.8 to 1.25; then the roles are mapped again with `--loads --imbalance {imbalance}`.
Values are means of the steps: the slowest core over the mean, hop-bytes over those of the first mapping, roles that
migrate in a step. A role's state has as many bytes as it exchanges with {share} of its volume in a step.

*From scratch* is `map` by `auto`, with the loads. *TopoMatch from scratch* is
`map --algorithm topomatch --oversubscribe {most}`: the paper's algorithms know no loads, so it gives {most} roles to each core,
and the same ones in each step. It begins with this mapping; its hop-bytes are over the same first mapping as the
others'. The rows with `--from` are our own method.

{table}
{seen}
"""
STAY, SCRATCH, TOPOMATCH = "no migration", "from scratch", "TopoMatch from scratch"
STRATEGIES: dict[str, Callable[[int], list[object]]] = {"`--from`, moves free": lambda volume: [],
                                                        "`--from --move-cost`": lambda volume: ["--move-cost", volume],
                                                        "`--from --most-moved 0`": lambda volume: ["--most-moved", 0]}
SHARE = 0.25


def imbalance_of(mapping: list[int], loads: list[int]) -> float:
    sums = [0] * CORES
    for slot, load in zip(mapping, loads):
        sums[slot] += load
    return max(sums) * CORES / sum(loads)


def drifting(steps: int) -> Iterator[list[int]]:
    """Returns the loads of each step."""
    draw, loads = random.Random(1), [1000] * 512
    for _ in range(steps):
        loads = [max(1, round(load * draw.uniform(0.8, 1.25))) for load in loads]
        yield loads


def blind(runner: Runner, affinity: Path) -> tuple[float, float, float]:
    """Returns what drift() does, of TopoMatch, which gives the same mapping whatever the loads are."""
    common = ["--affinity", affinity, "--topology", BALANCED]
    first = runner.told("map", *common, "--imbalance", IMBALANCE, "--loads", runner.file("loads", [1000] * 512))
    told = runner.told("map", *common, "--algorithm", "topomatch", "--oversubscribe", 512 // CORES)
    return statistics.mean(imbalance_of(told["mapping"], loads) for loads in drifting(STEPS)), told["hop_bytes"] / first["hop_bytes"], 0


def drift(runner: Runner, affinity: Path, words: list[object] | None, remaps: bool) -> tuple[float, float, float]:
    """Returns imbalance, hop-bytes over the first ones, and the share of roles that migrate: means of the steps."""
    common = ["--affinity", affinity, "--topology", BALANCED, "--imbalance", IMBALANCE]
    first = runner.told("map", *common, "--loads", runner.file("loads", [1000] * 512))
    mapping, seen = first["mapping"], []
    for loads in drifting(STEPS):
        before, cost = mapping, first["hop_bytes"]
        if words is not None:
            present = ["--from", runner.file("present", before), *words] if remaps else []
            found = runner.told("map", *common, "--loads", runner.file("loads", loads), *present)
            mapping, cost = found["mapping"], found["hop_bytes"]
        moved = sum(old != new for old, new in zip(before, mapping))
        seen.append((imbalance_of(mapping, loads), cost / first["hop_bytes"], moved / len(loads)))
    return tuple(statistics.mean(values) for values in zip(*seen))


def balancing(runner: Runner) -> str:
    rows, found = [], {}
    for title, affinity, degree in (("stencil 32x16", runner.stencil("32x16"), 4), ("kNeighbor, 7", runner.neighbours(512), 7)):
        volume = round(SHARE * degree * 1000)
        ways = {STAY: (None, False), TOPOMATCH: (None, False), SCRATCH: ([], False), **{name: (words(volume), True) for name, words in STRATEGIES.items()}}
        for name, (words, remaps) in ways.items():
            print(title, name, file=sys.stderr, flush=True)
            found[title, name] = blind(runner, affinity) if name == TOPOMATCH else drift(runner, affinity, words, remaps)
            imbalance, cost, moved = found[title, name]
            rows.append([title, name, f"{imbalance:.2f}", f"{cost:.3f}", percent(moved)])
    def of(name: str, number: int, digits: int = 3) -> str:
        return span([values[number] * (100 if number == 2 else 1) for (_, each), values in found.items() if each == name], digits)
    cheap, needed = list(STRATEGIES)[1:]
    seen = (f"* From scratch, by `map` alone, {of(SCRATCH, 2, 0)} % of the roles migrate in a step; with a price of a move {of(cheap, 2, 1)} %; if only those that\n"
            f"  must do so {of(needed, 2, 1)} %.\n"
            f"* The price is hop-bytes: {of(SCRATCH, 1)} from scratch, {of(cheap, 1)} with a price of a move, {of(needed, 1)} if only those that must move.\n"
            f"* The slowest core has {of(cheap, 0, 2)} times the mean load with a price of a move, {of(STAY, 0, 2)} times without migration.\n"
            f"* TopoMatch from scratch has {of(TOPOMATCH, 1)} times the hop-bytes, and its slowest core {of(TOPOMATCH, 0, 2)} times the mean load.\n")
    return BALANCING.format(topology=BALANCED, cores=CORES, most=512 // CORES, steps=STEPS, imbalance=IMBALANCE, share=percent(SHARE),
                            table=table(["program", "mapping", "slowest core", "hop-bytes", "roles that migrate"], rows), seen=seen)


# ---------------------------------------------------------------------------------------------------------- elasticity

CHANGES = (1, 2, 4, 8)
USED = 80  # nodes of the job
ELASTICITY = """
## Lost and added nodes (4.6.5)

Plafrim 2 (`{plafrim}`). *Spare*: {roles} processes on {used} nodes; random nodes of them fail, and the other {spare}
nodes of the machine are there. *No spare*: as many processes as the machine has cores; nodes fail, and each core may
take two processes (`--oversubscribe 2`), for TopoMatch as in section 4.5. *Added*: the lost nodes of *no spare* come
back, with one process on a core again. Values are hop-bytes over those of a mapping from scratch on the new nodes, with
the moved processes in brackets. *TopoMatch* is the mapping from scratch by `--algorithm topomatch`, as in the paper;
*from scratch* is that by `auto`, to which the values refer. On trees both are the ones of all equal mappings whose
processes have the shortest ways. The other columns are our own method. *Price* p: the state of a process has p times
the bytes that it sends and receives, each of which costs the distance that it moves.

{table}
{seen}
"""
PRICES = (0.1, 1)


def slots_without(lost: list[int]) -> list[int]:
    return [slot for slot in range(NODE * NODES * SWITCHES) if slot // NODE not in lost]


def ranges(slots: list[int]) -> str:
    """Returns "0-23,48-71"."""
    starts = [slot for i, slot in enumerate(slots) if i == 0 or slots[i - 1] != slot - 1]
    ends = [slot for i, slot in enumerate(slots) if i + 1 == len(slots) or slots[i + 1] != slot + 1]
    return ",".join(f"{start}-{end}" for start, end in zip(starts, ends))


def elastic_row(runner: Runner, affinity: Path, volume: int, present: list[int], slots: list[int], words: list[object]) -> tuple[list[str], dict[str, tuple]]:
    """Returns the cells of a row, and cost over from scratch and moved roles by way."""
    path = runner.file("present", present)
    common = ["--affinity", affinity, "--topology", PLAFRIM, "--slots", ranges(slots), "--from", path, *words]
    values: dict[str, tuple[float, int]] = {}
    for price in (0, *PRICES):
        told = runner.told("map", *common, "--move-cost", round(price * volume))["remapping"]
        scratch = told["from_scratch"]
        if price == 0:
            values["needed"] = (told["only_necessary"]["cost"] / scratch["cost"], told["only_necessary"]["moved"])
            values["scratch"] = (1, scratch["moved"])
            by_topomatch = runner.told("map", *common, "--algorithm", "topomatch", "--move-cost", 0)["remapping"]["from_scratch"]
            values["topomatch"] = (by_topomatch["cost"] / scratch["cost"], by_topomatch["moved"])
        values[f"price {price:g}"] = (told["chosen"]["cost"] / scratch["cost"], told["chosen"]["moved"])
    return [f"{ratio:.3f} ({moved})" for ratio, moved in values.values()], values


def elasticity(runner: Runner) -> str:
    rows, found, names = [], [], []
    programs = {"stencil": (lambda roles: runner.stencil(f"{roles // 48}x48"), 4), "kNeighbor": (runner.neighbours, 7)}
    for program, (make, degree) in programs.items():
        for case in ("spare", "no spare", "added"):
            roles = (USED if case == "spare" else NODES * SWITCHES) * NODE
            affinity = make(roles)
            first = runner.told("map", "--affinity", affinity, "--topology", PLAFRIM, "--slots", f"0-{roles - 1}")["mapping"]
            for change in CHANGES:
                print(program, case, change, file=sys.stderr, flush=True)
                lost = random.Random(change).sample(range(roles // NODE), change)
                slots, present, words = slots_without(lost), first, [] if case == "spare" else ["--oversubscribe", 2]
                if case == "added":
                    present = runner.told("map", "--affinity", affinity, "--topology", PLAFRIM, "--slots", ranges(slots), "--from",
                                          runner.file("first", first), "--most-moved", 0, *words)["mapping"]
                    slots, words = slots_without([]), []
                cells, values = elastic_row(runner, affinity, 2 * degree * 1000 // 2, present, slots, words)
                names = list(values)
                found.append((case, values))
                rows.append([program, case, str(change), *cells])
    def span_of(name: str, number: int, digits: int = 3) -> str:
        return span([values[name][number] for _, values in found], digits)
    dear = f"price {PRICES[-1]:g}"
    fewer = [values["scratch"][1] / max(values[dear][1], 1) for _, values in found]
    seen = (f"* The mapping from scratch moves {span_of('scratch', 1, 0)} processes, even as the nearest of its equals; with {dear} {span_of(dear, 1, 0)} move,\n"
            f"  {span(fewer, 1)} times fewer, at {span_of(dear, 0)} times its hop-bytes.\n"
            f"* TopoMatch's mapping from scratch moves {span_of('topomatch', 1, 0)} processes, at {span_of('topomatch', 0)} times the hop-bytes of `auto`'s.\n"
            f"* If only processes without a place move, hop-bytes are {span_of('needed', 0)} times those from scratch.\n"
            f"* With free moves the mapping is at most as dear as from scratch: {span_of('price 0', 0)}.\n")
    titles = {"needed": "only those that must", "scratch": "from scratch", "topomatch": "TopoMatch"}
    header = ["program", "case", "nodes", *(titles.get(name, name) for name in names)]
    return ELASTICITY.format(plafrim=PLAFRIM, roles=USED * NODE, used=USED, spare=NODES * SWITCHES - USED, table=table(header, rows), seen=seen)


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph and topomorph-generate", HERE / "TOPOMATCH_USES.md")
    parser.add_argument("--seeds", type=int, default=3, help="states of the machine for each allocation")
    options: argparse.Namespace = parser.parse_args()

    def make(work: Path) -> str:
        runner = Runner(Tools(options.build, work))
        text = INTRODUCTION.format(paper=PAPER, machine=machine())
        return text + allocation(runner, options.seeds) + balancing(runner) + elasticity(runner)

    write_page(options.output, make, sources=ALLOCATION, beside_auto=["pacmap", "topomatch"])


if __name__ == "__main__":
    main()
