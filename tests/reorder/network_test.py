"""Tests that jobs measure their network at their end, when they shall, within their time, and that no application is harmed.

usage: network_test.py --mpiexec M --library L --program P --topomorph T [unittest arguments]
"""
import contextlib
import pathlib
import re
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "endtoend"))
import jobs

LAUNCH = [*jobs.LAUNCH, "--bind-to", "none", "-n"]
MOST_SECONDS = 10  # of the measurement, which takes 0.05 s and a few collective steps, on a machine that does other things too


class NetworkTest(jobs.FolderTest):
    def setUp(self):
        super().setUp()
        self.profile = self.folder / "app.tmprof"
        self.program = pathlib.Path(jobs.OPTIONS.program).parent / "network_program"

    def job(self, *command, mode="profile", ranks=4, **settings):
        settings = {"mode": mode, "profile": self.profile, "steps": 1, **settings}
        return self.run_command(*LAUNCH, ranks, *jobs.under_library(**settings), *(command or [self.program, 5]))

    def rows(self, path=None):
        with contextlib.closing(sqlite3.connect(f"file:{path or self.profile}?mode=ro", uri=True)) as database:
            return database.execute("select reach, rank, other, latency, bandwidth, send, receive from network").fetchall()

    def seconds(self, outcome):
        """Returns how long the measurement took; nothing if there was none."""
        steps = [line for line in outcome.lines if line.startswith("steps in us")]
        self.assertEqual(len(steps), 1, outcome.stderr)
        found = re.search(r"\bnetwork (\d+)\b", steps[0])
        return int(found[1]) / 1e6 if found else None

    def assert_measured(self, ranks, rows):
        self.assertEqual(len(rows), 1, rows)
        reach, rank, other, latency, bandwidth, send, receive = rows[0]
        self.assertIn(reach, ("package", "host"))
        self.assertNotEqual(rank, other)
        self.assertLess(max(rank, other), ranks)
        self.assertTrue(0 < latency < 1, rows)
        self.assertGreater(bandwidth, 1024)  # a short message in a second; tests/core/measuring knows the right rates
        self.assertTrue(0 <= send < 1 and 0 <= receive < 1, rows)


class MeasuringTest(NetworkTest):
    def test_any_number_of_ranks_on_one_host_and_an_application_that_leaves_much_behind(self):
        bandwidths = []
        for ranks in 1, 2, 4, 7:
            with self.subTest(ranks=ranks):
                outcome = self.job(ranks=ranks)
                self.assertEqual(outcome.status, 5, outcome.stderr)
                self.assertEqual(outcome.lines[0], f"profile of {ranks} rank{'s' if ranks > 1 else ''}: {self.profile}")
                if ranks == 1:
                    self.assertEqual(self.rows(), [])
                    continue
                self.assert_measured(ranks, self.rows())
                bandwidths += [row[4] for row in self.rows()]
                seconds = self.seconds(outcome)
                for _ in range(2):  # a disturbed machine
                    if seconds >= MOST_SECONDS:
                        seconds = self.seconds(self.job(ranks=ranks))
                self.assertLess(seconds, MOST_SECONDS)
        self.assertGreater(max(bandwidths), 1e6)  # not each: ranks without a core of their own wait for their turn

    def test_not_if_the_user_does_not_want_it(self):
        outcome = self.run_command(*LAUNCH, 4, jobs.OPTIONS.topomorph, "profile", "--no-measure-network", "-o", self.profile, self.program, 5)
        self.assertEqual(outcome.status, 5, outcome.stderr)
        self.assertEqual(self.rows(), [])

    def test_an_invalid_wish_is_told_at_the_start(self):
        outcome = self.job(measure_network="maybe", steps=0)
        self.assertEqual((outcome.status, outcome.lines),
                         (5, ["TOPOMORPH_MEASURE_NETWORK is 'maybe': expected 1 or 0: no profile will be written"]))

    def test_not_in_mode_run(self):
        self.assertEqual(self.job().status, 5)
        outcome = self.job(mode="run", measure_network="maybe")
        self.assertEqual(outcome.status, 5, outcome.stderr)
        self.assertIsNone(self.seconds(outcome))

    def test_not_when_the_job_aborts(self):
        outcome = self.job(jobs.OPTIONS.program, "abort", steps=0)
        self.assertNotEqual(outcome.status, 0)
        recovered = self.run_command(jobs.OPTIONS.topomorph, "profile", "--recover", "-o", self.profile)
        self.assertEqual(recovered.status, 0, recovered.stderr)
        self.assertEqual(self.rows(), [])

    def test_auto_measures_in_its_first_run_alone(self):
        store = self.folder / "store"
        first = self.job(mode="auto", store=store)
        self.assertEqual(first.status, 5, first.stderr)
        self.assertIsNotNone(self.seconds(first), first.stderr)
        second = self.job(mode="auto", store=store)
        self.assertEqual(second.status, 5, second.stderr)
        self.assertIsNone(self.seconds(second), second.stderr)
        (profile,) = store.glob("*/profile.tmprof")
        self.assert_measured(4, self.rows(profile))


class BadNetworkTest(NetworkTest):
    """A section that no job has written: one line, exit status 2."""

    def setUp(self):
        super().setUp()
        self.assertEqual(self.job().status, 5)

    def change(self, sql):
        with contextlib.closing(sqlite3.connect(self.profile)) as database, database:
            database.execute(sql)

    def commands(self):
        yield ["report", self.profile]
        yield ["evaluate", "--affinity", self.profile, "--topology", "tree:4", "--mapping", "identity", "--level-costs", self.profile]

    def test_is_refused(self):
        for sql in "update network set latency = 0", "update network set reach = 'moon'", "update network set other = 4":
            self.change(sql)
            for words in self.commands():
                with self.subTest(sql=sql, words=words):
                    outcome = self.run_command(jobs.OPTIONS.topomorph, *words)
                    self.assertEqual((outcome.status, outcome.stdout, len(outcome.lines)), (2, "", 1), outcome.stderr)
                    self.assertTrue(outcome.lines[0].startswith(f"{self.profile}: "), outcome.lines)

    def test_a_profile_of_an_older_version_is_read(self):
        self.change("drop table network")
        report, evaluate = (self.run_command(jobs.OPTIONS.topomorph, *words) for words in self.commands())
        self.assertEqual(report.status, 0, report.stderr)
        self.assertNotIn("as the job has measured it", report.stdout)
        self.assertEqual((evaluate.status, evaluate.lines), (2, [f"{self.profile}: holds no measured network"]))


if __name__ == "__main__":
    jobs.main()
