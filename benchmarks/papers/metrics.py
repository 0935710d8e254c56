#!/usr/bin/env python3
"""Compares the metrics that the papers optimise with simulated seconds, over many mappings: writes METRICS.md."""
import argparse
import statistics
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / folder) for folder in ("common", "mapping", "scale")]

from algorithms import names_of_algorithms
from machine import machine
from markdown import table
from measure import Tools
from metrics_cases import AFFINITIES, EXCHANGES, ITERATIONS, MACHINES, METRICS, RANDOM, RANKS, SIZES, Case, run
from page import parser_of_page, write_page
from sources import REPLAY
from starts import with_starts
from statistics_of import TIE, geometric_mean, spearman

LARGE, SMALL = SIZES
INTRODUCTION = """# The papers' metrics beside simulated seconds

Made by `benchmarks/papers/metrics.py --build FOLDER`. Each paper optimises a metric in place of time. This page says how
well each metric goes with time, on {machines} machines with {affinities} affinities of {ranks} processes. A *case* is an affinity on a machine.
It has {least} to {most} different mappings: of every algorithm of `topomorph map --algorithm`, of `auto` with
`--cost bottleneck` and with preset fast, the orders by slot and by node, {random} random ones, and that of `auto` after
1 to {exchanges} exchanges of two roles.

`topomorph evaluate` computes the metrics. [`topomorph predict`](../../docs/replay.md) simulates the seconds: in each of
{iterations} iterations every process starts all its receives and sends, half of a pair's volume each way, and waits for
them. Computation is left out: it would add the same to all. The simulation shares the links of the routes among the
messages on them and knows no metric. Inside a host, messages are copies that share nothing. Volumes are scaled so that
a process sends {large} in an iteration on average; a second run has {small}, where latencies count more.

Two things limit what the numbers say:

* In one exchange of all processes at a time, little but the busiest link decides when the last message arrives. So
  congestion comes near time by the kind of program. [Programs with dependencies and
  computation](../SCALE.md#which-measure-goes-with-seconds) have a page of their own.
* Most mappings come from algorithms that minimise hop-bytes, or are near one of them. The correlations describe these
  mappings, and not all that there are.

The page SCALE also has SimGrid beside this simulation; another has [measured seconds beside simulated
ones](../PREDICTION.md).

Machine that made the page: {machine}

| machine | topology | links |
| --- | --- | --- |
{table_of_machines}
| metric | what it is; less is better |
| --- | --- |
{table_of_metrics}"""


def correlation(case: Case, which: list[int], metric: str, size: str, by: Callable) -> float | None:
    """Returns the correlation over these mappings; nothing if the metric or the time is the same for all."""
    values, seconds = case.of(which, metric, size)
    if len(set(values)) == 1 or max(seconds) <= (1 + TIE) * min(seconds):
        return None
    return by(values, seconds)


def mean_and_worst(values: list[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{statistics.fmean(known):.2f} ({min(known):.2f})" if known else "–"


def groups(cases: list[Case], key: Callable) -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for case in cases:
        found.setdefault(key(case), []).append(case)
    return found | {"all": cases}


def correlations(cases: list[Case], size: str, key: Callable, by: Callable, which: Callable) -> str:
    """Returns a table of the metrics against groups of cases."""
    columns = groups(cases, key)
    rows = [[metric, *(mean_and_worst([correlation(case, which(case), metric, size, by) for case in group]) for group in columns.values())]
            for metric in METRICS]
    return table(["metric", *columns], rows)


def mean_of(cases: list[Case], size: str, metric: str, which: Callable = Case.everything) -> list[float]:
    """Returns the rank correlations of all cases in which there is one."""
    values = [correlation(case, which(case), metric, size, spearman) for case in cases]
    return [value for value in values if value is not None]


def regrets_of(cases: list[Case], metric: str, size: str) -> list[float]:
    """Returns what a choice by the metric costs in the cases in which it differs."""
    values = [case.regret(metric, size) for case in cases]
    return [value for value in values if value is not None]


def choices(cases: list[Case], size: str) -> str:
    columns = groups(cases, lambda case: case.machine.name)
    rows = []
    for metric in METRICS:
        cells = []
        for group in columns.values():
            regrets = regrets_of(group, metric, size)
            cells.append(f"{100 * statistics.fmean(regrets):.1f} % ({100 * max(regrets):.0f} %)" if regrets else "–")
        rows.append([metric, *cells])
    return table(["metric", *columns], rows)


def ratios(cases: list[Case], size: str, name: str) -> list[float]:
    """Returns the algorithm's seconds over those of the fastest algorithm of each case that it takes."""
    return [case.at(size, name) / fastest(case, size)[0] for case in cases if name in case.same]


def fastest(case: Case, size: str) -> tuple[float, str]:
    return min((case.at(size, name), name) for name in case.algorithms())


def cost_ratios(cases: list[Case], name: str) -> list[float]:
    metric = "hop-bytes"
    return [case.metric_at(metric, name) / min(case.metric_at(metric, other) for other in case.algorithms()) for case in cases if name in case.same]


def algorithms(cases: list[Case]) -> list[str]:
    """Returns the names, those with the least mean time first."""
    names = {name for case in cases for name in case.algorithms()}
    return sorted(names, key=lambda name: (geometric_mean(ratios(cases, LARGE, name)), name))


def by_algorithm(cases: list[Case]) -> str:
    rows = []
    for name in algorithms(cases):
        row = [f"`{name}`", str(len(ratios(cases, LARGE, name))), f"{geometric_mean(cost_ratios(cases, name)):.3f}"]
        for size in SIZES:
            values = ratios(cases, size, name)
            row += [f"{geometric_mean(values):.3f}", f"{max(values):.2f}", str(sum(value <= 1 + TIE for value in values))]
        rows.append(row)
    of_size = [f"{what}, {size}" for size in SIZES for what in ("seconds over the fastest", "most", "fastest")]
    return table(["algorithm", "cases", "hop-bytes over the least", *of_size], rows)


def slower(cases: list[Case], size: str) -> list[Case]:
    """Returns the cases in which the mapping with the least hop-bytes of auto is slower than another algorithm's, the worst first."""
    found = [case for case in cases if case.at(size, "auto") > (1 + TIE) * fastest(case, size)[0]]
    return sorted(found, key=lambda case: -case.at(size, "auto") / fastest(case, size)[0])


def lost(cases: list[Case], size: str) -> str:
    rows = []
    for case in slower(cases, size):
        seconds, name = fastest(case, size)
        rows.append([case.affinity, case.machine.name, f"{case.at(size, 'auto') / seconds:.2f}", f"`{name}`",
                     f"{case.metric_at('hop-bytes', name) / case.metric_at('hop-bytes', 'auto'):.2f}",
                     f"{case.metric_at('congestion', name) / case.metric_at('congestion', 'auto'):.2f}",
                     f"{case.at(size, 'auto --cost bottleneck') / seconds:.2f}"])
    return table(["affinity", "machine", "auto's seconds over the fastest", "the fastest", "its hop-bytes over auto's", "its congestion over auto's",
                  "seconds of `auto --cost bottleneck` over the fastest"], rows)


def best_metric(cases: list[Case], size: str, which: Callable) -> tuple[str, float]:
    """Returns the metric with the highest mean rank correlation, among those that differ in most cases."""
    means = {metric: mean_of(cases, size, metric, which) for metric in METRICS}
    usable = {metric: statistics.fmean(values) for metric, values in means.items() if len(values) > len(cases) / 2}
    name = max(usable, key=usable.__getitem__)
    return name, usable[name]


def about(cases: list[Case], size: str, metric: str) -> str:
    values = mean_of(cases, size, metric)
    among = mean_of(cases, size, metric, Case.of_algorithms)
    return (f"{statistics.fmean(values):.2f} in the mean, {min(values):.2f} at worst; among the algorithms' mappings alone "
            f"{statistics.fmean(among):.2f} and {min(among):.2f}")


def bullet(text: str) -> str:
    return textwrap.fill("* " + text, 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False) + "\n"


def of_choices(cases: list[Case]) -> str:
    """Returns a sentence about the metrics that differ in every case."""
    costs = {metric: regrets_of(cases, metric, LARGE) for metric in METRICS}
    means = {metric: statistics.fmean(values) for metric, values in costs.items() if len(values) == len(cases)}
    order = sorted(means, key=means.__getitem__)
    return ("Of all mappings of a case, how much slower than the fastest is the one with the least metric, in the mean (of metrics that "
            "differ in every case): " + ", ".join(f"{metric} {100 * means[metric]:.1f} %" for metric in order) + ".")


def of_algorithms(cases: list[Case]) -> str:
    first = next(name for name in algorithms(cases) if len(ratios(cases, LARGE, name)) == len(cases))
    means = {name: geometric_mean(ratios(cases, LARGE, name)) for name in (first, "auto", "auto --cost bottleneck")}
    return (f"Of the algorithms that take every case, `{first}` is fastest in the mean: {means[first]:.3f} times the fastest of each case. "
            f"`auto` with hop-bytes takes {means['auto']:.3f} times, with `--cost bottleneck` {means['auto --cost bottleneck']:.3f} times.")


def of_bottleneck(cases: list[Case]) -> str:
    """Returns a sentence about the mapper for the least congestion, by its own objective."""
    name, metric = "auto --cost bottleneck", "congestion"
    over = [case.metric_at(metric, name) / case.metric_at(metric, "auto") for case in cases]
    worse = sum(value > 1 + TIE for value in over)
    return (f"`auto --cost bottleneck` has more congestion than `auto` with hop-bytes in {worse} of {len(cases)} cases, {max(over):.2f} times as much "
            f"at worst, and less in {sum(value < 1 - TIE for value in over)}.")


def conclusions(cases: list[Case]) -> str:
    text = f"Rank correlation with seconds, at {LARGE} for each process:\n\n"
    for metric in ("hop-bytes", "SumCom", "MaxCom", "congestion", "1 / quality"):
        known = len(mean_of(cases, LARGE, metric))
        text += bullet(f"{metric}: {about(cases, LARGE, metric)} ({known} of {len(cases)} cases in which it and the time differ).")
    text += "\nWhat follows:\n\n"
    for size in SIZES:
        name, value = best_metric(cases, size, Case.everything)
        among, other = best_metric(cases, size, Case.of_algorithms)
        text += bullet(f"{size}: the highest mean over all mappings has {name} ({value:.2f}), among the algorithms' alone {among} ({other:.2f}).")
    share = 1 - len(mean_of(cases, LARGE, "maximum dilation")) / len(cases)
    text += bullet(f"The maximum dilation is the same for all mappings in {100 * share:.0f} % of the cases, and cannot tell them apart there.")
    text += bullet(of_choices(cases)) + bullet(of_algorithms(cases)) + bullet(of_bottleneck(cases))
    return text + bullet(f"`auto` minimises hop-bytes. In {len(slower(cases, LARGE))} of {len(cases)} cases it takes more than {100 * TIE:.0f} % "
                         f"longer than another algorithm's mapping, at worst {max(ratios(cases, LARGE, 'auto')):.2f} times as long (below).")


CLAIMS = """* "The HopByte seems to have a good correlation with performance" [Jeannot 2022, section 3.5, after Bordage 2018]: the
  first line of "In short".
* "High correlation between hop-bytes and communication time" [Tuncer 2015, section 4.3]; its average and maximum dilation
  and its congestion are in the tables. The experiment of its figure 7 ran MiniGhost on a Cray: MiniGhost is one of the
  affinities here, and [PACMAP.md](PACMAP.md) has these metrics of mappings on allocated hosts.
* [Cruz 2019] judges mappings by the quality of equation 7, which weighs near pairs more than far ones: `1 / quality`
  above.
* Equation 5 of [Tuncer 2015]: a run takes 1 + 0.0019 x hop-bytes^(0.16 + tau) times its base time, where tau is random
  and at most 0.013. `equation 5` above is hop-bytes^0.16; what it is multiplied by changes no correlation. It orders
  mappings as hop-bytes do. Equation 5 of [Cruz 2019] bounds the algorithm's complexity, and is no metric.
* [Bordage 2017] and [Hursey 2011] print times or describe placements, and optimise no other metric: hop-bytes is what
  Scotch minimises.
"""


def report(options: argparse.Namespace, work: Path) -> str:
    tools = Tools(options.build, work)
    names = names_of_algorithms(tools)
    cases = [run(tools, options.data, where, affinity, names) for where in MACHINES for affinity in AFFINITIES]
    counts = [len(case.names) for case in cases]
    text = INTRODUCTION.format(
        machines=len(MACHINES), affinities=len(AFFINITIES), ranks=RANKS, least=min(counts), most=max(counts), random=RANDOM, exchanges=max(EXCHANGES),
        iterations=ITERATIONS, large=LARGE, small=SMALL, machine=machine(),
        table_of_machines="".join(f"| {one.name} | `{one.topology}`, `--level-costs {one.costs}` | {one.about} |\n" for one in MACHINES),
        table_of_metrics="".join(f"| {name} | {meaning} |\n" for name, meaning in METRICS.items()))
    text += f"\n## In short\n\n{conclusions(cases)}\n## What the papers claim\n\n{CLAIMS}"
    return with_starts(text + details(cases), names)


def details(cases: list[Case]) -> str:
    def of_machine(case: Case) -> str:
        return case.machine.name

    text = ("\n## Correlation with seconds\n\nMean over the cases, and the worst case in brackets. A dash: the metric is the same for all "
            "mappings. Cases in which all\nmappings take the same time within 1 % are left out.\n")
    for size in SIZES:
        text += f"\n### Spearman, all mappings, {size}\n\n" + correlations(cases, size, of_machine, spearman, Case.everything)
        text += f"\n### Spearman, mappings of algorithms alone, {size}\n\n" + correlations(cases, size, of_machine, spearman, Case.of_algorithms)
        text += f"\n### Pearson (linear), all mappings, {size}\n\n" + correlations(cases, size, of_machine, statistics.correlation, Case.everything)
    text += f"\n### Spearman by affinity, all mappings, {LARGE}\n\n" + correlations(cases, LARGE, lambda case: case.affinity, spearman, Case.everything)
    text += ("\n## What a choice by a metric costs\n\nHow much longer the mapping with the least metric takes than the fastest of all; mean, and in "
             "brackets the most.\nOf mappings with the same metric, their mean counts. Cases in which the metric is the same for all are left out.\n")
    for size in SIZES:
        text += f"\n### {size}\n\n" + choices(cases, size)
    text += ("\n## Which algorithm is fastest\n\nGeometric means over the cases that the algorithm takes. *fastest*: in how many of them it is within "
             f"{100 * TIE:.0f} % of the fastest\nalgorithm.\n\n" + by_algorithm(cases))
    return text + f"\n### Where auto's hop-bytes are not the least time ({LARGE})\n\n" + lost(cases, LARGE)


def main() -> None:
    options = parser_of_page(__doc__, "topomorph and topomorph-generate", HERE / "METRICS.md").parse_args()
    write_page(options.output, lambda work: report(options, work), sources=REPLAY)


if __name__ == "__main__":
    main()
