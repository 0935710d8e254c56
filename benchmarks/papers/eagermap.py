#!/usr/bin/env python3
"""Compares EagerMap with the mappers of [Cruz 2019, sections 5.1 to 5.3] in time and quality: writes EAGERMAP.md."""
import argparse
import json
import math
import os
import resource
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "common"), str(HERE.parent / "mapping")]

import nas
from machine import machine
from markdown import exponent, span, table
from other_work import OtherWork
from page import parser_of_page, write_page

MAPPERS = ["eagermap", "treematch", "topomatch", "scotch", "mpipp", "auto"]
SCAN, BY_DEFAULT = "eagermap:scan", "scotch by its default"
KEPT_SUMS = "eagermap, algorithm 8 with kept sums"
MEASURED = ["npb-cg-64", "npb-lu-64", "npb-bt-64", "npb-mg-64", "eagermap-sp-omp-64", "lulesh-64", "minife-64", "amg2013-64"]
PAPER_TASKS = 128  # for which section 5.1 has ratios
PAPER_RATIOS = {BY_DEFAULT: ("Scotch by its default strategy, less the fixed part,", 10), "scotch": ("Scotch as the product runs it", 10),
                "treematch": ("TreeMatch", 1000), "topomatch": ("TopoMatch (its successor)", 1000), "mpipp": ("MPIPP", 100_000)}
PAPER_SECONDS = {32768: "43 min", 131072: "25 h"}  # one thread
PAPER_EXPONENT = math.log(25 * 60 / 43, 4)  # of these two; not printed
COUNTED = {"hpcg-8-64": "HPCG", "lammps-lj-1-5-64": "LAMMPS"}  # matrices of bytes and of messages
AS_RANDOM = 1.1  # quality over random
LATENCIES = "1:4:12:50"
RANKS = [2, 4]
MOST_OTHER_WORK = 0.5  # cores
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
WORTH_THREADS = 16384  # fewer tasks use one thread (core/mapping/baselines/next_member.h)

INTRODUCTION = """# EagerMap: time and quality beside the others

Made by `benchmarks/papers/eagermap.py --build BUILD --data DATA`. Paper: [Cruz 2019](../../docs/references.md).

Machine: {machine}

* **Topology**: the paper's machine, 4 processors of 8 cores of 2 hardware threads; several of them beyond 64 tasks. The
  latencies of equation 7 are {latencies} (threads of a core, cores of a processor, processors, machines). The paper
  measured its own and does not print them.
* **Quality**: equation 7, the sum of volume / latency (`topomorph evaluate`, `mapping_quality`), over the mean of
  {randoms} random mappings (of 3 beyond 1024 tasks).
* **Time**: CPU seconds of the mapping alone, without reading the file, with all threads and Scotch's process
  (`cpu_seconds` of `topomorph map --json`): the least of {repeats} runs in turns (of one run if it takes more than a
  second); in brackets over EagerMap's. A run may take {limit} CPU seconds. `>`: the run did not end in time, or the
  last size took more than a tenth of this limit.
* **treematch** is TreeMatch, the paper's rival: TopoMatch on trees without Scotch. **topomatch** is its successor,
  which asks Scotch for large groups.
* **scotch** is Scotch with its strategy "quality" and balance, by one thread in a process of its own.
  **{by_default}** has the strategy that Scotch takes if none is given (SCOTCH_STRATDEFAULT), as in the
  authors' script, which calls `scotch_gmap` without options. From its time, that of a call with 2 tasks on 2 slots is
  taken off, the least of {calls} runs: {fixed} for two processes (one more tries the strategy), which are none of Scotch's
  search. The difference tells no less than a tenth of this fixed part: where a cell has that, the time may be shorter.
* The paper's figures are pictures without numbers; our results stand beside what its text says of them.
"""


@dataclass
class Found:
    """Result of a mapper."""

    quality: float
    cpu: float
    wall: float


Races = dict[int, dict[str, Found]]  # by number of tasks and mapper


class Runner:
    """`topomorph` on one machine."""

    def __init__(self, options: argparse.Namespace, work: Path):
        self.options, self.work = options, work
        self.program = str(options.build / "bin" / "topomorph")
        self.fixed = self.fixed_seconds(options.calls)

    def words(self, affinity: Path, algorithm: str, tasks: int, threads: int = 1) -> list[str]:
        called = ["scotch", "--scotch-strategy", default_strategy(tasks)] if algorithm == BY_DEFAULT else [algorithm]
        return [self.program, "map", "--affinity", str(affinity), "--topology", topology(tasks), "--algorithm", *called, "--threads",
                str(threads), "--json", "-o", str(self.work / "mapping")]

    def fixed_seconds(self, calls: int) -> float:
        """Returns the CPU seconds of Scotch's process with almost nothing to map."""
        pair = nas.write({(0, 1): 1.0}, 2, self.work / "pair.mtx")
        runs = [json.loads(subprocess.run(self.words(pair, BY_DEFAULT, 2), check=True, capture_output=True, text=True).stdout) for _ in range(calls)]
        return min(run["cpu_seconds"] for run in runs)

    def map(self, affinity: Path, algorithm: str, tasks: int) -> Found | None:
        """Returns nothing if the limit of CPU time ended the run, or if the mapper does not take so many tasks."""
        limit = self.options.limit
        done = subprocess.run(self.words(affinity, algorithm, tasks), capture_output=True, text=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)))
        if done.returncode != 0:
            print(f"{algorithm}, {tasks} tasks: status {done.returncode}: {done.stderr.strip()}", file=sys.stderr)
            return None
        told = json.loads(done.stdout)
        cpu = max(told["cpu_seconds"] - self.fixed, self.fixed / 10) if algorithm == BY_DEFAULT else told["cpu_seconds"]
        return Found(self.quality(affinity, self.work / "mapping", tasks), cpu, told["seconds"])

    def quality(self, affinity: Path, mapping: Path | str, tasks: int) -> float:
        return self.judged(affinity, mapping, tasks)["mapping_quality"]

    def judged(self, affinity: Path, mapping: Path | str, tasks: int) -> dict:
        done = subprocess.run([self.program, "evaluate", "--affinity", affinity, "--topology", topology(tasks), "--mapping", mapping, "--links",
                               "0", "--json"], check=True, capture_output=True, text=True)
        return json.loads(done.stdout)

    def random_quality(self, affinity: Path, tasks: int) -> float:
        draws = self.options.randoms if tasks <= 1024 else 3
        return statistics.mean(self.quality(affinity, f"random:{seed}", tasks) for seed in range(1, draws + 1))

    def race(self, affinity: Path, tasks: int, mappers: list[str]) -> dict[str, Found]:
        """Returns the best runs of the mappers that finished; runs take turns."""
        found: dict[str, Found] = {}
        for repeat in range(self.options.repeats):
            for mapper in mappers:
                if repeat > 0 and (mapper not in found or found[mapper].cpu > 1):
                    continue
                run = self.map(affinity, mapper, tasks)
                if run is not None and (mapper not in found or run.cpu < found[mapper].cpu):
                    found[mapper] = run
        return found

    def generated(self, *words: str) -> Path:
        path = self.work / ("_".join(words) + ".graph")
        if not path.exists():
            subprocess.run([self.options.build / "bin" / "topomorph-generate", *words, "-o", path], check=True, capture_output=True)
        return path

    def scan(self, affinity: Path, tasks: int, threads: int) -> tuple[float, float]:
        """Returns seconds by the clock and CPU seconds of a mapping by algorithm 8 with kept sums."""
        done = subprocess.run(self.words(affinity, SCAN, tasks, threads), check=True, capture_output=True, text=True)
        told = json.loads(done.stdout)
        return told["seconds"], told["cpu_seconds"]

    def together(self, affinity: Path, tasks: int, ranks: int) -> dict:
        """Returns what topomorph-eagermap-job reports: seconds of so many ranks together and of one alone."""
        words = ["mpirun", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "-n", str(ranks), str(self.options.build / "bin" / "topomorph-eagermap-job"),
                 "--affinity", str(affinity), "--topology", topology(tasks), "--repeats", str(self.options.repeats)]
        done = subprocess.run(words, check=True, capture_output=True, text=True, env=os.environ | AS_ROOT)
        return json.loads(done.stdout)


def topology(tasks: int) -> str:
    """Returns as many of the paper's machines as are needed, or the needed part of one machine."""
    if tasks <= 64:
        arities = "2" if tasks == 2 else "2:8" if tasks <= 16 else f"2:8:{tasks // 16}"
    else:
        arities = f"2:8:4:{tasks // 64}"
    return f"tree:{arities}@" + ":".join(LATENCIES.split(":")[:arities.count(":") + 1])


def default_strategy(slots: int) -> str:
    """Returns in Scotch's own language the strategy that Scotch 7.0.3 takes if it gets none, for so many slots."""
    balanced = "f{move=120,pass=-1,bal=0.01,type=b}"
    halves = f"m{{asc=b{{bnd=(d{{pass=40,type=b}}|){balanced},org={balanced},width=3}},low=h{{pass=10}}{balanced},vert=120,rat=0.8}}"
    refined = "f{move=80,pass=-1,bal=0.01}"
    return (f"m{{asc=b{{width=3,bnd=d{{pass=40,dif=1,rem=0}}{refined},org={refined}}},low=r{{job=t,bal=0.01,map=t,poli=S,sep=({halves}|{halves})}},"
            f"vert={max(10000, 20 * slots)},rat=0.8,type=h}}")


def duration(seconds: float) -> str:
    return f"{1e3 * seconds:.2g} ms" if seconds < 0.1 else f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"


def two_digits(ratio: float) -> str:
    return f"{float(f'{ratio:.2g}'):g}"


def grid(tasks: int) -> str:
    """Returns a grid as near to a cube as powers of two allow."""
    power = tasks.bit_length() - 1
    return "x".join(str(2 ** ((power + axis) // 3)) for axis in (2, 1, 0))


def by_size(runner: Runner, make) -> tuple[str, Races]:
    """Returns the table of one kind of affinity, and its results."""
    rows, races = [], {}
    shown = [BY_DEFAULT if mapper == "scotch" else mapper for mapper in MAPPERS]
    shown.insert(shown.index(BY_DEFAULT) + 1, "scotch")
    mappers = [*shown, SCAN]
    for tasks in runner.options.sizes:
        print(f"{tasks} tasks", file=sys.stderr, flush=True)
        affinity = make(tasks)
        found, random = runner.race(affinity, tasks, mappers), runner.random_quality(affinity, tasks)
        cells = [f"{found[mapper].quality / random:.2f}, {duration(found[mapper].cpu)} ({two_digits(found[mapper].cpu / found['eagermap'].cpu)})"
                 if mapper in found else ">" for mapper in shown]
        scan = found.get(SCAN)
        rows.append([str(tasks), *cells, duration(scan.cpu) if scan else ">"])
        races[tasks] = found
        mappers = [mapper for mapper in mappers if mapper in found and found[mapper].cpu < runner.options.limit / 10]
    return table(["tasks", *shown, KEPT_SUMS], rows), races


def growth(races: Races, mapper: str) -> str:
    """Returns the exponent of the CPU time by tasks, from 1024 tasks on."""
    found = exponent([(tasks, by_mapper[mapper].cpu) for tasks, by_mapper in races.items() if tasks >= 1024 and mapper in by_mapper], shortest=0)
    return "-" if found is None else f"{found:.1f}"


def beside_the_paper(kinds: dict[str, Races]) -> str:
    """Returns a table of the numbers in sections 5.1 and 5.3 beside ours."""
    rows = []
    for mapper, (name, ratio) in PAPER_RATIOS.items():
        ours = ratios_at(kinds, mapper, PAPER_TASKS)
        rows.append([f"{name} over EagerMap, {PAPER_TASKS} tasks", f"{ratio:,}".replace(",", " "), *(f"{one:.3g}" for one in ours), beside(ours, ratio)])
    for tasks, seconds in PAPER_SECONDS.items():
        for mapper, name in (("eagermap", "EagerMap"), (SCAN, "EagerMap, algorithm 8 with kept sums")):
            ours = [duration(races[tasks][mapper].cpu) if mapper in races.get(tasks, {}) else "-" for races in kinds.values()]
            rows.append([f"{name}, one thread, {tasks} tasks", seconds, *ours, "-"])
    for mapper, name in (("eagermap", "EagerMap"), (SCAN, "EagerMap, algorithm 8 with kept sums")):
        rows.append([f"{name}: exponent of the growth (equations 4 to 6: 3 at most)", f"{PAPER_EXPONENT:.1f} (not printed; from the rows above)",
                     *(growth(races, mapper) for races in kinds.values()), "-"])
    return table(["", "paper", *kinds, "verdict"], rows) + "\nVerdict: as in the paper if no ratio is more than twice or less than half of its.\n"


def ratios_at(kinds: dict[str, Races], mapper: str, tasks: int) -> list[float]:
    """Returns the mapper's time over EagerMap's, for each kind of affinity with this size; "nan" if it did not end."""
    found = [races.get(tasks, {}) for races in kinds.values()]
    return [one[mapper].cpu / one["eagermap"].cpu if mapper in one else math.nan for one in found]


def beside(ours: list[float], paper: float) -> str:
    if any(math.isnan(one) for one in ours):
        return "not tested"
    if all(paper / 2 <= one <= 2 * paper for one in ours):
        return "as in the paper"
    if all(one < 1 for one in ours):
        return "not reproduced: EagerMap is slower"
    return "smaller than in the paper" if max(ours) < paper / 2 else "larger than in the paper" if min(ours) > 2 * paper else "partly as in the paper"


Qualities = dict[str, dict[str, float]]  # over random, by matrix and mapper


def measured(runner: Runner) -> Qualities:
    qualities: Qualities = {}
    for name in MEASURED:
        affinity = next(path for path in sorted((runner.options.data / "matrices").glob(name + ".*")))
        random = runner.random_quality(affinity, 64)
        found = runner.race(affinity, 64, MAPPERS)
        qualities[name] = {mapper: found[mapper].quality / random for mapper in MAPPERS if mapper in found}
    return qualities


def table_of(qualities: Qualities) -> str:
    return table(["matrix", *MAPPERS], [[name, *(f"{row[mapper]:.3f}" if mapper in row else ">" for mapper in MAPPERS)] for name, row in qualities.items()])


def seen_in_quality(qualities: Qualities) -> str:
    def most_below(mapper: str, others: list[str]) -> float:
        """Returns by how many percent the mapper is below the best of the others, at most."""
        return max(100 * (1 - row[mapper] / max(row[other] for other in others)) for row in qualities.values())

    above_random = min(row["mpipp"] for row in qualities.values() if "mpipp" in row)
    cg, lu, bt, mg = (qualities[name]["eagermap"] for name in ("npb-cg-64", "npb-lu-64", "npb-bt-64", "npb-mg-64"))
    others = [mapper for mapper in MAPPERS if mapper != "auto"]
    below = sum(row["auto"] < 0.9995 * max(row[other] for other in others) for row in qualities.values())
    return SEEN_IN_QUALITY.format(gains="the same" if min(cg, lu) > max(bt, mg) else "not so", cg=cg, lu=lu, bt=bt, mg=mg,
                                  below_scotch=most_below("eagermap", ["scotch"]), below_treematch=most_below("eagermap", ["treematch"]),
                                  below_topomatch=most_below("eagermap", ["topomatch"]), above_random=above_random,
                                  as_random="the same" if above_random < AS_RANDOM else "not so",
                                  mpipp=most_below("mpipp", ["eagermap", "treematch", "topomatch", "scotch"]),
                                  auto=f"below the best of them on {below} of {len(qualities)} matrices" if below else "below none of them on these matrices")


def seen_in_time(kinds: dict[str, Races]) -> str:
    races = [(tasks, found) for by_tasks in kinds.values() for tasks, found in by_tasks.items()]
    first = sum(all(found["eagermap"].cpu <= one.cpu for mapper, one in found.items() if mapper != SCAN) for _, found in races)
    done = sorted({tasks for tasks, found in races if "mpipp" in found})
    left = sorted({tasks for tasks, found in races if "mpipp" not in found})

    def better(mapper: str, by_tasks: Races) -> str:
        """Returns by how many percent the mapper's quality is above EagerMap's."""
        gains = [100 * (found[mapper].quality / found["eagermap"].quality - 1) for tasks, found in by_tasks.items() if tasks >= 1024 and mapper in found]
        return span(gains, 0) if gains else "-"

    gains = "\n".join(f"  * {kind}: Scotch {better('scotch', by_tasks)} %, `auto` {better('auto', by_tasks)} %, TreeMatch {better('treematch', by_tasks)} %,\n"
                      f"    TopoMatch {better('topomatch', by_tasks)} %" for kind, by_tasks in kinds.items())
    return SEEN_IN_TIME.format(fastest=f"in {first} of {len(races)} rows", done=done[-1] if done else "none", treematch=growing(kinds, "treematch"),
                               left=f", and not {left[0]} within the limit" if left else "", gains=gains)


def growing(kinds: dict[str, Races], mapper: str) -> str:
    """Returns at how many steps from size to size the mapper's time over EagerMap's grows, and where it falls, for each kind."""
    told = []
    for kind, races in kinds.items():
        ratios = [(tasks, found[mapper].cpu / found["eagermap"].cpu) for tasks, found in races.items() if mapper in found]
        steps = list(zip(ratios, ratios[1:]))
        falls = [f"from {two_digits(before)} to {two_digits(after)} at {tasks} tasks" for (_, before), (tasks, after) in steps if after <= before]
        told.append(f"  * {kind}: at {len(steps) - len(falls)} of {len(steps)} steps" + (f", it falls {', '.join(falls)}" if falls else ""))
    return "\n".join(told)


# --- messages and bytes (section 4.2) ---

def counts(path: Path) -> list[float]:
    """Returns all entries of a dense matrix of the data, both directions added up."""
    rows = [list(map(float, line.split())) for line in path.read_text().splitlines() if line.strip()]
    return [rows[a][b] + rows[b][a] for a in range(len(rows)) for b in range(a)]


def cosine(one: list[float], other: list[float]) -> float:
    def product(a: list[float], b: list[float]) -> float:
        return sum(x * y for x, y in zip(a, b))

    return product(one, other) / math.sqrt(product(one, one) * product(other, other))


def messages_and_bytes(runner: Runner) -> str:
    """Returns a table of mappings by counts of messages, judged by bytes."""
    rows, alike, common, dearer = [], [], [], []
    mappers = ["eagermap", "treematch", "scotch", "auto"]
    for name, program in COUNTED.items():
        by_bytes, by_messages = (runner.options.data / "matrices" / f"{name}.{unit}.mat" for unit in ("bytes", "msgs"))
        ratios = []
        for mapper in mappers:
            costs = [runner.map(affinity, mapper, 64) and runner.judged(by_bytes, runner.work / "mapping", 64)["hop_bytes"] for affinity in (by_bytes, by_messages)]
            ratios.append(costs[1] / costs[0])
        one, other = counts(by_bytes), counts(by_messages)
        alike.append(cosine(one, other))
        dearer += ratios
        common.append(100 * sum(a > 0 and b > 0 for a, b in zip(one, other)) / sum(a > 0 or b > 0 for a, b in zip(one, other)))
        rows.append([f"{program} (`{name}`)", f"{common[-1]:.0f} %", f"{alike[-1]:.2f}", *(f"{ratio:.3f}" for ratio in ratios)])
    told = table(["program", "pairs in both matrices", "cosine", *(f"{mapper}: by messages over by bytes" for mapper in mappers)], rows)
    return told + (f"\nThe values differ, as in the paper: cosine {span(alike)}. The pairs are the same to {span(common, 0)} %. A mapping by messages\nhas "
                   f"{span(dearer, 3)} of the hop-bytes of one by bytes. The paper's own programs were not measured both ways.\n")


def speed_up(runner: Runner) -> str:
    """Compares runs of one thread with runs of two, in turns: the least of each, which other jobs disturb least."""
    rows, other = [], OtherWork()
    for tasks in runner.options.parallel:
        print(f"{tasks} tasks, two threads", file=sys.stderr, flush=True)
        affinity = runner.generated("geometric", str(tasks))
        pairs = [(runner.scan(affinity, tasks, 1), runner.scan(affinity, tasks, 2)) for _ in range(runner.options.repeats if tasks <= 32768 else 2)]
        clock = [min(pair[i][0] for pair in pairs) for i in (0, 1)]
        cpu = [min(pair[i][1] for pair in pairs) for i in (0, 1)]
        shared = [f"{clock[0] / clock[1]:.2f}", f"{cpu[0] / (cpu[1] / 2):.2f}"] if tasks >= WORTH_THREADS else ["1 (no threads)", "-"]
        rows.append([str(tasks), duration(clock[0]), duration(clock[1]), *shared])
    return table(["tasks", "one thread", "two threads", "speed-up", "by CPU"], rows) + "\n" + free_cores(other, 2)


def free_cores(other: OtherWork, most: int) -> str:
    """Returns whether the machine was quiet enough for what ran since, and had a core for each of `most` workers."""
    used, cores = other.cores(), os.cpu_count() or 1
    judged = "so these are times of free cores" if used <= MOST_OTHER_WORK else "so these are not times of free cores, which would be shorter"
    shared = f"\nBut {most} ranks share {cores} cores: their times are of shared cores." if most > cores else ""
    return f"Other processes used {used:.2f} of {cores} cores meanwhile (limit: {MOST_OTHER_WORK}),\n{judged}.{shared}\n"


def in_a_job(runner: Runner) -> str:
    """Returns the table of all ranks together beside one process alone."""
    rows, gains, other = [], {"heap": [], "scan": []}, OtherWork()
    for tasks in runner.options.together:
        print(f"{tasks} tasks, together", file=sys.stderr, flush=True)
        affinity = runner.generated("geometric", str(tasks))
        told = {ranks: runner.together(affinity, tasks, ranks) for ranks in RANKS}
        for ranks, one in told.items():
            if ranks > (os.cpu_count() or 1):
                continue  # ranks that share cores tell nothing of a gain
            for way, seconds in gains.items():
                seconds.append(min(run[way]["alone"] for run in told.values()) / one[way]["together"])
        rows.append([str(tasks), *(duration(min(run[way]["alone"] for run in told.values())) for way in gains),
                     *(f"{duration(one['heap']['together'])}, {duration(one['scan']['together'])}" for one in told.values()),
                     *(f"{1e6 * one['reduction']:.1f} us" for one in told.values())])
    header = ["tasks", "alone: heap", "alone: scan", *(f"{ranks} ranks: heap, scan" for ranks in RANKS), *(f"a reduction of {ranks}" for ranks in RANKS)]
    return table(header, rows) + "\n" + free_cores(other, max(RANKS)) + "\n" + paying(gains)


def paying(gains: dict[str, list[float]]) -> str:
    """Returns whether working together pays with no more ranks than cores; gains are of the alone over the together."""
    if not gains["heap"]:
        return "There are fewer cores than ranks, so nothing follows about a gain.\n"
    scan, heap = max(gains["scan"]), max(gains["heap"])
    if heap > 1:
        return f"With no more ranks than cores the heaps together take less time than one heap: {heap:.2f} times faster at most.\n"
    saves = f"saves time for the scan ({scan:.2f} times faster at most), but" if scan > 1 else "saves no time for the scan either;"
    return (f"With no more ranks than cores, together never pays here: the heap alone is at least {1 / heap:.1f} times faster than the\n"
            f"heaps of all ranks. Sharing {saves} the product lets one\nengine compute the mapping by the heap. More cores than {os.cpu_count()} are not tested.\n")


SEEN_IN_QUALITY = """| the paper says | here |
| --- | --- |
| CG and LU gain most, BT and MG less | {gains}: {cg:.1f} and {lu:.1f}, {bt:.1f} and {mg:.1f} |
| EagerMap, TreeMatch and Scotch are about as good | EagerMap is at most {below_scotch:.1f} % below Scotch, {below_treematch:.1f} % below TreeMatch, and {below_topomatch:.1f} % below TopoMatch |
| MPIPP is about as good as random | {as_random}: at least {above_random:.2f} of random, and at most {mpipp:.1f} % below the best of the others: our MPIPP exchanges from five random starts until no exchange saves anything, and 64 tasks are few |

`auto`, which is not in the paper, is {auto}, although it minimises hop-bytes and does not
know equation 7. The paper counts messages, we count bytes; its machine and its NAS matrices (class B) differ from ours.
Figure 6 also has phase 7 of HPCC, Vips and Streamcluster, whose matrices are not published: not tested.
"""
MESSAGES = """The paper counts messages, and says that the pattern of bytes is the same. Two programs were measured both ways on 64
ranks: mappings by messages and by bytes, both judged by hop-bytes on the topology above.
"""
SEEN_IN_TIME = """Differences:
* EagerMap is the fastest {fastest} here; the table above has by how much. TreeMatch examines all groups only if
  there are at most 30 000, MPIPP sums over neighbours instead of rows of the matrix, and Scotch is a later version.
* Section 5.1: TreeMatch's time over EagerMap's grows with the number of tasks. From size to size it grows:
{treematch}
* Section 5.1: MPIPP did not end with more than 128 tasks. Here it does {done}{left}.
* Hours have become seconds because the matrices are sparse (6 or 12 neighbours on average) and sums are kept. Algorithm
  8 with kept sums examines every element in each step, as in the paper, but does not add up commMatrix[j][winners[k]]
  over the members again (lines 14 to 16). The heap examines only the elements that communicate with the group. All
  three choose the same elements. Algorithm 8 as printed is not timed.
* Quality above EagerMap's from 1024 tasks on:
{gains}
"""
SEEN_IN_THREADS = """The least of {repeats} runs (of two above 32768 tasks), in turns. By CPU: the seconds of one thread over half of those of
two, which is the most that two free cores could give. The paper has 13.7 with 32 threads and 131072 tasks, 7.4 (43 over
5.8 minutes) with 32768; its text has no number for two threads. So its speed-up is not tested: this is algorithm 8 with
kept sums, on {cores} cores.

Differences: a step of the paper adds up commMatrix[j][winners[k]] over all members for every task (lines 14 to 16 of
algorithm 8), while ours compares sums that are kept. So each step has less work to share, and the threads wait for one
another as often. Threads start from 16384 tasks on (the authors' program: from 500); the table tells where they pay.
"""


IN_A_JOB = """The paper leaves a version for a cluster as future work. `topomorph-eagermap-job` is one: each rank of an MPI job holds
the edges of its share of the tasks. In each step every rank looks for the best of its own tasks, by the scan (algorithm
8 with kept sums) or by the heap, and a reduction (MPI_MAXLOC) finds the best of all. Then the ranks add up the matrix
of the groups, and each computes the upper levels. Every rank gets the mapping of `topomorph map --algorithm eagermap`, bit
for bit; the program checks this in every run, and so does the test `eagermap.together` with 1, 2, 3, 4 and 7.

Least of {repeats} runs by the clock, after the reading; points in a square as above. Alone: the same steps in one process,
which also needs all edges from the ranks. Not counted: that, and sending the mapping to the ranks.
"""


def report(runner: Runner, options: argparse.Namespace) -> str:
    text = INTRODUCTION.format(machine=machine(), latencies=LATENCIES.replace(":", ", "), randoms=options.randoms, repeats=options.repeats, limit=options.limit,
                               by_default=BY_DEFAULT, calls=options.calls, fixed=duration(runner.fixed))
    text += "\n## Quality on measured matrices (figure 6)\n\n64 tasks; quality over random.\n\n"
    qualities = measured(runner)
    text += table_of(qualities) + "\n" + seen_in_quality(qualities)
    text += "\n## Counts of messages and of bytes (section 4.2)\n\n" + MESSAGES + "\n" + messages_and_bytes(runner)
    kinds = {}
    for kind, title, make in (("stencil", "7-point stencils in a cube, numbered in grid order", lambda tasks: runner.generated("stencil", grid(tasks), "--ordered")),
                              ("geometric", "near points in a square, numbered at random", lambda tasks: runner.generated("geometric", str(tasks)))):
        rows, kinds[kind] = by_size(runner, make)
        text += f"\n## Time and quality by size (figure 5): {title}\n\nQuality over random, time (over EagerMap's).\n\n{rows}"
    text += "\n## Beside the paper's text\n\n" + beside_the_paper(kinds) + "\n" + seen_in_time(kinds)
    text += "\n## Two threads (figure 7)\n\n" + speed_up(runner) + "\n" + SEEN_IN_THREADS.format(repeats=options.repeats, cores=os.cpu_count())
    return text + "\n## By the ranks of a job together (section 6)\n\n" + IN_A_JOB.format(repeats=options.repeats) + "\n" + in_a_job(runner)


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph, topomorph-generate and topomorph-eagermap-job", HERE / "EAGERMAP.md")
    parser.add_argument("--sizes", type=int, nargs="+", default=[16, 64, 128, 1024, 8192, 32768, 131072], help="powers of two")
    parser.add_argument("--parallel", type=int, nargs="+", default=[1024, 8192, 16384, 32768, 131072])
    parser.add_argument("--together", type=int, nargs="+", default=[1024, 4096, 8192, 16384], help="tasks of the job's own mapping")
    parser.add_argument("--randoms", type=int, default=30, help="random mappings that quality is compared with")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--calls", type=int, default=30, help="almost empty calls of Scotch, of which the least is its fixed time")
    parser.add_argument("--limit", type=int, default=40, help="CPU seconds of one run")
    options = parser.parse_args()
    write_page(options.output, lambda work: report(Runner(options, work), options), beside_auto=MAPPERS[:-1])


if __name__ == "__main__":
    main()
