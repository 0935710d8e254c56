"""The lists of programs that the suites of libraries bring."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import suites  # noqa: E402

JAMFILE = """  [ mpi-test ring_test : : : 2 3 17 ]
  # a comment
  [ mpi-test there : ../example/other.cpp : : 24 ]
  [ mpi-test scan_test  ]
"""
MAKEFILE = """am__EXEEXT_1 = first$(EXEEXT) \\
\tsecond$(EXEEXT)
check_PROGRAMS = $(am__EXEEXT_1) third$(EXEEXT)
"""


class Lists(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, path, text=""):
        path = self.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def recognised(self):
        return suites.recognise(self.folder / "source", self.folder / "work")

    def test_boost_takes_names_sources_and_ranks_from_its_jamfile(self):
        self.write("source/libs/mpi/test/Jamfile.v2", JAMFILE)
        suite = self.recognised()
        found = {name: (file.name, ranks) for name, (file, ranks) in suite._tests().items()}
        self.assertEqual(found, {"ring_test": ("ring_test.cpp", [2, 3, 17]), "there": ("other.cpp", [24]), "scan_test": ("scan_test.cpp", [2, 4])})

    def test_boost_runs_what_was_built_within_the_limit_of_ranks(self):
        self.write("source/libs/mpi/test/Jamfile.v2", JAMFILE)
        self.write("work/boost/ring_test")
        self.assertEqual([p.id for p in self.recognised().programs(8)], ["boost/ring_test np2", "boost/ring_test np3", "boost/ring_test np8"])

    def test_pnetcdf_runs_what_its_makefiles_built(self):
        self.write("source/src/include/pnetcdf.h.in")
        self.write("work/pnetcdf/test/C/Makefile", MAKEFILE)
        for name in ("first", "third"):
            self.write(f"work/pnetcdf/test/C/{name}")
        self.assertEqual([p.id for p in self.recognised().programs(4)],
                         ["pnetcdf/C/first np4 conformance.nc", "pnetcdf/C/third np4 conformance.nc"])

    def test_other_folders_are_no_suite(self):
        self.write("source/README")
        self.assertIsNone(self.recognised())


if __name__ == "__main__":
    unittest.main()
