"""The site file: what an administrator sets for all jobs of a machine, and the record that each job leaves."""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import time
import unittest

from jobs import JobTest, LAUNCHERS_ORDER, OPTIONS, PRELOAD, RANKS, main

WITH_SITE = pathlib.Path(__file__).resolve().parents[1] / "launchers" / "with_site"
NO_NAMESPACE = 77
REVERSED = "processes 3 2 1 0\n"


class SiteTest(JobTest):
    @classmethod
    def setUpClass(cls):
        if subprocess.run([WITH_SITE, os.devnull, "true"], capture_output=True, check=False).returncode == NO_NAMESPACE:
            raise unittest.SkipTest("no mount namespaces here, or not root")

    def site(self, *lines):
        path = self.folder / "site.conf"
        path.write_text("".join(line + "\n" for line in lines))
        os.chown(path, 0, 0)
        path.chmod(0o644)
        return path

    def start(self, command, **settings):
        site = self.folder / "site.conf"
        return super().start([WITH_SITE, site, *command] if site.exists() else command, **settings)

    def reverse(self, *words, **settings):
        return self.topomorph("run", "--permutation", "reverse", *words, **settings)


class SwitchTest(SiteTest):
    def test_off_for_all(self):
        self.site("# closed for maintenance", "final mode = off")
        outcome = self.reverse()
        self.assert_runs_on(outcome, "the site has switched off TopoMorph (/etc/topomorph/site.conf, line 2): the job runs without TopoMorph")

    def test_off_for_those_who_preload_it_too(self):
        self.site("final mode = off")
        outcome = self.job("env", f"LD_PRELOAD={OPTIONS.library}", "TOPOMORPH_MODE=run", "TOPOMORPH_PERMUTATION=reverse", OPTIONS.program)
        self.assert_runs_on(outcome)

    def test_on_again_between_two_jobs(self):
        site = self.site("final mode = off")
        self.assertEqual(self.reverse().stdout, LAUNCHERS_ORDER)
        site.write_text("final min-gain = 0\n")
        self.assertEqual(self.reverse().stdout, REVERSED)

    def test_users_switch_off_what_the_site_switches_on(self):
        self.site("final mode = run", "permutation = reverse")
        preloaded = self.job("env", f"LD_PRELOAD={OPTIONS.library}", OPTIONS.program)
        self.assertEqual(preloaded.stdout, REVERSED, preloaded.stderr)
        self.assert_runs_on(self.job("env", f"LD_PRELOAD={OPTIONS.library}", "TOPOMORPH_MODE=off", OPTIONS.program))

    def test_who_may_be_written_to_by_others_does_not_count(self):
        self.site("final mode = off").chmod(0o666)
        outcome = self.reverse()
        self.assertEqual((outcome.stdout, len(outcome.lines)), (REVERSED, 2), outcome.stderr)
        self.assertEqual(outcome.lines[0], "/etc/topomorph/site.conf may be written by others than root: it does not count")

    def test_a_wrong_line_is_told_once_and_the_others_count(self):
        self.site("mode = Off", "final permutation = reverse")
        outcome = self.topomorph("run")
        self.assertEqual((outcome.stdout, len(outcome.lines)), (REVERSED, 2), outcome.stderr)
        self.assertEqual(outcome.lines[0], "/etc/topomorph/site.conf, line 1: 'Off' is no value of this setting: it does not count")


class ValuesTest(SiteTest):
    def test_users_come_before_the_site(self):
        self.site("permutation = reverse")
        self.assertEqual(self.topomorph("run").stdout, REVERSED)
        self.assertEqual(self.topomorph("run", "--permutation", "identity").stdout, LAUNCHERS_ORDER)

    def test_what_is_final_comes_before_users_who_are_told(self):
        self.site("final permutation = reverse")
        outcome = self.topomorph("run", "--permutation", "identity")
        self.assertEqual(outcome.stdout, REVERSED)
        self.assertEqual(outcome.lines[0], "--permutation identity has no effect: reverse is final (/etc/topomorph/site.conf, line 1)")

    def test_variables_that_are_set_in_vain_are_told_once(self):
        self.site("final permutation = reverse", "patience = 9")
        vain = "TOPOMORPH_PERMUTATION=identity has no effect: reverse is final (/etc/topomorph/site.conf, line 1)"
        for command in (OPTIONS.topomorph, "run"), ("env", f"LD_PRELOAD={OPTIONS.library}", "TOPOMORPH_MODE=run"):
            outcome = self.job(*command, OPTIONS.program, TOPOMORPH_PERMUTATION="identity", TOPOMORPH_PATIENCE="8")
            self.assertEqual((outcome.stdout, outcome.lines.count(vain), len(outcome.lines)), (REVERSED, 1, 2), outcome.stderr)

    def test_doctor_says_where_values_come_from(self):
        self.site("min-gain = 12", "final patience = 9", "records = syslog", "hash-names = secret")
        outcome = self.run_command(OPTIONS.topomorph, "doctor", "--json", "--no-job", TOPOMORPH_WEIGHT="messages")
        found = next(check["found"] for check in json.loads(outcome.stdout)["checks"] if check["check"] == "settings")
        self.assertEqual(found, "min-gain=12 (site), TOPOMORPH_WEIGHT=messages, patience=9 (site, final), records=syslog (site), "
                                "hash-names=... (site)")

    def test_doctor_says_where_records_are_lost(self):
        for sink, verdict in (f"file:{self.folder}/records", "ok"), ("file:/nowhere/records", "warning"):
            self.site(f"records = {sink}")
            outcome = self.run_command(OPTIONS.topomorph, "doctor", "--json", "--no-job")
            check = next(check for check in json.loads(outcome.stdout)["checks"] if check["check"] == "records")
            self.assertEqual(check["verdict"], verdict, check)

    def test_doctor_finds_errors(self):
        self.site("min-gain = 12", "min-gian = 10")
        outcome = self.run_command(OPTIONS.topomorph, "doctor", "--json", "--no-job")
        check = next(check for check in json.loads(outcome.stdout)["checks"] if check["check"] == "settings")
        self.assertEqual((check["verdict"], check["found"]), ("failure", "/etc/topomorph/site.conf, line 2: 'min-gian' is no setting"))

    def test_doctor_counts_errors(self):
        self.site("min-gian = 10", "quiet = 2", "final")
        outcome = self.run_command(OPTIONS.topomorph, "doctor", "--json", "--no-job")
        check = next(check for check in json.loads(outcome.stdout)["checks"] if check["check"] == "settings")
        self.assertEqual(check["found"], "/etc/topomorph/site.conf, line 1: 'min-gian' is no setting, and 2 more")


class ExclusionTest(SiteTest):
    def test_doctor_names_the_list(self):
        self.site("exclude-users = ann")
        outcome = self.run_command(OPTIONS.topomorph, "doctor", "--json", USER="ann", LOGNAME="ann", SLURM_JOB_USER="")
        check = next(check for check in json.loads(outcome.stdout)["checks"] if check["check"] == "job")
        self.assertEqual((check["verdict"], check["found"]),
                         ("warning", "2 ranks under mpirun: exclude-users of the site has this job: it runs without TopoMorph"))

    def test_programs(self):
        self.site("exclude-programs = xhpl, " + pathlib.Path(OPTIONS.program).name[:-1] + "?")
        self.assert_runs_on(self.reverse(), "exclude-programs of the site has this job: it runs without TopoMorph")

    def test_other_programs(self):
        self.site("exclude-programs = xhpl")
        self.assertEqual(self.reverse().stdout, REVERSED)

    def test_users_and_partitions(self):
        self.site("exclude-users = ann", "exclude-partitions = gpu*")
        self.assertEqual(self.reverse(USER="ann", LOGNAME="ann", SLURM_JOB_USER="").stdout, LAUNCHERS_ORDER)
        self.assertEqual(self.reverse(USER="bob", LOGNAME="bob", SLURM_JOB_USER="").stdout, REVERSED)
        self.assertEqual(self.reverse(SLURM_JOB_PARTITION="gpu-a").stdout, LAUNCHERS_ORDER)
        self.assertEqual(self.reverse(SLURM_JOB_PARTITION="batch").stdout, REVERSED)

    def test_libraries(self):
        self.site("exclude-libraries = Open MPI *, MPICH *")
        self.assertEqual(self.reverse().stdout, LAUNCHERS_ORDER)
        self.site("exclude-libraries = Open MPI 1.*, MPICH 1.*")
        self.assertEqual(self.reverse().stdout, REVERSED)


class RecordTest(SiteTest):
    def records(self):
        path = self.folder / "records"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def test_of_a_reordered_job(self):
        self.site(f"records = file:{self.folder}/records")
        began = time.time()
        self.assertEqual(self.reverse(SLURM_JOB_ID=4711, SLURM_JOB_USER="ann", SLURM_JOB_PARTITION="batch").stdout, REVERSED)
        [record] = self.records()
        self.assertTrue(began - 1 <= record.pop("end") <= time.time() + 1)
        self.assertTrue(0 < record.pop("seconds") < 60)
        self.assertTrue(0 < record.pop("added_ms") < 20000)
        self.assertRegex(record.pop("library"), r"^(Open MPI|MPICH) \d+\.\d+")
        record.pop("hosts", None)  # the launcher may say it
        self.assertEqual(record, {"topomorph": 1, "job": "4711", "user": "ann", "partition": "batch", "program": os.path.realpath(OPTIONS.program),
                                  "ranks": RANKS, "mode": "run", "order": "reordered"})

    def test_a_job_of_the_doctor_leaves_none(self):
        self.site(f"records = file:{self.folder}/records")
        found = json.loads(self.run_command(OPTIONS.topomorph, "doctor", "--json").stdout)["checks"]
        self.assertEqual(next(check["verdict"] for check in found if check["check"] == "job"), "ok", found)
        self.assertEqual(self.records(), [])

    def test_of_a_plan(self):
        self.site(f"records = file:{self.folder}/records")
        self.topomorph("profile", "-o", "a.tmprof", TOPOMORPH_TOPOLOGY="tree:2:2")
        self.topomorph("run", "-p", "a.tmprof", TOPOMORPH_TOPOLOGY="tree:2:2")
        self.topomorph("run", "-p", "a.tmprof", TOPOMORPH_TOPOLOGY="tree:4")
        profiled, run, kept = self.records()
        self.assertEqual((profiled["mode"], profiled["order"]), ("profile", "launcher"))
        self.assertGreater(profiled["mpi_seconds"], 0)
        self.assertNotIn("predicted_gain", profiled)
        self.assertEqual(run["order"], "reordered")
        self.assertTrue(0 < run["predicted_gain"] < 1, run)
        self.assertLess(run["cost_after"], run["cost_before"])
        self.assertEqual((kept["order"], kept["predicted_gain"]), ("launcher", 0))
        self.assertRegex(kept["reason"], "order kept")

    def test_of_auto(self):
        self.site(f"records = file:{self.folder}/records")
        for _ in range(2):
            self.topomorph("auto", "--store", "store", TOPOMORPH_TOPOLOGY="tree:2:2")
        first, second = self.records()
        self.assertEqual((first["mode"], first["order"]), ("auto", "launcher"))
        self.assertNotIn("measured_gain", first)
        self.assertEqual(second["order"], "reordered")
        self.assertLess(second["measured_gain"], 1)  # and below 0 where starting takes long

    def test_of_a_damaged_profile(self):
        self.site(f"records = file:{self.folder}/records")
        (self.folder / "a.tmprof").write_text("no profile")
        outcome = self.topomorph("run", "-p", "a.tmprof")
        self.assertIn("a.tmprof", outcome.lines[0])
        [record] = self.records()
        self.assertEqual((record["order"], record["reason"]), ("launcher", "an error, which the job has printed: order kept"))

    def test_words_of_the_command_line_are_no_program(self):
        self.site(f"records = file:{self.folder}/records")
        copy = self.folder / "octave"
        shutil.copy(OPTIONS.program, copy)
        self.job("env", f"LD_PRELOAD={PRELOAD}", "TOPOMORPH_MODE=profile", copy, "--eval", "password=hunter2")
        [record] = self.records()
        self.assertEqual(record["program"], str(copy))

    def test_an_error_has_no_names(self):
        self.site(f"records = file:{self.folder}/records")
        self.topomorph("run", "-p", "secret project hunter2.tmprof")
        self.topomorph("run", TOPOMORPH_TOPOLOGY="slurm:secret.conf", TOPOMORPH_PROFILE="a.tmprof")
        for record in self.records():
            self.assertNotRegex(json.dumps(record), "secret|hunter")

    def test_names_are_hashed_as_topomorph_site_does_it(self):
        self.site(f"records = file:{self.folder}/records")
        self.reverse(SLURM_JOB_USER="ann")
        self.site(f"records = file:{self.folder}/hashed", "hash-names = a long secret of the site")
        self.reverse(SLURM_JOB_USER="ann")
        record = json.loads((self.folder / "hashed").read_text())
        self.assertNotIn("reason", record)
        (self.folder / "key").write_text("a long secret of the site\n")
        (self.folder / "key").chmod(0o600)
        for by, name in ("program", record["program"]), ("user", record["user"]):
            outcome = self.run_command(OPTIONS.topomorph, "site", "records", "--json", "--by", by, "--hash-key", "key")
            self.assertIn(f'"{name}"', outcome.stdout)

    def test_none_of_jobs_that_are_off(self):
        self.site(f"records = file:{self.folder}/records", "exclude-users = ann")
        self.reverse(USER="ann", LOGNAME="ann", SLURM_JOB_USER="")
        self.topomorph("run", TOPOMORPH_MODE="off")
        self.assertEqual(self.records(), [])

    def test_to_a_socket(self):
        path = self.folder / "socket"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
            receiver.bind(str(path))
            self.site(f"records = socket:{path}")
            self.reverse()
            self.assertEqual(json.loads(receiver.recv(10000, socket.MSG_DONTWAIT))["order"], "reordered")

    @unittest.skipUnless(shutil.which("mkfifo"), "no mkfifo")
    def test_what_takes_nothing_harms_nobody(self):
        os.mkfifo(self.folder / "pipe")
        for sink in f"file:{self.folder}/pipe", "file:/nowhere/records", f"socket:{self.folder}/pipe", "syslog", "file:/dev/full":
            with self.subTest(sink=sink):
                self.site(f"records = {sink}")
                outcome = self.reverse()
                self.assertEqual((outcome.stdout, outcome.status, len(outcome.lines)), (REVERSED, 0, 1), outcome.stderr)


if __name__ == "__main__":
    main()
