"""A program that sets a locale with a decimal comma: numbers of TopoMorph's do not depend on it.

usage: locale_test.py --mpiexec M --topomorph T --library L --program P --cc CC --mpicc MPICC [unittest arguments]
"""
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from isolation_test import CompilingTest
from jobs import OPTIONS, main

# Ranks of two halves of the machine exchange by pairs: another order saves all of it.
PROGRAM = r'''
#include <locale.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char** argv) {
  static char mine[1 << 20], theirs[1 << 20];
  int rank;
  if (setlocale(LC_ALL, "de_DE.utf8") == NULL) return 9;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 20; i++)
    MPI_Sendrecv(mine, sizeof mine, MPI_CHAR, rank ^ 2, 0, theirs, sizeof theirs, MPI_CHAR, rank ^ 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  usleep(250000);
  if (rank == 0) printf("%.1f\n", 0.5);
  MPI_Finalize();
  return 0;
}
'''
HALVES = {"TOPOMORPH_TOPOLOGY": "tree:2:2"}


def locale_folder():
    """Makes the locale, where its source is. Returns its folder, or nothing."""
    if shutil.which("localedef") is None:
        return None
    folder = tempfile.mkdtemp()
    subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", f"{folder}/de_DE.utf8"], capture_output=True, check=False)
    if (pathlib.Path(folder) / "de_DE.utf8").exists():
        return folder
    shutil.rmtree(folder)
    return None


class DecimalCommaTest(CompilingTest):
    @classmethod
    def setUpClass(cls):
        cls.locales = locale_folder()
        if cls.locales is None:
            raise unittest.SkipTest("no localedef, or no source of the locale de_DE (Debian: locales)")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.locales)

    def setUp(self):
        super().setUp()
        self.environment = {"LOCPATH": self.locales}
        self.program = self.compile_mpi("comma", PROGRAM)

    def german(self, *words):
        outcome = self.job(OPTIONS.topomorph, *words, self.program, **HALVES)
        self.assertEqual((outcome.stdout, outcome.status), ("0,5\n", 0), outcome.stderr)
        return outcome.lines

    def test_profile_keeps_the_decimals_of_its_seconds(self):
        self.german("profile", "-o", "a.tmprof")
        with sqlite3.connect(self.folder / "a.tmprof") as profile:
            in_mpi = [seconds for seconds, in profile.execute("SELECT mpi_seconds FROM ranks")]
            lasted = [seconds for seconds, in profile.execute("SELECT seconds FROM processors")]
        self.assertEqual(len(in_mpi), 4)
        for seconds in in_mpi + lasted:
            self.assertGreater(seconds, 0)
        self.assertTrue(any(seconds % 1 for seconds in in_mpi), in_mpi)
        self.assertTrue(any(seconds % 1 for seconds in lasted), lasted)

    def test_run_reorders(self):
        self.german("profile", "-o", "a.tmprof")
        self.assertRegex(self.german("run", "-p", "a.tmprof")[-1], "reordered in")

    def test_auto_learns_and_reorders(self):
        self.german("auto", "--store", "store")
        self.assertRegex(self.german("auto", "--store", "store")[-1], "reordered in")

    def test_verbs_print_the_same_numbers(self):
        self.german("profile", "-o", "a.tmprof")
        german = {"LC_ALL": "de_DE.utf8", "LOCPATH": self.locales}
        for words in (("report", "a.tmprof", "--json"), ("evaluate", "--affinity", "a.tmprof", "--topology", "tree:2:2", "--mapping", "identity"),
                      ("predict", "a.tmprof", "--topology", "tree:2:2", "--level-costs", "0.5/8000:60/11.5", "--json"),
                      ("topology", "--topology", "tree:2:2"), ("map", "--affinity", "a.tmprof", "--topology", "tree:2:2", "--cost", "alpha-beta",
                                                               "--level-costs", "0.5/8000:60/11.5"), ("history", "--store", "store")):
            said = [re.sub(r'"(?:cpu_)?seconds":[0-9.e-]+', "", self.run_command(OPTIONS.topomorph, *words, **settings).stdout)
                    for settings in ({"LC_ALL": "C"}, german)]
            self.assertEqual(said[0], said[1], words)


if __name__ == "__main__":
    main()
