#!/usr/bin/env python3
"""Compares regular placements [Hursey 2011] with mapping, on machines where up to nine levels branch: writes LAMA.md."""
import argparse
import json
import math
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "common"))

from machine import machine
from markdown import span, table
from page import parser_of_page, write_page

LEVELS = ["n", "b", "s", "N", "L3", "L2", "L1", "c", "h"]
# "Slot" is a core or a hardware thread (section II): the pattern by-slot is the former, as Open MPI's.
PATTERNS = {"by-slot": "by slot (cores)", "by-thread": "by slot (threads)", "by-socket": "by socket", "by-node": "by node"}
NINE = 'synthetic:"group:2 pack:2 numa:2 l3:2 l2:2 l1:2 core:2 pu:2"@threads'
PAPER_NODE = 'synthetic:"pack:2 core:3 pu:2"'
CAPTION, SECTION = "scbnh", "sbnch"  # the layouts of figure 2: in its caption, and in section IV-C

# Topology and its affinities; matrices and graphs are of the data, others are specifications.
NINE_LEVELS = [(f"tree:4+{NINE}", ["npb-bt-1024", "minimd-1024"]), (f"tree:2+{NINE}", ["cart:8x8x8"])]
USUAL = [('cmplt:4+synthetic:"pack:2 l3:2 core:4 pu:1"', ["npb-cg-64", "npb-lu-64", "npb-mg-64", "npb-bt-64", "lulesh-64", "minife-64",
                                                          "amg2013-64", "cloverleaf-64"]),
         ('tleaf:4,100,4,10+synthetic:"pack:2 numa:2 l3:2 core:8 pu:1"', ["npb-bt-1024", "minimd-1024", "lu1024r", "stencil2d5_1024"])]
RECORDED = ["irregulargroups-disallowed", "16em64t-4s2c2t", "96em64t-4n4d3ca2co-pci", "192em64t-24n8c2t"]
OF_RECORDED = ["npb-lu-64", "minife-64"]
# Hosts of the cluster PlaFRIM, in the archive fabrics/plafrim.txz.
DIFFERENT = ["bonobo001", "mirabelle003", "riri", "mirage001"]
RANDOM = ["lu1024r", "stencil2d5_1024"]

INTRODUCTION = """# LAMA: regular placements against mapping

Made by `benchmarks/papers/lama.py --build BUILD --data DATA`. Paper: [Hursey 2011](../../docs/references.md).

Machine: {machine}

The paper measures nothing. It has an algorithm (figure 1), an example of 24 processes (figure 2), nine levels (table I),
four levels of its command line (section V), and the number of orders of nine levels, 362 880. Tests name the figure or
section they are for (`tests/core/mapping/layouts`). Here all permutations of the levels that branch are evaluated
(`topomorph map --search-layouts`), beside `auto` with its default preset.

* Costs are hop-bytes over those of `auto`. *By slot*, *by socket* and *by node* are the paper's simple patterns
  (`lama:by-node`); *best* is the cheapest of all layouts. By slot is twice here, since the paper's slot is "either
  processor cores or hardware threads" (section II): `lama:by-slot` (`csbnh`) takes the first thread of all cores
  first, `lama:by-thread` (`hcsbn`) all threads of a core. Where cores have one thread or slots are cores, both are one.
* *Different orders*: layouts that give some rank another slot than every layout before. Only these are evaluated. The
  tests compare the result with an enumeration that leaves out nothing (`whole_search_test.cpp`).
* Times are CPU seconds of the search and of the mapping by `auto`, without reading the files.
"""


@dataclass
class Row:
    """One affinity on one topology."""

    name: str
    levels: int  # that branch
    layouts: int
    orders: int
    best: str
    cost: float  # of the best layout; as the next, over auto's
    patterns: dict[str, float]
    search_seconds: float
    auto_seconds: float

    @property
    def by_slot(self) -> float:
        """Returns the cost by the better meaning of "slot"."""
        return min(self.patterns["by-slot"], self.patterns["by-thread"])


class Runner:
    """`topomorph` and its data."""

    def __init__(self, options: argparse.Namespace, work: Path):
        self.program, self.data, self.work = str(options.build / "bin" / "topomorph"), options.data, work

    def run(self, *words: str) -> str:
        return subprocess.run([self.program, *words], check=True, capture_output=True, text=True).stdout

    def affinity(self, name: str) -> str:
        files = [file for folder, end in (("matrices", ".mtx"), ("graphs", ".graph")) if (file := self.data / folder / (name + end)).exists()]
        return str(files[0]) if files else name

    def map(self, affinity: str, topology: str, *words: str) -> dict:
        return json.loads(self.run("map", "--affinity", self.affinity(affinity), "--topology", topology, "--json", *words))

    def row(self, affinity: str, topology: str) -> Row:
        print(f"{affinity} on {topology} …", file=sys.stderr, flush=True)
        found = self.map(affinity, topology, "--search-layouts")
        layouts = found["layouts"]
        auto = layouts["other_cost"]
        patterns = {name: self.map(affinity, topology, "--algorithm", f"lama:{name}")["hop_bytes"] / auto for name in PATTERNS}
        levels = next(count for count in range(1, len(LEVELS) + 1) if math.factorial(count) == layouts["layouts"])
        return Row(Path(affinity).stem, levels, layouts["layouts"], layouts["orders"], layouts["best"], layouts["cost"] / auto, patterns,
                   layouts["cpu_seconds"], found["cpu_seconds"])

    def recorded(self, name: str) -> str:
        return f"hwloc:{self.data / 'hwloc' / (name + '.xml')}@threads"

    def slots(self, topology: str) -> int:
        return json.loads(self.run("topology", "--topology", topology, "--json"))["slots"]

    def different_hosts(self) -> str:
        """Returns the topology of a job on one host of each kind."""
        subprocess.run(["tar", "-xJf", self.data / "fabrics/plafrim.txz", "-C", self.work, "plafrim/hwloc"], check=True)
        (self.work / "topology.conf").write_text(f"SwitchName=switch Nodes={','.join(DIFFERENT)}\n")
        return f"slurm:{self.work / 'topology.conf'}+hwloc:{self.work / 'plafrim/hwloc'}"


def duration(seconds: float) -> str:
    return f"{1e3 * seconds:.1f} ms" if seconds < 0.1 else f"{seconds:.1f} s"


def filled(text: str, following: str = "") -> str:
    """Returns the text in lines of a page; those after the first begin with `following`."""
    return textwrap.fill(text, 120, subsequent_indent=following, break_long_words=False, break_on_hyphens=False)


def grouped(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def rows_table(rows: list[Row]) -> str:
    cells = [[row.name, grouped(row.layouts), grouped(row.orders), f"`{row.best}`", f"{row.cost:.3f}",
              *(f"{row.patterns[name]:.3f}" for name in PATTERNS), duration(row.search_seconds), duration(row.auto_seconds)] for row in rows]
    return table(["affinity", "layouts", "different orders", "best layout", "best", *PATTERNS.values(),
                  "search", "`auto`"], cells)


def places_of(runner: Runner, layout: str) -> list[tuple[str, int]]:
    """Returns node and hardware thread of the 24 processes; a node has 2 sockets of 3 cores of 2 threads."""
    lines = runner.run("layout", layout, "--hosts", f"n[0-1]={PAPER_NODE}", "-n", "24").splitlines()
    return [(host, int(cpu)) for _, host, cpu in map(str.split, lines)]


def sentences(places: list[tuple[str, int]]) -> list[tuple[str, bool]]:
    """Returns what section IV-C says of the example, and whether it holds."""
    sockets = [cpu // 6 for _, cpu in places]
    return [("\"scatters processes across all sockets\"", all(a != b for a, b in zip(sockets[:6], sockets[1:6]))),
            ("\"then all cores within a single node before moving on to the next node\"",
             [host for host, _ in places[:12]] == ["n0"] * 6 + ["n1"] * 6 and len(set(places[:12])) == 12),
            ("the second threads come after \"all nodes have the first hardware thread on every core in every socket\"",
             all(cpu % 2 == 0 for _, cpu in places[:12]) and all(cpu % 2 == 1 for _, cpu in places[12:])),
            ("then \"starts again\" from \"the first core of the first socket of the first node\"", places[12] == ("n0", 1))]


def two_layouts(holds: dict[str, list[bool]]) -> str:
    """Returns which of the paper's two layouts of figure 2 fits its sentences."""
    counts = "; ".join(f"with `{layout}` {sum(which)} of the {len(which)} sentences hold" for layout, which in holds.items())
    fitting = [f"`{layout}`" for layout, which in holds.items() if all(which)]
    fits = f"only {fitting[0]} fits them" if len(fitting) == 1 else f"{' and '.join(fitting) or 'neither'} fits them"
    return filled(f"The paper has two layouts for this example: its section IV-C prints `{SECTION}` twice, the caption of figure 2 `{CAPTION}`. "
                  f"Here, {counts}: {fits}.") + "\n"


def figure2(runner: Runner) -> str:
    """Returns the example of 24 processes, and whether it does what the paper says of it."""
    places = places_of(runner, CAPTION)
    rows = [[name, *(" ".join(str(rank) for rank, place in enumerate(places) if place == (host, 6 * socket + 2 * core + thread))
                     for socket in range(2) for core in range(3) for thread in range(2))] for name, host in (("first", "n0"), ("second", "n1"))]
    header = ["node", *(f"s{socket} c{core} h{thread}" for socket in range(2) for core in range(3) for thread in range(2))]
    said = "\n".join(f"* {text}: {'yes' if holds else '**no**'}." for text, holds in sentences(places))
    layouts = {layout: [holds for _, holds in sentences(places_of(runner, layout))] for layout in (CAPTION, SECTION)}
    return table(header, rows) + "\n" + said + "\n\n" + two_layouts(layouts)


def time_of_few(everything: list[Row]) -> str:
    """Returns a sentence on the times where few levels branch."""
    few = [row for row in everything if row.name.endswith("-64")]
    search, auto = [1e3 * row.search_seconds for row in few], [1e3 * row.auto_seconds for row in few]
    faster = sum(mine < other for mine, other in zip(search, auto))
    return (f"With 64 ranks and {min(row.levels for row in few)} to {max(row.levels for row in few)} levels that branch ({len(few)} rows), the "
            f"search takes {span(search, 1)} ms, `auto` {span(auto, 1)} ms: the search is faster in {faster} of {len(few)} rows.")


def statements(nine: list[Row], usual: list[Row], recorded: list[Row], different: list[Row]) -> str:
    everything = nine + usual + recorded + different
    worse = [row for row in everything if row.cost < 1]
    equal = [row for row in everything if abs(row.cost - 1) < 5e-4]
    ordered = [row for row in everything if row.name not in RANDOM]
    by_cores = sum(row.patterns["by-slot"] < row.patterns["by-thread"] for row in ordered)
    by_threads = sum(row.patterns["by-thread"] < row.patterns["by-slot"] for row in ordered)
    lines = [
        (f"`auto` costs at most as much as the best layout in all {len(everything)} rows" if not worse else
         f"The best layout costs less than `auto` in {len(worse)} of {len(everything)} rows ({', '.join(row.name for row in worse)})") +
        f"; the best layout costs as much in {len(equal)}, and up to {max(row.cost for row in everything):.1f} times as much.",
        f"Where ranks are numbered by the program's own order ({len(ordered)} rows), the best layout costs {span([row.cost for row in ordered])} "
        f"times as much as `auto`, by slot {span([row.by_slot for row in ordered])} (the better of cores and threads; the better is "
        f"by cores in {by_cores} rows, by threads in {by_threads}), by node {span([row.patterns['by-node'] for row in ordered])}.",
        f"All {grouped(max(row.layouts for row in nine))} layouts are tried on each of the machines whose nine levels branch, in "
        f"{span([row.search_seconds for row in nine], 1)} CPU seconds, {span([1e6 * row.search_seconds / row.layouts for row in nine], 0)} µs each; "
        f"`auto` takes {span([row.auto_seconds for row in nine])} s.",
        f"All {grouped(nine[0].layouts)} are different orders in {sum(row.orders == row.layouts for row in nine)} of {len(nine)} rows.",
        time_of_few(everything)]
    shuffled = [row for row in everything if row.name in RANDOM]
    if shuffled:
        lines.append(f"The roles of {' and '.join(f'`{name}`' for name in RANDOM)} are in random order. Their best layout costs at least "
                     f"{min(row.cost for row in shuffled):.1f} times as much as `auto`, which finds the grid.")
    return "\n".join(filled(f"* {line}", "  ") for line in lines)


def report(options: argparse.Namespace, work: Path) -> str:
    runner = Runner(options, work)
    text = INTRODUCTION.format(machine=machine())
    text += "\n## The example of figure 2\n\n24 processes by `scbnh` on two nodes of two sockets of three cores of two threads. The cells have the "
    text += f"ranks; the\nsentences are the paper's (section IV-C).\n\n{figure2(runner)}"
    text += "\n## All 362 880 layouts\n\nMachines whose nine levels all branch. A slot is a hardware thread.\n"
    nine: list[Row] = []
    for topology, affinities in NINE_LEVELS:
        rows = [runner.row(name, topology) for name in affinities]
        nine += rows
        text += f"\n`{topology}`, {runner.slots(topology)} slots:\n\n{rows_table(rows)}"
    text += "\n## Usual machines\n"
    usual: list[Row] = []
    for topology, affinities in USUAL:
        rows = [runner.row(name, topology) for name in affinities]
        usual += rows
        text += f"\n`{topology}`:\n\n{rows_table(rows)}"
    text += "\n## Recorded machines\n\nOne machine each, as many hosts of it as 64 ranks need. A slot is a hardware thread.\n"
    recorded: list[Row] = []
    for name in RECORDED:
        slots = runner.slots(runner.recorded(name))
        hosts = -(-64 // slots)
        topology = (f"tree:{hosts}+" if hosts > 1 else "") + runner.recorded(name)
        rows = [runner.row(affinity, topology) for affinity in OF_RECORDED]
        recorded += rows
        text += f"\n`{name}.xml`: {hosts} x {slots} slots, {rows[0].levels} levels branch:\n\n{rows_table(rows)}"
    topology = runner.different_hosts()
    different = [runner.row(name, topology) for name in ["npb-cg-64", "npb-lu-64", "minife-64"]]
    text += f"\n## Different hosts in one job\n\nOne host each of {', '.join(f'`{name}`' for name in DIFFERENT)} (the cluster PlaFRIM), "
    text += f"{runner.slots(topology)} cores; places\nthat a host lacks are skipped (section IV-B).\n\n{rows_table(different)}"
    return text + "\n## Results\n\n" + statements(nine, usual, recorded, different) + "\n"


def main() -> None:
    options = parser_of_page(__doc__, "topomorph", HERE / "LAMA.md").parse_args()
    write_page(options.output, lambda work: report(options, work), beside_auto=["identity"])


if __name__ == "__main__":
    main()
