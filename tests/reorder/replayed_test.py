"""Tests plans that replay the trace of a profile, with whole jobs of 4 ranks on two nodes of two slots, as they are told.

usage: replayed_test.py --mpiexec M --library L --program P --engine E --topomorph T [unittest arguments]
"""
import pathlib
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "endtoend"))
import jobs
from jobs import LAUNCHERS_ORDER

LAUNCH = [*jobs.LAUNCH, "--bind-to", "none", "-n", jobs.RANKS]
PAIRS_TOGETHER = "processes 0 2 1 3\n"
SLOW, FREE = "0.5/8000:50/10", "0.001/100000000:0.001/100000000"  # links between the nodes


class ReplayedTest(jobs.FolderTest):
    def job(self, mode, **settings):
        return self.run_command(*LAUNCH, *jobs.under_library(mode=mode, profile=self.folder / "app.tmprof", **settings), jobs.OPTIONS.program)

    def record(self):
        outcome = self.job("profile", trace=1)
        self.assertRegex(outcome.stderr, "; trace of [0-9]+ steps, folded to [0-9]+")

    def plan(self, **settings):
        return self.job("run", **{"topology": "tree:2:2", "level_costs": SLOW, **settings})

    def assert_says(self, outcome, order, pattern):
        self.assertEqual((outcome.stdout, outcome.status, len(outcome.lines)), (order, 0, 1), outcome.stderr)
        self.assertRegex(outcome.lines[0], pattern)


class DecisionTest(ReplayedTest):
    def setUp(self):
        super().setUp()
        self.record()

    def test_the_line_names_the_time_of_the_job(self):
        seconds = r"[0-9.e-]+ s -> [0-9.e-]+ s"
        self.assert_says(self.plan(), PAIRS_TOGETHER, rf"^4 ranks on 1 node: inter-level1 bytes .* -> .*, predicted time of the job {seconds} "
                         rf"\(-[0-9.]+ %\), {seconds} of it in MPI \(measured network(, modelled collectives)?\), reordered in \d+ ms$")

    def test_fewer_bytes_that_save_no_time_keep_the_order(self):
        self.assert_says(self.plan(level_costs=FREE), LAUNCHERS_ORDER, r"^inter-level1 bytes [0-9.]+ MB -> .* \(-.* %\) would save "
                         r"(nothing|0?\.?[0-9.]+ %) of the job's [0-9.e-]+ s.*: order kept, decided in [0-9]+ ms$")

    def test_a_chosen_cost_model_is_replayed_alone(self):
        self.assert_says(self.plan(cost="bottleneck"), PAIRS_TOGETHER, "predicted time of the job")

    def test_without_its_trace_a_profile_has_its_traffic(self):
        with sqlite3.connect(self.folder / "app.tmprof") as database:
            database.execute("UPDATE trace_steps SET steps = x'00ff' WHERE rank = 1")
        self.assert_says(self.plan(), PAIRS_TOGETHER, "predicted communication time -[0-9]+ % ")


class WithoutTraceTest(ReplayedTest):
    def test_the_line_names_the_communication(self):
        self.job("profile", trace=0)
        self.assert_says(self.plan(), PAIRS_TOGETHER, r"predicted communication time -[0-9]+ % \(measured network(, modelled collectives)?\), reordered in")


if __name__ == "__main__":
    jobs.main()
