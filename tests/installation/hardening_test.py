"""What is installed ends at a fault in memory, and has no table that is written after its start: read in each file (cmake/TopoMorphHardening.cmake).

usage: hardening_test.py --cmake CMAKE --build FOLDER --readelf READELF --mpis NAME,…
"""
import argparse
import pathlib
import re
import subprocess
import tempfile
import unittest

# Of the C++ library's own checks: the conditions, as they are printed. They are the only trace that does not depend on how it is linked.
ASSERTIONS = re.compile(rb"__(n|pos) <=? this->(size\(\)|_M_len)|!this->empty\(\)|this->_M_is_engaged\(\)|_M_get\(\) != nullptr")


def parse_arguments():
    parser = argparse.ArgumentParser()
    for name in ("cmake", "build", "readelf", "mpis"):
        parser.add_argument("--" + name, required=True)
    return parser.parse_known_args()


OPTIONS, REST = parse_arguments()


def output(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


class Binary:
    """One ELF file, as readelf shows it."""

    def __init__(self, path):
        self.path = path
        self.head = output(OPTIONS.readelf, "-hW", path)
        self.segments = dict(re.findall(r"^  (GNU_STACK|GNU_RELRO) .* ([RWE ]{3}) 0x", output(OPTIONS.readelf, "-lW", path), re.MULTILINE))
        self.loaded = re.findall(r"^  LOAD .* ([RWE ]{3}) 0x", output(OPTIONS.readelf, "-lW", path), re.MULTILINE)
        self.dynamic = output(OPTIONS.readelf, "-dW", path)
        self.needed = re.findall(r" UND (\w+)", output(OPTIONS.readelf, "-W", "--dyn-syms", path))

    def is_program(self):
        return "PIE" in self.dynamic or "EXEC (" in self.head

    def is_bound_at_its_start(self):
        return re.search(r"\(FLAGS\).*BIND_NOW|\(FLAGS_1\).*\bNOW\b", self.dynamic) is not None


def installed(folder):
    """The ELF files below a folder, without links to others and without object files and archives."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return [Binary(path) for path in files if path.read_bytes().startswith(b"\x7fELF")]


class HardeningTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls._folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls._folder.cleanup)
        output(OPTIONS.cmake, "--install", OPTIONS.build, "--prefix", cls._folder.name)
        cls.binaries = {binary.path.name: binary for binary in installed(pathlib.Path(cls._folder.name))}

    def check_each(self, check, without="-"):
        """Calls `check` with each file whose name does not begin so."""
        for name, binary in self.binaries.items():
            if not name.startswith(without):
                with self.subTest(name):
                    check(binary)

    def test_what_is_looked_at(self):
        mpis = OPTIONS.mpis.split(",")
        expected = {"topomorph", "topomorph-engine", *(f"libtopomorph-{mpi}.so" for mpi in mpis)}
        self.assertEqual(expected - self.binaries.keys(), set())
        self.assertTrue(any(name.startswith("libtopomorph.so") for name in self.binaries), self.binaries.keys())
        self.assertTrue(any(name.startswith("topomorph-links-") for name in self.binaries), self.binaries.keys())

    def test_tables_of_addresses_are_read_only_once_it_has_started(self):
        def check(binary):
            self.assertIn("GNU_RELRO", binary.segments)
            self.assertTrue(binary.is_bound_at_its_start(), binary.dynamic)
            self.assertNotIn("TEXTREL", binary.dynamic)
        self.check_each(check)

    def test_nothing_can_be_written_and_executed(self):
        def check(binary):
            self.assertEqual(binary.segments["GNU_STACK"].strip(), "RW")
            self.assertTrue(binary.loaded)
            self.assertEqual([flags for flags in binary.loaded if "W" in flags and "E" in flags], [])
        self.check_each(check)

    def test_its_place_in_memory_is_drawn_at_each_start(self):
        programs = [binary for binary in self.binaries.values() if binary.is_program()]
        self.assertGreater(len(programs), 2)
        for binary in programs:
            with self.subTest(binary.path.name):
                self.assertIn("DYN (", binary.head)

    def test_a_frame_that_was_overwritten_ends_it(self):
        self.check_each(lambda binary: self.assertIn("__stack_chk_fail", binary.needed))

    def test_functions_of_libc_know_how_long_their_buffers_are(self):
        self.check_each(lambda binary: self.assertTrue([name for name in binary.needed if re.fullmatch(r"__\w+_chk", name)], binary.needed))

    def test_the_cxx_library_checks_its_arguments(self):
        """Not in the front, which has no C++ library to say so."""
        self.check_each(lambda binary: self.assertRegex(binary.path.read_bytes(), ASSERTIONS), without="libtopomorph.so")
        front = next(binary for name, binary in self.binaries.items() if name.startswith("libtopomorph.so"))
        self.assertNotRegex(front.path.read_bytes(), ASSERTIONS)


if __name__ == "__main__":
    unittest.main(argv=["hardening_test.py", *REST])
