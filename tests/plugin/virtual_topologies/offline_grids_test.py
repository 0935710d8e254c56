"""Grids on hosts by the command line: never more edges between hosts than are known to be possible.

usage: offline_grids_test.py TOPOMORPH
"""
import json
import subprocess
import sys
import tempfile

# Grid, slots of a host, hosts, directed edges between hosts: the first and the fourth are the best known, the others are
# below those of the published algorithms (1244, 2998, 2654: arXiv 2005.09521).
GRIDS = [("12x12", 24, 6, 72), ("50x48", 48, 50, 1204), ("10x15x16", 48, 50, 2924), ("27x37", 37, 27, 580), ("75x64", 48, 100, 2538)]


def topomorph(*words):
    return json.loads(subprocess.run([sys.argv[1], *words, "--json"], check=True, capture_output=True, text=True, timeout=100).stdout)


def edges_between_hosts(grid, slots, hosts):
    """By the evaluator, which shares no code with the algorithms; with no weights an edge is a byte."""
    with tempfile.NamedTemporaryFile(suffix=".map") as mapping:
        where = ["--affinity", f"cart:{grid}", "--topology", f"tree:{slots}:{hosts}"]
        topomorph("map", *where, "-o", mapping.name)
        found = topomorph("evaluate", *where, "--mapping", mapping.name)
    assert found["valid"], found
    return found["levels"][-1]["bytes"]


def main():
    failures = 0
    for grid, slots, hosts, known in GRIDS:
        edges = edges_between_hosts(grid, slots, hosts)
        print(f"{grid} on {hosts} hosts of {slots}: {edges} edges between hosts, known {known}")
        failures += edges > known
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
