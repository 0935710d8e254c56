#!/usr/bin/env python3
"""Runs an installation that was built elsewhere in a root whose libc may be older than that of its build.

usage: old_root.py PREFIX RESULTS RELEASE

The command line and the engine may not start there, so the programs of tests/plugin are compiled here, with Open MPI and
with MPICH, and run with the preloaded library alone: as they are, counted, and with the ranks reversed. Writes
RESULTS/RELEASE-LIBRARY.xml.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "launchers"))

import launching  # noqa: E402

SOURCES = pathlib.Path(__file__).resolve().parents[1] / "plugin"
PROGRAMS = ("world", "attribute", "errhandler", "finalize", "reentry", "p2p", "collective", "object", "communicator")
VARIANTS = {"plain": {}, "monitor": {"TOPOMORPH_MODE": "monitor"},
            "reverse": {"TOPOMORPH_MODE": "run", "TOPOMORPH_PERMUTATION": "reverse"}}


def run(words):
    return subprocess.run(words, env={**os.environ, **launching.COMMON}, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=300, check=False)


def outcomes(library, front, folder):
    """Yields (name of the test, run, fail or notrun, its output)."""
    for name in PROGRAMS:
        program = folder / f"{name}.{library}"
        compiled = run([f"mpicc.{library}", "-w", str(SOURCES / f"{name}_conformance.c"), "-o", str(program), "-lpthread"])
        if compiled.returncode:
            yield f"plugin.{name}.plain.np4", "notrun", f"skipped: the library lacks functions: {compiled.stdout}"
            continue
        for variant, settings in VARIANTS.items():
            preload = {} if variant == "plain" else {"LD_PRELOAD": str(front), **settings}
            words = ["=".join(setting) for setting in preload.items()]
            done = run([f"mpiexec.{library}", "-n", "4", "env", *words, str(program)])
            said = "reordered in" in done.stdout
            passed = done.returncode == 0 and said == (variant == "reverse")
            yield f"plugin.{name}.{variant}.np4", "run" if passed else "fail", done.stdout


def main():
    prefix, results, release = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    front = next(prefix.glob("lib*/**/libtopomorph.so"))
    for library in ("openmpi", "mpich"):
        suite = ElementTree.Element("testsuite")
        with tempfile.TemporaryDirectory() as folder:
            for name, status, text in outcomes(library, front, pathlib.Path(folder)):
                case = ElementTree.SubElement(suite, "testcase", name=name, status=status)
                if status == "fail":
                    ElementTree.SubElement(case, "failure")
                ElementTree.SubElement(case, "system-out").text = "".join(c for c in text if c.isprintable() or c == "\n")
                print(f"{library} {name}: {status}", flush=True)
        ElementTree.ElementTree(suite).write(results / f"{release}-{library}.xml")


if __name__ == "__main__":
    main()
