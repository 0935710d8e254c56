"""Memory runs out for the library, at every place in turn: the job does its work, ends with its own status, and nobody waits.

usage: no_memory_test.py --mpiexec M --topomorph T --program P --no-memory SHIM [--every N] [unittest arguments]

By default some places are tried; NO_MEMORY_EVERY=1 tries all. CMake makes a CTest of each method.
"""
import os
import subprocess

from isolation_test import INPUTS
from jobs import JobTest, LAUNCHERS_ORDER, OPTIONS, main

EVERY = int(os.environ.get("NO_MEMORY_EVERY", "0"))
FOR_EVER = 1000000
FIRST = 5  # the first place of which only one length is tried


def chosen(places):
    """Some of the places 1 to `places`: all of the first, then fewer and fewer, up to the last."""
    if EVERY > 0:
        return range(1, places + 1, EVERY)
    picked, place = [], 1
    while place < places:
        picked.append(place)
        place += max(1, place // 2)
    return [*picked, places]


def starvations(places, rank):
    """Pairs of a place and how many allocations fail from there: at the first places one and all, at later ones one or all in turn."""
    return [(first, failing) for number, first in enumerate(chosen(places)) for failing in (1, FOR_EVER)
            if EVERY > 0 or first < FIRST or ((number + rank) % 2 == 0) == (failing == 1)]


class StarvedTest(JobTest):
    program = OPTIONS.program

    def starved(self, mode, rank, first, failing, status=3):
        """A job in which allocations of one process fail. The runner's own are not meant: the shim comes behind it."""
        shell = f"LD_PRELOAD={OPTIONS.no_memory}:$LD_PRELOAD exec {self.program} {status}"
        return self.job(OPTIONS.topomorph, *mode, "sh", "-c", shell, NO_MEMORY_RANK=rank, NO_MEMORY_FROM=first,
                        NO_MEMORY_FOR=failing, NO_MEMORY_TELL=self.folder / "told", TOPOMORPH_TOPOLOGY="tree:2:2")

    def check_everywhere(self, mode, rank, orders, most_lines=2):
        self.starved(mode, rank, 0, 0, status=0)  # else the launcher ends the others before they have told
        places = int((self.folder / "told").read_text())
        self.assertGreater(places, 10)  # else the shim has not found the library
        for first, failing in starvations(places, rank):
            with self.subTest(mode=mode, rank=rank, first=first, failing=failing, of=places):
                outcome = self.starved(mode, rank, first, failing)
                self.assertEqual(outcome.status, 3, outcome.stderr)
                self.assertIn(outcome.stdout, orders, outcome.stderr)
                # The second: counting may stop before the profile cannot be written.
                self.assertLessEqual(len(outcome.lines), most_lines, outcome.stderr)
                self.assertFalse([name for name in self.left() if name.startswith("a.tmprof.") and
                                  not name.endswith(".parts")])
                if failing == FOR_EVER and first < FIRST:
                    self.assertRegex(outcome.stderr, "topomorph: .*not enough memory")


class NoMemoryTest(StarvedTest):
    def test_run_on_rank_0(self):
        self.topomorph("profile", "-o", "run.tmprof")
        self.check_everywhere(("run", "-p", "run.tmprof"), 0, (LAUNCHERS_ORDER, "processes 0 2 1 3\n"))

    def test_run_on_another_rank(self):
        self.check_everywhere(("run", "--permutation", "reverse"), 2, (LAUNCHERS_ORDER, "processes 3 2 1 0\n"))

    def test_profile_on_rank_0(self):
        self.check_everywhere(("profile", "-o", "a.tmprof"), 0, (LAUNCHERS_ORDER,))

    def test_trace_on_another_rank(self):
        self.check_everywhere(("profile", "--trace", "-o", "a.tmprof"), 1, (LAUNCHERS_ORDER,))

    def test_profile_on_another_rank(self):
        self.check_everywhere(("profile", "-o", "a.tmprof"), 3, (LAUNCHERS_ORDER,))

    def check_auto(self, rank):
        auto = ("auto", "--store", "store", "--case", "starved")  # else the status would make another case
        self.starved(auto, rank, 0, 0, status=0)
        self.check_everywhere(auto, rank, (LAUNCHERS_ORDER, "processes 0 2 1 3\n"), most_lines=3)  # one is of the order

    def test_auto_on_rank_0(self):
        self.check_auto(0)

    def test_auto_on_another_rank(self):
        self.check_auto(1)


class TopologyNoMemoryTest(StarvedTest):
    """Virtual topologies with reorder=1, made anew and as before."""

    def setUp(self):
        super().setUp()
        self.program = self.folder / "topologies"
        subprocess.run([OPTIONS.mpicc, INPUTS / "topologies.c", "-o", self.program], check=True)

    def test_run_on_another_rank(self):
        self.check_everywhere(("run", "--permutation", "reverse", "--reorder-topologies"), 2, ("topologies right\n",), most_lines=4)

    def test_run_on_rank_0(self):
        self.check_everywhere(("run", "--permutation", "reverse", "--reorder-topologies"), 0, ("topologies right\n",), most_lines=4)


if __name__ == "__main__":
    main()
