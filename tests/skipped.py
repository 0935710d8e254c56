#!/usr/bin/env python3
"""Says how many tests of a run of ctest were skipped, and why. The argument is the file of ctest --output-junit."""
import collections
import re
import sys
import xml.etree.ElementTree as tree

DATA = "the third-party data (TOPOMORPH_DATA) are not here"
IN_GOOGLE_TEST = re.compile(r"^\S+:\d+: Skipped\n(.*)$", re.MULTILINE)
CASES = re.compile(r"^(\d+) cases skipped: (.*)$", re.MULTILINE)
IN_PYTHON = re.compile(r"^OK \(skipped=(\d+)\)$", re.MULTILINE)


def reason_of(output):
    """Returns why a whole test was skipped: its own words, or its last line."""
    match = IN_GOOGLE_TEST.search(output)
    lines = [match[1]] if match else output.strip().splitlines()
    return DATA if DATA in output else lines[-1].strip() if lines and lines[-1].strip() else "no reason given"


def count(suite):
    """Returns the number of skipped tests by reason, and of skipped parts of tests that ran."""
    tests, parts = collections.Counter(), collections.Counter()
    for case in suite.iter("testcase"):
        output = case.findtext("system-out") or ""
        if case.find("skipped") is not None:
            tests[reason_of(output)] += 1
            continue
        for number, reason in CASES.findall(output):
            parts[reason] += int(number)
        for number in IN_PYTHON.findall(output):
            parts[DATA if DATA in output else "see the test's output"] += int(number)
    return tests, parts


def main():
    tests, parts = count(tree.parse(sys.argv[1]))
    print(f"\n{sum(tests.values())} tests were skipped, and {sum(parts.values())} parts of other tests.")
    for what, counter in (("tests", tests), ("parts", parts)):
        for reason, number in counter.most_common():
            print(f"  {number} {what}: {reason}")


if __name__ == "__main__":
    main()
