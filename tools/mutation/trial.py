"""Builds and tests mutants in a copy of the checkout; the checkout itself stays as it is."""
import contextlib
import fcntl
import os
import re
import resource
import shutil
import signal
import stat
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from mutation.draw import InputError

FOLDER = Path("build", "mutate")  # in the checkout: what git ignores
PRESET = "mutate"
TARGET = "{}"  # builds a layer and what its tests need
LEAST_SECONDS, TIMES = 30, 5  # tests hang that take longer, and these times as long as without a fault
BUILD_SECONDS = 3600
MEMORY = 8 << 30  # bytes a process may have: a fault can make a loop endless that fills a table
# A fault that the compiler or the linker finds needs no test.
_COMPILER = re.compile(r":\d+(?::\d+)?: (?:fatal )?error: |\bcc1plus: |undefined reference|\bld returned\b")
_FAILED = re.compile(r"^ *\d+/\d+ Test +#\d+: (.+?) \.*\*\*\*(?!Skipped)", re.MULTILINE)


@dataclass
class Outcome:
    passed: bool
    by: str = ""  # what failed first
    seconds: float = 0
    is_error: bool = False  # of the compiler: no test has run
    output: str = ""


class Trial:
    """A copy of a project with a build of its own. Used as `with Trial(project) as trial`, by one process at a time."""

    def __init__(self, project, jobs=None, unity=False):
        self.project = project
        self.folder = project.root / FOLDER
        self.source = self.folder / "source"
        self.build_folder = self.source / FOLDER
        self._is_configured, self.unity = False, unity
        self.jobs = str(jobs or os.cpu_count())
        self.environment = _environment(project.root)

    def __enter__(self):
        self.source.mkdir(parents=True, exist_ok=True)
        self._lock = open(self.folder / "lock", "w", encoding="utf-8")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise InputError(f"another one runs in {self.folder}") from None
        self._copy()
        return self

    def __exit__(self, *_):
        self._lock.close()

    # ----------------------------------------------------------------------------------------------------------- copy

    def _copy(self):
        """Makes the copy what the checkout is. Leaves files alone that have not changed, so that they are not built again."""
        wanted = set(self.project.files)
        for path, folders, names in os.walk(self.source):
            if Path(path) == self.source and "build" in folders:
                folders.remove("build")
            for name in names:
                file = Path(path, name)
                if str(file.relative_to(self.source)) not in wanted:
                    file.unlink()
        for name in self.project.files:
            _copy_if_different(self.project.root / name, self.source / name)

    @contextlib.contextmanager
    def fault(self, mutant):
        """Has the fault in the copy for as long as the context lasts."""
        file = self.source / mutant.path
        text = self.project.read(mutant.path)
        if file.read_text(encoding="utf-8") != text:
            raise InputError(f"{mutant.path} has changed since the faults were drawn")
        file.write_text(mutant.applied_to(text), encoding="utf-8")
        try:
            yield
        finally:
            file.write_text(text, encoding="utf-8")

    # ------------------------------------------------------------------------------------------------- build and tests

    def _configure(self):
        """Configures the copy at the first call; throws InputError if CMake fails."""
        if self._is_configured:
            return
        unity = f"-DCMAKE_UNITY_BUILD={'ON' if self.unity else 'OFF'}"
        done = self._run(["cmake", "--preset", PRESET, "-DTOPOMORPH_WARNINGS_AS_ERRORS=OFF", unity], BUILD_SECONDS)
        if not done.passed:
            raise InputError(f"cmake --preset {PRESET} failed:\n{done.output}")
        self._is_configured = True

    def build(self, layer):
        """Builds what a layer's tests need. `is_error`: the compiler failed, or the time is over. Else a program that the build
        runs has failed: it caught the fault."""
        self._configure()
        words = ["cmake", "--build", self.build_folder, "--target", TARGET.format(layer), "--parallel", self.jobs]
        done = self._run(words, BUILD_SECONDS)
        done.is_error = not done.passed and (done.by != "" or _COMPILER.search(done.output) is not None)
        done.by = "" if done.passed else "the build"
        return done

    def is_built(self, layer):
        """Returns whether a layer's tests are built from what has changed since the last build: builds it."""
        return "no work to do" not in self.build(layer).output

    def test(self, layer, usual_seconds=0):
        """Runs a layer's tests up to the first that fails. Tests that take far longer than usual have failed."""
        limit = max(LEAST_SECONDS, TIMES * usual_seconds) if usual_seconds else BUILD_SECONDS
        words = ["ctest", "--test-dir", self.build_folder, "-L", f"^{layer}$", "--no-tests=error", "--stop-on-failure",
                 "--output-on-failure", "--parallel", self.jobs, "--timeout", str(int(limit))]
        done = self._run(words, limit + 5)
        failed = _FAILED.search(done.output)
        if not done.passed:
            done.by = failed[1] if failed else done.by or "ctest"
        return done

    def _run(self, words, limit):
        """Runs a command. After the limit ends all its processes; `by` says so."""
        start = time.monotonic()
        child = subprocess.Popen(words, cwd=self.source, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
                                 preexec_fn=_limit_memory)
        by = ""
        try:
            output, _ = child.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            by = f"no end in {limit:.0f} s"
            _end(child)
            output, _ = child.communicate()
        except BaseException:  # Ctrl-C: the child has a session of its own and does not hear of it
            _end(child)
            raise
        return Outcome(child.returncode == 0 and not by, by, time.monotonic() - start, output=output)


def _environment(root):
    """Returns the environment of builds and tests: the shared data of the checkout, which the copy does not see; ccache."""
    environment = dict(os.environ)
    data = root.resolve().parent / "shared" / "data"
    if "TOPOMORPH_DATA" not in environment and data.is_dir():
        environment["TOPOMORPH_DATA"] = str(data)
    if shutil.which("ccache"):  # as tools/build; the file without the fault comes from the cache
        environment.update(CMAKE_C_COMPILER_LAUNCHER="ccache", CMAKE_CXX_COMPILER_LAUNCHER="ccache",
                           CCACHE_SLOPPINESS="pch_defines,time_macros")
    return environment


def _copy_if_different(source, target):
    if source.is_symlink():
        if not (target.is_symlink() and os.readlink(target) == os.readlink(source)):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            target.symlink_to(os.readlink(source))
        return
    content = source.read_bytes()
    if target.is_symlink() or not target.is_file() or target.read_bytes() != content:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        target.write_bytes(content)
    target.chmod(stat.S_IMODE(source.stat().st_mode))


def _limit_memory():
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _descendants(pid):
    """Returns the process and all that descend from it, as /proc knows them."""
    parent_of = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = Path(entry.path, "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
                parent_of[int(entry.name)] = int(fields[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parent_of.items() if parent == one]
    return found


def _end(child):
    """Ends a child and its descendants: ctest leaves its tests behind, launchers their ranks."""
    for pid in _descendants(child.pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
