"""Programs that could meet TopoMorph's own needs, tools that come with it, and programs it cannot be loaded into: docs/isolation.md.

usage: isolation_test.py --mpiexec M --topomorph T --library L --program P --cc CC --mpicc MPICC [unittest arguments]
"""
import os
import pathlib
import re
import shutil
import subprocess

from jobs import JobTest, LAUNCH, LAUNCHERS_ORDER, OPTIONS, PRELOAD, main
from launching import is_hydra, through_memory

MODES = (("run", "--permutation", "reverse"), ("profile", "-o", "a.tmprof"))
INPUTS = pathlib.Path(__file__).resolve().parent / "input"
HEADERS = pathlib.Path(__file__).resolve().parents[2] / "plugin" / "api"


class CompilingTest(JobTest):
    def compile(self, name, source, *options, compiler=None):
        """`source` is C, or a file of the folder `input`. None where the compiler cannot."""
        path = INPUTS / source if source.endswith(".c") else self.folder / (name + ".c")
        if not source.endswith(".c"):
            path.write_text(source)
        built = subprocess.run([compiler or OPTIONS.cc, "-O1", str(path), "-o", self.folder / name, *options], capture_output=True)
        return self.folder / name if built.returncode == 0 else None

    def compile_mpi(self, name, source, *options):
        program = self.compile(name, source, *options, compiler=OPTIONS.mpicc)
        self.assertIsNotNone(program)
        return program

    def assert_as_without(self, *words, lines=1, ranks=2, **settings):
        """The same output and exit status without TopoMorph and in every mode, and `lines` lines of ours."""
        plain = self.job(*words, ranks=ranks, **settings)
        for mode in MODES:
            with self.subTest(mode=mode):
                outcome = self.job(OPTIONS.topomorph, *mode, *words, ranks=ranks, **settings)
                said = [sorted(each.stdout.splitlines()) for each in (outcome, plain)]  # of several processes, in any order
                self.assertEqual(said[0], said[1], outcome.stderr)
                self.assertEqual(outcome.status, plain.status, outcome.stderr)
                self.assertEqual(len(outcome.lines), lines, outcome.stderr)
        return plain


class FakeLibrariesTest(CompilingTest):
    """Other libraries under the names of those that the engine needs: their functions abort."""

    FAKES = {"libscotch-7.0.so": "SCOTCH_", "libsqlite3.so.0": "sqlite3_", "libhwloc.so.15": "hwloc_"}
    SHOW = r"""
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) if (dlopen(argv[i], RTLD_NOW | RTLD_LOCAL) == NULL) return 99;
  MPI_Init(&argc, &argv);
  int rank, size, in = 0, fakes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &in, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  char line[4096];
  FILE* maps = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, maps) != NULL) fakes += strstr(line, "/fakes/") != NULL && strstr(line, "r-xp") != NULL;
  if (rank == 0) printf("%d fakes loaded\n", fakes);
  MPI_Finalize();
  return 0;
}"""

    def functions_of(self, library, prefix):
        for folder in ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"):
            path = pathlib.Path(folder) / library
            if path.exists():
                listed = subprocess.run(["nm", "-D", "--defined-only", path], capture_output=True, text=True).stdout
                return sorted(set(re.findall(rf" T ({prefix}\w+)", listed)))
        self.skipTest(f"{library} is not installed")

    def fake(self, library):
        (self.folder / "fakes").mkdir(exist_ok=True)
        names = self.functions_of(library, self.FAKES[library])
        self.assertGreater(len(names), 20)
        source = "#include <stdlib.h>\n" + "".join(f"void {name}(void) {{ abort(); }}\n" for name in names)
        self.assertIsNotNone(self.compile(f"fakes/{library}", source, "-shared", "-fPIC", f"-Wl,-soname,{library}", "-w"))
        return self.folder / "fakes" / library

    def test_linked_against(self):
        fakes = [self.fake(library) for library in ("libscotch-7.0.so", "libsqlite3.so.0")]
        program = self.compile_mpi("program", self.SHOW, "-Wl,--no-as-needed", *map(str, fakes), f"-Wl,-rpath,{self.folder}/fakes", "-ldl")
        plain = self.assert_as_without(program, LD_LIBRARY_PATH=self.folder / "fakes")
        self.assertEqual((plain.stdout, plain.status), ("2 fakes loaded\n", 0), plain.stderr)
        self.assertTrue((self.folder / "a.tmprof").exists())

    def test_opened_by_the_program(self):
        # Not linked: Open MPI itself calls hwloc and would meet the fake, without TopoMorph too.
        fakes = [self.fake(library) for library in self.FAKES]
        program = self.compile_mpi("program", self.SHOW, "-ldl")
        plain = self.assert_as_without(program, *fakes)
        self.assertEqual((plain.stdout, plain.status), ("3 fakes loaded\n", 0), plain.stderr)

    def test_bound_processes_are_located_by_the_engine(self):
        # The engine asks hwloc, its own, whatever the application's environment leads to.
        if len(os.sched_getaffinity(0)) < 2:
            self.skipTest("needs two CPUs")
        fakes = [self.fake(library) for library in self.FAKES]
        program = self.compile_mpi("program", self.SHOW, "-ldl")
        outcome = self.job(OPTIONS.topomorph, "profile", "-o", "a.tmprof", program, *fakes, ranks=2, binding="hwthread",
                           LD_LIBRARY_PATH=self.folder / "engines")
        self.assertEqual(outcome.lines, [f"profile of 2 ranks: {self.folder}/a.tmprof"], outcome.stderr)


class NoMpiTest(CompilingTest):
    """A process that does not call MPI_Init is as if nothing were preloaded."""

    def states(self, program):
        environment = dict(os.environ, TOPOMORPH_MODE="run", TOPOMORPH_PERMUTATION="reverse")
        return [subprocess.run([program], env=dict(environment, **extra), capture_output=True, text=True, timeout=60).stdout
                for extra in ({}, {"LD_PRELOAD": OPTIONS.library})]

    def test_threads_files_environment_signals(self):
        plain, loaded = self.states(self.compile("state", "state.c"))
        self.assertIn("threads 3", plain)  # and "." and ".."
        self.assertEqual(plain, loaded)

    def test_in_a_program_that_is_linked_with_mpi(self):
        plain, loaded = self.states(self.compile_mpi("state", "state.c", "-Wl,--no-as-needed"))
        self.assertEqual(plain, loaded)

    def test_under_the_runner(self):
        outcome = self.run_command(OPTIONS.topomorph, "profile", "-o", "a.tmprof", "sh", "-c", "echo $((6*7)); exit 9")
        self.assertEqual((outcome.stdout, outcome.stderr, outcome.status), ("42\n", "", 9))
        self.assertEqual(self.left(), [])


class OtherToolsTest(CompilingTest):
    TOOL = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static long exchanges = 0;
int MPI_Sendrecv(const void* out, int outs, MPI_Datatype out_type, int to, int out_tag, void* in, int ins, MPI_Datatype in_type,
                 int from, int in_tag, MPI_Comm comm, MPI_Status* status) {
  ++exchanges;
  return PMPI_Sendrecv(out, outs, out_type, to, out_tag, in, ins, in_type, from, in_tag, comm, status);
}
int MPI_Finalize(void) {
  fprintf(stderr, "tool: %ld exchanges\n", exchanges);
  return PMPI_Finalize();
}"""
    AUDIT = r"""
#define _GNU_SOURCE
#include <link.h>
unsigned int la_version(unsigned int version) { return version; }
"""

    def check_counts(self, *words):
        for mode, order in (MODES[0], "processes 3 2 1 0\n"), (MODES[1], LAUNCHERS_ORDER):
            with self.subTest(mode=mode):
                runner = [OPTIONS.topomorph, *mode]
                outcome = self.job(*[word for part in words for word in (runner if part == "RUNNER" else [part])], OPTIONS.program)
                self.assertEqual((outcome.stdout, outcome.status), (order, 0), outcome.stderr)
                self.assertEqual(outcome.stderr.count("tool: 10 exchanges"), 4, outcome.stderr)
                self.assertEqual(len(outcome.lines), 1)

    def tool(self):
        return self.compile_mpi("tool.so", self.TOOL, "-shared", "-fPIC")

    def test_a_tool_behind(self):
        self.check_counts("env", f"LD_PRELOAD={self.tool()}", "RUNNER")

    def test_a_tool_in_front(self):
        self.check_counts("RUNNER", "sh", "-c", f'LD_PRELOAD={self.tool()}:$LD_PRELOAD exec "$@"', "sh")

    def test_an_audit_library(self):
        audit = self.compile("audit.so", self.AUDIT, "-shared", "-fPIC")
        self.assert_as_without("env", f"LD_AUDIT={audit}", OPTIONS.program, ranks=1)
        shell = f'LD_AUDIT={audit} exec "$@"'
        outcome = self.job(OPTIONS.topomorph, "run", "--permutation", "reverse", "sh", "-c", shell, "sh", OPTIONS.program, 3)
        self.assertEqual((outcome.stdout, outcome.status), ("processes 3 2 1 0\n", 3), outcome.stderr)


class OtherImplementationTest(CompilingTest):
    """Jobs of another MPI library than that of the tests: the same installation serves it if it has a back for it. If not, the job runs
    untouched, and one line says why."""

    OPEN = """
#include <dlfcn.h>
int main(int argc, char** argv) {
  void* library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : 0;
  return library == 0 ? 99 : ((int (*)(void))dlsym(library, "job"))();
}
"""

    def setUp(self):
        super().setUp()
        self.for_mpich = is_hydra(OPTIONS.mpiexec)
        self.mpicc, launcher = ("mpicc.openmpi", "mpirun.openmpi") if self.for_mpich else ("mpicc.mpich", "mpiexec.mpich")
        if shutil.which(self.mpicc) is None or shutil.which(launcher) is None:
            self.skipTest(f"{self.mpicc} and {launcher} are missing")
        self.launch = [launcher, *(["--oversubscribe", *through_memory(launcher)] if self.for_mpich else []), "-n", "3"]

    def prefix_without_back(self):
        """A copy of the installation that does not serve the other library."""
        built, copy = pathlib.Path(OPTIONS.topomorph).parent.parent, self.folder / "prefix"
        other = "libtopomorph-openmpi" if self.for_mpich else "libtopomorph-mpich"
        for file in ("bin/topomorph", "lib/libtopomorph.so", "libexec/topomorph/topomorph-engine"):
            (copy / file).parent.mkdir(parents=True)
            shutil.copy(built / file, copy / file)
        (copy / "lib/topomorph").mkdir()
        for back in (built / "lib/topomorph").glob("*.so"):
            if not back.name.startswith(other):
                shutil.copy(back, copy / "lib/topomorph")
        return copy

    def outcome(self, topomorph, mode, *words):
        """The lines of TopoMorph in a job whose result must be that of any order."""
        run = subprocess.run([*self.launch, topomorph, *mode, *words], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual((run.stdout, run.returncode), ("3 ranks, sum 3, before me 2\n", 0), run.stderr)
        return re.findall("topomorph: (.*)", run.stderr)

    def assert_served(self, *words):
        run, profile = MODES
        self.assertRegex("\n".join(self.outcome(OPTIONS.topomorph, run, *words)), r"^3 ranks in the order reverse, reordered in \d+ ms$")
        self.assertEqual(self.outcome(OPTIONS.topomorph, profile, *words), [f"profile of 3 ranks: {self.folder}/a.tmprof"])

    def assert_untouched(self, *words):
        topomorph = self.prefix_without_back() / "bin/topomorph"
        for mode in MODES:
            with self.subTest(mode=mode):
                self.assertRegex("\n".join(self.outcome(topomorph, mode, *words)),
                                 "^/.*/libtopomorph-[a-z0-9]+[.]so: this MPI library needs it, and it is not installed: nothing is measured or reordered$")
                self.assertFalse((self.folder / "a.tmprof").exists())

    def program(self):
        return self.compile("program", "other_mpi.c", compiler=self.mpicc)

    def opener(self):
        """A program without MPI that opens a part with MPI privately, and that part."""
        module = self.compile("module.so", "other_mpi.c", "-shared", "-fPIC", "-DTOPOMORPH_TEST_SHARED", compiler=self.mpicc)
        return self.compile("opener", self.OPEN, "-ldl"), module

    def test_program(self):
        self.assert_served(self.program())

    def test_opened_privately_by_a_program_without_mpi(self):
        self.assert_served(*self.opener())

    def test_no_back(self):
        self.assert_untouched(self.program())

    def test_no_back_for_what_is_opened_privately(self):
        self.assert_untouched(*self.opener())

    def test_the_launcher_of_the_tests_library(self):
        """Each process is a job of its own then: one line says so."""
        launch = [*LAUNCH, "-n", 2]
        plain = self.run_command(*launch, self.program())
        hint = "the launcher has started 2 processes, of which this MPI library knows one: is the launcher another library's?"
        for mode, lines in zip(MODES, ([hint], [hint, f"profile of 1 rank: {self.folder}/a.tmprof"])):
            with self.subTest(mode=mode):
                outcome = self.run_command(*launch, OPTIONS.topomorph, *mode, self.program())
                self.assertEqual((outcome.stdout, outcome.status), (plain.stdout, plain.status), outcome.stderr)
                self.assertEqual(sorted(set(outcome.lines)), sorted(lines))
                self.assertEqual(outcome.lines.count(hint), 1, outcome.stderr)

    def test_no_back_for_a_program_that_calls_tm_reorder(self):
        libraries = self.prefix_without_back() / "lib"
        shutil.copy(libraries / "libtopomorph.so", libraries / "libtopomorph.so.0")
        program = self.compile("program", "kept_order.c", f"-I{HEADERS}", f"-L{libraries}", f"-Wl,-rpath,{libraries}", "-Wl,--no-as-needed", "-ltopomorph",
                               compiler=self.mpicc)
        run = subprocess.run([*self.launch, program], cwd=self.folder, capture_output=True, text=True, timeout=60)
        # Three processes write at a time: Hydra hands on the pieces as they come.
        self.assertEqual((sorted(run.stdout), run.returncode), (sorted("kept\n" * 3), 0), run.stderr)
        self.assertEqual(len(re.findall("topomorph: .* this MPI library needs it, and it is not installed", run.stderr)), 1, run.stderr)

    def test_a_back_that_an_interrupted_copy_has_left(self):
        copy = self.prefix_without_back()
        name = "libtopomorph-openmpi*.so" if self.for_mpich else "libtopomorph-mpich.so"
        for back in (pathlib.Path(OPTIONS.topomorph).parent.parent / "lib/topomorph").glob(name):
            for size in 0, 1000, back.stat().st_size // 2, back.stat().st_size - 1:
                (copy / "lib/topomorph" / back.name).write_bytes(back.read_bytes()[:size])
                with self.subTest(back=back.name, size=size):
                    lines = self.outcome(copy / "bin/topomorph", MODES[0], self.program())
                    self.assertRegex("\n".join(lines), rf"^/.*/{back.name}: is (cut off|no library): nothing is measured or reordered$")


class UnloadableTest(CompilingTest):
    """Where the loader will not load the library, the runner says so."""

    # Rank 0, for which the runner speaks, fails first: PRRTE ends the others then, what they have not said yet included.
    HELLO = '''
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  const char* rank = getenv("PMIX_RANK");
  puts("hello");
  fflush(stdout);
  usleep(rank != NULL && *rank != '0' ? 600000 : 300000); /* both have spoken before the first is gone, which ends the job */
  return 4;
}
'''

    def assert_said(self, program, why):
        for mode in MODES:
            outcome = self.job(OPTIONS.topomorph, *mode, program, ranks=2)
            self.assert_both_say(outcome, "hello", status=4)
            self.assertEqual(outcome.lines, [f"{program} {why}: the job runs without TopoMorph"])

    def test_static(self):
        program = self.compile("hello", self.HELLO, "-static")
        if program is None:
            self.skipTest("no static libc")
        self.assert_said(program, "is statically linked")

    def test_static_and_position_independent(self):
        program = self.compile("hello", self.HELLO, "-static-pie")
        if program is None:
            self.skipTest("no static libc")
        self.assert_said(program, "is statically linked")

    STARTER = """
#include <unistd.h>
int main(int argc, char** argv) { return execvp(argv[argc - 1], argv + argc - 1); }
"""

    def test_static_program_that_starts_others(self):
        preloaded = self.script("preloaded", 'case "$LD_PRELOAD" in *libtopomorph*) echo yes;; esac')
        for name in "busybox", "our_wrapper":  # known by its name, or by the program among its words
            starter = self.compile(name, self.STARTER, "-static")
            if starter is None:
                self.skipTest("no static libc")
            outcome = self.run_command(OPTIONS.topomorph, "run", starter, "sh", "-c", preloaded)
            self.assertEqual((outcome.stdout, outcome.lines, outcome.status), ("yes\n", [], 0), name)

    def test_loader_as_a_command(self):
        program, static = self.compile("hello", self.HELLO), self.compile("still", self.HELLO, "-static")
        loader = re.search(r"(/\S*/ld-\S+) \(0x", subprocess.run(["ldd", program], capture_output=True, text=True).stdout).group(1)
        outcome = self.run_command(OPTIONS.topomorph, "run", loader, "--library-path", "/nowhere", program)
        self.assertEqual((outcome.stdout, outcome.lines, outcome.status), ("hello\n", [], 4))
        if static is not None:
            outcome = self.run_command(OPTIONS.topomorph, "run", loader, "--argv0", "x", static)
            self.assertEqual(outcome.lines[0], f"{static} is statically linked: the job runs without TopoMorph")

    def test_setuid(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give a program away")
        program = self.compile("hello", self.HELLO)
        self.folder.chmod(0o755)
        os.chown(program, 65534, 65534)
        program.chmod(0o4755)
        self.assert_said(program, "has more rights than its user (setuid or the like)")

    def test_of_another_architecture(self):
        program = self.compile("hello", self.HELLO)
        header = bytearray(program.read_bytes())
        header[18:20] = (8).to_bytes(2, "little")  # e_machine: MIPS
        program.write_bytes(header)
        outcome = self.run_command(OPTIONS.topomorph, "run", program)
        self.assertNotEqual(outcome.status, 0)  # the system cannot run it either
        self.assertRegex(outcome.lines[0], "is of another architecture than TopoMorph: the job runs without TopoMorph")

    def test_found_in_the_path(self):
        program = self.compile("hello", self.HELLO, "-static")
        if program is None:
            self.skipTest("no static libc")
        outcome = self.run_command(OPTIONS.topomorph, "run", "hello", PATH=f"{self.folder}:{os.environ['PATH']}")
        self.assertEqual(outcome.lines, ["hello is statically linked: the job runs without TopoMorph"])


class TwoMpiLibrariesTest(CompilingTest):
    """A process that has two MPI libraries, each opened privately with the plugin that is linked to it."""

    def setUp(self):
        super().setUp()
        compiler, self.other_library = ("mpicc.openmpi", "libmpi.so.40") if is_hydra(OPTIONS.mpiexec) else ("mpicc.mpich", "libmpich.so.12")
        if not shutil.which(compiler):
            self.skipTest(f"{compiler} is not installed")
        self.host = self.compile("host", "plugin_host.c", "-ldl")
        self.own = self.compile_mpi("own.so", "plugin.c", "-shared", "-fPIC")
        self.other = self.compile("other.so", "plugin.c", "-shared", "-fPIC", compiler=compiler)

    def assert_host_as_without(self, *words):
        """With two lines: that the host is not linked with MPI, and what was done nonetheless."""
        plain = self.assert_as_without(self.host, *words, lines=2)
        self.assertEqual(plain.status, 3, plain.stderr)
        return plain

    def test_one_is_opened_and_never_called(self):
        self.assert_host_as_without(f"open:{self.other_library}", f"work:{self.own}")
        self.assert_host_as_without(f"open:{self.other}", f"open:{self.own}", f"work:{self.own}")

    def test_one_is_asked_for_its_version(self):
        for last in [], [f"ask:{self.other}", f"ask:{self.own}"]:
            plain = self.assert_host_as_without(f"ask:{self.other}", f"ask:{self.own}", f"work:{self.own}", *last)
            self.assertIn("begun 1" if last else "begun 0", plain.stdout)

    def test_one_works_after_the_other(self):
        """The other one as a job of one process: the launcher is not its own."""
        plain = self.job(self.host, f"work:{self.other}", f"work:{self.own}", ranks=2)
        for mode in MODES:
            outcome = self.job(OPTIONS.topomorph, *mode, self.host, f"work:{self.other}", f"work:{self.own}", ranks=2)
            self.assertEqual((sorted(outcome.stdout.splitlines()), outcome.status), (sorted(plain.stdout.splitlines()), 3), outcome.stderr)

    def test_switched_off(self):
        plain = self.job(self.host, f"open:{self.other_library}", f"work:{self.own}", ranks=2)
        outcome = self.job("env", f"LD_PRELOAD={PRELOAD}", "TOPOMORPH_MODE=off", self.host, f"open:{self.other_library}", f"work:{self.own}", ranks=2)
        self.assertEqual((sorted(outcome.stdout), outcome.status, outcome.lines), (sorted(plain.stdout), 3, []), outcome.stderr)


class UnusualLivesTest(CompilingTest):
    def setUp(self):
        super().setUp()
        self.program = self.compile_mpi("lives", "lives.c", "-pthread")

    def test_address_sanitizer(self):
        program = self.compile("sanitized", "lives.c", "-pthread", "-fsanitize=address", compiler=OPTIONS.mpicc)
        if program is None:
            self.skipTest("the compiler has no AddressSanitizer")
        runtime = re.search(r"=> (\S*asan\S*)", subprocess.run(["ldd", program], capture_output=True, text=True).stdout)[1]
        for words in [], ["env", f"LD_PRELOAD={runtime}:{OPTIONS.yield_shim or ''}"]:
            for mode in MODES:
                with self.subTest(words=words, mode=mode):
                    outcome = self.job(*words, OPTIONS.topomorph, *mode, program, "plain", ranks=2, ASAN_OPTIONS="detect_leaks=0")
                    self.assertEqual((outcome.stdout.splitlines(), outcome.status), (["plain: 2 processes"], 3), outcome.stderr)
                    self.assertRegex(outcome.lines[-1], "^2 ranks in the order reverse|^profile of 2 ranks")

    def test_a_file_of_data_under_the_number_of_a_closed_standard_error(self):
        program, data = self.compile_mpi("writer", "data_file.c"), self.folder / "data"
        for way, closed in ("given", "2>&-"), ("closed", ""):
            for mode in MODES:
                with self.subTest(way=way, mode=mode):
                    outcome = self.job("sh", "-c", f'exec "$@" {closed}', "sh", OPTIONS.topomorph, *mode, program, data, way, ranks=1)
                    self.assertEqual((outcome.status, data.read_text()), (0, "data\n"), outcome.stderr)

    def test_each_way(self):
        for way in "thread", "fork_before", "fork_after", "exec_first", "exec_child":
            with self.subTest(way=way):
                plain = self.assert_as_without(self.program, way)
                self.assertEqual(plain.status, 3, plain.stderr)

    def test_never_finalized(self):
        outcome = self.job(OPTIONS.topomorph, "profile", "-o", "a.tmprof", self.program, "no_finalize", ranks=1)
        self.assertEqual((outcome.stdout, outcome.status), ("no_finalize: 1 processes\n", 3), outcome.stderr)
        self.assertEqual(outcome.lines, [f"no MPI_Finalize: what was measured is in {self.folder}/a.tmprof.parts"])

    def test_never_initialised(self):
        self.assert_as_without(self.program, "no_init", lines=0)

    def test_one_rank(self):
        outcome = self.job(OPTIONS.topomorph, "run", "--permutation", "reverse", self.program, "plain", ranks=1)
        self.assertEqual((outcome.stdout, outcome.status), ("plain: 1 processes\n", 3), outcome.stderr)
        self.assertEqual(outcome.lines, ["one rank: nothing to reorder"])

    def test_singleton(self):
        for mode, line in (MODES[0], "one rank: nothing to reorder"), (MODES[1], f"profile of 1 rank: {self.folder}/a.tmprof"):
            outcome = self.run_command(OPTIONS.topomorph, *mode, self.program, "plain")
            self.assertEqual((outcome.stdout, outcome.status, outcome.lines), ("plain: 1 processes\n", 3, [line]), outcome.stderr)

    def test_a_shell_script(self):
        script = self.script("script", f"echo before; {self.program} plain")
        self.assert_as_without(script, ranks=1)


if __name__ == "__main__":
    main()
