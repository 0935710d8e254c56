"""The foreign test-suites: how each is built outside of its source, and which programs it has."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from libraries import BoostMpi, Pnetcdf
from program import Program, say

# The removed MPI-1 functions are called by the suite and exported by Open MPI, which hides them in its header.
C_FLAGS = "-O1 -w -DOMPI_OMIT_MPI1_COMPAT_DECLS=0"
FORTRAN_FLAGS = "-O1 -w -fallow-argument-mismatch"
SKIPPED = ("ckpoint", "ft", "impls", "manual", "maint", "part", "perf")  # of MPICH itself, MPI 4.0 only, or time measurements


class Mpich:
    """test/mpi of an MPICH source, copied and configured for the installed MPI library."""

    def __init__(self, source, work):
        self.source = source / "test" / "mpi"
        self.tree = work / "mpich"
        self.log = work / "build.log"

    def build(self, only, jobs):
        if not (self.tree / "config.status").exists():
            self._configure()
        for folder, names in self._lists().items():
            wanted = [n for n in names if only.search(f"{folder}/{n}") and not (self.tree / folder / n).is_dir()]
            if wanted and not folder.startswith("."):
                say(f"building {folder}: {len(wanted)} programs")
                self._make(folder, wanted, jobs)

    def programs(self, max_ranks):
        found = {}
        for folder, names in self._lists().items():
            for lines in names.values():
                for words in lines:
                    program = self._program(folder, words, max_ranks)
                    if program:
                        found.setdefault(program.id, program)
        return list(found.values())

    def _configure(self):
        say(f"copying and configuring {self.source}")
        self.tree.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(self.source, self.tree, dirs_exist_ok=True)
        # Open MPI's C++ bindings lack these two names, which only the helper library uses.
        helper = self.tree / "util" / "mtest_cxx.cxx"
        text = helper.read_text()
        for name, kind in (("NULL_COPY_FN", "Copy_attr_function"), ("NULL_DELETE_FN", "Delete_attr_function")):
            text = text.replace(f"MPI::Win::{name}", f"(MPI::Win::{kind}*)MPI_WIN_{name}")
        helper.write_text(text)
        # It builds the tests of mpi_f08 inside MPICH only.
        configure = self.tree / "configure"
        configure.write_text(configure.read_text().replace(' -a "$FROM_MPICH" = "yes" ; then\n   f08dir=f08', ' ; then\n   f08dir=f08'))
        self._settle_times()
        prefix = pathlib.Path(shutil.which("mpicc") or sys.exit("mpicc is not in the path")).parent.parent
        self._logged(["./configure", "--disable-maintainer-mode", "--disable-dependency-tracking", "--disable-static", "--enable-strictmpi",
                      "--enable-threads=multiple", "--enable-fortran=all", "--enable-cxx", f"--with-mpi={prefix}", f"CFLAGS={C_FLAGS}",
                      f"CXXFLAGS={C_FLAGS}", f"FFLAGS={FORTRAN_FLAGS}", f"FCFLAGS={FORTRAN_FLAGS}"], check=True)

    def _settle_times(self):
        """In the order of generation, so that make does not start the autotools again."""
        for second, pattern in enumerate(("aclocal.m4", "*.h.in", "Makefile.in", "configure")):
            for path in self.tree.rglob(pattern):
                stamp = self.tree.stat().st_mtime + second
                os.utime(path, (stamp, stamp))

    def _make(self, folder, targets, jobs):
        self._logged(["make", "-k", f"-j{jobs}", "-C", folder, *targets], check=False)

    def _logged(self, command, check):
        with self.log.open("a") as log:
            done = subprocess.run(command, cwd=self.tree, stdout=log, stderr=log, stdin=subprocess.DEVNULL, check=False)
        if check and done.returncode != 0:
            sys.exit(f"{command[0]} failed: see {self.log}")

    def _lists(self):
        """Folder -> program -> the words of its lines, from the suite's testlists."""
        lists = {}
        for path in sorted(self.tree.rglob("testlist")):
            folder = path.parent.relative_to(self.tree)
            if set(folder.parts) & set(SKIPPED) or path.parent == self.tree:
                continue
            for line in path.read_text().splitlines():
                words = line.split("#")[0].split()
                if len(words) >= 2 and words[1].isdigit():
                    lists.setdefault(str(folder), {}).setdefault(words[0], []).append(words)
        return lists

    def _program(self, folder, words, max_ranks):
        binary = self.tree / folder / words[0]
        values = {}
        for key, _, value in (w.partition("=") for w in words[2:] if "=" in w):
            values.setdefault(key, []).append(value)
        if not os.access(binary, os.X_OK) or binary.is_dir() or float(values.get("mem", ["0"])[0]) > 1.5:
            return None
        good = None if "resultTest" in values else re.compile(r"^\s*No [Ee]rrors", re.MULTILINE)
        return Program(f"{folder}/{words[0]}", max(1, min(int(words[1]), max_ranks)), [str(binary)] + values.get("arg", []),
                       binary.parent, good)


class Mpi4py:
    """test/ of an mpi4py source, one program a module, run with the installed mpi4py."""
    LEFT_OUT = ("test_spawn", "test_dl", "test_ulfm")  # spawn hangs here without the plugin too

    def __init__(self, source, work):
        self.source = source / "test"
        self.tree = work / "mpi4py"
        self.python = os.environ.get("PYTHON", "/usr/bin/python3")

    def build(self, only, jobs):
        del only, jobs
        shutil.copytree(self.source, self.tree, dirs_exist_ok=True)

    def programs(self, max_ranks):
        modules = sorted(p.stem for p in self.tree.glob("test_*.py") if p.stem not in self.LEFT_OUT)
        return [Program(f"mpi4py/{m}", n, [self.python, "-m", "unittest", m], self.tree, re.compile(r"^OK", re.MULTILINE))
                for m in modules for n in (1, 2, 4) if n <= max_ranks]


def recognise(source, work):
    """The suite in a source folder; None if it is none that we know."""
    if (source / "test" / "mpi" / "configure").exists():
        return Mpich(source, work)
    if (source / "test" / "mpiunittest.py").exists():
        return Mpi4py(source, work)
    if (source / "libs" / "mpi" / "test" / "Jamfile.v2").exists():
        return BoostMpi(source, work)
    if (source / "src" / "include" / "pnetcdf.h.in").exists():
        return Pnetcdf(source, work)
    return None
