"""Calls that come in unusual ways, from where wrappers are not expected to be, and MPI libraries that differ from the one of the build.

usage: calls_test.py --mpiexec M --topomorph T --library L --program P --cc CC --mpicc MPICC [unittest arguments]
"""
import re
import sqlite3
import subprocess

from isolation_test import CompilingTest, INPUTS
from jobs import LAUNCHERS_ORDER, OPTIONS, PRELOAD, main

REVERSED = ("run", "--permutation", "reverse")


def library_of(program):
    """Soname and path of the MPI library that the loader gives a program."""
    listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return re.search(r"(libmpi(?:ch)?\.so\.\d+) => (\S+)", listed).groups()


class OwnHandleTest(CompilingTest):
    def test_a_function_looked_up_in_the_librarys_own_handle_has_the_same_rank(self):
        program = self.compile_mpi("own_handle", "own_handle.c", "-ldl")
        plain = self.assert_as_without(program, library_of(program)[0])
        self.assertEqual((plain.stdout.count("one"), plain.status), (2, 3), plain.stderr)

    def test_such_calls_are_counted(self):
        program = self.compile_mpi("own_handle", "own_handle.c", "-ldl")
        outcome = self.job(OPTIONS.topomorph, "profile", "-o", "a.tmprof", program, library_of(program)[0], ranks=2)
        self.assertEqual(outcome.status, 3, outcome.stderr)
        with sqlite3.connect(self.folder / "a.tmprof") as profile:
            messages = profile.execute("SELECT SUM(messages) FROM traffic WHERE layer = 'p2p'").fetchone()
        self.assertEqual(messages, (2,))


class WeakProbeTest(CompilingTest):
    def run_under_library(self, *words):
        return self.run_command("env", f"LD_PRELOAD={OPTIONS.library}", "TOPOMORPH_MODE=run", *words)

    def test_a_process_without_mpi_learns_that_nothing_is_initialized(self):
        for flags in ((), ("-Wl,-z,now",)):
            with self.subTest(flags=flags):
                program = self.compile("weak_probe", "weak_probe.c", *flags)
                for outcome in (self.run_command(program), self.run_under_library(program)):
                    self.assertEqual((outcome.stdout, outcome.status, outcome.stderr), ("0 0 0 of 1\n", 7, ""))

    def test_what_needs_an_mpi_library_fails_and_is_named(self):
        outcome = self.run_under_library(self.compile("weak_probe", "weak_probe.c"), "barrier", "fails")
        self.assertEqual((outcome.stdout, outcome.status), ("0 0 0 of 1\n", 1))
        self.assertEqual(len(outcome.lines), 1)
        self.assertIn("calls MPI_Barrier, but no MPI library", outcome.lines[0])


class ContractTest(CompilingTest):
    """Newer MPI libraries than the one of the build, simulated."""

    ISENDRECV = r"""
#include <mpi.h>
#include <stdio.h>
int MPI_Isendrecv(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int main(int argc, char** argv) {
  int is_world = -1;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Isendrecv(NULL, 0, MPI_INT, 0, 0, &is_world, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  printf("the library got %s\n", is_world ? "the world" : "another communicator");
  fflush(stdout);
  MPI_Finalize();
  return 3;
}
"""

    def newer(self, name, *flags):
        library = self.folder / name
        subprocess.run([OPTIONS.mpicc, "-shared", "-fPIC", INPUTS / "newer_library.c", "-o", library, *flags], check=True)
        return library

    def test_functions_that_the_builds_library_lacks_are_wrapped(self):
        library = self.newer("libnewer.so", "-DKNOWN")
        program = self.compile_mpi("isendrecv", self.ISENDRECV, library, f"-Wl,-rpath,{self.folder}")
        plain = self.job(program, ranks=2)
        self.assert_both_say(plain, "the library got the world", status=3)
        outcome = self.job(OPTIONS.topomorph, *REVERSED, program, ranks=2)
        self.assert_both_say(outcome, "the library got another communicator", status=3)

    def test_a_function_that_nobody_knows_keeps_the_order(self):
        soname, path = library_of(OPTIONS.program)
        library = self.newer("libnewer.so", f"-Wl,-soname,{soname}")
        shell = f"LD_PRELOAD=$LD_PRELOAD:{library}:{path} exec {OPTIONS.program} 3"
        outcome = self.job(OPTIONS.topomorph, *REVERSED, "sh", "-c", shell)
        self.assert_runs_on(outcome, "the MPI library has MPI_Newfunction, which this library does not wrap: order kept", status=3)
        measured = self.job(OPTIONS.topomorph, "profile", "-o", "a.tmprof", "sh", "-c", shell)
        self.assertEqual((measured.stdout, measured.status, len(measured.lines)), (LAUNCHERS_ORDER, 3, 2), measured.stderr)
        self.assertIn("the MPI library has MPI_Newfunction, which this library does not wrap: its messages are not counted", measured.lines)
        self.assertEqual(self.left().count("a.tmprof"), 1)

    def test_the_installed_library_is_known(self):
        outcome = self.job(OPTIONS.topomorph, *REVERSED, OPTIONS.program)
        self.assertEqual((outcome.stdout, outcome.status), ("processes 3 2 1 0\n", 0), outcome.stderr)


class CommunicatorToolTest(CompilingTest):
    def test_a_tool_behind_knows_every_communicator(self):
        tool = self.folder / "libtool.so"
        subprocess.run([OPTIONS.mpicc, "-shared", "-fPIC", INPUTS / "communicator_tool.c", "-o", tool], check=True)
        for mode in ("run", "monitor"):
            with self.subTest(mode=mode):
                program = self.compile_mpi("topologies", "topologies.c")
                outcome = self.job("env", f"LD_PRELOAD={PRELOAD}:{tool}", f"TOPOMORPH_MODE={mode}", f"TOPOMORPH_ENGINE={OPTIONS.engine}",
                                   "TOPOMORPH_PERMUTATION=reverse", "TOPOMORPH_TOPOLOGY=tree:2:2", "TOPOMORPH_REORDER_TOPOLOGIES=1",
                                   program, "3")
                self.assertEqual((outcome.stdout, outcome.status), ("topologies right\n", 3), outcome.stderr)


class MeasuredAsItIsTest(CompilingTest):
    def test_a_profile_is_of_the_launchers_order(self):
        program = self.compile_mpi("topologies", "topologies.c")
        outcome = self.job(OPTIONS.topomorph, "profile", "-o", "a.tmprof", program, TOPOMORPH_TOPOLOGY="tree:2:2")
        self.assertEqual((outcome.stdout, outcome.status, len(outcome.lines)), ("topologies right\n", 0, 1), outcome.stderr)
        with sqlite3.connect(self.folder / "a.tmprof") as profile:
            made = dict(profile.execute("SELECT function, SUM(count) FROM calls GROUP BY function"))
        self.assertEqual((made["MPI_Cart_create"], made["MPI_Dist_graph_create_adjacent"]), (8, 8))


class UserThreadTest(CompilingTest):
    def test_a_thread_that_runs_meanwhile_has_the_same_rank(self):
        program = self.compile_mpi("user_threads", "user_threads.c", "-rdynamic", "-pthread")
        for way in ("stays", "moved"):
            with self.subTest(way=way):
                plain = self.job(program, way, ranks=2)
                self.assertEqual(plain.stdout, "same same\n", plain.stderr)
                outcome = self.job(OPTIONS.topomorph, *REVERSED, program, way, ranks=2)
                self.assertEqual((outcome.stdout, outcome.status), ("same same\n", 3), outcome.stderr)


if __name__ == "__main__":
    main()
