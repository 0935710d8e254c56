#!/usr/bin/env python3
"""Every trap of docs/conformance.md names tests, and they exist in this build.

usage: traps_test.py DOCUMENT BUILD CTEST
"""
import pathlib
import re
import subprocess
import sys

HEADING = "## Traps"
ROW = re.compile(r"^\|([^|]+)\|([^|]+)\|$")
MISSING_PARTS = re.compile(r"_NOT_BUILT$")


def rows(document):
    """(trap, names of tests) of the table under the heading."""
    section = pathlib.Path(document).read_text().split(HEADING, 1)[1].split("\n## ", 1)[0]
    found = [ROW.match(line) for line in section.splitlines()]
    return [(m[1].strip(), re.findall(r"`([^`]+)`", m[2])) for m in found if m and "---" not in m[1] and m[1].strip() != "trap"]


def existing_tests(build, ctest):
    listed = subprocess.run([ctest, "-N", "--test-dir", build], check=True, capture_output=True, text=True).stdout
    return re.findall(r"^ *Test +#\d+: (\S+)", listed, re.MULTILINE)


def main():
    traps, tests = rows(sys.argv[1]), existing_tests(sys.argv[2], sys.argv[3])
    incomplete = any(MISSING_PARTS.search(test) for test in tests)
    failures = [f"{trap}: names no test" for trap, names in traps if not names]
    for trap, names in traps:
        failures += [f"{trap}: there is no test '{name}'" for name in names if not any(test.startswith(name) for test in tests)]
    print(f"{len(traps)} traps, {len(failures)} without their tests")
    for failure in failures:
        print(failure)
    if not traps:
        sys.exit("no table of traps found")
    if incomplete and failures:
        print("this build is incomplete: nothing can be said")
        sys.exit(77)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
