#!/usr/bin/env python3
# Compares `topomorph map` with Scotch's gmap on this machine, in turns, and writes the tables of RESULTS.md.
import argparse
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "common"))

import catalogue
import plot
import race
import tables
from contenders import Annealing, Scotch, TopoMorph, cost_of
from machine import machine
from measure import Tools, median_cpu
from page import parser_of_page, write_page

REFERENCE = "gmap -cq (1 thread)"
INTRODUCTION = """# Mapping: cost, time and memory, beside Scotch

Made by `benchmarks/mapping/compare.py`. Every number is of one run of this command on one machine. Mappers run in
turns, so that all meet the same load. A cell has the cost over the best known cost; the median CPU seconds of the whole
process (all threads, user and system, with reading and writing of files), in brackets over those of
`{reference}` (median of paired ratios); and the peak memory.

* `topomorph evaluate` computes the costs. The best known cost is published, of the best nested tiling (grids), or the
  least of all runs of this command so far (`best_known.json`).
* gmap puts several roles on some slots: `topomorph-scotch` moves them to the nearest free slots, outside the measured
  time.
* gmap starts a thread for each core and spends CPU time in waiting for them. With one thread it is cheaper, so this is
  the reference.
* The preset best runs once, with a limit of {limit:g} s; the others run {repeats} times.
* Machine: {machine}
"""


def arguments() -> argparse.Namespace:
    parser = parser_of_page(__doc__, "topomorph and the benchmark tools", HERE.parent / "RESULTS.md")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=3, help="instances of each random kind")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for one run of one mapper")
    parser.add_argument("--best-limit", type=float, default=10, help="time limit of the preset best, which is run once")
    parser.add_argument("--largest", type=int, default=18, help="growth up to 2^N roles")
    parser.add_argument("--sections", nargs="*", default=list(SECTIONS), choices=list(SECTIONS))
    parser.add_argument("--full", action="store_true", help="gmap also where it takes minutes")
    return parser.parse_args()


class Comparison:
    """One run of this program."""

    def __init__(self, options: argparse.Namespace, work: Path):
        self.options = options
        self.tools = Tools(options.build, work)
        self.records_file = HERE / "best_known.json"
        self.records = json.loads(self.records_file.read_text()) if self.records_file.exists() else {}
        self.presets = [TopoMorph(self.tools, "fast"), TopoMorph(self.tools, "default")]
        best = TopoMorph(self.tools, "best", options.best_limit)
        best.repeats = 1
        self.scotch = [Scotch(self.tools, ["-cq"], 1), Scotch(self.tools, ["-cq"]), Scotch(self.tools, [], 1)]
        self.all = [*self.presets, best, *self.scotch]

    def race(self, instance: catalogue.Instance, contenders: list | None = None, repeats: int | None = None) -> race.Race:
        chosen = contenders or self.all
        if instance.slow and not self.options.full:
            chosen = [contender for contender in chosen if not isinstance(contender, Scotch)]
        return race.run(self.tools, instance, chosen, repeats or self.options.repeats, self.options.timeout, self.records)

    def compare(self, instances: list[catalogue.Instance]) -> str:
        races = [self.race(instance) for instance in instances]
        together = [run for run in races if not run.case.instance.slow or self.options.full]
        alone = [run for run in races if run not in together]
        return "\n".join(tables.comparison(group, REFERENCE) for group in (together, alone) if group)

    def shared(self) -> str:
        return self.compare(catalogue.shared_graphs(self.options.data) + catalogue.large_matrices(self.options.data))

    def networks(self) -> str:
        """Returns a table of costs with those of the ranks' own order, and a table with CPU time and memory."""
        return self.beside_identity(catalogue.networks(self.options.data), [*self.all[:3], *self.scotch[0::2]])

    def busiest(self) -> str:
        annealing = Annealing(self.tools)
        annealing.repeats = 1
        return self.beside_identity(catalogue.busiest_links(), [*self.all[:3], annealing, self.scotch[0]])

    def beside_identity(self, instances: list[catalogue.Instance], contenders: list) -> str:
        rows = []
        for instance in instances:
            result = self.race(instance, contenders)
            fixed = {"identity": cost_of(self.tools, result.case, "identity")}
            if any(each.is_pencils and each.cost == "hop-bytes" for each in instances):
                fixed["product tiling"] = result.case.tiling_cost
            rows.append((result, fixed))
        usage = tables.comparison([result for result, _ in rows], REFERENCE)
        return f"{tables.orders(rows)}\nThe same with CPU time and memory:\n\n{usage}"

    def generated(self) -> str:
        return self.compare(catalogue.generated(range(1, self.options.seeds + 1)))

    def many(self) -> str:
        return self.compare(catalogue.many_roles(range(1, self.options.seeds + 1)))

    def matrices(self) -> str:
        rows = []
        for instance in catalogue.matrices(self.options.data):
            result = self.race(instance, [*self.all[:3], self.scotch[0]], repeats=1)
            fixed = {order: cost_of(self.tools, result.case, order) for order in ("identity", "cyclic")}
            rows.append((result, fixed))
        return tables.orders(rows) if rows else "No matrices here: set TOPOMORPH_DATA.\n"

    def points(self, instances: list[tuple[float, catalogue.Instance]]) -> dict[str, list[tuple[float, float]]]:
        """Returns the CPU seconds of each contender. A contender stops after a failure or a run of more than 20 s."""
        contenders, series = [*self.presets, self.scotch[0]], {}
        for x, instance in instances:
            result = self.race(instance, contenders, repeats=1 if x > 2**15 else 3)
            for contender in list(contenders):
                outcome = result.outcomes[contender.name]
                if not outcome.failure:
                    series.setdefault(contender.name, []).append((x, median_cpu(outcome.usages)))
                if outcome.failure or outcome.usages[-1].cpu > 20:
                    contenders.remove(contender)
        return series

    def growth(self) -> str:
        series = {}
        for kind, instances in catalogue.growth(self.options.largest).items():
            sized = [(2.0 ** int(instance.name.split("^")[1]), instance) for instance in instances]
            series |= {f"{kind}, {name}": line for name, line in self.points(sized).items()}
        picture = self.options.output.parent / "mapping_time.svg"
        picture.write_text(plot.svg(series, "roles", "CPU seconds"))
        sized = tables.growth("roles", series) + f"\n![CPU seconds against roles]({picture.name})\n\n"
        degrees = tables.growth("mean degree (geometric, 16384 roles)", self.points(catalogue.degrees()))
        levels = tables.growth("levels of the tree (geometric, 16384 roles)", self.points(catalogue.levels()))
        return sized + degrees + "\n" + levels


SECTIONS = {"shared": ("Shared graphs and measured matrices of about 1000 ranks", Comparison.shared),
            "generated": ("Generated graphs", Comparison.generated),
            "many": ("128 roles on each slot, imbalance 3 % (gmap with -b0.03)", Comparison.many),
            "matrices": ("Measured matrices of 64 ranks on 4 hosts of 2 sockets of 8 cores (cost over best known)",
                         Comparison.matrices),
            "networks": ("Networks that are no trees (cost over best known)", Comparison.networks),
            "busiest": ("The busiest link of a network, `--cost bottleneck` (picoseconds at a byte a nanosecond and hop)", Comparison.busiest),
            "growth": ("How CPU time grows", Comparison.growth)}


def report(options: argparse.Namespace, work: Path) -> str:
    text = INTRODUCTION.format(reference=REFERENCE, machine=machine(), limit=options.best_limit, repeats=options.repeats)
    comparison = Comparison(options, work)
    for section in options.sections:
        title, make = SECTIONS[section]
        text += f"\n## {title}\n\n{make(comparison)}"
    comparison.records_file.write_text(json.dumps(comparison.records, indent=1, sort_keys=True) + "\n")
    return text


def main() -> None:
    options = arguments()
    write_page(options.output, lambda work: report(options, work), beside_auto=["scotch"])


if __name__ == "__main__":
    main()
