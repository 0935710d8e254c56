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


def row_of(found):
    """Returns the cells of a row: passed of run, and how many were skipped."""
    cells = []
    for name, _ in COLUMNS:
        outcomes = [outcome for test, outcome, _ in found if column_of(test) == name]
        run, left_out = [o for o in outcomes if o != "skipped"], outcomes.count("skipped")
        cells.append("–" if not outcomes else f"{run.count('passed')} of {len(run)}" + (f", {left_out} skipped" if left_out else ""))
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
            found = list(cases(path))
            print(f"| {release} | {library} | " + " | ".join(row_of(found)) + " |")
            others += [(release, library, *case) for case in found if case[1] != "passed"]
    for release, library, name, outcome, text in others:
        print(f"{release} {library} {name}: {outcome}: {reason(outcome, text)}")


if __name__ == "__main__":
    main()
