"""An installation, moved to another place: the examples by their own commands, find_package, the module file, the programs."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

MODULES = pathlib.Path("/usr/share/modules/init/bash")
CONSUMER = """cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES {languages})
find_package(TopoMorph 0.1 REQUIRED)
add_executable(stencil_c stencil.c)
target_link_libraries(stencil_c PRIVATE TopoMorph::topomorph)
add_executable(stencil_cpp stencil.cpp)
target_compile_features(stencil_cpp PRIVATE cxx_std_20)
target_link_libraries(stencil_cpp PRIVATE TopoMorph::topomorph)
"""
FORTRAN_CONSUMER = """add_executable(stencil_f90 stencil.f90)
target_link_libraries(stencil_f90 PRIVATE TopoMorph::fortran)
"""
F08_CONSUMER = """cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES C Fortran)
find_package(TopoMorph 0.1 REQUIRED)
add_executable(order order.f90)
target_link_libraries(order PRIVATE TopoMorph::fortran)
"""
F08_PROGRAM = """program order
  use mpi_f08
  use topomorph
  implicit none
  type(MPI_Comm) :: world
  integer :: before, after
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, before)
  call tm_reorder(MPI_COMM_WORLD, world)
  call MPI_Comm_rank(world, after)
  print *, merge('kept   ', 'changed', before == after)
  call MPI_Finalize()
end program
"""
# Rows of four ranks are on two nodes each; squares are better.
MACHINE = {"TOPOMORPH_TOPOLOGY": "tree:4:2"}
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "launchers"))
import launching  # noqa: E402

JOBS = {**launching.COMMON, "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_btl": "vader,self"}


def parse_arguments():
    parser = argparse.ArgumentParser()
    for name in ("cmake", "build", "examples", "languages"):
        parser.add_argument("--" + name, required=True)
    return parser.parse_known_args()


OPTIONS, REST = parse_arguments()


class InstallationTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls._folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls._folder.name).resolve()
        subprocess.run([OPTIONS.cmake, "--install", OPTIONS.build, "--prefix", folder / "first"], check=True, stdout=subprocess.DEVNULL)
        cls.prefix = folder / "moved"
        (folder / "first").rename(cls.prefix)
        cls.work = folder / "work"
        shutil.copytree(OPTIONS.examples, cls.work)

    @classmethod
    def tearDownClass(cls):
        cls._folder.cleanup()

    def run_it(self, command, **settings):
        environment = dict(os.environ, **JOBS, **settings)
        environment["PATH"] = f"/usr/bin:{environment['PATH']}"  # Debian's Python has mpi4py
        environment["PKG_CONFIG_PATH"] = str(self.prefix / "lib" / "pkgconfig")
        return subprocess.run(["bash", "-c", command], cwd=self.work, env=environment, text=True, capture_output=True, timeout=120)

    def check_stencil(self, command):
        """The same sum in the launcher's order, in a better one, and when the data move along."""
        kept = self.run_it(command)
        self.assertEqual(kept.returncode, 0, kept.stderr)
        self.assertRegex(kept.stdout, r"^sum \d+\.\d{6}\n$")
        self.assertIn("order kept", kept.stderr)
        for words in ("", " move"):
            reordered = self.run_it(command + words, **MACHINE)
            self.assertEqual((reordered.stdout, reordered.returncode), (kept.stdout, 0), reordered.stderr)
            self.assertIn("reordered in", reordered.stderr)

    def test_examples(self):
        for language in OPTIONS.languages.split(","):
            with self.subTest(language):
                head = (self.work / f"stencil.{language}").read_text().split("As it stands")[0]
                command, = [line.strip(" */!") for line in head.splitlines() if "mpirun -n 8" in line]
                self.check_stencil(command)

    def build(self, folder, *options):
        """Configures and builds a project in its folder `build`, with the installation in its search path."""
        for words in ["-G", "Ninja", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}", *options], ["--build", folder / "build"]:
            done = subprocess.run([OPTIONS.cmake, *words], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def build_consumer(self, name, languages, text):
        """A project in which programs are built from the examples; returns what stands in front of their names."""
        folder = self.work / name
        shutil.copytree(OPTIONS.examples, folder)
        (folder / "CMakeLists.txt").write_text(text.format(languages=languages))
        self.build(folder)
        return f"mpirun -n 8 {name}/build/stencil_"

    def test_found_by_cmake(self):
        programs = self.build_consumer("consumer", "C CXX", CONSUMER)
        self.check_stencil(programs + "c")
        self.check_stencil(programs + "cpp")

    @unittest.skipUnless("f90" in OPTIONS.languages, "built without the Fortran module")
    def test_fortran_found_by_cmake(self):
        programs = self.build_consumer("fortran_consumer", "C CXX Fortran", CONSUMER + FORTRAN_CONSUMER)
        self.check_stencil(programs + "f90")

    @unittest.skipUnless("f90" in OPTIONS.languages, "built without the Fortran module")
    def test_fortran_of_the_library_that_cmake_has_found(self):
        """A program with mpi_f08 compiles with the module of its own library alone."""
        for library, launch in ("openmpi", "mpirun.openmpi --oversubscribe"), ("mpich", "mpiexec.mpich"):
            if not list(self.prefix.glob(f"lib*/cmake/TopoMorph/TopoMorphFortran_{library}*.cmake")) or not shutil.which(f"mpifort.{library}"):
                continue
            with self.subTest(library):
                folder = self.work / f"f08_{library}"
                folder.mkdir()
                (folder / "order.f90").write_text(F08_PROGRAM)
                (folder / "CMakeLists.txt").write_text(F08_CONSUMER)
                self.build(folder, f"-DMPI_C_COMPILER=mpicc.{library}", f"-DMPI_Fortran_COMPILER=mpifort.{library}")
                run = self.run_it(f"{launch} -n 2 f08_{library}/build/order")
                self.assertEqual((run.stdout.split(), run.returncode), (["kept"] * 2, 0), run.stderr)

    @unittest.skipUnless(MODULES.exists(), "there are no environment modules (package environment-modules)")
    def test_module(self):
        done = self.run_it(f"source {MODULES} && module use '{self.prefix}/share/topomorph/modulefiles' && module load topomorph && "
                           "command -v topomorph && topomorph --version")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines()[0], str(self.prefix / "bin" / "topomorph"))
        told = self.run_it(f"source {MODULES} && module use '{self.prefix}/share/topomorph/modulefiles' && module help topomorph")
        self.assertIn("topomorph auto ./app", told.stdout + told.stderr)

    def test_doctor_and_manual(self):
        done = self.run_it(f"'{self.prefix}/bin/topomorph' doctor")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn(f" {self.prefix}/", done.stdout)
        for file in ("man/man1/topomorph.1", "man/man1/topomorph-doctor.1", "man/man3/tm_reorder.3", "bash-completion/completions/topomorph",
                     "zsh/site-functions/_topomorph", "fish/vendor_completions.d/topomorph.fish"):
            self.assertTrue((self.prefix / "share" / file).exists(), file)

    def test_programs(self):
        """The library and the engine are found beside the command: a profile is the engine's work."""
        compiled = self.run_it("mpicc stencil.c -o stencil_again $(pkg-config --cflags --libs topomorph)")
        self.assertEqual(compiled.returncode, 0, compiled.stderr)
        done = self.run_it(f"mpirun -n 2 '{self.prefix}/bin/topomorph' profile -o job.tmprof ./stencil_again")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("profile of 2 ranks", done.stderr)
        self.assertTrue((self.work / "job.tmprof").exists())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *REST])
