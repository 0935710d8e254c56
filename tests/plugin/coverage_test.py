#!/usr/bin/env python3
"""Tests that a conformance program calls every function of the table while the ranks are reversed; exceptions are listed with their reason.

usage: coverage_test.py --table PLUGIN_TABLE --libmpi FILE --nm NM --mpiexec MPIEXEC --log CALL_LOG --plugin LIBTOPOMORPH
                        --exceptions FILE COMMAND... (each one argument, words separated by spaces)
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
RANKS = "4"
REVERSED = {"TOPOMORPH_MODE": "run", "TOPOMORPH_PERMUTATION": "reverse", "TOPOMORPH_QUIET": "1"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("table", "libmpi", "nm", "mpiexec", "log", "plugin", "exceptions"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("commands", nargs="+")
    return parser.parse_args()


def wrapped_functions(options):
    sys.path.insert(0, options.table)
    import mpi_table
    functions = mpi_table.parse_table(pathlib.Path(options.table) / "mpi_functions.table")
    return {f.symbol for f in mpi_table.present(functions, mpi_table.exported_names(options.libmpi, options.nm))}


def exceptions(path, commands):
    """Returns the functions that need not be called if only these commands run."""
    lines = [line.split("#")[0].split() for line in pathlib.Path(path).read_text().splitlines()]
    programs = {pathlib.Path(command.split()[0]).name.removesuffix("_conformance") for command in commands}

    def holds(condition):
        return not condition.startswith("without:") or condition.removeprefix("without:") not in programs
    return {function for function, condition, *_ in filter(None, lines) if holds(condition)}


def run(command, options, log):
    settings = {**REVERSED, "LD_PRELOAD": f"{options.log}:{options.plugin}", "TOPOMORPH_TEST_CALLS": str(log)}
    launch = [options.mpiexec, "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "-n", RANKS, "env"]
    done = subprocess.run(launch + [f"{key}={value}" for key, value in settings.items()] + command.split(), timeout=120,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command} ended with status {done.returncode}\n{done.stdout}{done.stderr}")


def main():
    options = arguments()
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "calls"
        for command in options.commands:
            run(command, options, log)
        called = set(log.read_text().split())
    wrapped, excused = wrapped_functions(options), exceptions(options.exceptions, options.commands)
    missing = sorted(wrapped - called - excused)
    needless = sorted(excused & called | excused - wrapped)
    print(f"{len(wrapped & called)} of {len(wrapped)} functions called, {len(excused)} excused")
    for name in missing:
        print(f"{name}: never called by the conformance programs")
    for name in needless:
        print(f"{name}: excused in {options.exceptions}, but called, or not in the table")
    sys.exit(1 if missing or needless else 0)


if __name__ == "__main__":
    main()
