"""Tests whole jobs whose time or room for profiling is over at once: what is kept, and what the user reads.

usage: budgets_test.py --mpiexec M --library L --program P --engine E [unittest arguments]
"""
import pathlib
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "endtoend"))
import jobs
from jobs import LAUNCH, LAUNCHERS_ORDER, RANKS

NO_TIME = 0.000001
BYTES = 1000000  # that each rank of the program sends, all to one other


class BudgetsTest(jobs.FolderTest):
    def setUp(self):
        super().setUp()
        self.profile = self.folder / "app.tmprof"

    def job(self, mode, **settings):
        settings = {"mode": mode, "profile": self.profile, **settings}
        outcome = self.run_command(*LAUNCH, "--bind-to", "none", "-n", RANKS, *jobs.under_library(**settings), jobs.OPTIONS.program)
        self.assertEqual(outcome.status, 0, outcome.stderr)
        return outcome

    def query(self, sql):
        with sqlite3.connect(f"file:{self.profile}?mode=ro", uri=True) as database:
            return database.execute(sql).fetchall()

    def test_no_time_in_init_keeps_the_order(self):
        self.job("profile")
        outcome = self.job("run", topology="tree:2:2", init_budget=NO_TIME)
        self.assertEqual(outcome.stdout, LAUNCHERS_ORDER)
        self.assertEqual(outcome.lines, ["MPI_Init took longer than 0.000001 s (--init-budget): order kept"])

    def test_time_enough_in_init_changes_nothing(self):
        self.job("profile")
        outcome = self.job("run", topology="tree:2:2", min_gain=0)
        self.assertNotEqual(outcome.stdout, LAUNCHERS_ORDER, outcome.stderr)

    def test_no_time_in_finalize_leaves_totals(self):
        outcome = self.job("profile", finalize_budget=NO_TIME)
        self.assertEqual(len(outcome.lines), 1, outcome.stderr)
        self.assertRegex(outcome.lines[0], f"^profile of 4 ranks: {self.profile}; traffic of 4 ranks is summarised .--finalize-budget,")
        self.assertEqual(self.query("select value from meta where key='summarised'"), [("4",)])
        rows = self.query("select source, sum(bytes), sum(messages), count(*) from traffic where layer='p2p' group by 1")
        self.assertEqual(rows, [(rank, BYTES, 10, RANKS - 1) for rank in range(RANKS)])

    def test_a_budget_that_is_none_is_said_once(self):
        outcome = self.job("run", permutation="reverse", init_budget="soon")
        self.assertEqual(outcome.stdout, LAUNCHERS_ORDER)
        self.assertEqual(len(outcome.lines), 1, outcome.stderr)
        self.assertRegex(outcome.lines[0], "^TOPOMORPH_INIT_BUDGET is 'soon': expected .*: order kept$")
        outcome = self.job("profile", gather_budget="-1")
        self.assertEqual(len(outcome.lines), 1, outcome.stderr)
        self.assertRegex(outcome.lines[0], "^TOPOMORPH_GATHER_BUDGET is '-1': expected .*: no profile will be written$")

    def test_time_enough_in_finalize_is_not_spoken_of(self):
        outcome = self.job("profile")
        self.assertEqual(outcome.lines, [f"profile of 4 ranks: {self.profile}"])
        self.assertEqual(self.query("select * from meta where key='summarised'"), [])


if __name__ == "__main__":
    jobs.main()
