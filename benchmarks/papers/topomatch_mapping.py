#!/usr/bin/env python3
"""Maps NAS CG and LU onto the topologies of [Jeannot 2022, table 2]: writes TOPOMATCH_MAPPING.md."""
import argparse
import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from topomatch import HERE, PAPER, Tools, found, generate, hop_bytes, map_to, wrapped

from machine import machine
from markdown import span, table
from page import parser_of_page, write_page

# Topology, kernel, ranks: SumCom of TM, TM+const and RR, as printed.
PUBLISHED = [("mesh:8x8", "cg", 64, 1.55322e11, 1.61843e11, 2.32392e11),
             ("mesh:20x20", "cg", 256, 1.50752e12, 1.25024e12, 2.24214e12),
             ("hcub:10", "cg", 64, 8.53695e10, 9.24831e10, 1.13824e11),
             ("hcub:10", "cg", 256, 5.37686e11, 5.62584e11, 6.07044e11),
             ("torus:2x4x8", "cg", 64, 1.03746e11, 1.12046e11, 1.4228e11),
             ("torus:8x4x8", "cg", 128, 1.51185e11, 1.67784e11, 2.32411e11),
             ("torus:8x4x8", "cg", 256, 6.41426e11, 7.30942e11, 9.86436e11),
             ("mesh:8x4x8", "cg", 128, 1.99799e11, 1.74897e11, 2.46638e11),
             ("mesh:8x8x8", "cg", 256, 9.54426e11, 8.2638e11, 1.10025e12),
             ("mesh:11x11x11", "cg", 1024, 8.09822e11, 7.43324e11, 1.37142e12),
             ("mesh:50x50x50", "cg", 1024, 3.45528e12, 1.3052e12, 2.69805e12),
             ("mesh:8x8", "lu", 64, 2.21288e10, 2.86276e10, 2.21288e10),
             ("mesh:20x20", "lu", 256, 2.08085e11, 1.97101e11, 4.22708e11),
             ("hcub:10", "lu", 64, 2.21287e10, 2.21287e10, 3.47735e10),
             ("hcub:10", "lu", 256, 9.4837e10, 1.05967e11, 1.64384e11),
             ("torus:2x4x8", "lu", 64, 2.36962e10, 2.92548e10, 2.68705e10),
             ("torus:8x4x8", "lu", 128, 4.896e10, 5.76013e10, 5.21605e10),
             ("torus:8x4x8", "lu", 256, 1.2159e11, 1.36717e11, 1.67545e11),
             ("mesh:8x4x8", "lu", 128, 5.62032e10, 6.42369e10, 6.16442e10),
             ("mesh:8x8x8", "lu", 256, 1.51582e11, 1.37384e11, 2.11802e11),
             ("mesh:11x11x11", "lu", 1024, 9.83983e10, 9.72757e10, 2.03649e11),
             ("mesh:50x50x50", "lu", 1024, 3.97028e11, 1.38743e11, 6.2864e11)]
# What the paper's sums are of those of class C, in all rows of these ranks, of CG and of LU. Its text has no reason.
SCALE = {64: 1, 128: 1, 256: 2, 1024: 0.5}
ALGORITHMS = ["topomatch", "scotch", "auto"]
ROUNDED = 5e-6  # six printed digits
INTRODUCTION = """# TopoMatch, table 2: NAS CG and LU on any topology

{paper}.

All 22 rows of the paper's table. `topomorph-generate cg RANKS` and `lu RANKS` make the matrices of class C: for 64
ranks those that were measured, to the byte (`tests/benchmarks/nas_like_test.cpp`), for others by the same rule.
The paper's SumCom is the sum of B times C, each pair once, where B is the time to move one byte between two slots and C
the bytes. Here B is the number of hops, which makes it the hop-bytes that `topomorph evaluate` computes; the round
robin's sums below agree with the paper's, so the paper's B is the number of hops, too. Round robin (RR): rank i on slot
i. The paper's sums of 256 ranks are twice those of class C, and its sums of 1024 ranks half of them,
for both kernels and all topologies; the second and the third column show it. Ratios do not depend on that.

The mappings here: `topomatch` on the whole topology (algorithm 2), and with `--slots 0-(ranks-1)` on the first slots
(algorithm 4), which is the paper's "TM+const"; Scotch alone (`scotch`, with its strategy "quality", on a compact part
of the slots); `auto`. Every mapping has one rank on a slot.

Machine: {machine}
"""
STATEMENTS = """## What the paper says, and what differs

* The sums of the round robin agree with the paper, times 1, 2 or 0.5, to {deviation:.1e} in all rows, and to 5e-5 in
  {same} of {rows}.
* TopoMatch: our sums over the paper's are {whole_mean:.3f} on the whole topology (geometric mean; {whole}), and
  {first_mean:.3f} on the first slots ({first}). Both ask Scotch; versions of Scotch differ.
* "The mapping it computes shows a smaller SumCom than the round robin, the only exception is a very large topology":
  {as_text} as the text has it, {as_table} by its own table. The sum is not smaller, that is larger or equal (to the six
  digits that the paper prints), for {exceptions} here, and for {paper_exceptions} in the paper's table.
* "In almost all the cases constraining the mapping degrades the performance": in {degraded} of {rows} rows here, in
  {paper_degraded} of the paper's table. On meshes with free slots the constraint helps, because Scotch
  spreads the ranks over all slots.
* Constraining "still provides a better mapping than the round-robin case": {first_found} (by "almost all the cases",
  which is taken as no more exceptions than in the paper's table). It does not in {first_worse} of {rows} rows here:
  {first_exceptions}; and in {paper_first_worse} of the paper's table: {paper_first_exceptions}.
* "In some cases TopoMatch is able to decrease SumCom by more than 50 %": in {halved} rows here, with or without the
  constraint; in {paper_halved} of the paper's.
* `auto`: {auto_mean:.3f} times the paper's sums on the whole topology (geometric mean; {auto}), {auto_first_mean:.3f}
  times on the first slots ({auto_first}). It is {auto_verdict}.
"""


@dataclass
class Row:
    """A row of the table. Ratios are sums over those of the round robin, by algorithm."""

    topology: str
    kernel: str
    ranks: int
    published: float
    published_first: float
    published_in_order: float
    in_order: int = 0
    whole: dict[str, float] = field(default_factory=dict)
    first: dict[str, float] = field(default_factory=dict)

    def of_published(self, algorithm: str) -> float:
        return self.whole[algorithm] * self.published_in_order / self.published

    def of_published_first(self, algorithm: str) -> float:
        return self.first[algorithm] * self.published_in_order / self.published_first

    @property
    def deviation(self) -> float:
        return abs(SCALE[self.ranks] * self.in_order / self.published_in_order - 1)


def measure(tools: Tools, row: Row) -> None:
    affinity = generate(tools, "kernel.mtx", row.kernel, row.ranks)
    row.in_order = hop_bytes(tools, affinity, row.topology, "identity")
    for algorithm in ALGORITHMS:
        row.whole[algorithm] = map_to(tools, affinity, row.topology, algorithm)["hop_bytes"] / row.in_order
        on_first = map_to(tools, affinity, row.topology, algorithm, "--slots", f"0-{row.ranks - 1}")
        row.first[algorithm] = on_first["hop_bytes"] / row.in_order


def line(row: Row) -> list[str]:
    def ratios(published: float, ours: dict[str, float]) -> list[str]:
        return [f"{published / row.published_in_order:.2f}", *(f"{ours[algorithm]:.3f}" for algorithm in ALGORITHMS)]

    return [f"`{row.topology}`", row.kernel, str(row.ranks), f"{row.published_in_order:.5e}", f"{SCALE[row.ranks]:g} x {row.in_order:.5e}",
            *ratios(row.published, row.whole), *ratios(row.published_first, row.first)]


def mean(values: list[float]) -> float:
    return math.exp(statistics.fmean(math.log(value) for value in values))


def named(rows: list[Row]) -> str:
    return ", ".join(f"{row.kernel} {row.ranks} on `{row.topology}`" for row in rows) or "none"


def not_smaller(rows: list[Row], ratio: Callable[[Row], float]) -> list[Row]:
    """Returns the rows whose sum is not below the round robin's, to the digits that the paper prints."""
    return [row for row in rows if ratio(row) >= 1 - ROUNDED]


def exceptions(rows: list[Row]) -> dict[str, str]:
    """Returns where the whole topology is no gain, here and in the paper's table, and two verdicts: by text and table."""
    worse = not_smaller(rows, lambda row: row.whole["topomatch"])
    published = not_smaller(rows, lambda row: row.published / row.published_in_order)
    return {"exceptions": named(worse), "paper_exceptions": named(published), "as_text": found(all(row.topology == "mesh:50x50x50" for row in worse)),
            "as_table": found(all(row in published for row in worse))}


def statements(rows: list[Row]) -> str:
    first_worse = not_smaller(rows, lambda row: row.first["topomatch"])
    paper_first_worse = not_smaller(rows, lambda row: row.published_first / row.published_in_order)
    of_auto = [row.of_published("auto") for row in rows]
    of_auto_first = [row.of_published_first("auto") for row in rows]
    dearer = sum(max(pair) > 1 + ROUNDED for pair in zip(of_auto, of_auto_first))
    return STATEMENTS.format(
        same=sum(row.deviation < 5e-5 for row in rows), rows=len(rows), deviation=max(row.deviation for row in rows),
        whole_mean=mean([row.of_published("topomatch") for row in rows]), whole=span([row.of_published("topomatch") for row in rows]),
        first_mean=mean([row.of_published_first("topomatch") for row in rows]), first=span([row.of_published_first("topomatch") for row in rows]),
        **exceptions(rows), first_found=found(len(first_worse) <= len(paper_first_worse)), first_worse=len(first_worse), first_exceptions=named(first_worse),
        paper_first_worse=len(paper_first_worse), paper_first_exceptions=named(paper_first_worse),
        degraded=sum(row.first["topomatch"] > row.whole["topomatch"] for row in rows),
        paper_degraded=sum(row.published_first > row.published for row in rows),
        halved=sum(min(row.whole["topomatch"], row.first["topomatch"]) < 0.5 for row in rows),
        paper_halved=sum(min(row.published, row.published_first) < 0.5 * row.published_in_order for row in rows),
        auto_mean=mean(of_auto), auto=span(of_auto), auto_first_mean=mean(of_auto_first), auto_first=span(of_auto_first),
        auto_verdict="never above the paper's sum" if dearer == 0 else f"above the paper's sum in {dearer} rows")


def report(options: argparse.Namespace, work: Path) -> str:
    text = wrapped(INTRODUCTION.format(paper=PAPER, machine=machine()))
    rows = [Row(*published) for published in PUBLISHED if published[2] <= options.most_ranks]
    for row in rows:
        measure(Tools(options.build, work), row)
    ours = [f"`{algorithm}`" for algorithm in ALGORITHMS]
    header = ["topology", "kernel", "ranks", "RR, *paper*", "RR", "TM / RR, *paper*", *ours, "TM+const / RR, *paper*", *(f"{name}, first slots" for name in ours)]
    return text + "\n## Table 2\n\n" + table(header, [line(row) for row in rows]) + "\n" + wrapped(statements(rows))


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph and topomorph-generate", HERE / "TOPOMATCH_MAPPING.md")
    parser.add_argument("--most-ranks", type=int, default=1024, help="leave out rows of more")
    options = parser.parse_args()
    write_page(options.output, lambda work: report(options, work), beside_auto=["identity", *ALGORITHMS[:-1], "topomatch-constrained"])


if __name__ == "__main__":
    main()
