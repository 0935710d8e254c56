"""How processes live and end in the field: as without the plugin, with the same answer and the same status. docs/isolation.md, docs/faults.md.

usage: lives_test.py --mpiexec M --topomorph T --library L --program P --cc CC --mpicc MPICC [unittest arguments]
"""
import os

from isolation_test import CompilingTest
from jobs import JobTest, OPTIONS, PRELOADLESS, main


class LateEndTest(CompilingTest):
    """MPI_Finalize outside main: everything is measured, and nobody says that it is missing."""

    LIBRARY = r"""
#include <mpi.h>
static int wanted = 0;
void finalize_in_library(void) { wanted = 1; }
__attribute__((destructor)) static void last(void) { if (wanted) MPI_Finalize(); }
"""

    def setUp(self):
        super().setUp()
        library = self.compile_mpi("libfinalizing.so", self.LIBRARY, "-shared", "-fPIC")
        self.program = self.compile_mpi("late_ends", "late_ends.c", "-pthread", "-Wl,--no-as-needed", str(library), f"-Wl,-rpath,{self.folder}")
        self.profile = self.folder / "a.tmprof"

    def assert_profiled(self, *way):
        with self.subTest(way=way):
            self.profile.unlink(missing_ok=True)
            plain = self.assert_as_without(self.program, *way, ranks=2)
            self.assertEqual(plain.status, 3, plain.stderr)
            self.assertTrue(self.profile.exists())
            self.assertFalse((self.folder / "a.tmprof.parts").exists())

    def test_on_all_processes(self):
        for way in "atexit", "static", "destructor", "library", "thread", "signal":
            self.assert_profiled(way)

    def test_on_some(self):
        self.assert_profiled("main", "atexit")
        self.assert_profiled("main", "destructor")

    def test_auto_learns(self):
        settings = {"TOPOMORPH_STORE": self.folder / "store"}
        said = [self.job(OPTIONS.topomorph, "auto", self.program, "static", ranks=2, **settings) for _ in range(2)]
        self.assertEqual([outcome.status for outcome in said], [3, 3])
        self.assertIn("is measured", said[0].lines[0])
        self.assertEqual(len(said[0].lines), 1, said[0].stderr)
        self.assertNotIn("is measured", said[1].stderr)

    def test_never(self):
        for way in "quick_exit", "_exit":  # run no exit handlers: nothing is left, and nothing is said
            with self.subTest(way=way):
                plain, profiled = (self.job(*words, self.program, way, ranks=1) for words in ((), (OPTIONS.topomorph, "profile", "-o", "a.tmprof")))
                self.assertEqual((profiled.stdout, profiled.status, profiled.lines), (plain.stdout, plain.status, []), profiled.stderr)


class TerminationTest(CompilingTest):
    """SIGTERM and handlers that the application sets after MPI_Init, in mode profile, where ours is there before."""

    def setUp(self):
        super().setUp()
        self.program = self.compile_mpi("late_ends", "late_ends.c", "-pthread")

    def profiled(self, way, ranks=2):
        plain, outcome = (self.job(*words, self.program, way, ranks=ranks) for words in ((), (OPTIONS.topomorph, "profile", "-o", "a.tmprof")))
        self.assertEqual((outcome.stdout, outcome.status), (plain.stdout, plain.status), outcome.stderr)
        return outcome

    def test_the_handler_before_is_called(self):
        outcome = self.profiled("chained")
        self.assertEqual((outcome.stdout, outcome.status), ("checkpoint\n2 finalize\n", 3), outcome.stderr)
        self.assertEqual(outcome.lines, [f"profile of 2 ranks: {self.folder}/a.tmprof"])
        self.assertFalse((self.folder / "a.tmprof.parts").exists())

    def test_the_handler_before_is_called_and_the_process_ends(self):
        outcome = self.profiled("chained_exit", ranks=1)
        self.assertEqual((outcome.status, outcome.lines), (3, []), outcome.stderr)
        self.assertEqual([path.name for path in (self.folder / "a.tmprof.parts").iterdir()], ["0.record"])

    def test_the_handler_before_is_restored(self):
        for way in "restored", "unheard":
            with self.subTest(way=way):
                outcome = self.profiled(way, ranks=1)
                self.assertIn("signal 15", outcome.stderr)
                line = "profile of 1 rank: {}" if way == "restored" else "no MPI_Finalize: what was measured is in {}.parts"
                self.assertEqual(outcome.lines, [line.format(self.folder / "a.tmprof")])


class ChildrenTest(CompilingTest):
    """What an MPI process starts has the environment that it would have without the plugin."""

    launch = PRELOADLESS  # it looks at LD_PRELOAD
    NOTHING = "int nothing_of_this_kind = 0;"

    def setUp(self):
        super().setUp()
        self.program = self.compile_mpi("children", "children.c")

    def test_environment(self):
        plain = self.assert_as_without(self.program)
        self.assertEqual(plain.stdout, "preload []\nafter 1\nafter 1\n")

    def test_what_the_user_preloads_stays(self):
        libraries = ":".join(str(self.compile(name, self.NOTHING, "-shared", "-fPIC")) for name in ("one.so", "two.so"))
        for mode in "run", "profile":
            outcome = self.job("env", f"LD_PRELOAD={libraries}", OPTIONS.topomorph, mode, self.program, ranks=2)
            self.assertEqual(outcome.stdout, f"preload [{libraries}]\nafter 1\nafter 1\n", outcome.stderr)

    def test_what_the_application_sets_stays(self):
        outcome = self.job(OPTIONS.topomorph, "profile", self.program, "", ranks=1)
        self.assertEqual(outcome.stdout, "preload []\nafter 1\n", outcome.stderr)

    def test_kept_where_wanted(self):
        outcome = self.job(OPTIONS.topomorph, "profile", "--keep-preload", self.program, ranks=1)
        self.assertRegex(outcome.stdout, r"preload \[.*libtopomorph\.so")

    def test_treematch_stays_out_without_the_variable(self):
        program = self.compile_mpi("components", COMPONENTS)
        for mode in "run", "profile":
            outcome = self.job(OPTIONS.topomorph, mode, program, ranks=2)
            self.assertEqual((outcome.stdout, outcome.status), ("0 treematch\n", 0), outcome.stderr)


COMPONENTS = r"""
#include <mpi.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char** argv) {
  int rank, extent = 2, periodic = 0, loaded = 0;
  char line[4096];
  MPI_Comm made;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &extent, &periodic, 1, &made);
  FILE* maps = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, maps) != NULL) loaded += strstr(line, "topo_treematch") != NULL;
  if (rank == 0) printf("%d treematch\n", loaded);
  MPI_Finalize();
  return 0;
}"""


class EngineThatStaysTest(CompilingTest):
    """Where the system itself does not come to an end with starting or ending the engine, the deadline holds."""

    # As when the file system of the installation hangs: a process in uninterruptible sleep.
    STARTING = """
#include <unistd.h>
int posix_spawn(void) { while (1) pause(); }
"""
    ENDING = """
#include <sys/types.h>
pid_t waitpid(pid_t process, int* status, int options) { return 0; }
int kill(pid_t process, int number) { return 0; }
"""

    def setUp(self):
        super().setUp()
        self.topomorph("profile", "-o", "a.tmprof")

    def assert_ends(self, source, engine, why):
        shim = self.compile("shim.so", source, "-shared", "-fPIC", "-w")
        settings = {"TOPOMORPH_ENGINE": engine, "TOPOMORPH_ENGINE_TIMEOUT": 1}
        outcome = self.job("env", f"LD_PRELOAD={shim}", OPTIONS.topomorph, "run", "-p", "a.tmprof", OPTIONS.program, 3, **settings)
        self.assert_runs_on(outcome, f"engine {engine}: {why}: order kept", status=3)
        outcome = self.job("env", f"LD_PRELOAD={shim}", OPTIONS.topomorph, "profile", "-o", "b.tmprof", OPTIONS.program, 3, **settings)
        self.assert_runs_on(outcome, f"engine {engine}: {why}: no profile; the records are in {self.folder}/b.tmprof.parts", status=3)

    def test_starting(self):
        self.assert_ends(self.STARTING, OPTIONS.engine, "not started within 1 s")

    def test_ending(self):
        self.assert_ends(self.ENDING, self.script("engine", "exec sleep 8"), "no answer within 1 s")

    def test_stopped(self):
        self.assert_ends("", self.script("engine", "kill -STOP $$"), "no answer within 1 s")


class SharedFolderTest(CompilingTest):
    """In a folder that all may write to, what others have put there leads nowhere."""

    def test_a_link_in_place_of_the_folder_of_parts(self):
        (self.folder / "theirs").mkdir()
        (self.folder / "theirs" / "0.record").write_text("theirs")
        (self.folder / "a.tmprof.parts").symlink_to("theirs")
        outcome = self.job(OPTIONS.topomorph, "profile", "-o", "a.tmprof", OPTIONS.program, "exit", ranks=1)
        self.assertEqual(outcome.status, 9, outcome.stderr)
        self.assertRegex(outcome.lines[0], "a.tmprof.parts/0.record cannot be written: Not a directory: no profile")
        self.assertEqual((self.folder / "theirs" / "0.record").read_text(), "theirs")

    def test_a_link_in_place_of_a_record(self):
        (self.folder / "a.tmprof.parts").mkdir()
        (self.folder / "theirs").write_text("theirs")
        program = self.compile_mpi("linking", LINKING)
        outcome = self.job(OPTIONS.topomorph, "profile", "-o", "a.tmprof", program, ranks=1)
        self.assertEqual(outcome.lines, [f"no MPI_Finalize: what was measured is in {self.folder}/a.tmprof.parts"], outcome.stderr)
        self.assertEqual((self.folder / "theirs").read_text(), "theirs")


class ContainerTest(JobTest):
    """A program that starts a container gets no LD_PRELOAD, which would be read inside; its words are those of the real ones."""

    launch = PRELOADLESS  # it looks at LD_PRELOAD
    COMMANDS = (("apptainer", "exec", "image.sif"), ("singularity", "--quiet", "run", "image.sif"), ("enroot", "start", "image"),
                ("podman", "run", "--rm", "image"), ("shifter", "--image=image"), ("ch-run", "image", "--"))

    def fake(self, name, words):
        """What is behind that many words, in a container with the environment that the runtimes make."""
        self.script(name, f'shift {words}; export LD_PRELOAD="$LD_PRELOAD$APPTAINERENV_LD_PRELOAD"; exec "$@"')

    def contained(self, *words, **settings):
        """Two ranks of a command line, with this folder first in PATH."""
        return self.job(*words, ranks=2, PATH=f"{self.folder}:{os.environ['PATH']}", **settings)

    def test_unprepared(self):
        for command in self.COMMANDS:
            with self.subTest(command=command):
                self.fake(command[0], len(command) - 1)
                outcome = self.contained(OPTIONS.topomorph, "profile", "-o", "a.tmprof", *command, "sh", "-c",
                                         'echo "[$LD_PRELOAD]"; sleep 0.3; [ "$PMIX_RANK" = 0 ] || sleep 0.3; exit 5')  # rank 0 speaks for us: it fails first
                self.assert_both_say(outcome, "[]", status=5)
                self.assertEqual(outcome.lines, [f"{command[0]} starts a container, where this library may not run: the job runs without "
                                                 "TopoMorph (start topomorph inside it, or see docs/clusters.md, Containers)"])

    def test_prepared(self):
        self.fake("apptainer", 2)
        outcome = self.contained(OPTIONS.topomorph, "profile", "-o", "a.tmprof", "apptainer", "exec", "image.sif", OPTIONS.program,
                                 APPTAINERENV_LD_PRELOAD=OPTIONS.library)
        self.assert_runs_on(outcome, f"profile of 2 ranks: {self.folder}/a.tmprof", stdout="processes 0 1\n")

    def test_inside(self):
        self.fake("apptainer", 2)
        outcome = self.contained("apptainer", "exec", "image.sif", OPTIONS.topomorph, "profile", "-o", "a.tmprof", OPTIONS.program)
        self.assert_runs_on(outcome, f"profile of 2 ranks: {self.folder}/a.tmprof", stdout="processes 0 1\n")

    def test_other_work_of_the_same_program(self):
        self.fake("podman", 1)
        outcome = self.run_command(OPTIONS.topomorph, "profile", "podman", "images", "sh", "-c", "exit 6", PATH=f"{self.folder}:{os.environ['PATH']}")
        self.assertEqual((outcome.lines, outcome.status), ([], 6), outcome.stderr)


LINKING = r"""
#include <mpi.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  mkdir("a.tmprof.parts", 0777);
  const int failed = symlink("../theirs", "a.tmprof.parts/0.record.unfinished") + symlink("../theirs", "a.tmprof.parts/0.record");
  exit(failed == 0 ? 3 : 4);
}"""


if __name__ == "__main__":
    main()
