"""Tests whole jobs: stderr, the output of the program and its exit status, with everything that can go wrong.

usage: job_test.py --mpiexec M --library L --program P --engine E [unittest arguments]
"""
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "endtoend"))
import jobs
from jobs import LAUNCH, LAUNCHERS_ORDER, RANKS

PAIRS_TOGETHER = "processes 0 2 1 3\n"  # on two nodes of two slots: roles 0 and 2 on the first, 1 and 3 on the second


class JobTest(jobs.FolderTest):
    def setUp(self):
        super().setUp()
        self.profile = self.folder / "app.tmprof"

    def job(self, mode, *arguments, ranks=RANKS, binding="none", program=None, **settings):
        """Runs a program under the library; settings are TOPOMORPH_* variables in lower case."""
        settings = {"mode": mode, "profile": self.profile, **settings}
        return self.run_command(*LAUNCH, "--bind-to", binding, "-n", ranks, *jobs.under_library(**settings),
                                program or jobs.OPTIONS.program, *arguments)

    def measured(self, **settings):
        outcome = self.job("profile", **settings)
        self.assertEqual((outcome.stdout, outcome.status), (LAUNCHERS_ORDER, 0), outcome.stderr)
        return outcome

    def assert_kept(self, outcome, line, status=0):
        """Asserts the launcher's order, one line with the reason, and the program's own exit status."""
        self.assertEqual((outcome.stdout, outcome.status), (LAUNCHERS_ORDER, status), outcome.stderr)
        self.assertEqual(len(outcome.lines), 1, outcome.stderr)
        self.assertRegex(outcome.lines[0], line + ".*: order kept(, decided in [0-9]+ ms)?$")

    def query(self, sql, path=None):
        with sqlite3.connect(f"file:{path or self.profile}?mode=ro", uri=True) as database:
            return database.execute(sql).fetchall()


class SeveralProgramsTest(JobTest):
    """mpirun … a : … b."""

    def setUp(self):
        super().setUp()
        if self.run_command(*LAUNCH, "-n", 1, "true", ":", "-n", 1, "true").status == -signal.SIGSEGV:
            self.skipTest("this mpirun crashes when it starts several programs (Debian 13, PMIx 5.0.7)")

    def jobs(self, mode, other, **settings):
        ours = [*jobs.under_library(mode=mode, profile=self.profile, **settings), jobs.OPTIONS.program]
        theirs = ours if other is None else [*other, jobs.OPTIONS.program]
        return self.run_command(*LAUNCH, "--bind-to", "none", "-n", 2, *theirs, ":", "-n", 2, *ours)

    def test_nothing_is_done_beside_a_program_without_the_library(self):
        for mode in "run", "profile":
            with self.subTest(mode=mode):
                outcome = self.jobs(mode, ["env"], permutation="reverse")
                self.assertEqual((outcome.stdout, outcome.status), (LAUNCHERS_ORDER, 0), outcome.stderr)
                self.assertEqual(outcome.lines, [f"rank 0 on host {os.uname().nodename} is without this library, or has it switched off: "
                                                 "the job runs as without TopoMorph"])
                self.assertFalse(self.profile.exists())

    def test_ranks_do_not_move_between_programs_unasked(self):
        outcome = self.jobs("run", None, permutation="reverse")
        self.assertEqual((outcome.stdout, outcome.status), (LAUNCHERS_ORDER, 0), outcome.stderr)
        self.assertEqual(outcome.lines, ["a job of several programs (--mpmd says that ranks may move from one to another): order kept"])

    def test_several_programs_are_measured(self):
        outcome = self.jobs("profile", None)
        self.assertEqual((outcome.stdout, outcome.lines), (LAUNCHERS_ORDER, [f"profile of 4 ranks: {self.profile}"]), outcome.stderr)

    def test_who_vouches_for_all_programs_gets_the_order(self):
        outcome = self.jobs("run", None, permutation="reverse", mpmd=1)
        self.assertEqual((outcome.stdout, outcome.status), ("processes 3 2 1 0\n", 0), outcome.stderr)


class ChosenProgramTest(JobTest):
    """A script chooses the program of each rank, which the launcher does not see."""

    def chosen(self, **settings):
        for name in "land", "ocean":
            shutil.copy(jobs.OPTIONS.program, self.folder / name)
        script = self.script("choose", 'rank=${OMPI_COMM_WORLD_RANK:-${PMIX_RANK:-$PMI_RANK}}\n[ "$rank" -lt 2 ] && exec ./land\nexec ./ocean')
        return self.run_command(*LAUNCH, "--bind-to", "none", "-n", RANKS, *jobs.under_library(mode="run", permutation="reverse", **settings), script)

    def test_ranks_do_not_move_between_programs_unasked(self):
        outcome = self.chosen()
        self.assertEqual((outcome.stdout, outcome.status), (LAUNCHERS_ORDER, 0), outcome.stderr)
        self.assertEqual(outcome.lines, ["rank 2 executes ocean, rank 0 land: a job of several programs (--mpmd says that ranks may move "
                                         "from one to another): order kept"])

    def test_who_vouches_for_all_programs_gets_the_order(self):
        outcome = self.chosen(mpmd=1)
        self.assertEqual((outcome.stdout, outcome.status), ("processes 3 2 1 0\n", 0), outcome.stderr)


class ProfileTest(JobTest):
    def test_exact_bytes_and_messages_of_each_pair(self):
        outcome = self.measured()
        self.assertEqual(outcome.lines, [f"profile of 4 ranks: {self.profile}"])
        rows = self.query("select source,destination,sum(bytes),sum(messages) from traffic where layer='p2p' group by 1,2")
        self.assertEqual(rows, [(r, (r + 2) % 4, 1000000, 10) for r in range(4)])
        self.assertEqual(self.query("select function,count,bytes from calls where function='MPI_Sendrecv'"),
                         [("MPI_Sendrecv", 40, 4000000)])

    def test_says_what_was_run_and_where(self):
        self.measured()
        meta = dict(self.query("select key,value from meta"))
        self.assertEqual((meta["program"], meta["ranks"], meta["format_version"], meta["records"]), (jobs.OPTIONS.program, "4", "1", "4"))
        self.assertRegex(meta["mpi"], r"^(Open MPI v|MPICH Version:\s+)\d")
        hosts = self.query("select rank, host, cpuset from ranks order by rank")
        self.assertEqual([row[0] for row in hosts], [0, 1, 2, 3])
        self.assertEqual({row[1] for row in hosts}, {os.uname().nodename})
        self.assertTrue(all(row[2] for row in hosts))

    def test_bound_processes_have_a_path(self):
        if len(os.sched_getaffinity(0)) < 2:
            self.skipTest("needs two CPUs")
        outcome = self.job("profile", ranks=2, binding="hwthread")
        self.assertEqual(outcome.status, 0, outcome.stderr)
        paths = [row[0] for row in self.query("select path from ranks order by rank")]
        self.assertEqual(len(set(paths)), 2)
        self.assertTrue(all(re.fullmatch(r"(\w+:\d+/?)+", path) for path in paths), paths)

    def test_a_program_that_changes_its_folder(self):
        outcome = self.job("profile", "chdir", profile="relative.tmprof")
        self.assertEqual(outcome.status, 0, outcome.stderr)
        self.assertTrue((self.folder / "relative.tmprof").exists())

    def test_an_old_profile_is_replaced_and_nothing_else_is_left(self):
        self.job("profile", ranks=2)
        self.measured()
        self.assertEqual(self.query("select count(*) from ranks"), [(4,)])
        self.assertEqual(self.left(), ["app.tmprof"])

    def assert_not_measured(self, outcome, line):
        """The problem is reported at the start, and the job runs on."""
        self.assertEqual((outcome.stdout, outcome.status), (LAUNCHERS_ORDER, 0), outcome.stderr)
        self.assertEqual(outcome.lines, [line + ": no profile will be written"])

    def test_a_file_that_is_no_profile_is_not_replaced(self):
        self.profile.write_text("hours of work")
        self.assert_not_measured(self.job("profile"), f"{self.profile}: is there and is no profile: not replaced")
        self.assertEqual(self.profile.read_text(), "hours of work")

    def test_an_empty_file_is_replaced(self):
        self.profile.touch()
        self.measured()

    def test_a_link_stays_and_what_it_leads_to_is_written(self):
        self.profile.symlink_to("target.tmprof")
        self.measured()
        self.assertTrue(self.profile.is_symlink())
        self.assertFalse((self.folder / "target.tmprof").is_symlink())

    def test_a_profile_that_is_a_folder(self):
        self.profile.mkdir()
        self.assert_not_measured(self.job("profile"), f"{self.profile}: is a folder")

    def test_one_rank(self):
        outcome = self.job("profile", ranks=1)
        self.assertEqual((outcome.stdout, outcome.status), ("processes 0\n", 0))
        self.assertEqual(len(self.query("select * from ranks")), 1)

    def test_the_programs_own_exit_status(self):
        self.assertEqual(self.job("profile", "5").status, 5)

    def test_a_folder_that_is_not_there(self):
        profile = self.folder / "absent" / "a" / "app.tmprof"
        self.assert_not_measured(self.job("profile", profile=profile),
                                 f"{profile}: cannot be created: No such file or directory")

    def test_without_an_engine_the_records_are_kept(self):
        outcome = self.job("profile", engine="/nowhere/engine")
        self.assertEqual((outcome.stdout, outcome.status), (LAUNCHERS_ORDER, 0))
        self.assertEqual(len(outcome.lines), 1)
        self.assertIn("engine /nowhere/engine: No such file or directory: no profile; the records are in", outcome.lines[0])
        self.recover()
        self.assertEqual(self.query("select sum(bytes) from traffic where layer='p2p'"), [(4000000,)])

    def recover(self):
        subprocess.run([jobs.OPTIONS.engine, "recover", f"{self.profile}.parts", self.profile], check=True, capture_output=True)

    def test_an_engine_that_dies_while_it_is_written_to(self):
        outcome = self.job("profile", engine=self.script("engine", "head -c 100 > /dev/null; exit 1"))
        self.assertEqual((outcome.stdout, outcome.status), (LAUNCHERS_ORDER, 0))
        self.assertEqual(len(outcome.lines), 1)
        self.assertFalse(self.profile.exists())

    def test_abort_leaves_records_and_no_profile(self):
        outcome = self.job("profile", "abort")
        self.assertEqual(outcome.status, 7)
        self.assertFalse(self.profile.exists())
        self.recover()
        self.assertIn((3,), self.query("select rank from ranks"))
        self.assertEqual(self.query("select sum(bytes) from traffic where layer='p2p' and source=3"), [(1000000,)])

    def test_exit_without_finalize_leaves_all_records(self):
        outcome = self.job("profile", "exit")
        self.assertNotEqual(outcome.status, 0)
        self.assertFalse(self.profile.exists())
        self.recover()
        self.assertGreaterEqual(len(self.query("select rank from ranks")), 1)

    def test_the_next_profile_replaces_what_an_aborted_job_left(self):
        self.job("profile", "abort")
        self.measured()
        self.assertEqual(self.left(), ["app.tmprof"])


class RunTest(JobTest):
    def test_brings_together_what_talks(self):
        self.measured()
        outcome = self.job("run", "3", topology="tree:2:2")
        self.assertEqual((outcome.stdout, outcome.status), (PAIRS_TOGETHER, 3), outcome.stderr)
        self.assertEqual(len(outcome.lines), 1)
        # The remaining bytes are the four that each process of the other node gathered to rank 0.
        self.assertRegex(
            outcome.lines[0],
            r"^4 ranks on 1 node: inter-level1 bytes 4 MB -> 8 B \(-100 %\), "
            r"predicted communication time -50 % \(assumed network 2:1(, modelled collectives)?\), reordered in \d+ ms$")

    def test_topologies_that_are_no_trees(self):
        self.measured()
        outcome = self.job("run", topology="torus:4")
        order = [int(word) for word in outcome.stdout.split()[1:]]
        self.assertEqual(sorted(order), [0, 1, 2, 3], outcome.stderr)
        for role in range(4):  # its partner is the next on the ring
            self.assertEqual((order[role] - order[(role + 2) % 4]) % 2, 1, outcome.stdout)
        self.assertRegex(outcome.lines[0], r"^4 ranks on torus of 4: bytes x distance 80000\d\d -> 40000\d\d \(-50 %\), "
                                           r"predicted communication time -\d+ % \(assumed network(, modelled collectives)?\), reordered in \d+ ms$")

    def test_hosts_that_a_network_does_not_name(self):
        self.measured()
        network = self.folder / "network"
        network.write_text("SwitchName=s Nodes=elsewhere[0-3]\n")
        self.assert_kept(self.job("run", topology=f"slurm:{network}"),
                         rf"^predicted gain 0 % is under 5 % on 1 node \(host {os.uname().nodename} is not in slurm:{network}\)")

    def test_unbound_on_one_host_there_is_nothing_to_gain(self):
        self.measured()
        self.assert_kept(self.job("run", "3"), "^predicted gain 0 % is under 5 %", status=3)

    def test_a_gain_under_the_threshold(self):
        self.measured()
        self.assert_kept(self.job("run", topology="tree:2:2", min_gain=99), r"^predicted gain \d+ % is under 99 %")

    def test_quiet(self):
        self.measured()
        outcome = self.job("run", topology="tree:2:2", quiet=1)
        self.assertEqual((outcome.stdout, outcome.lines), (PAIRS_TOGETHER, []))

    def test_profile_of_another_size(self):
        self.measured()
        outcome = self.job("run", ranks=2)
        self.assertEqual((outcome.stdout, outcome.status), ("processes 0 1\n", 0))
        self.assertEqual(len(outcome.lines), 1, outcome.stderr)
        self.assertRegex(outcome.lines[0], f"^profile {self.profile} is of 4 ranks, this job has 2: .* which do not tell who is whose partner .*: order kept$")

    def test_no_profile(self):
        self.assert_kept(self.job("run", "4"), f"^{self.profile}: cannot be read: No such file or directory", status=4)

    def test_a_file_that_is_no_profile(self):
        self.profile.write_text("not a profile\n" * 1000)
        self.assert_kept(self.job("run"), f"^{self.profile}: is no profile")

    def test_engine_missing(self):
        self.measured()
        self.assert_kept(self.job("run", engine="/nowhere/engine"), "^engine /nowhere/engine: No such file or directory")

    def test_engine_killed(self):
        self.measured()
        self.assert_kept(self.job("run", engine=self.script("engine", "kill -9 $$")), "was killed by signal 9")

    def test_engine_hanging(self):
        self.measured()
        start = time.monotonic()
        self.assert_kept(self.job("run", engine=self.script("engine", "exec sleep 50"), engine_timeout=1), "no answer within 1 s")
        self.assertLess(time.monotonic() - start, 20)

    def test_engine_talking_nonsense(self):
        self.measured()
        self.assert_kept(self.job("run", engine=self.script("engine", "cat > /dev/null; yes | head -100")), "no valid frames")

    def test_settings_that_are_wrong(self):
        self.measured()
        self.assert_kept(self.job("run", min_gain="five"), "^TOPOMORPH_MIN_GAIN is 'five': expected a percentage")
        self.assert_kept(self.job("run", topology="star:4"), "star")
        self.assert_kept(self.job("run", topology="tree:2"), "has 2 slots, this job has 4 processes")

    def test_a_mode_that_is_wrong(self):
        outcome = self.job("profil")
        self.assertEqual((outcome.stdout, outcome.status), (LAUNCHERS_ORDER, 0))
        self.assertEqual(len(outcome.lines), 1)
        self.assertIn("TOPOMORPH_MODE is 'profil': expected", outcome.lines[0])

    def test_one_rank_says_so(self):
        outcome = self.job("run", ranks=1)
        self.assertEqual((outcome.stdout, outcome.lines, outcome.status),
                         ("processes 0\n", ["one rank: nothing to reorder"], 0))


class BindingTest(JobTest):
    """Processes bound by taskset, as by a launcher, and limited by a cgroup."""

    def setUp(self):
        super().setUp()
        self.cpus = sorted(os.sched_getaffinity(0))
        if len(self.cpus) < 2:
            self.skipTest("needs two CPUs")

    def bound(self, mode, *lists, **settings):
        """Rank r may use the CPUs lists[r]."""
        cases = " ".join(f"{rank}) cpus={cpus};;" for rank, cpus in enumerate(lists))
        script = self.script("program", f"case ${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}} in {cases} esac\nexec taskset -c $cpus {jobs.OPTIONS.program}")
        return self.job(mode, program=script, **settings)

    def test_places_of_one_cpu_of_two_and_of_all(self):
        first, second = self.cpus[:2]
        everything = f"{self.cpus[0]}-{self.cpus[-1]}"
        outcome = self.bound("profile", first, second, first, everything)
        self.assertEqual((outcome.stdout, outcome.status), (LAUNCHERS_ORDER, 0), outcome.stderr)
        paths = [row[0] for row in self.query("select path from ranks order by rank")]
        self.assertEqual(paths[0], paths[2])
        self.assertNotEqual(paths[0], paths[1])
        self.assertTrue(paths[0] and paths[1], paths)
        self.assertEqual(paths[3], "", "who may go everywhere is nowhere in particular")

    def test_pairs_are_brought_to_the_same_cpu(self):
        first, second = self.cpus[:2]
        self.measured()
        outcome = self.bound("run", first, first, second, second)
        self.assertEqual((outcome.stdout, outcome.status), (PAIRS_TOGETHER, 0), outcome.stderr)
        self.assertRegex(outcome.lines[0], r"^4 ranks on 1 node: inter-\w+ bytes 4 MB -> 8 B \(-100 %\)")

    def test_limited_to_one_cpu_nobody_can_be_told_apart(self):
        self.measured()
        os.sched_setaffinity(0, self.cpus[:1])  # as a cgroup would: mpirun and its processes inherit it
        try:
            self.assert_kept(self.job("run"), "^predicted gain 0 % is under 5 %")
        finally:
            os.sched_setaffinity(0, self.cpus)


class PermutationTest(JobTest):
    def test_reverse(self):
        outcome = self.job("run", "3", permutation="reverse")
        self.assertEqual((outcome.stdout, outcome.status), ("processes 3 2 1 0\n", 3), outcome.stderr)
        self.assertRegex(outcome.lines[0], r"^4 ranks in the order reverse, reordered in \d+ ms$")

    def test_identity_and_random(self):
        self.assertEqual(self.job("run", permutation="identity").stdout, LAUNCHERS_ORDER)
        found = self.job("run", permutation="random:3").stdout.split()
        self.assertEqual(sorted(found), ["0", "1", "2", "3", "processes"])

    def test_file(self):
        order = self.folder / "order"
        order.write_text("1\n2\n3\n0\n")  # process 0 is rank 1, so role 1 is on process 0
        self.assertEqual(self.job("run", permutation=f"file:{order}").stdout, "processes 3 0 1 2\n")

    def test_mistakes(self):
        order = self.folder / "order"
        order.write_text("1\n2\n2\n0\n")
        self.assert_kept(self.job("run", permutation=f"file:{order}"), f"^{order}:3: rank 2 is already in line 2")
        self.assert_kept(self.job("run", permutation="file:/nowhere/order"), "/nowhere/order")
        self.assert_kept(self.job("run", permutation="backwards"), "^TOPOMORPH_PERMUTATION is 'backwards': expected identity")


if __name__ == "__main__":
    jobs.main()
