#!/usr/bin/env python3
"""Writes absent_types.h: the types of the table of MPI functions that one mpi.h lacks, as wide as they are where they exist.

usage: absent_types.py --table FILE --out FILE --preprocess COMMAND...

Every function of the table has a wrapper, whether or not the MPI library has it: a program may run with a newer library.
"""
import argparse
import pathlib
import re
import subprocess
import sys

from mpi_table import HANDLES, TableError, head, parse_table, write_if_changed


def plain_type(parameter):
    return re.sub(r"\bconst\b|\*", " ", parameter.type).strip()


def words_of_mpi_h(preprocess):
    """Returns every name that mpi.h declares or defines."""
    done = subprocess.run(preprocess, input="#include <mpi.h>\n", check=True, capture_output=True, text=True)
    return set(re.findall(r"\w+", done.stdout))


def absent_types(functions, words):
    """Returns the names of types in the table that mpi.h lacks."""
    used = {plain_type(p) for f in functions for p in f.parameters}
    return sorted(name for name in used if name.startswith("MPI") and name not in words)


def stand_in(name):
    """Returns a type for one that mpi.h lacks: callbacks pass by their address, handles as other handles, enumerations as int."""
    if name.endswith(("_function", "_function_c", "_function_x")):
        return "void()"
    if name in HANDLES or name == "MPIO_Request":
        return "MPI_Request"
    return "void*" if name.startswith("MPI_T_event_") else "int"


def absent_types_header(names):
    declared = "".join(f"using {name} = {stand_in(name)};\n" for name in names)
    return (head("Types of newer MPI libraries that this mpi.h lacks.") + "#pragma once\n\n#include <mpi.h>\n\n"
            "namespace topomorph {\n\n" + declared + "\n}  // namespace topomorph\n")


def main():
    parser = argparse.ArgumentParser(description="Writes the types that an mpi.h lacks.")
    parser.add_argument("--table", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--preprocess", nargs=argparse.REMAINDER, required=True, help="a command that prints its input with what that includes")
    options = parser.parse_args()
    absent = absent_types(parse_table(options.table), words_of_mpi_h(options.preprocess))
    write_if_changed(options.out, absent_types_header(absent))


if __name__ == "__main__":
    try:
        main()
    except (TableError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"absent_types.py: {error}")
