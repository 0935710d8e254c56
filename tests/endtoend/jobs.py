"""What tests of whole jobs share, here and in tests/reorder: jobs on this host, what they said, and what belongs to TopoMorph in it."""
import argparse
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "launchers"))
from launching import COMMON, is_open_mpi_5, through_memory  # noqa: E402


def parse_arguments():
    parser = argparse.ArgumentParser()
    for name in ("mpiexec", "topomorph", "library", "engine", "program", "no-memory", "cc", "mpicc", "helpers", "yield-shim"):
        parser.add_argument("--" + name)
    return parser.parse_known_args()


OPTIONS, REST = parse_arguments()
PRELOADLESS = [OPTIONS.mpiexec, "--allow-run-as-root", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1",
               *through_memory(OPTIONS.mpiexec)]
PRELOAD = f"{OPTIONS.yield_shim or ''}:{OPTIONS.library}"  # what a job's LD_PRELOAD is where the library is named in it
LAUNCH = [*PRELOADLESS, *(["-x", f"LD_PRELOAD={OPTIONS.yield_shim}"] if OPTIONS.yield_shim else [])]
RANKS = 4
LAUNCHERS_ORDER = "processes 0 1 2 3\n"
SECONDS = 180  # more than a job takes on the slowest machine: who waits as long waits for ever


def under_library(**settings):
    """Words in front of a program that is to run under the library; settings are TOPOMORPH_* variables in lower case."""
    return ["env", f"LD_PRELOAD={PRELOAD}", *(f"TOPOMORPH_{name.upper()}={value}" for name, value in settings.items())]


class Outcome:
    """Output, exit status, and the lines of TopoMorph's among what was said."""

    def __init__(self, run):
        self.stdout, self.stderr, self.status = run.stdout, run.stderr, run.returncode
        self.lines = [line[len("topomorph: "):] for line in run.stderr.splitlines() if line.startswith("topomorph: ")]


class FolderTest(unittest.TestCase):
    """Every test has a folder of its own, in which its commands run. Each command has one for the files of Open MPI's launcher: of two jobs that share
    it and start at once, one may find there what the other has just made (`mkdir: File exists`, once in thirty tries), or remove it at its end."""

    environment = {}  # of these commands, beside what each is given

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self._folder.name).resolve()
        self._sessions = tempfile.TemporaryDirectory()

    def tearDown(self):
        self._folder.cleanup()
        self._sessions.cleanup()

    def start(self, command, **settings):
        session = tempfile.mkdtemp(dir=self._sessions.name)
        environment = {**os.environ, **COMMON, "OMPI_MCA_orte_tmpdir_base": session, **self.environment,
                       **{name: str(value) for name, value in settings.items()}}
        return subprocess.Popen([str(word) for word in command], cwd=self.folder, env=environment, text=True, errors="replace",
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)

    def finish(self, process):
        try:
            stdout, stderr = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGTERM)  # mpirun takes its ranks along
            stdout, stderr = process.communicate(timeout=SECONDS)
            self.fail(f"the job hangs: {stdout}{stderr}")
        return Outcome(subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr))

    def run_command(self, *command, **settings):
        return self.finish(self.start(command, **settings))

    def left(self):
        """Names of what is in the folder."""
        return sorted(path.name for path in self.folder.iterdir())

    def script(self, name, text):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + text + "\n")
        path.chmod(0o755)
        return path


class JobTest(FolderTest):
    """Jobs under the command line."""

    launch = LAUNCH

    def job(self, *words, ranks=RANKS, binding="none", **settings):
        """`words` follow mpirun -n N."""
        return self.run_command(*self.launch, "--bind-to", binding, "-n", ranks, *words, **settings)

    def topomorph(self, *words, **settings):
        """A job under `topomorph WORDS… PROGRAM`."""
        return self.job(OPTIONS.topomorph, *words, OPTIONS.program, **settings)

    def assert_runs_on(self, outcome, *lines, status=0, stdout=LAUNCHERS_ORDER):
        """The launcher's order, the program's own exit status, and exactly these lines."""
        self.assertEqual((outcome.stdout, outcome.status), (stdout, status), outcome.stderr)
        self.assertEqual(outcome.lines, list(lines))

    def assert_both_say(self, outcome, line, status):
        """Two ranks that end with this status, each with one line on stdout. PRRTE may end the second before it has said it."""
        said = outcome.stdout
        if said == line + "\n" and is_open_mpi_5(OPTIONS.mpiexec):
            said *= 2
        self.assertEqual((said, outcome.status), (2 * (line + "\n"), status), outcome.stderr)


def main():
    unittest.main(argv=[sys.argv[0], *REST])
