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

MAPPERS = ["eagermap", "topomatch", "scotch", "mpipp", "auto"]
SHARED = {"eagermap": 10.3, "topomatch": 9.6, "scotch": 8.7, "mpipp": 8.4}  # section 5.4: percent, mean
MEASURED = ["npb-cg-64", "npb-lu-64", "npb-bt-64", "npb-mg-64", "eagermap-sp-omp-64"]
PHASES = [*MEASURED, "lulesh-64", "minife-64", "amg2013-64", "cloverleaf-64", "hpcg-8-64.bytes", "lammps-lj-1-5-64.bytes", "miniamr-64", "minimd-64",
          "netloc-app-64"]
LARGER = {"96em64t-4n4d3ca2co-pci": 96, "192em64t-24n8c2t": 192}  # recorded machines, by cores
X7550 = "tree:2:8:4@1:4:12"  # as in EAGERMAP.md
# Section 4.4: machines of each cluster. A has two processors of 4 cores, B two of 8.
CLUSTERS = {"4x8": "AAAA", "2x16": "BB", "4x16": "BBBB", "8x16": "BBBBBBBB", "Mixed-32": "AAB", "Mixed-64": "AAAABB"}
BEST = {"4x8": "cg", "2x16": "cg", "Mixed-32": "cg", "4x16": "lu"}  # section 5.6: with the largest gains
PAPER_GAINS = {"Mixed-32": "394 %", "4x16": "286 %"}

INTRODUCTION = """# EagerMap on the paper's machine and on clusters of like and unlike machines

Made by `benchmarks/papers/eagermap_clusters.py --build BUILD --data DATA`. Paper: [Cruz 2019, sections 5.4 and
5.6](../../docs/references.md).

Machine: {machine}

The paper measured execution times on its own computers, and prints them as pictures. Here the communication is computed
(`topomorph evaluate`), for the machines that the paper names. So these tables tell how well a mapping communicates, and
not how much of a program's time that is. The numbers in the paper's text stand beside them.

* **Gain**: cost of random over cost, less 1. Random: mean of {randoms} mappings to the same slots.
* **Hop-bytes**: bytes x distance, which `auto` minimises. **Busiest link**: its bytes over its bandwidth, where links
  are slower further out; no mapper here minimises it.
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

    def map(self, affinity: Path, place: Place, mapper: str) -> tuple[list[int], float] | None:
        """Returns the mapping and CPU seconds; nothing if the mapper refuses."""
        mapping = self.work / "mapping"
        try:
            told = self.tools.output(self.program, "map", "--affinity", affinity, "--topology", place.topology, "--slots", listed(place.slots),
                                     "--algorithm", mapper, "--threads", 1, "--json", "-o", mapping)
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
    gains: dict[str, list[float]] = {mapper: [] for mapper in MAPPERS}
    for name in MEASURED:
        affinity = runner.matrix(name)
        base = runner.random_costs(affinity, place, 64)["hop-bytes"]
        for mapper in MAPPERS:
            gains[mapper].append(base / runner.costs(affinity, place, runner.map(affinity, place, mapper)[0])["hop-bytes"] - 1)
    return gains


def shared_memory(runner: Runner) -> str:
    """Returns figure 8's table."""
    gains = gains_in_hop_bytes(runner, whole(X7550, 64))
    means = {mapper: statistics.mean(of_mapper) for mapper, of_mapper in gains.items()}
    rows = [[name, *(percent(gains[mapper][i]) for mapper in MAPPERS)] for i, name in enumerate(MEASURED)]
    rows.append(["mean", *(f"{100 * means[mapper]:.1f} %" for mapper in MAPPERS)])
    rows.append(["paper: mean, in time", *(f"{SHARED[mapper]} %" if mapper in SHARED else "-" for mapper in MAPPERS)])
    for name, slots in LARGER.items():
        larger = gains_in_hop_bytes(runner, whole(f"hwloc:{runner.options.data}/hwloc/{name}.xml", slots))
        rows.append([f"mean on {slots} cores (`{name}`)", *(f"{100 * statistics.mean(larger[mapper]):.1f} %" for mapper in MAPPERS)])
    order = sorted(SHARED, key=lambda mapper: -means[mapper])
    return table(["gain", *MAPPERS], rows) + f"\nOrder of the means: {', '.join(order)}; in the paper {', '.join(SHARED)}.\n"


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
    rows = []
    for mapper in MAPPERS:
        once = runner.map(summed, place, mapper)[0]
        found = [runner.map(affinity, place, mapper) for affinity in affinities]

        def gain(mappings: list[list[int]]) -> str:
            """Returns the gain of the phases together, each with the same share of the random mapping's cost."""
            costs = [runner.costs(affinity, place, mapping)["hop-bytes"] for affinity, mapping in zip(affinities, mappings)]
            return percent(1 / statistics.mean(cost / random for cost, random in zip(costs, base)) - 1)

        moved = [sum(a != b for a, b in zip(before[0], after[0])) / 64 for before, after in zip(found, found[1:])]
        rows.append([mapper, gain([mapping for mapping, _ in found]), gain([once] * len(PHASES)),
                     f"{1e3 * statistics.mean(cpu for _, cpu in found):.2g} ms", percent(statistics.mean(moved))])
    return table(["mapper", "gain, a mapping for each phase", "gain, one mapping for all", "CPU for a mapping", "tasks that move at a new phase"], rows)


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
        for mapper in MAPPERS:
            if (mapped := runner.map(affinity, place, mapper)) is not None:
                mappings[mapper] = mapped[0]
        found[program] = {}
        for policy, mapping in mappings.items():
            costs = runner.costs(affinity, place, mapping)
            found[program][policy] = Found({cost: base[cost] / costs[cost] - 1 if costs[cost] else float("inf") for cost in costs},
                                           costs["between"] / base["between"], [sum(slot in machine for slot in mapping) for machine in place.machines])
    return found


POLICIES = ["compact", "interleave", *MAPPERS]


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
    whole = [name for name in runs if name in ("4x16", "Mixed-64")]
    for names, says in (([name for name in runs if name not in whole], "Scotch better (BT and SP leave cores free)"), (whole, "EagerMap better (BT and SP fill the cluster)")):
        pairs = [(found["eagermap"].gain["hop-bytes"], found["scotch"].gain["hop-bytes"]) for name in names for found in [runs[name]["bt, sp"]]]
        rows.append([f"BT and SP on {', '.join(names)}", says, f"hop-bytes: EagerMap better on {sum(e > s for e, s in pairs)}, Scotch on {sum(s > e for e, s in pairs)} of {len(pairs)}"])
    similar = [(1 + found["scotch"].gain["busiest"]) / (1 + found["eagermap"].gain["busiest"]) for programs in runs.values() for found in programs.values()]
    rows.append(["EagerMap over Scotch, all programs", "similar", f"Scotch's busiest link takes {1 / statistics.geometric_mean(similar):.2f} of EagerMap's time (mean)"])
    mg = [(found["interleave"].gain["busiest"], max(found[mapper].gain["busiest"] for mapper in MAPPERS if mapper in found))
          for programs in runs.values() for found in [programs["mg"]]]
    rows.append(["MG interleaved", "very close to the best", f"within 10 % of the best mapper on {sum(1 + i > 0.9 * (1 + b) for i, b in mg)} of {len(mg)} clusters"])
    return table(["section 5.6", "paper", "here (busiest link, if not said otherwise)"], rows)


def table_of_tasks(runs: Runs) -> str:
    """Returns the tasks on each machine where a program leaves slots free."""
    rows = [[name, ", ".join(str(count) for count in runs[name]["bt, sp"]["compact"].tasks), *(", ".join(map(str, runs[name]["bt, sp"][policy].tasks)) for policy in ("eagermap", "topomatch", "scotch", "auto"))]
            for name in runs if nas.ranks_of("bt, sp", SLOTS[name]) < SLOTS[name]]
    return table(["cluster", "compact", "eagermap", "topomatch", "scotch", "auto"], rows)


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


def report(runner: Runner, options: argparse.Namespace) -> str:
    unpack(options.data, runner.work)
    text = INTRODUCTION.format(machine=machine(), randoms=options.randoms)
    text += "\n" + SHARED_TEXT.format(machine=X7550) + "\n" + shared_memory(runner)
    text += "\n## A program with phases (figure 9)\n\n" + PHASES_TEXT.format(phases=len(PHASES)) + "\n" + phases(runner)
    runs: Runs = {}
    for name in CLUSTERS:
        print(name, file=sys.stderr, flush=True)
        runs[name] = run_cluster(runner, name)
    text += "\n## Clusters (figure 11)\n\n" + CLUSTER_TEXT.format(likeness=checks(runner)) + "\nGain in the time of the busiest link:\n\n" + table_of_gains(runs, "busiest")
    text += "\nGain in hop-bytes:\n\n" + table_of_gains(runs, "hop-bytes") + "\n" + told(runs)
    return text + "\nTasks of BT and SP on each machine, where they leave slots free:\n\n" + table_of_tasks(runs)


SHARED_TEXT = """## Shared memory (figure 8)

64 tasks on the paper's machine, 4 processors of 8 cores of 2 threads (`{machine}`), and on larger machines of
`hwloc/`: gain in hop-bytes. On these EagerMap spreads the tasks, because algorithm 2 makes a group for each object of
the machine as long as there are tasks.
"""
PHASES_TEXT = """The paper maps each of the 16 phases of HPCC anew, and EagerMap gains most because its mapping takes least time. HPCC's
matrices are not published. Here {phases} matrices that were measured on 64 ranks stand for the phases of a program; each
has the same share of the random mapping's cost. Tasks that move are those on another slot than in the phase before.
"""


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph", HERE / "EAGERMAP_CLUSTERS.md")
    parser.add_argument("--randoms", type=int, default=10, help="random mappings that gains are compared with")
    options = parser.parse_args()
    write_page(options.output, lambda work: report(Runner(options, work), options), beside_auto=MAPPERS[:-1])


if __name__ == "__main__":
    main()
