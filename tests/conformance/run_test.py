#!/usr/bin/env python3
"""Shows on a suite of two programs that the runner finds a difference, and that it finds none where there is none.

usage: run_test.py BUILD
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv[1])
RUNNER = pathlib.Path(__file__).resolve().parent / "run"

HEAD = """import os
from mpi4py import MPI
import mpiunittest as unittest

class Test(unittest.TestCase):
    def test(self):
"""
SAME = "        self.assertEqual(MPI.COMM_WORLD.allreduce(1), MPI.COMM_WORLD.size)\n"
ASSUMES_ORDER = "        self.assertEqual(int(os.environ['OMPI_COMM_WORLD_RANK']), MPI.COMM_WORLD.rank)\n"
FAILS = "        self.assertEqual(1, 2)\n"


class Runner(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.suite = pathlib.Path(self.folder.name) / "suite"
        (self.suite / "test").mkdir(parents=True)
        self.write("mpiunittest", "from unittest import *\n")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        (self.suite / "test" / f"{name}.py").write_text(text)

    def run_suite(self, *options):
        command = [str(RUNNER), str(self.suite), "--topomorph", str(BUILD), "--work", str(pathlib.Path(self.folder.name) / "work"),
                   "--max-ranks", "2", "--jobs", "1", *options]
        return subprocess.run(command, env={**os.environ, "PYTHON": sys.executable}, capture_output=True, text=True, timeout=500)

    def test_no_difference_where_the_order_does_not_matter(self):
        self.write("test_same", HEAD + SAME)
        done = self.run_suite("--modes", "reverse,monitor", "--only", "same")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"sum +2 +2 +0 +0")

    def test_a_difference_is_found_and_one_that_fails_plain_is_none(self):
        self.write("test_order", HEAD + ASSUMES_ORDER)
        self.write("test_fails", HEAD + FAILS)
        done = self.run_suite("--modes", "reverse")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"sum +4 +2 +1\n")
        self.assertRegex(done.stdout, r"reverse: mpi4py/test_order np2 .*AssertionError")

    def test_bad_use_ends_with_2(self):
        self.assertEqual(subprocess.run([str(RUNNER), "/", "--topomorph", str(BUILD)], capture_output=True, check=False).returncode, 2)
        self.write("test_same", HEAD + SAME)
        self.assertEqual(self.run_suite("--modes", "sideways").returncode, 2)
        self.assertEqual(self.run_suite("--only", "nothing_has_this_name").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
