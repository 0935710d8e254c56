#!/usr/bin/env python3
"""Simulates workloads under allocators and mappers [Tuncer 2015, section 5.2]: writes WORKLOAD.md."""
import argparse
import json
import resource
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "common"))

from machine import machine
from markdown import span, table
from page import parser_of_page, write_page

PAPER_ALLOCATORS = ["best-fit", "mc1x1", "pacmap"]
PAPER_MAPPERS = ["rgrb", "pacmap"]
BASE = ("best-fit", "rgrb")
WHOLE = ("pacmap", "pacmap")
BOUND = 1024  # ranks: above, the paper's figure 13 has PaCMap ahead
SEEDS = [1, 2, 3]


@dataclass
class Log:
    """A log of jobs and the torus that they run on. `paper` is the trace whose place it takes, `source` names the jobs."""

    name: str
    torus: str
    slots: int
    source: list[str]
    about: str
    paper: str = ""
    allocators: list[str] = field(default_factory=lambda: [*PAPER_ALLOCATORS, "search"])
    mappers: list[str] = field(default_factory=lambda: PAPER_MAPPERS)


ATLAS = Log("As LLNL-Atlas, generated", "8x8x9", 16, ["--generate", "1001"],
            "Jobs of the model of Lublin and Feitelson: as many as in the paper's two weeks of LLNL-Atlas, on as many cores (9216).",
            "LLNL-Atlas", mappers=[*PAPER_MAPPERS, "rcm", "rgeob"])
CURIE = Log("As CEA-Curie, generated", "18x18x18", 16, ["--generate", "3291"], "The same for CEA-Curie: 93 312 cores.", "CEA-Curie", PAPER_ALLOCATORS)
HPC2N = ("The log of HPC2N's Seth: 120 hosts of 2 processors, as a torus of 4 x 5 x 6. Hosts keep their 2 slots: of the paper's 16 a host "
         "there would be 15 hosts.")
WAGAP = ("The log of MetaCentrum's Zewura and Zegox: 20 hosts of 80 cores and 48 of 12 are 2176 cores, as in the paper hosts of 16 slots (136, "
         "of which no torus with nearly equal sides can be made): 4 x 5 x 7 = 140.")
GRAPHS = " The applications are the seven graphs of figure 8 that are at hand; as in the paper, a job gets the size of the nearest."


@dataclass
class Outcome:
    """What `topomorph simulate` tells of a log, by allocator and mapper, and its CPU seconds."""

    log: Log
    told: dict
    of: dict[tuple[str, str], dict]
    cpu: float

    def ratio(self, key: str, pair: tuple[str, str], base: tuple[str, str] = BASE) -> float:
        return self.of[pair][key] / self.of[base][key]

    def better_rgrb(self, key: str) -> float:
        """Returns the smaller of both allocators' values with rgrb: the paper's point of comparison."""
        return min(self.of[allocator, "rgrb"][key] for allocator in PAPER_ALLOCATORS[:2])

    def by_size(self, pair: tuple[str, str], large: bool) -> float | None:
        """Returns the mean, over applications above BOUND ranks or the others, of hop-bytes over those of the better
        rgrb."""
        ratios = []
        for index, one in enumerate(self.of[pair]["applications"]):
            best = min(self.of[allocator, "rgrb"]["applications"][index]["mean_hop_bytes"] for allocator in PAPER_ALLOCATORS[:2])
            if (one["ranks"] > BOUND) == large and best > 0:
                ratios.append(one["mean_hop_bytes"] / best)
        return sum(ratios) / len(ratios) if ratios else None

    def on_few_hosts(self, most: int) -> float:
        """Returns the share of the jobs on several hosts that are on `most` at most."""
        applications = self.of[BASE]["applications"]
        return sum(one["jobs"] for one in applications if one["hosts"] <= most) / sum(one["jobs"] for one in applications)


def children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def simulate(options: argparse.Namespace, log: Log, seed: int = 1) -> Outcome:
    print(f"{log.name}, seed {seed}", file=sys.stderr, flush=True)
    generated = ["--load", str(options.load)] if log.source[0] == "--generate" else []
    command = [options.build / "bin" / "topomorph", "simulate", "--topology", "torus:" + log.torus, "--slots-per-node", str(log.slots), *log.source,
               *generated, "--seed", str(seed), "--threads", str(options.threads), "--preset", options.preset, "--allocator",
               ",".join(log.allocators), "--algorithm", ",".join(log.mappers), "--json"]
    before = children_cpu()
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return Outcome(log, told, {(one["allocator"], one["algorithm"]): one for one in told["results"]}, children_cpu() - before)


def ratios(outcome: Outcome, key: str) -> str:
    log = outcome.log
    return table(["allocator", *log.mappers],
                 [[allocator, *(f"{outcome.ratio(key, (allocator, mapper)):.3f}" for mapper in log.mappers)] for allocator in log.allocators])


def wrapped(text: str, width: int = 120) -> str:
    """Breaks the lines of a paragraph."""
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line]) + "\n"


def left_out(told: dict) -> str:
    names = {"without_size_or_time": "of unknown size or time", "parts": "parts of other jobs", "too_large": "larger than the machine"}
    found = [f"{told['left_out'][key]} {name}" for key, name in names.items() if told["left_out"][key]]
    return f" Left out: {', '.join(found)}." if found else ""


def section(outcome: Outcome) -> str:
    base, told = outcome.of[BASE], outcome.told
    about = (f"{outcome.log.about} {told['jobs']} jobs, {told['on_several_hosts']} on several hosts, on a {told['network']}; "
             f"{base['makespan'] / 86400:.1f} days, {100 * base['utilisation']:.0f} % of the hosts busy. The network makes "
             f"{100 * base['network_share']:.0f} % of these run times.{left_out(told)} {outcome.cpu:.0f} s of one core.")
    return (f"## {outcome.log.name}\n\n" + wrapped(about) + "\nCumulative run time of jobs on several hosts (figure 12), best fit with rgrb is 1:\n\n" +
            ratios(outcome, "run_seconds") + "\nHop-bytes of these jobs:\n\n" + ratios(outcome, "hop_bytes") + "\nMean wait of all jobs:\n\n" +
            ratios(outcome, "mean_wait"))


KEYS = {"run_seconds": "run time", "hop_bytes": "hop-bytes", "mean_wait": "mean wait"}


def spread(runs: list[Outcome]) -> str:
    """Returns the table of several seeds: other jobs of the same model, which separates their effect from that of the
    algorithms."""
    rows = []
    for pair in runs[-1].of:
        found = {key: [run.ratio(key, pair) for run in runs] for key in KEYS}
        rows.append([*pair, *(f"{sum(values) / len(values):.3f} ({min(values):.3f} to {max(values):.3f})" for values in found.values())])
    return (f"## As LLNL-Atlas, seeds {', '.join(map(str, SEEDS))}\n\nMean, least and most; best fit with rgrb is 1 for each seed.\n\n" +
            table(["allocator", "mapper", *KEYS.values()], rows))


def change(value: float | None) -> str:
    return "–" if value is None else f"{100 * (value - 1):+.1f} %"


PAPER = {"LLNL-Atlas": ["+7 %", "-2 %", "rgrb is better", "to -30 %"], "CEA-Curie": ["-3 %", "-3 %", "rgrb is better", "to -30 %"]}
ROWS = ["run time, rgrb: mc1x1 against best fit", "run time, pacmap with pacmap against the better rgrb",
        f"… hop-bytes of applications up to {BOUND} ranks", "… hop-bytes of larger applications",
        "run time, search with pacmap against the better rgrb", f"… hop-bytes of applications up to {BOUND} ranks", "… hop-bytes of larger applications"]


def column(outcome: Outcome) -> list[str]:
    found = [change(outcome.ratio("run_seconds", ("mc1x1", "rgrb")))]
    for allocator in ("pacmap", "search"):
        pair = (allocator, "pacmap")
        if pair not in outcome.of:
            found += ["–"] * 3
            continue
        found.append(change(outcome.of[pair]["run_seconds"] / outcome.better_rgrb("run_seconds")))
        found += [change(outcome.by_size(pair, large)) for large in (False, True)]
    return found


def beside_the_paper(outcomes: list[Outcome]) -> str:
    header, columns = [""], []
    for paper, numbers in PAPER.items():
        header.append(f"paper, {paper}")
        columns.append(numbers + [""] * (len(ROWS) - len(numbers)))
    for outcome in outcomes:
        header.append(outcome.log.name)
        columns.append(column(outcome))
    return "## Beside the paper\n\n" + table(header, [[row, *cells] for row, cells in zip(ROWS, zip(*columns))])


def saved(values: list[float]) -> str:
    """Returns the share that is saved, in percent; negative: more."""
    return span([100 * (1 - value) for value in values], 1)


def results(outcomes: list[Outcome], seeds: list[Outcome], preset: str) -> str:
    atlas = outcomes[0]
    sizes = {large: [ratio for outcome in outcomes if (ratio := outcome.by_size(WHOLE, large)) is not None] for large in (False, True)}
    curves = [outcome.ratio("hop_bytes", ("mc1x1", mapper), ("best-fit", mapper)) for outcome in outcomes for mapper in PAPER_MAPPERS]
    times = [outcome.ratio("run_seconds", ("mc1x1", mapper), ("best-fit", mapper)) for outcome in outcomes for mapper in PAPER_MAPPERS]
    searches = [outcome.ratio("hop_bytes", ("search", "pacmap")) for outcome in outcomes if ("search", "pacmap") in outcome.of]
    unstructured = [atlas.ratio("hop_bytes", (allocator, mapper), (allocator, "rgrb")) for allocator in PAPER_ALLOCATORS for mapper in ("rcm", "rgeob")]
    least_wait = [min(run.ratio("mean_wait", pair) for run in seeds) for pair in seeds[-1].of]
    most_wait = [max(run.ratio("mean_wait", pair) for run in seeds) for pair in seeds[-1].of]
    lines = [
        f"Hop-bytes of PaCMap (allocator and mapper) over those of the better `rgrb`: {span(sizes[True])} for applications above {BOUND} ranks (paper: "
        f"down to 0.7), {span(sizes[False])} for smaller ones (paper: above 1).",
        f"Their run times: {span([outcome.of[WHOLE]['run_seconds'] / outcome.better_rgrb('run_seconds') for outcome in outcomes], 3)} (paper: 0.98 and "
        f"0.97). The network makes {span([100 * outcome.of[BASE]['network_share'] for outcome in outcomes], 0)} % of the run times here, and this share "
        "grows with the 0.16th power of hop-bytes: a sixth less hop-bytes is 3 % less of it. The paper does not say how much its jobs exchange. On "
        f"Atlas {100 * atlas.on_few_hosts(8):.0f} % of the jobs on several hosts have 8 hosts or fewer, where there is little to choose.",
        f"mc1x1 over best fit along the Hilbert curve, with the same mapper: hop-bytes {span(curves)}, run time {span(times, 3)}. In the paper best fit is "
        "ahead on Atlas (by 7 %), mc1x1 on Curie (by 3 %).",
        f"PaCMap as mapper alone, on best fit's hosts, saves {saved([outcome.ratio('hop_bytes', ('best-fit', 'pacmap')) for outcome in outcomes])} % of "
        f"all hop-bytes against `rgrb` there; its own hosts save another {saved([outcome.ratio('hop_bytes', WHOLE, ('best-fit', 'pacmap')) for outcome in outcomes])} %.",
        f"`search` (on Atlas only), with its preset {preset} and the mapper `pacmap`, saves {saved(searches)} % of all hop-bytes against best "
        "fit with `rgrb`, although it ignores which hosts it leaves free.",
        f"`rcm` and `rgeob` (without coordinates, by distances in the graph) cost {span(unstructured)} times the hop-bytes of `rgrb` on the same "
        "allocator's hosts.",
        f"{len(seeds)} seeds on Atlas: mean waits range from {min(least_wait):.2f} to {max(most_wait):.2f} of best fit's with `rgrb`: they depend on which "
        "job happens to end first, too."]
    return "Results:\n" + "".join(wrapped("* " + line, 118).replace("\n", "\n  ").rstrip() + "\n" for line in lines)


INTRODUCTION = """# Workloads: allocators and mappers on whole logs

Made by `benchmarks/papers/workload.py --build BUILD --data DATA`{curie}. Paper: [Tuncer 2015](../../docs/references.md),
section 5.2, two weeks of two logs of the Parallel Workloads Archive, on machines of the logs' sizes with 16 cores a
host. [workload.md](../../docs/workload.md) describes the simulation. The paper's figures 12 and 13 are drawings; our
results stand beside the numbers in its text.

Machine: {machine}

Differences from the paper: its two logs are not at hand, so generated jobs take their place, beside two real logs of
smaller machines, which run whole instead of two weeks; stencils and random meshes instead of the University of Florida
collection (seven of its graphs where the title says so); the same groups of ranks for all mappers, by our partitioner
(in the paper METIS); the shapes of the tori, which the paper does not give. A job has its hosts alone: on the real logs
small jobs leave slots idle, and jobs wait longer than they did.
"""


def report(options: argparse.Namespace) -> str:
    graphs = ",".join(str(file) for file in sorted((options.data / "pacmap").glob("*.mtx")) if not file.stem.endswith("_coord"))
    logs = [ATLAS, CURIE] if options.curie else [ATLAS]
    for name, torus, slots, about in (("HPC2N", "4x5x6", 2, HPC2N), ("wagap", "4x5x7", 16, WAGAP)):
        file = str(options.data / "workloads" / f"{name.lower()}.swf")
        logs.append(Log(name, torus, slots, ["--workload", file], about, allocators=PAPER_ALLOCATORS))
        logs.append(Log(f"{name}, graphs of figure 8", torus, slots, ["--workload", file, "--affinity", graphs], about + GRAPHS,
                        allocators=PAPER_ALLOCATORS))
    outcomes = [simulate(options, log) for log in logs]
    others = Log(ATLAS.name, ATLAS.torus, ATLAS.slots, ATLAS.source, ATLAS.about)
    seeds = [outcomes[0], *(simulate(options, others, seed) for seed in SEEDS[1:])]
    text = INTRODUCTION.format(machine=machine(), curie=" `--curie`" if options.curie else ";\n`--curie` adds the larger machine of the paper")
    return "\n".join([text, results(outcomes, seeds, options.preset), beside_the_paper(outcomes), *(section(outcome) for outcome in outcomes), spread(seeds)])


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph", HERE / "WORKLOAD.md")
    parser.add_argument("--load", type=float, default=0.7, help="of generated jobs")
    parser.add_argument("--preset", default="fast", help="of the allocator search")
    parser.add_argument("--threads", type=int, default=1, help="simulations at a time")
    parser.add_argument("--curie", action="store_true", help="also the machine of the size of CEA-Curie")
    options = parser.parse_args()
    write_page(options.output, lambda _: report(options), beside_auto=["pacmap", "rcm", "rgrb"])


if __name__ == "__main__":
    main()
