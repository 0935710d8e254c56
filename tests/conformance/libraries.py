"""The test-suites of libraries on MPI: Boost.MPI (C++) and PnetCDF (C and Fortran, MPI-IO)."""
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from program import Program, say

ENDS_WELL = re.compile("")  # status 0 is all they promise


class BoostMpi:
    """libs/mpi/test of a Boost source, compiled against the installed libboost-mpi-dev; programs and ranks from its Jamfile."""
    TEST = re.compile(r"\[ mpi-test (\S+)([^\]]*)\]")
    LIBRARIES = ["-lboost_mpi", "-lboost_serialization", "-lboost_graph", "-lboost_unit_test_framework"]
    EITHER = (["-DBOOST_TEST_DYN_LINK", "-DBOOST_TEST_MAIN"], ["-DBOOST_TEST_DYN_LINK"], [])  # some tests have a main of their own

    def __init__(self, source, work):
        self.source = source / "libs" / "mpi"
        self.tree = work / "boost"

    def build(self, only, jobs):
        self.tree.mkdir(parents=True, exist_ok=True)
        tests = [(name, file) for name, (file, _) in self._tests().items()
                 if only.search(f"boost/{name}") and not (self.tree / name).exists()]
        say(f"building {len(tests)} programs of Boost.MPI")
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(lambda test: self._compile(*test), tests))

    def programs(self, max_ranks):
        found = {}
        for name, (_, ranks) in self._tests().items():
            if (self.tree / name).exists():
                for count in ranks:
                    program = Program(f"boost/{name}", min(count, max_ranks), [str(self.tree / name)], self.tree, ENDS_WELL)
                    found.setdefault(program.id, program)
        return list(found.values())

    def _tests(self):
        """Name -> source and numbers of ranks: `[ mpi-test name : sources : options : ranks ]`."""
        tests = {}
        for name, rest in self.TEST.findall((self.source / "test" / "Jamfile.v2").read_text()):
            fields = [field.split() for field in rest.split(":")] + [[]] * 4
            file = self.source / "test" / (fields[1][0] if fields[1] else f"{name}.cpp")
            tests[name] = (file, [int(word) for word in fields[3]] or [2, 4])
        return tests

    def _compile(self, name, file):
        with (self.tree / f"{name}.log").open("w") as log:
            for options in self.EITHER:
                command = ["mpicxx", "-O1", "-w", *options, str(file), "-o", str(self.tree / name), *self.LIBRARIES]
                if subprocess.run(command, stdout=log, stderr=log, check=False).returncode == 0:
                    return


class Pnetcdf:
    """A PnetCDF source, built by its own makefiles; the programs of its test folders that take the name of a file, and no more."""
    FOLDERS = ("testcases", "nonblocking", "C", "F90", "header", "fandc", "cdf_format")
    BUILT = re.compile(r"([\w.-]+)\$\(EXEEXT\)")
    FLAGS = "-O1 -w"
    CONFIGURE = ["./configure", "--disable-cxx", "--enable-fortran", "--disable-shared", "MPICC=mpicc", "MPIF77=mpif77", "MPIF90=mpif90",
                 f"CFLAGS={FLAGS}", f"FFLAGS={FLAGS} -fallow-argument-mismatch", f"FCFLAGS={FLAGS} -fallow-argument-mismatch"]

    def __init__(self, source, work):
        self.source = source
        self.tree = work / "pnetcdf"
        self.log = work / "build.log"

    def build(self, only, jobs):
        del only
        if not (self.tree / "config.status").exists():
            say(f"copying and configuring {self.source}")
            shutil.copytree(self.source, self.tree, dirs_exist_ok=True, symlinks=True)
            if not (self.tree / "configure").exists():
                self._logged(["autoreconf", "-fi"])
            self._logged(self.CONFIGURE)
        self._logged(["make", f"-j{jobs}"])
        self._logged(["make", "-k", f"-j{jobs}", "tests"], must_work=False)

    def programs(self, max_ranks):
        found = []
        for folder in self.FOLDERS:
            for name in self._listed(self.tree / "test" / folder):
                command = [str(self.tree / "test" / folder / name), "conformance.nc"]
                if os.access(command[0], os.X_OK):
                    found.append(Program(f"pnetcdf/{folder}/{name}", min(4, max_ranks), command, self.tree / "test" / folder, ENDS_WELL))
        return found

    def _listed(self, folder):
        makefile = folder / "Makefile"
        return sorted(set(self.BUILT.findall(makefile.read_text()))) if makefile.exists() else []

    def _logged(self, command, must_work=True):
        with self.log.open("a") as log:
            done = subprocess.run(command, cwd=self.tree, stdout=log, stderr=log, stdin=subprocess.DEVNULL, check=False)
        if must_work and done.returncode != 0:
            sys.exit(f"{command[0]} failed: see {self.log}")
