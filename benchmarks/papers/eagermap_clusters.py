#!/usr/bin/env python3
"""Maps the programs of [Cruz 2019, figures 8, 9 and 11] to its machine and to clusters of like and unlike machines: writes EAGERMAP_CLUSTERS.md."""
import argparse
import json
import random
import shutil
import statistics
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "common"), str(HERE.parent / "mapping")]

import nas
from machine import machine
from markdown import table
from measure import Failed, Tools
from page import parser_of_page, write_page

MAPPERS = ["eagermap", "treematch", "topomatch", "scotch", "mpipp", "auto"]
ALL_SLOTS, AS_MANY = "scotch, all slots", "eagermap, as many slots"
CALLED = {ALL_SLOTS: ["topomatch:method=scotch", "--sparse-factor", 0], AS_MANY: ["eagermap"]}  # names of the program, if others
WITH_FREE = [*MAPPERS, ALL_SLOTS, AS_MANY]  # where slots may stay free
SHARED = {"eagermap": 10.3, "treematch": 9.6, "scotch": 8.7, "mpipp": 8.4}  # section 5.4: percent, mean
MEASURED = ["npb-cg-64", "npb-lu-64", "npb-bt-64", "npb-mg-64", "eagermap-sp-omp-64"]
PHASES = [*MEASURED, "lulesh-64", "minife-64", "amg2013-64", "cloverleaf-64", "hpcg-8-64.bytes", "lammps-lj-1-5-64.bytes", "miniamr-64", "minimd-64",
          "netloc-app-64"]
LARGER = {"96em64t-4n4d3ca2co-pci": 96, "192em64t-24n8c2t": 192}  # recorded machines, by cores
X7550 = "tree:2:8:4@1:4:12"  # as in EAGERMAP.md
# Section 4.4: machines of each cluster. A has two processors of 4 cores, B two of 8.
CLUSTERS = {"4x8": "AAAA", "2x16": "BB", "4x16": "BBBB", "8x16": "BBBBBBBB", "Mixed-32": "AAB", "Mixed-64": "AAAABB"}
BEST = {"4x8": "cg", "2x16": "cg", "Mixed-32": "cg", "4x16": "lu"}  # section 5.6: with the largest gains
SIMILAR = 0.1  # share of time that counts as similar
PAPER_GAINS = {"Mixed-32": "394 %", "4x16": "286 %"}

INTRODUCTION = """# EagerMap on the paper's machine and on clusters of like and unlike machines

Made by `benchmarks/papers/eagermap_clusters.py --build BUILD --data DATA`. Paper: [Cruz 2019, sections 5.4 and
5.6](../../docs/references.md).

Machine: {machine}

The paper measured execution times on its own computers, and prints them as pictures. Here the communication is computed
(`topomorph evaluate`), for the machines that the paper names. So these tables tell how well a mapping communicates, and
not how much of a program's time that is. The numbers in the paper's text stand beside them.

* **Gain**: cost of random over cost, less 1. Random: mean of {randoms} mappings to the same slots. The paper's base in
  figures 8 and 9 is the placement by the operating system (Linux, CFS), which cannot be had here: our gains are no
  gains over it. Of figure 11 its text names random, and its caption the operating system.
* **Hop-bytes**: bytes x distance, which `auto` minimises. **Busiest link**: its bytes over its bandwidth, where links
  are slower further out; no mapper here minimises it.
* **treematch** is TreeMatch, the paper's rival: TopoMatch on trees without Scotch. **topomatch** is its successor,
  which asks Scotch for large groups.
* **scotch** gets a compact part of the machine with as many slots as tasks, since Scotch spreads tasks. The paper's
  gets all slots: **{all_slots}** (`--algorithm topomatch:method=scotch --sparse-factor 0`), with Scotch's balance.
  **{as_many}** is the opposite, EagerMap on the first slots, as many as tasks.
"""


@dataclass
class Recorded:
    """A machine that was recorded, and how many cores of each processor are used."""

    archive: str
    member: str
    cores: int
    used: int


RECORDED = {"A": Recorded("plafrim.txz", "hwloc/fourmi001.xml", 4, 4), "B": Recorded("plafrim2.txz", "hwloc/mistral06.xml", 10, 8)}


@dataclass
class Place:
    """A topology, and those of its slots that may be used."""

    topology: str
    slots: list[int]
    machines: list[range]  # all slots of each


class Runner:
    """`topomorph` on one problem after the other."""

    def __init__(self, options: argparse.Namespace, work: Path):
        self.options, self.work, self.tools = options, work, Tools(options.build, work)
        self.program = self.tools.path("topomorph")

    def map(self, affinity: Path, place: Place, mapper: str, tasks: int = 64) -> tuple[list[int], float] | None:
        """Returns the mapping and CPU seconds; nothing if the mapper refuses."""
        mapping, slots = self.work / "mapping", place.slots[:tasks] if mapper == AS_MANY else place.slots
        try:
            told = self.tools.output(self.program, "map", "--affinity", affinity, "--topology", place.topology, "--slots", listed(slots),
                                     "--algorithm", *CALLED.get(mapper, [mapper]), "--threads", 1, "--json", "-o", mapping)
        except Failed as error:
            print(error, file=sys.stderr)
            return None
        return [int(word) for word in mapping.read_text().split()], json.loads(told)["cpu_seconds"]

    def costs(self, affinity: Path, place: Place, mapping: list[int]) -> dict[str, float]:
        path = self.work / "judged"
        path.write_text("".join(f"{slot}\n" for slot in mapping))
        judged = json.loads(self.tools.output(self.program, "evaluate", "--affinity", affinity, "--topology", place.topology, "--mapping", path, "--json"))
        return {"hop-bytes": judged["hop_bytes"], "between": judged["levels"][-1]["bytes"], "busiest": judged["predicted"]["busiest_link"]["seconds"]}

    def random_costs(self, affinity: Path, place: Place, tasks: int) -> dict[str, float]:
        draws = [self.costs(affinity, place, random.Random(seed).sample(place.slots, tasks)) for seed in range(self.options.randoms)]
        return {name: statistics.mean(draw[name] for draw in draws) for name in draws[0]}

    def matrix(self, name: str) -> Path:
        """Returns a measured matrix of the data as Matrix Market."""
        source = next(path for path in sorted((self.options.data / "matrices").glob(name + ".*")))
        path = self.work / f"{name}.mtx"
        if not path.exists():
            self.tools.output(self.program, "convert", source, path)
        return path


def whole(topology: str, slots: int) -> Place:
    return Place(topology, list(range(slots)), [range(slots)])


def listed(slots: list[int]) -> str:
    """Returns the slots as ranges: 0-7,10-17."""
    begins = [slot for slot in slots if slot - 1 not in slots]
    ends = [slot for slot in slots if slot + 1 not in slots]
    return ",".join(f"{begin}-{end}" for begin, end in zip(begins, ends))


def percent(gain: float) -> str:
    return f"{100 * gain:.0f} %"


def gains_in_hop_bytes(runner: Runner, place: Place) -> dict[str, list[float]]:
    """Returns the gains of each mapper on the matrices of MEASURED."""
    gains: dict[str, list[float]] = {mapper: [] for mapper in WITH_FREE}
    for name in MEASURED:
        affinity = runner.matrix(name)
        base = runner.random_costs(affinity, place, 64)["hop-bytes"]
        for mapper in WITH_FREE:
            gains[mapper].append(base / runner.costs(affinity, place, runner.map(affinity, place, mapper)[0])["hop-bytes"] - 1)
    return gains


def shared_memory(runner: Runner) -> str:
    """Returns figure 8's table."""
    gains = gains_in_hop_bytes(runner, whole(X7550, 64))
    means = {mapper: statistics.mean(of_mapper) for mapper, of_mapper in gains.items()}
    rows = [[name, *(percent(gains[mapper][i]) for mapper in WITH_FREE)] for i, name in enumerate(MEASURED)]
    rows.append(["mean", *(f"{100 * means[mapper]:.1f} %" for mapper in WITH_FREE)])
    rows.append(["paper: mean, in time", *(f"{SHARED[mapper]} %" if mapper in SHARED else "-" for mapper in WITH_FREE)])
    for name, slots in LARGER.items():
        larger = gains_in_hop_bytes(runner, whole(f"hwloc:{runner.options.data}/hwloc/{name}.xml", slots))
        rows.append([f"mean on {slots} cores (`{name}`)", *(f"{100 * statistics.mean(larger[mapper]):.1f} %" for mapper in WITH_FREE)])
    order = sorted(SHARED, key=lambda mapper: -means[mapper])
    same = "the same order" if order == list(SHARED) else "not the same order"
    return table(["gain", *WITH_FREE], rows) + f"\nOrder of the means: {', '.join(order)}; in the paper\n{', '.join(SHARED)}: {same}.\n"


def normalised_sum(affinities: list[Path]) -> nas.Volumes:
    """Returns the sum of the matrices, all of the same weight."""
    total: nas.Volumes = {}
    for affinity in affinities:
        volumes = nas.read(affinity)
        whole = sum(volumes.values())
        for (a, b), volume in volumes.items():
            nas.add(total, a, b, volume / whole)
    return total


def phases(runner: Runner) -> str:
    """Returns figure 9's table: a mapping for each phase, beside one mapping for the sum of all."""
    place = whole(X7550, 64)
    affinities = [runner.matrix(name) for name in PHASES]
    summed = nas.write(normalised_sum(affinities), 64, runner.work / "sum.mtx")
    base = [runner.random_costs(affinity, place, 64)["hop-bytes"] for affinity in affinities]
    rows, gains, cpu = [], {}, {}
    for mapper in MAPPERS:
        once = runner.map(summed, place, mapper)[0]
        found = [runner.map(affinity, place, mapper) for affinity in affinities]

        def gain(mappings: list[list[int]]) -> float:
            """Returns the gain of the phases together, each with the same share of the random mapping's cost."""
            costs = [runner.costs(affinity, place, mapping)["hop-bytes"] for affinity, mapping in zip(affinities, mappings)]
            return 1 / statistics.mean(cost / random for cost, random in zip(costs, base)) - 1

        moved = [sum(a != b for a, b in zip(before[0], after[0])) / 64 for before, after in zip(found, found[1:])]
        gains[mapper], cpu[mapper] = gain([mapping for mapping, _ in found]), statistics.mean(seconds for _, seconds in found)
        rows.append([mapper, percent(gains[mapper]), percent(gain([once] * len(PHASES))), f"{1e3 * cpu[mapper]:.2g} ms", percent(statistics.mean(moved))])
    header = ["mapper", "gain, a mapping for each phase", "gain, one mapping for all", "CPU for a mapping", "tasks that move at a new phase"]
    return table(header, rows) + "\n" + seen_in_phases(gains, cpu)


def seen_in_phases(gains: dict[str, float], cpu: dict[str, float]) -> str:
    order = sorted(SHARED, key=lambda mapper: -gains[mapper])
    most = "as in the paper" if order[0] == "eagermap" else "unlike in the paper, where EagerMap gains most"
    slower = {mapper: cpu[mapper] / cpu["eagermap"] for mapper in ("treematch", "mpipp")}
    less = "reproduced" if min(slower.values()) > 1 else "not reproduced"
    return (f"Order of the gains, of the paper's mappers: {', '.join(order)}:\n{most}.\n"
            f"The lower overhead is {less}: a mapping takes {slower['treematch']:.1f} times as long by TreeMatch, and {slower['mpipp']:.1f} times by MPIPP.\n"
            "The time of migration is not modelled.\n")


def cluster(name: str, work: Path) -> Place:
    """Returns a cluster of recorded machines under one switch. The slots are the first cores of each processor."""
    folder = work / name
    folder.mkdir(exist_ok=True)
    slots, machines, first = [], [], 0
    for number, kind in enumerate(CLUSTERS[name]):
        recorded = RECORDED[kind]
        shutil.copyfile(work / f"{kind}.xml", folder / f"n{number}.xml")
        for package in range(2):
            slots += range(first + package * recorded.cores, first + package * recorded.cores + recorded.used)
        machines.append(range(first, first + 2 * recorded.cores))
        first += 2 * recorded.cores
    network = work / f"{name}.conf"
    network.write_text(f"SwitchName=s Nodes=n[0-{len(machines) - 1}]\n")
    return Place(f"slurm:{network}+hwloc:{folder}", slots, machines)


def unpack(data: Path, work: Path) -> None:
    for kind, recorded in RECORDED.items():
        with tarfile.open(data / "fabrics" / recorded.archive) as archive:
            member = next(member for member in archive.getmembers() if member.name.endswith(recorded.member))
            (work / f"{kind}.xml").write_bytes(archive.extractfile(member).read())


def interleaved(place: Place, tasks: int) -> list[int]:
    """Returns task after task on machine after machine, as long as these have slots."""
    free = [[slot for slot in place.slots if slot in machine] for machine in place.machines]
    order: list[int] = []
    while any(free):
        order += [slots.pop(0) for slots in free if slots]
    return order[:tasks]


@dataclass
class Found:
    """A mapping of one program to one cluster."""

    gain: dict[str, float]  # over random
    between: float  # bytes between machines over random's
    tasks: list[int]  # on each machine


Runs = dict[str, dict[str, dict[str, Found]]]  # by cluster, program and policy


def run_cluster(runner: Runner, name: str) -> dict[str, dict[str, Found]]:
    place, found = cluster(name, runner.work), {}
    for program, make in nas.PROGRAMS.items():
        tasks = nas.ranks_of(program, len(place.slots))
        affinity = nas.write(make(tasks), tasks, runner.work / "program.mtx")
        base = runner.random_costs(affinity, place, tasks)
        mappings = {"compact": place.slots[:tasks], "interleave": interleaved(place, tasks)}
        for mapper in WITH_FREE:
            if (mapped := runner.map(affinity, place, mapper, tasks)) is not None:
                mappings[mapper] = mapped[0]
        found[program] = {}
        for policy, mapping in mappings.items():
            costs = runner.costs(affinity, place, mapping)
            found[program][policy] = Found({cost: base[cost] / costs[cost] - 1 if costs[cost] else float("inf") for cost in costs},
                                           costs["between"] / base["between"], [sum(slot in machine for slot in mapping) for machine in place.machines])
    return found


POLICIES = ["compact", "interleave", *WITH_FREE]


def table_of_gains(runs: Runs, cost: str) -> str:
    rows = [[name, program, *(percent(found[policy].gain[cost]) if policy in found else "-" for policy in POLICIES)]
            for name, programs in runs.items() for program, found in programs.items()]
    for kind in ("all", "unlike machines"):
        chosen = [found for name, programs in runs.items() if kind == "all" or name.startswith("Mixed") for found in programs.values()]
        ratios = {policy: [1 + found[policy].gain[cost] for found in chosen if policy in found] for policy in POLICIES}
        rows.append([f"mean, {kind}", "", *(percent(statistics.geometric_mean(ratios[policy]) - 1) for policy in POLICIES)])
    return table(["cluster", "program", *POLICIES], rows)


def told(runs: Runs) -> str:
    """Returns what section 5.6 says, and what it is here."""
    rows = []
    for name, best in BEST.items():
        gains = {program: found["eagermap"].gain["busiest"] for program, found in runs[name].items()}
        ours = max(gains, key=gains.get)
        rows.append([f"{name}: {best.upper()} gains most", PAPER_GAINS.get(name, "-"),
                     f"{ours.upper()}, {percent(gains[ours])}" + ("" if ours == best else f"; {best.upper()} {percent(gains[best])}")])
    free = [name for name in runs if leaves_free(name)]
    full = [name for name in runs if not leaves_free(name)]
    rows.append([f"BT and SP on {', '.join(free)}", "Scotch better (they leave cores free)", bt_and_sp(runs, free, ALL_SLOTS, "eagermap")])
    rows.append([f"BT and SP on {', '.join(full)}", "EagerMap better (they fill the cluster)", bt_and_sp(runs, full, "eagermap", ALL_SLOTS)])
    fullest = {mapper: statistics.mean(fullness(name, runs[name]["bt, sp"][mapper].tasks) for name in free) for mapper in ("eagermap", ALL_SLOTS)}
    evener = "as in the paper" if fullest[ALL_SLOTS] < fullest["eagermap"] - 0.005 else "not reproduced"
    rows.append([f"Balance between machines, BT and SP on {', '.join(free)}", "Scotch better",
                 f"fullest machine over an even share (mean): EagerMap {fullest['eagermap']:.2f}, Scotch on all slots {fullest[ALL_SLOTS]:.2f}: {evener}"])
    similar = statistics.geometric_mean((1 + found["eagermap"].gain["busiest"]) / (1 + found[ALL_SLOTS].gain["busiest"]) for programs in runs.values() for found in programs.values())
    rows.append(["EagerMap beside Scotch, all programs", "similar", f"Scotch's busiest link, on all slots, takes {similar:.2f} of EagerMap's time (mean): "
                 + ("similar" if abs(similar - 1) <= SIMILAR else "not similar")])
    mg = [(found["interleave"].gain["busiest"], max(found[mapper].gain["busiest"] for mapper in MAPPERS if mapper in found))
          for programs in runs.values() for found in [programs["mg"]]]
    close = sum(1 + i > 0.9 * (1 + b) for i, b in mg)
    rows.append(["MG interleaved", "very close to the best", f"within 10 % of the best mapper on {close} of {len(mg)} clusters: "
                 + ("as in the paper" if close == len(mg) else "not reproduced" if 2 * close < len(mg) else "partly as in the paper")])
    return table(["section 5.6", "paper", "here (busiest link, if not said otherwise)"], rows)


def leaves_free(name: str) -> bool:
    return nas.ranks_of("bt, sp", SLOTS[name]) < SLOTS[name]


def bt_and_sp(runs: Runs, names: list[str], better: str, other: str) -> str:
    """Returns on how many clusters the mapper is better that is better in the paper, by both costs."""
    told, verdicts = [], set()
    for cost, title in (("busiest", "busiest link"), ("hop-bytes", "hop-bytes")):
        pairs = [(found[better].gain[cost], found[other].gain[cost]) for name in names for found in [runs[name]["bt, sp"]]]
        wins, losses = sum(a > b for a, b in pairs), sum(b > a for a, b in pairs)
        told.append(f"{title}: {better} better on {wins}, {other} on {losses} of {len(pairs)}")
        verdicts.add("as in the paper" if wins > losses else "not reproduced")
    return "; ".join(told) + ": " + (verdicts.pop() if len(verdicts) == 1 else "undecided")


def fullness(name: str, tasks: list[int]) -> float:
    """Returns the tasks per slot of the fullest machine over those of all."""
    slots = [2 * RECORDED[kind].used for kind in CLUSTERS[name]]
    return max(count / own for count, own in zip(tasks, slots)) * sum(slots) / sum(tasks)


def table_of_tasks(runs: Runs) -> str:
    """Returns the tasks on each machine where a program leaves slots free."""
    shown = ["compact", "eagermap", "treematch", "topomatch", "scotch", ALL_SLOTS, "auto"]
    rows = [[name, *(", ".join(map(str, runs[name]["bt, sp"][policy].tasks)) if policy in runs[name]["bt, sp"] else "-" for policy in shown)]
            for name in runs if leaves_free(name)]
    return table(["cluster", *shown], rows)


SLOTS = {name: sum(2 * RECORDED[kind].used for kind in kinds) for name, kinds in CLUSTERS.items()}


def checks(runner: Runner) -> str:
    measured = {"bt, sp": "npb-bt-64", "cg": "npb-cg-64", "lu": "npb-lu-64", "mg": "npb-mg-64"}
    return ", ".join(f"{program} {nas.likeness(nas.PROGRAMS[program](64), nas.read(runner.matrix(name))):.4f}" for program, name in measured.items())


CLUSTER_TEXT = """The clusters of section 4.4 under one switch, of recorded machines (`fabrics/`). Type A is `fourmi001` of plafrim: two
Xeon X5550 of 4 cores, of the same family as the paper's E5530. Type B is `mistral06` of plafrim2: two Xeon E5-2670 v2,
of whose ten cores eight are used, because the paper's E5-2640 v2 has eight. `slurm:FILE+hwloc:FOLDER` with `--slots`
describes all of them. In the mixed clusters the machines differ, so EagerMap follows section 3.6.

Matrices of 32, 64 and 128 tasks follow the rules of the NAS codes (`nas.py`). Their cosine with the matrices that were
measured on 64 ranks: {likeness}. BT and SP have one pattern, of a square number
of tasks (25, 64, 121). FT and IS send as much to every task and EP sends nothing, so no mapping changes them.
Interleave deals tasks to the machines in turns; compact fills machine after machine.
"""


BASE_OF_11 = """The paper's text on figure 11 says that its results "are normalized to the random mapping", the caption says "compared
to the operating system mapping". Here random is the base.
"""


def report(runner: Runner, options: argparse.Namespace) -> str:
    unpack(options.data, runner.work)
    text = INTRODUCTION.format(machine=machine(), randoms=options.randoms, all_slots=ALL_SLOTS, as_many=AS_MANY)
    text += "\n" + SHARED_TEXT.format(machine=X7550, matrices=len(MEASURED)) + "\n" + shared_memory(runner)
    text += "\n## A program with phases (figure 9)\n\n" + PHASES_TEXT.format(phases=len(PHASES)) + "\n" + phases(runner)
    runs: Runs = {}
    for name in CLUSTERS:
        print(name, file=sys.stderr, flush=True)
        runs[name] = run_cluster(runner, name)
    text += "\n## Clusters (figure 11)\n\n" + CLUSTER_TEXT.format(likeness=checks(runner)) + "\n" + BASE_OF_11 + "\nGain in the time of the busiest link:\n\n" + table_of_gains(runs, "busiest")
    text += "\nGain in hop-bytes:\n\n" + table_of_gains(runs, "hop-bytes") + "\n" + told(runs)
    return text + "\nTasks of BT and SP on each machine, where they leave slots free:\n\n" + table_of_tasks(runs)


SHARED_TEXT = """## Shared memory (figure 8)

64 tasks on the paper's machine, 4 processors of 8 cores of 2 threads (`{machine}`), and on larger machines of
`hwloc/`: gain in hop-bytes over random, where the paper's is in time over the operating system's placement, and its
mean is of all NAS codes in MPI and in OpenMP; here it is of {matrices} matrices. On larger machines EagerMap spreads the tasks,
because algorithm 2 makes a group for each object of the machine as long as there are tasks.
"""
PHASES_TEXT = """The paper maps each of the 16 phases of HPCC anew. It says that figure 9 shows "a larger improvement by EagerMap than
related work", and separately: "Also, the lower overhead of our algorithm does not harm the application performance as
much as TreeMatch and MPIPP." Its base is the operating system's placement, ours is random. HPCC's matrices are not
published. Here {phases} matrices that were measured on 64 ranks stand for the phases of a program; each has the same share
of the random mapping's cost. Tasks that move are those on another slot than in the phase before.
"""


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph", HERE / "EAGERMAP_CLUSTERS.md")
    parser.add_argument("--randoms", type=int, default=10, help="random mappings that gains are compared with")
    options = parser.parse_args()
    write_page(options.output, lambda work: report(Runner(options, work), options), beside_auto=MAPPERS[:-1])


if __name__ == "__main__":
    main()
