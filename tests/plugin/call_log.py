#!/usr/bin/env python3
"""Writes a library that notes which MPI functions a program calls, and a header that turns MPI_X into PMPI_X.

usage: call_log.py PLUGIN_TABLE LIBMPI NM OUT

OUT/call_log.c stands in front of the plugin (LD_PRELOAD=call_log:topomorph) and appends the name of each function to the file $TOPOMORPH_TEST_CALLS
when a process calls it for the first time; calls made by the MPI library itself, its modules and the plugin are not the program's.
OUT/call_pmpi.h: a program that includes it after mpi.h calls PMPI_X wherever it says MPI_X.
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

import mpi_table  # noqa: E402

HEAD = r"""/* Notes which MPI functions a program calls. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#define MPIO_Request MPI_Request /* of files, which some mpi.h lack */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void append(const char* name) {
  const char* path = getenv("TOPOMORPH_TEST_CALLS");
  char line[128];
  const int length = snprintf(line, sizeof line, "%s\n", name);
  const int file = path == NULL ? -1 : open(path, O_WRONLY | O_APPEND | O_CREAT, 0644);
  if (file < 0 || write(file, line, (size_t)length) != length) abort();
  close(file);
}

/* Not noted again by this process. */
static void note(const char* name, char* noted, const void* caller) {
  static const char* const libraries[] = {"/libmpi.so", "/mca_", "/libopen-", "/libtopomorph", "/libmca_"};
  Dl_info info;
  if (*noted || dladdr(caller, &info) == 0) return;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; ++i)
    if (strstr(info.dli_fname, libraries[i]) != NULL) return;
  *noted = 1;
  append(name);
}

static void* next(const char* name) {
  void* address = dlsym(RTLD_NEXT, name);
  if (address == NULL) abort();
  return address;
}
"""


def function(f, prefix):
    """The assembler label names the function even if mpi.h defines that name as a macro."""
    symbol = prefix + f.symbol
    extra = ", 0, 0, 0" if f.variadic else ""
    declared = f.declared() or "void"
    signature = f"{f.returns} log_{symbol}({declared})"
    return (f'{signature} __asm__("{symbol}");\n{signature} {{\n'
            f"  static char noted;\n  static {f.returns} (*call)({declared});\n"
            f'  note("{f.symbol}", &noted, __builtin_return_address(0));\n'
            f'  if (call == NULL) *(void**)&call = next("{symbol}");\n  return call({f.names()}{extra});\n}}\n')


def main():
    folder, library, nm, out = (pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4]))
    exported = mpi_table.exported_names(library, nm)
    functions = mpi_table.present(mpi_table.parse_table(folder / "mpi_functions.table"), exported)
    out.mkdir(parents=True, exist_ok=True)
    bodies = "\n".join(function(f, prefix) for f in functions for prefix in ("", "P"))
    mpi_table.write_if_changed(out / "call_log.c", HEAD + "\n" + bodies)
    renamed = "".join(f"#undef {f.symbol}\n#define {f.symbol} P{f.symbol}\n" for f in functions if f"P{f.symbol}" in exported)
    mpi_table.write_if_changed(out / "call_pmpi.h", renamed)


if __name__ == "__main__":
    main()
