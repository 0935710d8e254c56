#!/usr/bin/env python3
"""Compares PaCMap with the mappers and allocators of [Tuncer 2015, sections 5.1 and 5.2]: writes PACMAP.md."""
import argparse
import json
import resource
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "common"))

import allocation
import octahedron
import pacmap_graphs
import pacmap_metrics
from machine import machine
from markdown import exponent, span, table
from page import parser_of_page, write_page
from sources import ALLOCATION

MAPPERS = ["pacmap", "rcm", "rgrb", "rgeob", "auto"]
# Number of tasks, and their traffic: a file of the data, arguments of topomorph-generate, or a grid with coordinates.
APPLICATIONS = [
    (64, "npb-cg-64"), (64, "npb-lu-64"), (64, "npb-bt-64"), (64, "npb-mg-64"), (64, "lulesh-64"), (64, "minife-64"), (64, "amg2013-64"),
    (256, "geometric 256"), (512, "cart:8x8x8"), (512, "rmat 512"), (1000, "miniamr-1000"), (1024, "npb-bt-1024"), (1024, "minimd-1024"),
    (1024, "lu1024r"), (1024, "stencil2d5_1024"), (1024, "cart:32x32"), (1024, "geometric 1024"), (4096, "stencil3d7_4096"),
    (4096, "cart:64x64"), (4096, "cart:16x16x16"), (4096, "geometric 4096"), (16384, "cart:128x128"), (16384, "geometric 16384")]
# With --largest: the paper's classes up to its largest application, with equal edges.
LARGEST = [(32768, "rmat 32768 --edges 4"), (65536, "geometric 65536 --max-weight 1"), (65536, "rmat 65536 --edges 4"),
           (114244, "stencil 338x338"), (114599, "geometric 114599 --max-weight 1"), (112896, "stencil 48x49x48")]
# The paper's own applications, with the number of their tasks.
OWN = [(64, "GD99_b"), (65, "GD96_c"), (86, "Sandi_authors"), (112, "GD98_c"), (224, "grid1_dual"), (252, "grid1"), (258, "sphere3")]


def label(name: str) -> str:
    """Returns the name of an application in tables."""
    return "_".join(word for word in name.split(" --")[0].split())


class Runner:
    """`topomorph allocate` on one machine."""

    def __init__(self, options: argparse.Namespace, work: Path):
        self.options, self.work = options, work

    def allocate(self, *words) -> tuple[dict, float]:
        """Returns the command's JSON and its CPU seconds."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([self.options.build / "bin" / "topomorph", "allocate", "--json", *map(str, words)], check=True, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return json.loads(done.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def evaluate(self, *words) -> dict:
        done = subprocess.run([self.options.build / "bin" / "topomorph", "evaluate", "--json", *map(str, words)], check=True, capture_output=True, text=True)
        return json.loads(done.stdout)

    def matrix(self, affinity: str | Path) -> Path:
        """Returns an affinity in the Matrix Market format."""
        return pacmap_graphs.as_matrix(self.options.build / "bin" / "topomorph", str(affinity), self.work)

    def own(self, name: str) -> str:
        """Returns one of the paper's graphs, with equal edges."""
        return str(pacmap_graphs.with_equal_edges(self.options.data / "pacmap" / f"{name}.mtx", self.work))

    def coordinates(self, name: str) -> Path | None:
        """Returns a file with the coordinates of one of the paper's graphs, if they follow from its edges."""
        points = octahedron.points(self.options.data / "pacmap" / f"{name}.mtx")
        return pacmap_graphs.write_points(points, self.work / f"{name}.points") if points else None

    def points(self, name: str, affinity: str) -> Path | None:
        """Returns a file with the coordinates of an application: those of its generator, or the cells of a grid."""
        path = self.work / (label(name) + ".points")
        if name.startswith("geometric"):
            return path  # affinity() has written them
        points = None if name.startswith(("cart:", "rmat")) else pacmap_graphs.grid_points(self.matrix(affinity))
        return pacmap_graphs.write_points(points, path) if points else None

    def affinity(self, name: str) -> str:
        if name.startswith("cart:"):
            return name
        if " " not in name:
            return str(next(file for folder in ("matrices", "graphs") for file in (self.options.data / folder).glob(name + ".*")))
        path = self.work / (label(name) + ".graph")
        points = ["--coordinates", path.with_suffix(".points")] if name.startswith("geometric") else []
        subprocess.run([self.options.build / "bin" / "topomorph-generate", *name.split(), *points, "-o", path], check=True, capture_output=True)
        return str(path)

    def hosts_of(self, tasks: int, affinity: str) -> list[str]:
        """Returns options for the smallest cube of a power of two with a host for each task, on the hosts of best
        fit."""
        side = 1
        while side**3 < tasks:
            side *= 2
        torus = ["--topology", f"torus:{side}x{side}x{side}"]
        if side**3 == tasks:
            return torus
        found, _ = self.allocate(*torus, "--free", "all", "--slots-per-node", 1, "--allocator", "best-fit", "--affinity", affinity, "--algorithm", "identity")
        return [*torus, "--slots", found["nodelist"]]

    def mapped(self, hosts: list[str], affinity: str, mapper: str) -> tuple[int, float]:
        """Returns hop-bytes and CPU seconds."""
        done = subprocess.run([self.options.build / "bin" / "topomorph", "map", *hosts, "--affinity", affinity, "--algorithm", mapper, "--json"],
                              check=True, capture_output=True, text=True)
        told = json.loads(done.stdout)
        return told["hop_bytes"], told["cpu_seconds"]


@dataclass
class Row:
    """One application of figure 8: hop-bytes over those of PaCMap, and CPU seconds, by mapper."""

    name: str
    tasks: int
    ratio: dict[str, float]
    cpu: dict[str, float]
    dimensions: int = 0  # of the coordinates that `rgeob` knows; 0 if it derives some


def dimensions(name: str, coordinates: Path | None) -> int:
    """Returns the number of coordinates of a task that `rgeob` gets."""
    if coordinates:
        with coordinates.open() as file:
            return len(file.readline().split())
    return name.count("x") + 1 if name.startswith("cart:") else 0


def row(runner: Runner, tasks: int, name: str, affinity: str, coordinates: Path | None = None) -> Row:
    print(name, file=sys.stderr, flush=True)
    hosts = runner.hosts_of(tasks, affinity)
    algorithms = {mapper: f"rgeob:{coordinates}" if mapper == "rgeob" and coordinates else mapper for mapper in MAPPERS}
    found = {mapper: runner.mapped(hosts, affinity, algorithm) for mapper, algorithm in algorithms.items()}
    return Row(label(name), tasks, {mapper: cost / found["pacmap"][0] for mapper, (cost, _) in found.items()},
               {mapper: cpu for mapper, (_, cpu) in found.items()}, dimensions(name, coordinates))


def figure_8(runner: Runner) -> list[Row]:
    applications = APPLICATIONS + (LARGEST if runner.options.largest else [])
    sized = [(tasks, name, runner.affinity(name)) for tasks, name in sorted(applications, key=lambda each: each[0])]
    return [row(runner, tasks, name, affinity, runner.points(name, affinity)) for tasks, name, affinity in sized]


def own_graphs(runner: Runner) -> list[Row]:
    return [row(runner, tasks, name, runner.own(name), runner.coordinates(name)) for tasks, name in OWN]


def table_of_figure_8(rows: list[Row]) -> str:
    return table(["application", "tasks", "coordinates", *MAPPERS[1:], "CPU seconds: " + ", ".join(MAPPERS)],
                 [[row.name, str(row.tasks), str(row.dimensions or "–"), *(f"{row.ratio[mapper]:.3f}" for mapper in MAPPERS[1:]), " ".join(f"{row.cpu[mapper]:.2f}" for mapper in MAPPERS)]
                  for row in rows])


PAPERS_MAPPERS = MAPPERS[:-1]


def least(row: Row) -> str:
    """Returns the paper's mapper with the least hop-bytes."""
    return min(PAPERS_MAPPERS, key=lambda mapper: row.ratio[mapper])


def of_sphere(sphere: Row) -> str:
    """Returns what the paper says of RGeoB on sphere3, and what is found."""
    how = "with coordinates assumed from its adjacency" if sphere.dimensions else "without its coordinates"
    verdict = "reproduced, with rotations that the paper does not mention" if least(sphere) == "rgeob" else f"not reproduced, it is {least(sphere)}"
    return (f"RGeoB on sphere3: the least hop-bytes of all four mappers in the paper; here {how} {sphere.ratio['rgeob']:.3f} of PaCMap's: {verdict}. "
            "It is the cheapest of six rotations of the dimensions, cut along the same one [Deveci 2014], and of the cut along the longest ones.")


def seen_in_own_graphs(rows: list[Row]) -> str:
    told = [of_sphere(next(row for row in rows if row.name == "sphere3")),
            "The least hop-bytes of the paper's four mappers: " + ", ".join(f"{least(row)} on {row.name}" for row in rows) + ".",
            f"With our RGrB (our partitioner in place of METIS) PaCMap is ahead on {sum(row.ratio['rgrb'] > 1 for row in rows)} of {len(rows)}. The paper "
            "has RGrB ahead of PaCMap below 1000 tasks in its traces, with 16 tasks a host: [WORKLOAD.md](WORKLOAD.md) compares them there.",
            f"RCM: {span([row.ratio['rcm'] for row in rows])} times PaCMap's hop-bytes, RGrB {span([row.ratio['rgrb'] for row in rows])}, RGeoB without "
            f"coordinates {span([row.ratio['rgeob'] for row in rows if not row.dimensions])}, `auto` {span([row.ratio['auto'] for row in rows])}."]
    return "".join(f"* {line}\n" for line in told)


def seen_in_figure_8(rows: list[Row]) -> str:
    def of(mapper: str, keep) -> str:
        return span([row.ratio[mapper] for row in rows if keep(row)])

    def times_longer(keep) -> str:
        return f"{statistics.median(row.cpu['auto'] / max(row.cpu['pacmap'], 0.01) for row in rows if keep(row)):.1f}"

    ahead = sum(row.ratio["rgrb"] < 1 for row in rows)
    dearer = sum(row.ratio["auto"] > 1 for row in rows)
    return SEEN_IN_FIGURE_8.format(
        rcm_small=of("rcm", lambda row: row.tasks == 64), rcm_large=of("rcm", lambda row: row.tasks >= 4096),
        cubes=of("rgeob", lambda row: row.dimensions == 3), flat=of("rgeob", lambda row: row.dimensions == 2),
        derived=of("rgeob", lambda row: row.dimensions == 0),
        rgrb_small=of("rgrb", lambda row: row.tasks < 1000), rgrb_large=of("rgrb", lambda row: row.tasks >= 1000),
        ahead=f"on {ahead} of {len(rows)}" if ahead else "never", auto=of("auto", lambda row: True),
        dearer=f"dearer on {dearer} of {len(rows)}" if dearer else "never dearer",
        time_small=times_longer(lambda row: row.tasks <= 1024), time_large=times_longer(lambda row: row.tasks >= 16384))


INTRODUCTION = """# PaCMap: task mappers and allocators beside each other

Made by `benchmarks/papers/pacmap.py --build BUILD --data DATA`. Paper: [Tuncer 2015](../../docs/references.md).

Machine: {machine}

The paper's figures are pictures without numbers; our results stand beside what its text says of them.
"""

OWN_GRAPHS = """Seven of the applications of figure 8, with equal edges, as in the paper, on the same torus as below. The bars of the
figure have no numbers; its text has only the order of the mappers in some cases. Values are hop-bytes over those of
PaCMap as mapper. In the paper `rgeob` reads the collection's coordinates, which are not at hand. Those of {coordinates} are
assumed from its adjacency, up to a rotation: it is an octahedron with subdivided faces (figure 11). For the others
`rgeob` derives some from distances in the graph. The column *coordinates* has how many a task has.
"""

FIGURE_8 = """As in section 5.1: the smallest empty torus that is a cube of a power of two with a host for each task, one task a host,
hosts by best fit along the Hilbert curve. Values are hop-bytes over those of PaCMap as mapper; rows are in the order of
the number of tasks.

Differences from the paper: its applications are matrices of the University of Florida collection, with up to 115 000
tasks, equal edges, and the coordinates of the collection. Ours are measured matrices and grids of the shared data with
their volumes, and generated ones (`geometric`: near points in a square, `stencil`: a grid in random order, `rmat`:
power law). `rgeob` gets the points of `geometric` and the cells of all grids, as the column *coordinates* says; for
the others it derives some from distances in the graph. CPU seconds are those of the mapping alone.{largest}
"""

SEEN_IN_FIGURE_8 = """| | the paper says | here |
| --- | --- | --- |
| RCM | falls behind as applications grow: it knows only the links along the curve | {rcm_small} times PaCMap's hop-bytes with 64 tasks, {rcm_large} from 4096 on |
| RGeoB | the best if coordinates tell which tasks communicate (sphere3); poor if tasks have two dimensions and the machine three (crack) | {cubes} with three coordinates, {flat} with two; without coordinates {derived} |
| RGrB | bisection does poorly on graphs of all pairs of hosts | with our RGrB (our partitioner in place of METIS) {rgrb_small} times below 1000 tasks, {rgrb_large} from there on: {ahead} ahead; more than 2048 hosts are first halved between layers |
| auto | not in the paper | {auto}, {dearer}; CPU time (median) at least {time_small} times PaCMap's up to 1024 tasks, {time_large} times from 16384 on |

The paper's sentence that RGrB is ahead of PaCMap below 1000 tasks is about its traces, with 16 tasks a host and the mean
of an application's jobs: [WORKLOAD.md](WORKLOAD.md) has these numbers.
"""

def grown(rows: list[Row]) -> str:
    """Returns how PaCMap's time grows with the size."""
    points = [(row.tasks, row.cpu["pacmap"]) for row in rows if row.name.startswith("geometric") and row.tasks >= 1000]
    power = exponent(points)
    measured = f"grows with their number to the power {power:.2f}" if power is not None else "of too few sizes is known"
    return (f"\nPaCMap's time on the points in a square, {min(points)[0]} to {max(points)[0]} of them, {measured}. The\npaper's O(MJ + JC) is of the second "
            "power, as M, J and C grow alike here. Two differences: large runs sample (at\nmost 4096 hosts are candidates for the centre, and paths from "
            "at most 1024 groups count for the central group), and\nour time includes the search for the central group, which the paper leaves out "
            "because it is needed once for an\napplication.\n")


SEEN_IN_ALLOCATION = """The paper: PaCMap as allocator and mapper saves up to 30 % of the hop-bytes of the best pair with RGrB, and 2 and 3 % of
the time of two whole traces. Here one job is placed at a time, on one populated torus. CPU seconds are those of
`topomorph allocate`, which also places the job by best fit:
* PaCMap as allocator and mapper saves {pair} % against the best pair with our RGrB (our partitioner in place of METIS).
* With PaCMap as mapper its own hosts save {own} % against best fit along the Hilbert curve, {own_over_curves} % against the better
  of both curves, and {own_over_mc} % against mc1x1.
* With `auto` as mapper they save {own_with_auto} %. A better mapper depends less on hosts that were chosen for the job.
* `search` saves {search} % with PaCMap as mapper, {search_with_auto} % with `auto` and {search_with_rgrb} % with `rgrb`: it chooses hosts
  for all groups together, in places that `rgrb` does not keep.
"""


def seen_in_allocation(found: list[allocation.Placed]) -> str:
    def saved(ratios: list[float]) -> str:
        return span([100 * (1 - ratio) for ratio in ratios], 0)

    def over(allocator: str, mapper: str, base: str = allocation.BEST_FIT) -> str:
        return saved([placed.over(allocator, mapper, base) for placed in found])

    return SEEN_IN_ALLOCATION.format(
        pair=saved([placed.against_rgrb() for placed in found]), own=over("pacmap", "pacmap"),
        own_over_curves=saved([placed.against_curves() for placed in found]), own_over_mc=over("pacmap", "pacmap", "mc1x1"),
        own_with_auto=over("pacmap", "auto"), search=over("search", "pacmap"), search_with_auto=over("search", "auto"),
        search_with_rgrb=over("search", "rgrb"))


STATES = f"""The same torus in {len(allocation.MANY_BUSY) * len(allocation.SEEDS)} states: three shares of hosts taken, {len(allocation.SEEDS)} seeds each, with {allocation.MANY_SLOTS[0]} ranks a host as above and the paper's
{allocation.MANY_SLOTS[1]}. Mean, least and most over seeds and the affinities of the last table, with PaCMap as mapper and `search` with
its preset fast. `{allocation.ROW_BY_ROW}` is best fit along the numbers of the hosts (`--curve numbers`), which shows what
Hilbert's curve is worth. The first four columns are over best fit along the Hilbert curve.
"""
PAPER_SAVES = 30  # percent of hop-bytes, the best application of figure 13


def seen_with(slots: int, of: dict[str, list[float]]) -> str:
    """Returns the sentences about the states with this many ranks a host."""
    means = {name: statistics.fmean(values) for name, values in of.items()}
    pairs = of[allocation.AGAINST_RGRB]
    most = 100 * (1 - min(pairs))
    verdict = f"as much as the paper's {PAPER_SAVES} %" if most >= PAPER_SAVES else f"less than the paper's {PAPER_SAVES} %"
    behind = sum(ratio > 1 for ratio in pairs)
    return (f"* With {slots} ranks a host, PaCMap's hosts save {100 * (1 - means['pacmap']):.0f} % on average against best fit along the Hilbert curve, "
            f"mc1x1 {100 * (1 - means['mc1x1']):.0f} %, `search` {100 * (1 - means['search']):.0f} %. Rows instead of Hilbert's curve cost "
            f"{means[allocation.ROW_BY_ROW]:.2f} times as much; against the better curve of each state PaCMap's hosts save "
            f"{100 * (1 - means[allocation.AGAINST_CURVES]):.0f} %. PaCMap as allocator and mapper saves {100 * (1 - means[allocation.AGAINST_RGRB]):.0f} % on "
            f"average and up to {most:.0f} % against the best pair with our RGrB (our partitioner in place of METIS), {verdict}; it costs more in "
            f"{behind} of {len(pairs)}.\n")


def seen_in_states(ratios: dict[int, dict[str, list[float]]]) -> str:
    return "".join(seen_with(slots, of) for slots, of in ratios.items())


def report(runner: Runner, options: argparse.Namespace) -> str:
    text = INTRODUCTION.format(machine=machine())
    own = own_graphs(runner)
    coordinates = ", ".join(row.name for row in own if row.dimensions) or "none"
    text += "\n## The paper's own graphs (figure 8)\n\n" + OWN_GRAPHS.format(coordinates=coordinates) + "\n" + table_of_figure_8(own)
    text += "\n" + seen_in_own_graphs(own)
    rows = figure_8(runner)
    largest = "" if options.largest else " `--largest` adds applications of up to\n115 000 tasks."
    text += "\n## Task mappers on the same hosts (figure 8)\n\n" + FIGURE_8.format(largest=largest) + "\n" + table_of_figure_8(rows)
    text += "\n" + seen_in_figure_8(rows) + grown(rows)
    metrics = pacmap_metrics.section(runner.allocate, runner.evaluate, runner.matrix, options.data, runner.work)
    text += "\n## Metrics (section 4.3, figure 7)\n\n" + metrics
    placing = allocation.Placing(runner.allocate, runner.matrix, options.data, runner.work)
    section, placed = allocation.section(placing)
    text += "\n## Allocation on a populated torus (section 5.2)\n\n" + section + "\n" + seen_in_allocation(placed)
    states, by_slots = allocation.many_states(placing)
    text += "\n## Other states of the torus\n\n" + STATES + "\n" + states + "\n" + seen_in_states(by_slots)
    return text


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph and topomorph-generate", HERE / "PACMAP.md")
    parser.add_argument("--largest", action="store_true", help="also applications of up to 115 000 tasks")
    options = parser.parse_args()
    write_page(options.output, lambda work: report(Runner(options, work), options), sources=ALLOCATION, beside_auto=MAPPERS[:-1])


if __name__ == "__main__":
    main()
