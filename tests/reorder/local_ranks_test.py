"""Tests that programs that take their GPU by their local rank find the same one in every order, and who runs far from a GPU.

The machine is pretended: the engine sees two packages of one core, with two GPUs each, in place of this host.

usage: local_ranks_test.py --mpiexec M --library L --program P --engine E --topomorph T [unittest arguments]
"""
import json
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "endtoend"))
import jobs
from clusters import CLUSTER, bring_up_hosts, hydra_among_hosts
from launching import is_hydra

TESTS = pathlib.Path(__file__).resolve().parents[1]
MACHINE = TESTS / "core/topology/sources/hwloc/four_gpus.xml"
READS_MACHINE = f'unset HWLOC_COMPONENTS; export HWLOC_XMLFILE="{MACHINE}"'  # a list of hwloc's components would come before the file
ALL_GPUS = "0,1,2,3"


class LocalRanksTest(jobs.FolderTest):
    """Four processes on each host, two on each core."""
    HOSTS = 1

    def setUp(self):
        super().setUp()
        if len(os.sched_getaffinity(0)) < 2 or not {0, 1} <= os.sched_getaffinity(0):
            self.skipTest("needs the CPUs 0 and 1")
        self.profile = self.folder / "app.tmprof"
        self.program = pathlib.Path(jobs.OPTIONS.program).parent / "local_ranks"
        self.engine = self.script("engine", f'{READS_MACHINE}\nexec "{jobs.OPTIONS.engine}" "$@"')

    def launch(self):
        return [*jobs.LAUNCH, "--bind-to", "none", "-n", 4 * self.HOSTS]

    def job(self, mode, gpus=None, **settings):
        """`gpus`: a word of the shell for CUDA_VISIBLE_DEVICES, in which $local is the launcher's local rank; nothing: no GPUs."""
        variable = "" if gpus is None else f'export CUDA_VISIBLE_DEVICES="{gpus}"\n'
        start = self.script("start", "local=${OMPI_COMM_WORLD_LOCAL_RANK:-$MPI_LOCALRANKID}\n" + variable + 'exec taskset -c $((local / 2)) "$@"')
        settings = {"mode": mode, "profile": self.profile, "engine": self.engine, **settings}
        outcome = self.run_command(*self.launch(), start, *jobs.under_library(**settings), self.program)
        self.assertEqual(outcome.status, 0, outcome.stderr)
        return outcome

    def measured(self, **settings):
        outcome = self.job("profile", **settings)
        self.assertTrue(self.profile.exists(), outcome.stderr)
        return outcome

    def local_ranks(self, outcome):
        """Pairs of the launcher's local rank and the one that the program finds, and whether any rank has moved."""
        rows = [tuple(map(int, re.findall(r"\d+", line))) for line in outcome.stdout.splitlines()]
        self.assertEqual(len(rows), 4 * self.HOSTS, outcome.stdout + outcome.stderr)
        return [(local, asked) for _, local, asked, _ in rows], any(process != rank for process, _, _, rank in rows)

    def assert_kept(self, outcome):
        pairs, moved = self.local_ranks(outcome)
        self.assertTrue(all(local == asked for local, asked in pairs), pairs)
        return moved

    def assert_changed(self, outcome):
        pairs, moved = self.local_ranks(outcome)
        self.assertTrue(moved)
        self.assertFalse(all(local == asked for local, asked in pairs), pairs)


class OneHostTest(LocalRanksTest):
    def test_a_program_with_gpus_keeps_its_local_ranks(self):
        self.measured(gpus=ALL_GPUS)
        outcome = self.job("run", gpus=ALL_GPUS)
        self.assertFalse(self.assert_kept(outcome))  # on one host there is no other order
        self.assertRegex(outcome.lines[0], "order kept, decided in [0-9]+ ms$")

    def test_a_program_without_gpus_gets_the_best_order(self):
        self.measured()
        self.assert_changed(self.job("run"))

    def test_a_program_with_code_for_gpus_has_gpus(self):
        self.program = self.program.with_name("local_ranks_for_gpus")
        self.measured()
        self.assertFalse(self.assert_kept(self.job("run")))
        self.assert_changed(self.job("run", gpus=""))

    def test_no_visible_gpu_is_no_gpu(self):
        self.measured()
        self.assert_changed(self.job("run", gpus=""))

    def test_the_user_decides(self):
        self.measured()
        self.assert_changed(self.job("run", gpus=ALL_GPUS, local_ranks="free"))
        self.assertFalse(self.assert_kept(self.job("run", local_ranks="keep")))

    def test_another_word_keeps_the_order(self):
        self.measured()
        outcome = self.job("run", local_ranks="sometimes")
        self.assertFalse(self.assert_kept(outcome))
        self.assertEqual(outcome.lines, ["TOPOMORPH_LOCAL_RANKS is 'sometimes': expected keep|free|auto: order kept"])

    def test_ranks_far_from_their_gpu_are_named(self):
        far = (f"rank 0 on {os.uname().nodename} runs on CPUs 0, far from its GPU nvml3 (near CPUs 1); GPU nvml0 is near; "
               "3 more ranks run far from their GPUs")
        outcome = self.measured(gpus="$((3 - local))")
        self.assertEqual(outcome.lines, [f"profile of 4 ranks: {self.profile}; {far}"])
        outcome = self.job("run", gpus="$((3 - local))")
        self.assertEqual(outcome.lines[0], far)
        report = self.run_command(jobs.OPTIONS.topomorph, "report", self.profile)
        self.assertIn(f"GPUs         {far}\n", report.stdout, report.stderr)

    def test_doctor_names_them_too(self):
        start = self.script("start", "local=${OMPI_COMM_WORLD_LOCAL_RANK:-$MPI_LOCALRANKID}\n"
                            f'{READS_MACHINE} CUDA_VISIBLE_DEVICES=$((3 - local))\nexec taskset -c $((local / 2)) "$@"')
        outcome = self.run_command(*self.launch(), start, jobs.OPTIONS.topomorph, "doctor", "--no-job", "--json")
        found = [row for row in json.loads(outcome.stdout)["checks"] if row["check"] == "hosts"]
        self.assertEqual([row["verdict"] for row in found], ["ok", "warning"], found)
        self.assertEqual(found[1]["found"], f"rank 0 on {os.uname().nodename} runs on CPUs 0, far from its GPU nvml3 (near CPUs 1); "
                                            "GPU nvml0 is near; 3 more ranks run far from their GPUs")

    def test_nothing_is_said_of_ranks_near_their_gpu(self):
        outcome = self.measured(gpus="$local")
        self.assertEqual(outcome.lines, [f"profile of 4 ranks: {self.profile}"])


class ClusterTest(LocalRanksTest):
    """Four hosts, in network namespaces. Without a trace, because an order must save more seconds of these short jobs than it costs."""
    HOSTS = 4

    @classmethod
    def setUpClass(cls):
        cls.name = f"local_ranks{os.getpid()}"
        bring_up_hosts(cls.name, cls.HOSTS, 4, cls.addClassCleanup)

    def launch(self):
        if is_hydra(jobs.OPTIONS.mpiexec):
            return [*hydra_among_hosts(self, self.name, self.HOSTS, 4), *super().launch()]
        return [CLUSTER / "run", "--name", self.name, "-n", 4 * self.HOSTS, "--"]

    def test_ranks_move_between_hosts_and_find_their_gpus(self):
        self.measured(gpus=ALL_GPUS, trace=0)
        outcome = self.job("run", gpus=ALL_GPUS)
        self.assertTrue(self.assert_kept(outcome))
        self.assertRegex(outcome.lines[0], r"^16 ranks on 4 nodes: inter-node bytes 16 MB -> [\d.]+ k?B \(-100 %\), .*, local ranks kept, reordered in")

    def test_without_the_limit_they_would_not(self):
        self.measured(gpus=ALL_GPUS, trace=0)
        self.assert_changed(self.job("run", gpus=ALL_GPUS, local_ranks="free"))


if __name__ == "__main__":
    jobs.main()
