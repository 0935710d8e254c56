#!/usr/bin/env python3
"""Continues generated and measured affinities to other numbers of ranks, beside the true ones: writes EXTRAPOLATION.md."""
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "common"))

from page import parser_of_page, write_page
from sources import EXTRAPOLATION

INTRODUCTION = """# Continued affinities beside true ones

Made by `benchmarks/extrapolation/measure.py --build FOLDER`. `topomorph-extrapolation` makes patterns by the rules of
programs for 16, 64, 256 and 1024 ranks, [continues](../docs/extrapolation.md) the small ones, and compares them with
the true ones of 256 and 1024 ranks. BT, CG, LU, MG and SP have class C up to 256 ranks and class D above, so their true
bytes at 1024 ranks are those of a larger problem. HPCG, LAMMPS and MiniGhost grow with the ranks.

* *Bytes of pairs*: sum of the differences over all pairs, as a part of all true bytes.
* *Pattern*: the same after the continued bytes are scaled to the same sum. Only this affects an order.
* *Cost*: hop-bytes of the true pattern in the order found for the continued one, relative to the order found for the
  true one, on hosts of 2 packages of 8 cores (`tree:8:2:N`). *Launcher* is the same for the launcher's order.
"""

MEASURED = """
## Measured matrices

Matrices of 64 ranks, measured on real programs, continued to measured ones of 1024. MiniMD's boxes have other
proportions there.
"""


def rows_of(table: str) -> list[list[str]]:
    """Returns the cells of the rows that are not refused."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    return [row for row in rows if not row[3].startswith("refused")]


def worst(rows: list[list[str]], column: int) -> float:
    return max(float(row[column]) for row in rows)


def results(generated: str, measured: str) -> str:
    """Returns the sentences below the tables, with their figures from the tables."""
    rows = rows_of(generated)
    both, one = [row for row in rows if "," in row[1]], [row for row in rows if "," not in row[1]]
    same_problem = [row for row in both if row[2] == "256"]
    return f"""
## Results

With affinities of 16 and 64 ranks an order costs at most {100 * (worst(both, 7) - 1):.1f} % more than that for the true pattern, and the bytes at
256 ranks are wrong by at most {worst(same_problem, 5):.1f} %. With one affinity an order costs at most {100 * (worst([*one, *rows_of(measured)], 7) - 1):.1f} % more, and the bytes are
those of a problem that grows with the ranks: in the NAS benchmarks, whose problem has a fixed size, they are too large.
Where one affinity does not show what a grid of another shape does to a block (MG, HPCG, LAMMPS, MiniGhost), its volumes
lie between two cases, and the pattern differs from the true one.
"""


def report(build: Path, data: Path) -> str:
    program = build / "bin" / "topomorph-extrapolation"

    def table(*words: str) -> str:
        return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout

    generated, measured = table(), table(str(data / "matrices"))
    return INTRODUCTION + "\n" + generated + MEASURED + "\n" + measured + results(generated, measured)


def main() -> None:
    options = parser_of_page(__doc__, "topomorph-extrapolation (TOPOMORPH_BUILD_BENCHMARKS)", HERE.parent / "EXTRAPOLATION.md").parse_args()
    write_page(options.output, lambda work: report(options.build, options.data), EXTRAPOLATION)


if __name__ == "__main__":
    main()
