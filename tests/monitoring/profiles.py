"""Runs a program under `topomorph profile` and reads the profile, by SQL only."""
import argparse
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "launchers"))

import launching  # noqa: E402

SKIPPED = 77

TRAFFIC = """SELECT layer, source, destination, SUM(bytes), SUM(messages) FROM traffic
             WHERE phase LIKE ? GROUP BY layer, source, destination"""
CALLS = "SELECT function, SUM(count), SUM(bytes) FROM calls WHERE phase LIKE ? GROUP BY function"
SIZES = "SELECT layer, log2, SUM(messages) FROM sizes WHERE phase LIKE ? GROUP BY layer, log2"


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--mpiexec", required=True)
    parser.add_argument("--topomorph", required=True)
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--launcher", action="append", default=[], help="one more option of the launcher")
    parser.add_argument("--env", action="append", default=[], help="VARIABLE=VALUE for the job")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--skip", default="", help="why this cannot be here")
    parser.add_argument("program", nargs="+")
    options = parser.parse_args()
    if options.skip:
        print("skipped:", options.skip)
        sys.exit(SKIPPED)
    return options


def profile_run(options, profile, *words):
    """Writes the profile of one run, with more options of topomorph profile. Returns what the job wrote on stderr."""
    environment = dict(os.environ, **dict(pair.split("=", 1) for pair in options.env))
    command = [options.mpiexec, "--oversubscribe", "--mca", "mpi_yield_when_idle", "1",
               *launching.through_memory(options.mpiexec), *options.launcher, "-n", str(options.ranks), options.topomorph, "profile", "-o", str(profile), *words, "--",
               *options.program]
    done = subprocess.run(command, env=environment, timeout=100, stderr=subprocess.PIPE, text=True)
    sys.stderr.write(done.stderr)
    if done.returncode != 0:
        sys.exit(f"the job ended with status {done.returncode}")
    return done.stderr


def opened(profile):
    """Returns a copy of the profile as an open database."""
    database = sqlite3.connect(":memory:")
    with sqlite3.connect(profile) as on_disk:
        on_disk.backup(database)
    return database


def profiled(options):
    """Returns the profile of one run as an open database."""
    with tempfile.TemporaryDirectory() as folder:
        profile = pathlib.Path(folder) / "test.tmprof"
        profile_run(options, profile)
        return opened(profile)


def traffic(database, layer, phase="%"):
    """Returns {(source, destination): (bytes, messages)}."""
    return {row[1:3]: row[3:] for row in database.execute(TRAFFIC, (phase,)) if row[0] == layer}


def calls(database, phase="%"):
    """Returns {function: (count, bytes)}. MPI_Send_c counts as MPI_Send: mpi4py calls it where the library has it."""
    found = {}
    for name, *counted in database.execute(CALLS, (phase,)):
        before = found.get(name.removesuffix("_c"), (0, 0))
        found[name.removesuffix("_c")] = tuple(a + b for a, b in zip(before, counted))
    return found


def sizes(database, layer, phase="%"):
    """Returns {log2 class: messages}."""
    return {row[1]: row[2] for row in database.execute(SIZES, (phase,)) if row[0] == layer}


class Failures:
    """Collects differences, so that one run shows all of them."""

    def __init__(self):
        self.count = 0

    def expect(self, what, found, expected):
        if found == expected:
            return
        self.count += 1
        if not isinstance(expected, dict):
            print(f"{what}: found {found}, expected {expected}")
            return
        for key in sorted(set(found) | set(expected), key=str):
            if found.get(key) != expected.get(key):
                print(f"{what}: {key}: found {found.get(key)}, expected {expected.get(key)}")

    def finish(self):
        if self.count:
            sys.exit(f"{self.count} comparisons failed")
        print("as expected")
