"""Tests topomorph auto with whole jobs of 4 ranks: what it learns, what it decides on recorded times, and that it harms no job.

usage: automatic_test.py --mpiexec M --library L --program P --engine E --topomorph T [unittest arguments]
"""
import json
import pathlib
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "endtoend"))
import jobs
import launching
from jobs import LAUNCHERS_ORDER

LAUNCH = [*jobs.LAUNCH, "--bind-to", "none", "-n"]
PAIRS_TOGETHER = "processes 0 2 1 3\n"  # on two nodes of two slots: roles 0 and 2 on the first, 1 and 3 on the second
RECORDED_ORDERS = ["launcher", "hop-bytes", "bottleneck"]
REORDERED = r"^4 ranks on 1 node: inter-level1 bytes .* -> .*, reordered in \d+ ms$"


class AutomaticTest(jobs.FolderTest):
    """Every test has a store of its own; jobs are told that they run on two nodes of two slots."""

    def setUp(self):
        super().setUp()
        self.store = self.folder / "store"

    def start_job(self, *arguments, ranks=4, quads=False, columns=0, **settings):
        pattern = ["JOB_QUADS=1"] if quads else [f"JOB_GRID={columns}"] if columns else []
        settings = {"mode": "auto", "store": self.store, "topology": "tree:2:2", **settings}
        return self.start([*LAUNCH, ranks, *jobs.under_library(**settings), *pattern, jobs.OPTIONS.program, *arguments])

    def job(self, *arguments, **settings):
        return self.finish(self.start_job(*arguments, **settings))

    def await_files(self, pattern, count):
        """Waits until `count` files are there, which processes of jobs write when they reach a point."""
        deadline = time.monotonic() + 50
        while len(list(self.folder.glob(pattern))) < count:
            self.assertLess(time.monotonic(), deadline, "the job does not start")
            time.sleep(0.02)

    def assert_runs(self, outcome, order, *lines, status=0):
        self.assertEqual((outcome.stdout, outcome.status), (order, status), outcome.stderr)
        self.assertEqual(len(outcome.lines), len(lines), outcome.stderr)
        for line, pattern in zip(outcome.lines, lines):
            self.assertRegex(line, pattern)

    def history(self, *program):
        done = self.run_command(jobs.OPTIONS.topomorph, "history", *program, "--json", "--store", self.store)
        self.assertEqual(done.status, 0, done.stderr)
        return json.loads(done.stdout)["programs"]

    def case(self):
        """Returns the only one."""
        cases = [path.parent for path in self.store.glob("*/case")]
        self.assertEqual(len(cases), 1)
        return cases[0]

    def record(self, order, *times):
        """Adds runs like the last that a job has left, or replaces those of this order, with these times in MPI."""
        last = max(path for path in self.case().glob("*.run") if "-ffff" not in path.name)
        values = dict(line.split("=", 1) for line in last.read_text().splitlines())
        outside = float(values["elapsed"]) - float(values["seconds"])
        for i, seconds in enumerate(times):
            values |= {"order": "launcher" if order == "launcher" else "reordered", "model": "" if order == "launcher" else order,
                       "seconds": str(seconds), "elapsed": str(seconds + outside), "starting": "0",
                       "scale": "1", "decision": "gain", "drifted": "0"}
            text = "".join(f"{key}={value}\n" for key, value in values.items())
            self.recorded(last, order, i).write_text(text)

    @staticmethod
    def recorded(last, order, i):
        """The file of a run in the same microsecond."""
        return last.with_name(f"{last.stem.rsplit('-', 1)[0]}-ffff{RECORDED_ORDERS.index(order):02x}{i:02x}.run")

    def quieten(self):
        """Lets the store say that no run computed longer than another: other work on this machine can lengthen one, whose time
        then does not count."""
        for file in self.store.glob("*/*.run"):
            file.write_text(re.sub("^elapsed=.*", "elapsed=0", file.read_text(), flags=re.MULTILINE))


class LearningTest(AutomaticTest):
    def test_measures_then_reorders(self):
        self.assert_runs(self.job("3"), LAUNCHERS_ORDER, "^job_program with 4 ranks is measured: later runs are reordered", status=3)
        self.assert_runs(self.job("3"), PAIRS_TOGETHER, REORDERED, status=3)
        self.assert_runs(self.job("3"), PAIRS_TOGETHER, REORDERED, status=3)
        [program] = self.history()
        for name in ("job_program", jobs.OPTIONS.program, "3"):  # the last as the script of an interpreter is named
            self.assertEqual(self.history(name), [program])
        self.assertEqual(self.history("job"), [])
        self.assertEqual([run["order"] for run in program["runs"]], ["launcher", "reordered", "reordered"])
        self.assertEqual([run["decision"] for run in program["runs"]], ["first", "gain", "gain"])
        self.assertEqual((program["program"], program["arguments"], program["ranks"]), (jobs.OPTIONS.program, "3", 4))
        self.assertTrue(all(run["mpi_seconds"] > 0 and run["elapsed"] > 0 for run in program["runs"]))
        self.assertTrue(all(run["drift_percent"] < 1 for run in program["runs"]), "the same roles talk in both orders")
        self.assertGreater(program["runs"][1]["predicted_gain_percent"], 20)
        self.quieten()
        [situation] = self.history()[0]["situations"]
        self.assertEqual((situation["launcher"]["runs"], situation["reordered"]["runs"]), (1, 2))

    def test_history_since_a_date(self):
        self.job(topology="hosts")
        self.job(topology="hosts")
        first = min(self.case().glob("*.run"))
        first.rename(first.with_name("20200229T235959" + first.name[15:]))
        self.assertEqual([len(program["runs"]) for program in self.history()], [2])
        self.assertEqual([len(program["runs"]) for program in self.history("--since", "2020-02-29")], [2])
        self.assertEqual([run["decision"] for run in self.history("--since", "2020-03-01")[0]["runs"]], ["small"])
        self.assertEqual(self.history("--since", "9999-01-01"), [])
        wrong = self.run_command(jobs.OPTIONS.topomorph, "history", "--since", "yesterday", "--store", self.store)
        self.assertEqual((wrong.status, "--since: found 'yesterday', expected a date" in wrong.stderr), (2, True), wrong.stderr)

    def test_a_pattern_without_gain_keeps_the_order(self):
        self.job(topology="hosts")
        self.assert_runs(self.job(topology="hosts"), LAUNCHERS_ORDER, "^predicted gain 0 % is under 5 %: order kept, decided in [0-9]+ ms$")
        self.assertEqual([run["decision"] for run in self.history()[0]["runs"]], ["first", "small"])

    def test_a_pattern_that_changes_is_noticed(self):
        self.job()
        self.assert_runs(self.job(quads=True), PAIRS_TOGETHER, REORDERED,
                         r"^the pattern has changed \(67 % of the bytes go elsewhere\): the next run uses the new one$")
        [program] = self.history()
        self.assertEqual([run["order"] for run in program["runs"]], ["launcher", "outdated"])
        self.assertTrue(program["runs"][1]["drifted"])
        self.assertEqual(program["generation"], program["runs"][1]["run"])
        [situation] = program["situations"]
        self.assertEqual((situation["launcher"]["runs"], situation["reordered"]["runs"]), (0, 0), "times of another pattern")
        self.assertEqual(len(self.job(quads=True).lines), 1, "the new pattern is known now")

    def test_how_much_change_counts_is_a_setting(self):
        self.job()
        self.assert_runs(self.job(quads=True, drift=70), PAIRS_TOGETHER, REORDERED)

    def test_a_pattern_that_changes_from_run_to_run(self):
        for quads in False, True, False, True:
            self.job(quads=quads)
        outcome = self.job(quads=True)
        self.assert_runs(outcome, LAUNCHERS_ORDER, "^the pattern changed in each of the last 3 runs: order kept$")
        self.assertEqual(len(self.job(quads=True).lines), 1)

    def test_other_arguments_and_ranks_are_other_cases(self):
        self.job("0", "a")
        self.assert_runs(self.job("0", "b"), LAUNCHERS_ORDER, "is measured")
        self.assert_runs(self.job("0", "a", ranks=2, topology="tree:2"), "processes 0 1\n",
                         "^profile of 4 ranks not continued to 2: .* of the bytes", "with 2 ranks is measured")
        self.assertEqual(len(self.history()), 3)

    def test_the_profile_of_other_runs_serves_the_first(self):
        self.job(ranks=9, columns=3, topology="tree:3:3")
        first = self.job(ranks=16, columns=4, topology="tree:4:4")
        self.assertEqual((first.status, len(first.lines)), (0, 1), first.stderr)
        self.assertRegex(first.lines[0], r"; profile of 9 ranks continued to 16 as grid 4x4, reordered in \d+ ms$")
        [program] = [case for case in self.history() if case["ranks"] == 16]
        self.assertEqual([(run["decision"], run["order"]) for run in program["runs"]], [("continued", "outdated")])
        self.assertEqual(program["generation"], program["runs"][0]["run"], "its own pattern counts from now on")
        second = self.job(ranks=16, columns=4, topology="tree:4:4")
        self.assertEqual((second.status, len(second.lines)), (0, 1), second.stderr)
        self.assertRegex(second.lines[0], r"reordered in \d+ ms$")
        [program] = [case for case in self.history() if case["ranks"] == 16]
        self.assertEqual([run["order"] for run in program["runs"]], ["outdated", "reordered"])

    def test_arguments_that_do_not_matter(self):
        self.job("0", "--log=1", ignore_arguments="--log=*")
        self.assert_runs(self.job("0", "--log=2", ignore_arguments="--log=*"), PAIRS_TOGETHER, REORDERED)

    def test_a_case_with_a_name(self):
        self.job("0", "a", case="melt")
        self.assert_runs(self.job("0", "b", case="melt"), PAIRS_TOGETHER, REORDERED)
        self.assertEqual(self.history()[0]["arguments"], "[melt]")

    def test_other_places_are_another_situation(self):
        self.job()
        self.assert_runs(self.job(topology="tree:4"), LAUNCHERS_ORDER, "^predicted gain 0 % is under 5 %")
        self.assertEqual(len(self.history()[0]["situations"]), 2)

    def test_quiet(self):
        self.job(quiet=1)
        self.assert_runs(self.job(quiet=1), PAIRS_TOGETHER)


class TimesTest(AutomaticTest):
    """Decisions on recorded times."""

    def setUp(self):
        super().setUp()
        self.job()
        self.record("launcher", 1, 1, 1)

    def test_a_slower_order_is_dropped(self):
        self.record("hop-bytes", 5)
        line = r"^the new order was slower: 5 s in MPI against 1 s \(1 and 4 runs\): order kept$"
        self.assert_runs(self.job("0"), LAUNCHERS_ORDER, "is measured")  # other arguments: another case
        self.assert_runs(self.job(), LAUNCHERS_ORDER, line)
        self.quieten()
        self.assert_runs(self.job(), LAUNCHERS_ORDER, line.replace("4 runs", "5 runs"))
        self.assertEqual([run["decision"] for run in self.history()[0]["runs"]][-2:], ["slower", "slower"])

    def test_a_faster_order_stays(self):
        self.record("hop-bytes", 0.5)
        self.assert_runs(self.job(), PAIRS_TOGETHER, REORDERED)
        self.assertEqual(self.history()[0]["runs"][-1]["model"], "hop-bytes")

    def test_the_fastest_of_three_is_used(self):
        self.record("hop-bytes", 5)
        self.record("bottleneck", 0.5)
        self.assert_runs(self.job(), PAIRS_TOGETHER, REORDERED)
        self.assertEqual(self.history()[0]["runs"][-1]["model"], "bottleneck")

    def test_close_orders_are_compared(self):
        self.record("hop-bytes", 0.9, 0.9)
        kept = {*self.case().glob("*-ffff0000.run"), *self.case().glob("*-ffff01??.run")}  # one of the launcher's order
        for run in set(self.case().glob("*.run")) - kept:
            run.unlink()
        self.assert_runs(self.job(), LAUNCHERS_ORDER,
                         r"^this run is to compare with, the orders are close: 0.9 s in MPI against 1 s \(2 and 1 run\): order kept(, decided in [0-9]+ ms)?$")

    def test_an_order_that_brings_nothing_is_dropped(self):
        self.record("hop-bytes", *[1, 1.02] * 4)
        self.record("launcher", *[1, 1.02] * 4)
        self.assert_runs(self.job(), LAUNCHERS_ORDER, r"^the new order brings nothing: .* \(8 and 9 runs\): order kept$")

    def test_again_measures_anew(self):
        self.record("hop-bytes", 0.5, 0.5)
        self.assert_runs(self.job(again=1), LAUNCHERS_ORDER, "^job_program with 4 ranks is measured: ")
        [program] = self.history()
        self.assertEqual(program["runs"][-1]["decision"], "again")
        [situation] = program["situations"]
        self.assertEqual((situation["launcher"]["runs"], situation["reordered"]["runs"]), (1, 0), "earlier times no longer count")
        self.assert_runs(self.job(), PAIRS_TOGETHER, REORDERED)

    def test_a_saving_takes_two_runs_of_both_orders(self):
        self.record("hop-bytes", 0.5)
        self.assertIsNone(self.history()[0]["situations"][0]["saving_percent"])
        self.record("hop-bytes", 0.5, 0.5)
        self.assertAlmostEqual(self.history()[0]["situations"][0]["saving_percent"], 50)
        self.assertEqual(self.history()[0]["situations"][0]["orders"]["hop-bytes"]["runs"], 2)

    def test_a_new_pattern_gives_the_order_another_chance(self):
        self.record("hop-bytes", 2, 2, 2, 2)
        self.job(quads=True)
        outcome = self.job(quads=True)
        self.assertNotIn("slower", outcome.stderr)


class HarmlessTest(AutomaticTest):
    """A store that cannot be used costs a line and nothing else."""

    def unusable(self, why, **settings):
        self.assert_runs(self.job("6", **settings), LAUNCHERS_ORDER, "^" + why + ": order kept, nothing is learnt$", status=6)

    def test_a_file(self):
        self.store.write_text("text")
        self.unusable(f"{self.store}: cannot be read: Not a directory")

    def test_of_a_later_format(self):
        self.store.mkdir()
        (self.store / "format").write_text("topomorph store 9\n")
        self.unusable(f"{self.store}: is a store of format '9': expected 1")
        self.assertEqual([path.name for path in self.store.iterdir()], ["format"])

    def test_a_folder_of_the_users(self):
        self.store.mkdir()
        (self.store / "thesis.tex").write_text("years of work")
        self.unusable(f"{self.store}: is there and is no store of topomorph auto")

    def test_unwritable(self):
        self.unusable("/proc/nowhere: cannot be created: No such file or directory", store="/proc/nowhere/store")

    def test_nowhere(self):
        if self.run_command(*LAUNCH, 1, "env", "-u", "HOME", jobs.OPTIONS.program).status != 0:
            self.skipTest("this Open MPI does not start without HOME, without the library too")
        outcome = self.run_command(*LAUNCH, 4, "env", "-u", "HOME", "-u", "XDG_STATE_HOME", *jobs.under_library(mode="auto"),
                                   jobs.OPTIONS.program, 6)
        self.assert_runs(outcome, LAUNCHERS_ORDER, "^no HOME, .*: order kept, nothing is learnt$", status=6)

    def test_a_home_that_does_not_exist_is_not_made(self):
        home = self.folder / "nonexistent"
        outcome = self.run_command(*LAUNCH, 4, "env", "-u", "XDG_STATE_HOME", f"HOME={home}", *jobs.under_library(mode="auto"),
                                   jobs.OPTIONS.program, 6)
        self.assert_runs(outcome, LAUNCHERS_ORDER, f"^{home}: HOME is no folder: --store FOLDER, .*: order kept, nothing is learnt$", status=6)
        self.assertFalse(home.exists())

    def test_no_engine(self):
        self.unusable("engine /nowhere/engine: No such file or directory", engine="/nowhere/engine")

    def test_full_at_the_start(self):
        mount = ["sh", "-c", "mkdir -p disk && mount -t tmpfs -o size=4k none disk && exec \"$@\"", "sh"]
        probe = subprocess.run(["unshare", "-m", "true"], capture_output=True)
        if probe.returncode != 0:
            self.skipTest("mounts are not permitted here")
        outcome = self.run_command("unshare", "-m", *mount, *LAUNCH, 4,
                                   *jobs.under_library(mode="auto", store=f"{self.folder}/disk/store"), jobs.OPTIONS.program, 6)
        self.assert_runs(outcome, LAUNCHERS_ORDER, "No space left on device: order kept, nothing is learnt$", status=6)

    def test_a_damaged_run_is_removed(self):
        self.job()
        self.recorded(next(self.case().glob("*.run")), "launcher", 0).write_text("garbage")
        self.assert_runs(self.job(), LAUNCHERS_ORDER, "-ffff0000.run is damaged, and removed: order kept$")
        self.assert_runs(self.job(), PAIRS_TOGETHER, REORDERED)

    def test_a_damaged_profile_is_measured_again(self):
        self.job()
        (self.case() / "profile.tmprof").write_bytes(b"SQLite format 3\0" + b"\x5a" * 5000)
        self.assert_runs(self.job(), LAUNCHERS_ORDER, "profile.tmprof.*: order kept, measured again$")
        self.assert_runs(self.job(), PAIRS_TOGETHER, REORDERED)

    def test_a_damaged_case_is_begun_anew(self):
        self.job()
        (self.case() / "case").write_text("garbage")
        self.assert_runs(self.job(), LAUNCHERS_ORDER, "is measured")

    def test_two_jobs_at_once(self):
        first, second = self.start_job("wait"), self.start_job("wait")
        self.await_files("started.*", 8)
        (self.folder / "go").touch()
        for outcome in self.finish(first), self.finish(second):
            self.assertEqual((outcome.stdout, outcome.status), (LAUNCHERS_ORDER, 0), outcome.stderr)
        self.assertEqual(len(self.history()[0]["runs"]), 2)
        self.assert_runs(self.job("wait"), PAIRS_TOGETHER, REORDERED)

    def test_one_rank(self):
        outcome = self.job(ranks=1, topology="hosts")
        self.assertEqual((outcome.stdout, outcome.status, outcome.lines), ("processes 0\n", 0, ["one rank: nothing to reorder"]))
        self.assertFalse(self.store.exists())


class EarlyEndTest(AutomaticTest):
    """Jobs at the end of their time, and jobs that abort."""

    def end_by_signal(self):
        self.environment = launching.PATIENCE
        process = self.start_job("sleep", case="long")
        self.await_files("asleep.*", 4)
        process.send_signal(signal.SIGTERM)
        for path in self.folder.glob("asleep.*"):
            path.unlink()
        return self.finish(process)

    def test_what_a_first_run_has_shown_is_kept(self):
        if launching.kills_at_once(jobs.OPTIONS.mpiexec):
            self.skipTest("this mpirun leaves its processes no time between SIGTERM and SIGKILL")
        self.end_by_signal()  # mpirun forwards the line that says so only if it does not die itself before
        self.assertEqual(len(list(self.store.glob("*/*.parts/*.record"))), 4)
        self.assertRegex(self.end_by_signal().lines[0], REORDERED)
        self.assertEqual(list(self.store.glob("*/*.parts")), [])

    def test_a_later_run_leaves_nothing(self):
        self.job(case="long")
        self.assertRegex(self.end_by_signal().lines[0], REORDERED)
        self.assertEqual(sorted(path.suffix for path in self.case().iterdir()), ["", ".run", ".tmprof"])

    def test_abort_keeps_its_code(self):
        self.assertEqual(self.job("abort", case="x").status, 7)
        self.job(case="x")
        self.assertEqual(self.job("abort", case="x").status, 7)
        self.assertEqual(len(self.history()[0]["runs"]), 1)

    def test_exit_without_finalize(self):
        self.job(ranks=2, topology="tree:2", case="x")
        outcome = self.job("exit", ranks=2, topology="tree:2", case="x")
        loses_status = re.search(r"Version: +4\.2\.1\b", launching.version_of(jobs.OPTIONS.mpiexec))  # Hydra's, in every second plain run too
        if not loses_status:
            self.assertNotEqual(outcome.status, 0)
        self.assertEqual(len(self.history()[0]["runs"]), 1)


if __name__ == "__main__":
    jobs.main()
