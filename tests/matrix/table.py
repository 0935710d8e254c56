#!/usr/bin/env python3
"""Prints what tools/matrix has found: for each release and MPI library, tests passed of how many, by what they exercise.

usage: table.py FOLDER RELEASE...
"""
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import skipped  # noqa: E402

# What a test exercises, by its name; the first that fits counts.
COLUMNS = (("Fortran", r"fortran|F08|[.]H[.]|[.]MPI[.]"), ("auto", r"automatic"), ("tm_reorder", r"^api|^replayed"),
           ("random", r"random|wrong_split"), ("run reverse", r"reverse|^plugin[.]pmpi|^topologies|^plugin[.]tools"),
           ("profile", r"monitor|profile|trace|collectives|^network|^job"), ("other", r""))
LIBRARIES = ("openmpi", "mpich", "abi-mpich", "abi-openmpi")


def column_of(test):
    return next(name for name, pattern in COLUMNS if re.search(pattern, test))


def cases(path):
    """Returns (name, outcome, text) of each test; outcome: passed, failed or skipped."""
    for case in ElementTree.parse(path).iter("testcase"):
        left_out, failed = case.find("skipped") is not None, case.find("failure") is not None
        outcome = "skipped" if left_out or case.get("status") == "notrun" else "failed" if failed else "passed"
        yield case.get("name"), outcome, case.findtext("system-out") or ""


def program_of(test):
    """Returns what a test runs, without the way in which it does: plugin.p2p of plugin.p2p.reverse.np4."""
    return re.sub(r"[.](plain|monitor|reverse|random|pmpi|np[0-9]+)(?=[.]|$)", "", test)


def without_the_librarys(found):
    """Marks failures that the same program has without TopoMorph as "of the library"."""
    plain = {program_of(test) for test, outcome, _ in found if outcome == "failed" and ".plain" in test}
    if plain:
        plain.add("plugin.coverage")  # runs all of these programs
    return [(test, "of the library" if outcome == "failed" and program_of(test) in plain else outcome, text) for test, outcome, text in found]


def row_of(found):
    """Returns the cells of a row: passed of run, how many were skipped, and how many fail without TopoMorph too."""
    cells = []
    for name, _ in COLUMNS:
        outcomes = [outcome for test, outcome, _ in found if column_of(test) == name]
        run = [outcome for outcome in outcomes if outcome in ("passed", "failed")]
        others = [f", {outcomes.count(other)} {other}" for other in ("skipped", "of the library") if other in outcomes]
        cells.append(f"{run.count('passed')} of {len(run)}" + "".join(others) if outcomes else "–")
    return cells


def reason(outcome, text):
    if outcome == "skipped":
        return skipped.reason_of(text)
    lines = [line for line in text.splitlines() if re.search("Error|expected|assert|FAIL", line)]
    return lines[-1].strip()[:150] if lines else text.strip()[-150:].replace("\n", " ")


def main():
    folder, releases = pathlib.Path(sys.argv[1]), sys.argv[2:]
    print("| release | library | " + " | ".join(name for name, _ in COLUMNS) + " |")
    print("|---|---|" + "---|" * len(COLUMNS))
    others = []
    for release in releases:
        for library in LIBRARIES:
            path = folder / f"{release}-{library}.xml"
            if not path.exists():
                continue
            found = without_the_librarys(list(cases(path)))
            print(f"| {release} | {library} | " + " | ".join(row_of(found)) + " |")
            others += [(release, library, *case) for case in found if case[1] != "passed"]
    for release, library, name, outcome, text in others:
        print(f"{release} {library} {name}: {outcome}: {reason(outcome, text)}")


if __name__ == "__main__":
    main()
