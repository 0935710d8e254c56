#!/usr/bin/env python3
"""Replays generated programs on simulated machines in several orders of processes: SCALE.md.

Keeps the result of each case in a folder, so that an interrupted run goes on where it ended.
"""
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "common")]
import runs
import simgrid
import tables
from machine import machine
from page import parser_of_page, write_page
from statistics_of import replayed
from text import BESIDE_PAPERS, INTRODUCTION, SECTIONS, SHORT


def machines_of(results: dict[runs.Case, dict]) -> str:
    """Returns what each machine consists of at each size."""
    found = {(name, ranks): result["description"] for (_, ranks, name), result in results.items()}
    return "\n".join(f"* {name}, {ranks} processes: {found[name, ranks]}" for name in runs.MACHINES for ranks in runs.RANKS if (name, ranks) in found)


def filled(text: str) -> str:
    """Returns the text with the lines of its paragraphs filled; tables, headings and lists stay."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(part if part.lstrip("\n").startswith(("|", "#", "* ")) or "\n|" in part else fill(part) for part in paragraphs)


def fill(paragraph: str, begin: str = "") -> str:
    words = " ".join(paragraph.split("\n")).strip()
    return textwrap.fill(begin + words, 120, subsequent_indent=" " * len(begin), break_on_hyphens=False, break_long_words=False)


def sections(results: dict[runs.Case, dict], timed: dict[int, list[dict]], simulated: str) -> str:
    cases = replayed(results)
    by_size = tables.grouped(cases, lambda case: f"{case.ranks}, {case.rate} Gbit/s")
    by_program = tables.grouped(cases, lambda case: case.program)
    by_machine = tables.grouped(cases, lambda case: case.machine)
    close = [case.without_bad() for case in cases]
    close_by_program = tables.grouped(close, lambda case: case.program)
    close_by_machine = tables.grouped(close, lambda case: case.machine)
    parts = {
        "orders": ", ".join(simgrid.ORDERS),
        "means": tables.means(by_size, "processes") + "\n" + tables.means(by_program, "program") + "\n" + tables.means(by_machine, "machine"),
        "fastest": tables.fastest(by_size, "processes"),
        "losses": tables.losses(cases),
        "correlations": tables.correlations(by_size, "processes"),
        "close": tables.correlations(close_by_program, "program") + "\n" + tables.correlations(close_by_machine, "machine"),
        "choices": tables.choices(by_program, "program") + "\n" + tables.choices(by_machine, "machine"),
        "exceptions": tables.exceptions(close),
        "papers": BESIDE_PAPERS.format(**tables.beside(cases)),
        "simgrid": simulated,
        "speed": tables.speed(results, timed),
        "all": "\n".join(f"### {title}\n\n{tables.whole(group)}" for title, group in by_size),
    }
    numbers = tables.short(cases, close)
    bullets = [fill(line.format(**numbers), "* ") for line in SHORT]
    return "## In short\n\n" + "\n".join(bullets) + "\n\n" + SECTIONS.format(**parts)


def main() -> None:
    parser = parser_of_page(__doc__, "topomorph-scale (TOPOMORPH_BUILD_BENCHMARKS)", HERE.parent / "SCALE.md")
    parser.add_argument("--ranks", type=int, nargs="*", default=runs.RANKS, help="numbers of processes")
    parser.add_argument("--jobs", type=int, default=2, help="cases at a time")
    parser.add_argument("--results", type=Path, help="folder of the cases' results; default: a temporary one")
    options = parser.parse_args()
    binary = options.build.resolve() / "bin" / "topomorph-scale"
    load = machine()

    def make(work: Path) -> str:
        folder = options.results or work
        results = runs.run_all(binary, options.ranks, folder, options.jobs)
        timed = {ranks: runs.run_for_speed(binary, ranks, folder) for ranks in options.ranks}
        text = sections(results, timed, simgrid.page(binary, folder, options.jobs))
        begin = INTRODUCTION.format(machine=load, minutes=f"{runs.seconds_of(results) / 60:.0f}", limit=runs.TIME_LIMIT, machines=machines_of(results))
        return filled(begin + text).rstrip("\n") + "\n"

    write_page(options.output, make, sources=())  # over an hour: the page says what it was made of


if __name__ == "__main__":
    main()
