#!/usr/bin/env python3
"""Simulates workloads under allocators and mappers [Tuncer 2015, section 5.2]: writes WORKLOAD.md."""
import argparse
import json
import resource
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "common"))

import pacmap_graphs
from machine import machine
from markdown import span, table
from page import parser_of_page, write_page
from sources import ALLOCATION

PAPER_ALLOCATORS = ["best-fit", "mc1x1", "pacmap"]
PAPER_MAPPERS = ["rgrb", "pacmap"]
BASE = ("best-fit", "rgrb")
WHOLE = ("pacmap", "pacmap")
BY_ROWS = "best-fit by rows"  # along the hosts' numbers instead of Hilbert's curve
BOUND = 1024  # ranks: the paper's figure 13 has RGrB ahead below, and PaCMap from there on
PAPER_LEAST = 0.7  # hop-bytes of the best application of figure 13
EXPONENT = 0.16  # of hop-bytes in equation 5
PAIR_BYTES, MORE_BYTES = "1e10", "1e12"  # that two ranks exchange in a run: the default, and a hundred times as many
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
    pair_bytes: str = PAIR_BYTES
    both_curves: bool = True  # also best fit along the rows of hosts


ATLAS = Log("As LLNL-Atlas, generated", "8x8x9", 16, ["--generate", "1001"],
            "Jobs of the model of Lublin and Feitelson: as many as in the paper's two weeks of LLNL-Atlas, on as many cores (9216).",
            "LLNL-Atlas", mappers=[*PAPER_MAPPERS, "rcm", "rgeob"])
QUADS = Log("As LLNL-Atlas, 9216 quad-core CPUs", "12x12x16", 16, ["--generate", "1001"],
            "The same with 9216 CPUs of 4 cores, as the paper's words say: 36 864 cores.", "LLNL-Atlas", PAPER_ALLOCATORS)
DENSE = Log("As LLNL-Atlas, 1 TB a pair", ATLAS.torus, ATLAS.slots, ATLAS.source, f"The first with `--pair-bytes {MORE_BYTES}`.", "LLNL-Atlas",
            PAPER_ALLOCATORS, pair_bytes=MORE_BYTES)
CURIE = Log("As CEA-Curie, generated", "18x18x18", 16, ["--generate", "3291"], "The same as for LLNL-Atlas: 93 312 cores.", "CEA-Curie", PAPER_ALLOCATORS)
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

    def with_rgrb(self) -> list[dict]:
        """Returns all allocators' results with rgrb."""
        return [one for (_, mapper), one in self.of.items() if mapper == "rgrb" and one["allocator"] != "search"]

    def best_rgrb(self, key: str) -> float:
        """Returns the least value with rgrb and an allocator of the paper: its point of comparison."""
        return min(one[key] for one in self.with_rgrb())

    def by_application(self, pair: tuple[str, str]) -> list[tuple[dict, float]]:
        """Returns each application with its mean hop-bytes over the least of those with rgrb (figure 13)."""
        least = [min(values) for values in zip(*([each["mean_hop_bytes"] for each in one["applications"]] for one in self.with_rgrb()))]
        return [(one, one["mean_hop_bytes"] / best) for one, best in zip(self.of[pair]["applications"], least) if best > 0]

    def by_size(self, pair: tuple[str, str], large: bool) -> list[float]:
        """Returns these ratios of the applications of BOUND ranks or more, or of the others."""
        return [ratio for one, ratio in self.by_application(pair) if (one["ranks"] >= BOUND) == large]

    def hours_saved(self) -> float:
        """Returns the hours of hosts that PaCMap saves against the best with rgrb."""
        return (self.best_rgrb("host_seconds") - self.of[WHOLE]["host_seconds"]) / 3600

    def on_few_hosts(self, most: int) -> float:
        """Returns the share of the jobs on several hosts that are on `most` at most."""
        applications = self.of[BASE]["applications"]
        return sum(one["jobs"] for one in applications if one["hosts"] <= most) / sum(one["jobs"] for one in applications)


def children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def told_by(options: argparse.Namespace, log: Log, seed: int, allocators: list[str], mappers: list[str], *more: str) -> dict:
    """Returns the JSON of `topomorph simulate`."""
    generated = ["--load", str(options.load)] if log.source[0] == "--generate" else []
    command = [options.build / "bin" / "topomorph", "simulate", "--topology", "torus:" + log.torus, "--slots-per-node", str(log.slots), *log.source,
               *generated, "--pair-bytes", log.pair_bytes, "--seed", str(seed), "--threads", str(options.threads), "--preset", options.preset,
               "--allocator", ",".join(allocators), "--algorithm", ",".join(mappers), *more, "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def simulate(options: argparse.Namespace, log: Log, seed: int = 1) -> Outcome:
    print(f"{log.name}, seed {seed}", file=sys.stderr, flush=True)
    before = children_cpu()
    told = told_by(options, log, seed, log.allocators, log.mappers)
    if log.both_curves:
        along_rows = told_by(options, log, seed, ["best-fit"], PAPER_MAPPERS, "--curve", "numbers")["results"]
        told["results"] += [one | {"allocator": BY_ROWS} for one in along_rows]
    return Outcome(log, told, {(one["allocator"], one["algorithm"]): one for one in told["results"]}, children_cpu() - before)


def ratios(outcome: Outcome, key: str) -> str:
    def cell(pair: tuple[str, str]) -> str:
        return f"{outcome.ratio(key, pair):.3f}" if pair in outcome.of else "–"

    allocators = [*outcome.log.allocators, *([BY_ROWS] if outcome.log.both_curves else [])]
    return table(["allocator", *outcome.log.mappers], [[allocator, *(cell((allocator, mapper)) for mapper in outcome.log.mappers)] for allocator in allocators])


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


def change(value: float) -> str:
    return f"{100 * (value - 1):+.1f} %"


def changes(values: list[float]) -> str:
    """Returns the least, mean and most change."""
    return " / ".join(f"{100 * (value - 1):+.0f}" for value in (min(values), statistics.fmean(values), max(values))) + " %" if values else "–"


# Best fit takes 7 % less than mc1x1 on LLNL-Atlas: mc1x1 takes 1 / 0.93 of it.
PAPER = {"LLNL-Atlas": ["+7.5 %", "-2 %", "rgrb is better", "least -30 %"], "CEA-Curie": ["-3 %", "-3 %", "rgrb is better", "least -30 %"]}
OF_APPLICATIONS = [f"… hop-bytes of applications below {BOUND} ranks: least / mean / most", f"… hop-bytes of applications of {BOUND} ranks or more: the same"]
ROWS = ["run time, rgrb: mc1x1 against best fit", "run time, pacmap with pacmap against the best rgrb", *OF_APPLICATIONS,
        "run time, search with pacmap against the best rgrb", *OF_APPLICATIONS]


def column(outcome: Outcome) -> list[str]:
    found = [change(outcome.ratio("run_seconds", ("mc1x1", "rgrb")))]
    for allocator in ("pacmap", "search"):
        pair = (allocator, "pacmap")
        if pair not in outcome.of:
            found += ["–"] * 3
            continue
        found.append(change(outcome.of[pair]["run_seconds"] / outcome.best_rgrb("run_seconds")))
        found += [changes(outcome.by_size(pair, large)) for large in (False, True)]
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


def of_figure_13(outcomes: list[Outcome]) -> list[str]:
    """Returns what is found of hop-bytes by application."""
    large = [ratio for outcome in outcomes for ratio in outcome.by_size(WHOLE, True)]
    small = [ratio for outcome in outcomes for ratio in outcome.by_size(WHOLE, False)]
    sandi = [ratio for outcome in outcomes for one, ratio in outcome.by_application(WHOLE) if Path(one["name"]).stem == "Sandi_authors"]
    verdict = "reached" if min(large) <= PAPER_LEAST else "not reached"
    rgrb_ahead = sum(ratio > 1 for ratio in small)
    below = "as in the paper, RGrB is ahead on most" if 2 * rgrb_ahead > len(small) else "RGrB is not ahead on most, unlike in the paper"
    return [
        f"Hop-bytes of PaCMap (allocator and mapper) over the least with our RGrB (our partitioner in place of METIS), by application (figure 13): "
        f"{min(large):.2f} to {max(large):.2f}, mean {statistics.fmean(large):.2f}, for those of {BOUND} ranks or more. The paper's best application has "
        f"{PAPER_LEAST}: {verdict}.",
        f"For those of fewer ranks {min(small):.2f} to {max(small):.2f}, mean {statistics.fmean(small):.2f}; RGrB is ahead on {rgrb_ahead} of {len(small)}: "
        f"{below}. The paper excepts Sandi_authors and mesh2e1 in its CEA-Curie trace, which have a few badly allocated jobs. Here Sandi_authors has "
        f"{span(sandi)}; mesh2e1 is not at hand."]


def of_run_times(outcomes: list[Outcome]) -> list[str]:
    """Returns what is found of run times, and how much of them hop-bytes can decide."""
    atlas, dense = outcomes[0], next(outcome for outcome in outcomes if outcome.log is DENSE)
    times = [outcome.of[WHOLE]["run_seconds"] / outcome.best_rgrb("run_seconds") for outcome in outcomes]
    saved_volume = [outcome.of[WHOLE]["hop_bytes"] / outcome.best_rgrb("hop_bytes") for outcome in outcomes]
    limits = [ratio**EXPONENT for ratio in saved_volume]
    hours = ", ".join(f"{outcome.hours_saved():.0f} on \"{outcome.log.name}\" ({outcome.of[WHOLE]['makespan'] / 86400:.1f} days)"
                      for outcome in outcomes if outcome.log.paper)
    return [
        f"Run times of the same pairs: {span(times, 3)} (paper: 0.98 and 0.97). The network makes "
        f"{span([100 * outcome.of[BASE]['network_share'] for outcome in outcomes], 0)} % of the run times here. The paper does not say how much its jobs "
        f"exchange; here each pair of ranks that communicates exchanges {float(PAIR_BYTES) / 1e9:.0f} GB in a run (`--pair-bytes {PAIR_BYTES}`). With "
        f"{float(MORE_BYTES) / 1e12:.0f} TB the network makes {100 * dense.of[BASE]['network_share']:.0f} % and the ratio of run times is "
        f"{dense.of[WHOLE]['run_seconds'] / dense.best_rgrb('run_seconds'):.3f}.",
        f"No volume could make more of it than the ratio of hop-bytes to the power {EXPONENT} (equation 5): {span(limits, 3)} for the sums of these logs, "
        f"{PAPER_LEAST**EXPONENT:.3f} for the paper's best application.",
        f"Hours of hosts that PaCMap saves against the best with our RGrB: {hours} (paper: 3000 hours in two weeks).",
        f"On Atlas {100 * atlas.on_few_hosts(8):.0f} % of the jobs on several hosts have 8 hosts or fewer, where there is little to choose."]


def of_mc1x1(outcomes: list[Outcome]) -> list[str]:
    """Returns what is found of mc1x1 beside best fit along either curve."""
    volumes = [outcome.ratio("hop_bytes", ("mc1x1", mapper), ("best-fit", mapper)) for outcome in outcomes for mapper in PAPER_MAPPERS]
    times = [outcome.ratio("run_seconds", ("mc1x1", mapper), ("best-fit", mapper)) for outcome in outcomes for mapper in PAPER_MAPPERS]
    told = []
    for outcome in (outcome for outcome in outcomes if outcome.log.paper):
        ratio, paper = outcome.ratio("run_seconds", ("mc1x1", "rgrb")), PAPER[outcome.log.paper][0]
        direction = "the direction is the paper's" if (ratio > 1) == paper.startswith("+") else "the other direction"
        told.append(f"{ratio:.3f} on \"{outcome.log.name}\" (paper: {paper}; {direction})")
    rows = [outcome.ratio("hop_bytes", (BY_ROWS, mapper), ("best-fit", mapper)) for outcome in outcomes for mapper in PAPER_MAPPERS]
    return [f"Run time of mc1x1 over best fit along the Hilbert curve, with our RGrB: {', '.join(told)}. With either mapper, of all logs: hop-bytes "
            f"{span(volumes)}, run time {span(times, 3)}.",
            "Hilbert's curve of sides that are no powers of two is cut out of a larger cube's. Best fit along the rows of hosts instead has "
            f"{span(rows)} times the hop-bytes; it counts among the allocators with `rgrb` above."]


def of_others(outcomes: list[Outcome], seeds: list[Outcome], preset: str) -> list[str]:
    """Returns what is found of pairs that the paper does not single out."""
    atlas = outcomes[0]
    as_mapper = [outcome.ratio("hop_bytes", ("best-fit", "pacmap")) for outcome in outcomes]
    as_allocator = [outcome.ratio("hop_bytes", ("pacmap", "rgrb")) for outcome in outcomes]
    searches = [outcome.ratio("hop_bytes", ("search", "pacmap")) for outcome in outcomes if ("search", "pacmap") in outcome.of]
    unstructured = [atlas.ratio("hop_bytes", (allocator, mapper), (allocator, "rgrb")) for allocator in PAPER_ALLOCATORS for mapper in ("rcm", "rgeob")]
    least_wait = [min(run.ratio("mean_wait", pair) for run in seeds) for pair in seeds[-1].of]
    most_wait = [max(run.ratio("mean_wait", pair) for run in seeds) for pair in seeds[-1].of]
    return [
        f"PaCMap as mapper alone, on best fit's hosts, saves {saved(as_mapper)} % of all hop-bytes against `rgrb` there; its own hosts save another "
        f"{saved([outcome.ratio('hop_bytes', WHOLE, ('best-fit', 'pacmap')) for outcome in outcomes])} %. As allocator alone, with `rgrb`, it saves "
        f"{saved(as_allocator)} %.",
        f"`search` (on Atlas only), with its preset {preset} and the mapper `pacmap`, saves {saved(searches)} % of all hop-bytes against best "
        "fit with `rgrb`, although it ignores which hosts it leaves free.",
        f"`rcm` and `rgeob` (without coordinates, by distances in the graph) cost {span(unstructured)} times the hop-bytes of `rgrb` on the same "
        "allocator's hosts.",
        f"{len(seeds)} seeds on Atlas: mean waits range from {min(least_wait):.2f} to {max(most_wait):.2f} of best fit's with `rgrb`: they depend on which "
        "job happens to end first, too."]


def results(outcomes: list[Outcome], seeds: list[Outcome], preset: str) -> str:
    lines = of_figure_13(outcomes) + of_run_times(outcomes) + of_mc1x1(outcomes) + of_others(outcomes, seeds, preset)
    return "Results:\n" + "".join(wrapped("* " + line, 118).replace("\n", "\n  ").rstrip() + "\n" for line in lines)


INTRODUCTION = """# Workloads: allocators and mappers on whole logs

Made by `benchmarks/papers/workload.py --build BUILD --data DATA`{curie}. Paper: [Tuncer 2015](../../docs/references.md),
section 5.2, two weeks of two logs of the Parallel Workloads Archive, on machines of the logs' sizes with 16 cores a
host. [workload.md](../../docs/workload.md) describes the simulation. The paper's figures 12 and 13 are drawings; our
results stand beside the numbers in its text.

Machine: {machine}

Differences from the paper: its two logs are not at hand, so generated jobs take their place, beside two real logs of
smaller machines, which run whole instead of two weeks (the generated ones last as long as their sections say);
stencils and random meshes instead of the University of Florida collection (seven of its graphs, with equal edges, where
the title says so), and no coordinates of them for `rgeob`; the same groups of ranks for all mappers, as in the authors'
program, by our partitioner (in the paper METIS); the bytes that ranks exchange, which the paper does not give; the
shapes of the tori, which it does not give either. A job has its hosts alone: on the real logs small jobs leave slots
idle, and jobs wait longer than they did.

The paper gives LLNL-Atlas "9216 CPUs (assumed to be quad-core CPUs)". The real Atlas had 9216 cores, as the first
machine here. Taken by the word they are 36 864 cores: the second.
"""


def logs_of(options: argparse.Namespace, work: Path) -> list[Log]:
    graphs = ",".join(map(str, pacmap_graphs.own_graphs(options.data, work)))
    logs = [ATLAS, QUADS, DENSE, *([CURIE] if options.curie else [])]
    for name, torus, slots, about in (("HPC2N", "4x5x6", 2, HPC2N), ("wagap", "4x5x7", 16, WAGAP)):
        file = str(options.data / "workloads" / f"{name.lower()}.swf")
        logs.append(Log(name, torus, slots, ["--workload", file], about, allocators=PAPER_ALLOCATORS))
        logs.append(Log(f"{name}, graphs of figure 8", torus, slots, ["--workload", file, "--affinity", graphs], about + GRAPHS,
                        allocators=PAPER_ALLOCATORS))
    return logs


def report(options: argparse.Namespace, work: Path) -> str:
    outcomes = [simulate(options, log) for log in logs_of(options, work)]
    others = Log(ATLAS.name, ATLAS.torus, ATLAS.slots, ATLAS.source, ATLAS.about, both_curves=False)
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
    write_page(options.output, lambda work: report(options, work), sources=ALLOCATION)


if __name__ == "__main__":
    main()
