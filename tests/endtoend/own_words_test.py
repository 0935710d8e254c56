"""What a program learns of itself under the runner: its name, where it is found, and ranks that are not MPI's.

usage: own_words_test.py --mpiexec M --topomorph T --library L --program P --cc CC --mpicc MPICC [unittest arguments]
"""
import os
import shutil
import subprocess
import unittest

from isolation_test import CompilingTest
from jobs import OPTIONS, main
from launching import is_hydra, is_open_mpi_5

INFO = r"""
#include <mpi.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    const char* keys[] = {"command", "argv"};
    for (int i = 0; i < 2; i++) {
      char value[2000] = "";
      int found;
      MPI_Info_get(MPI_INFO_ENV, keys[i], 1999, value, &found);
      printf("%s\n", found ? value : "none");
    }
  }
  MPI_Finalize();
  return 0;
}
"""

HYBRID = r"""
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char** argv) {
  int rank, different, all;
  MPI_Init(&argc, &argv);
  shmem_init();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  different = rank != shmem_my_pe();
  MPI_Allreduce(&different, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d PEs differ\n", all);
  fflush(stdout);
  MPI_Barrier(MPI_COMM_WORLD);
  _exit(0); /* shmem_finalize crashes in some releases */
}
"""
REVERSE = ("run", "--permutation", "reverse")


class OwnWordsTest(CompilingTest):
    def test_mpi_info_env_names_the_program(self):
        program = self.compile_mpi("info", INFO)
        plain = self.job(program, "a", "b c", ranks=2).stdout
        if not is_hydra(OPTIONS.mpiexec) and not is_open_mpi_5(OPTIONS.mpiexec):
            self.assertEqual(plain, "info\na b c\n")
        if is_open_mpi_5(OPTIONS.mpiexec):
            self.skipTest("Open MPI 5 asks PMIx for the words, which no runner can change: docs/limits.md")
        self.assertEqual(self.job(OPTIONS.topomorph, *REVERSE, program, "a", "b c", ranks=2).stdout, plain)

    def test_a_program_in_this_folder_needs_no_slash(self):
        self.compile_mpi("here", INFO)
        outcome = self.job(OPTIONS.topomorph, *REVERSE, "here", ranks=2)
        self.assertEqual(outcome.status, 0, outcome.stderr)
        self.assertIn("2 ranks in the order reverse, reordered in", outcome.lines[0])
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        (self.folder / "bin").mkdir()
        self.script("bin/here", "echo of the path")
        self.assertEqual(self.run_command(OPTIONS.topomorph, *REVERSE, "here", PATH=path).stdout, "of the path\n")
        self.assertEqual(self.run_command(OPTIONS.topomorph, *REVERSE, "nowhere").status, 127)

    @unittest.skipUnless(shutil.which("oshcc"), "no oshcc")
    def test_pes_of_openshmem_are_the_ranks(self):
        if is_hydra(OPTIONS.mpiexec) or is_open_mpi_5(OPTIONS.mpiexec):
            self.skipTest("oshcc is another library's")
        (self.folder / "hybrid.c").write_text(HYBRID)
        subprocess.run(["oshcc", "hybrid.c", "-o", "hybrid"], cwd=self.folder, check=True, capture_output=True)
        outcome = self.job(OPTIONS.topomorph, *REVERSE, "./hybrid")
        self.assertEqual(outcome.stdout, "0 PEs differ\n")
        self.assertEqual(outcome.lines, ["the program uses OpenSHMEM, whose PEs keep the launcher's numbers: order kept"])


if __name__ == "__main__":
    main()
