"""The table of docs/faults.md, row by row: the job runs on in the launcher's order, with its own status, and one line says why.

usage: faults_test.py --mpiexec M --topomorph T --program P --engine E [unittest arguments]
"""
import os
import shutil
import signal
import sqlite3
import subprocess
import time

from jobs import JobTest, LAUNCHERS_ORDER, OPTIONS, RANKS, main
from launching import PATIENCE, kills_at_once, through_memory

IS_ROOT = os.geteuid() == 0


class ProfileTargetTest(JobTest):
    """Where a profile cannot be written is said at the start."""

    def not_written(self, path, why, **settings):
        outcome = self.topomorph("profile", "-o", path, **settings)
        self.assert_runs_on(outcome, f"{self.folder / path}: {why}: no profile will be written")

    def test_no_such_folder(self):
        self.not_written("absent/a.tmprof", "cannot be created: No such file or directory")
        self.assertEqual(self.left(), [])

    def test_a_folder(self):
        (self.folder / "results").mkdir()
        self.not_written("results", "is a folder")

    def test_etc(self):
        self.not_written("/etc", "is a folder")

    def test_a_file_of_the_users(self):
        (self.folder / "thesis.tex").write_text("years of work")
        self.not_written("thesis.tex", "is there and is no profile: not replaced")
        self.assertEqual((self.folder / "thesis.tex").read_text(), "years of work")

    def test_another_database(self):
        with sqlite3.connect(self.folder / "other.db") as database:
            database.execute("create table measurements(x)")
        self.not_written("other.db", "is there and is no profile: not replaced")

    def test_dev_full(self):
        self.not_written("/dev/full", "is no regular file")

    def test_a_read_only_folder(self):
        if IS_ROOT:
            self.skipTest("root may write everywhere; see MountedDiskTest")
        (self.folder / "ours").mkdir(mode=0o555)
        self.not_written("ours/a.tmprof", "cannot be created: Permission denied")

    def test_what_a_job_left_that_was_aborted_goes(self):
        parts = self.folder / "a.tmprof.parts"
        parts.mkdir()
        for name in "7.record", "8.record.unfinished":
            (parts / name).write_text("of an earlier job")
        outcome = self.topomorph("profile", "-o", "a.tmprof")
        self.assert_runs_on(outcome, f"profile of 4 ranks: {self.folder}/a.tmprof")
        self.assertEqual(self.left(), ["a.tmprof"])

    def test_other_files_in_the_folder_of_parts_stay(self):
        parts = self.folder / "a.tmprof.parts"
        parts.mkdir()
        (parts / "notes").write_text("mine")
        self.topomorph("profile", "-o", "a.tmprof")
        self.assertEqual((parts / "notes").read_text(), "mine")

    def test_the_folder_goes_while_the_program_runs(self):
        (self.folder / "gone").mkdir()
        script = self.script("program", f"rmdir {self.folder}/gone 2>/dev/null; exec {OPTIONS.program} 6")
        # The library asks in MPI_Init; this program's folder is gone by then for all but the fastest.
        outcome = self.job(OPTIONS.topomorph, "profile", "-o", "gone/a.tmprof", script)
        self.assertEqual((outcome.stdout, outcome.status, len(outcome.lines)), (LAUNCHERS_ORDER, 6, 1), outcome.stderr)


class MountedDiskTest(JobTest):
    """Disks that are full or read-only, in a name space of mounts."""

    def setUp(self):
        super().setUp()
        probe = subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", self.folder], capture_output=True)
        if probe.returncode != 0:
            self.skipTest("mounts are not permitted here")
        (self.folder / "disk").mkdir()

    def on_disk(self, options, prepare, *words):
        mount = f"mount -t tmpfs -o {options} none {self.folder}/disk && {prepare} exec \"$@\""
        return self.run_command("unshare", "-m", "sh", "-c", mount, "sh", OPTIONS.mpiexec, "--allow-run-as-root", "--oversubscribe",
                                *through_memory(OPTIONS.mpiexec), "-n", RANKS, OPTIONS.topomorph, *words)

    def test_read_only(self):
        outcome = self.on_disk("ro", "", "profile", "-o", "disk/a.tmprof", OPTIONS.program, 3)
        self.assert_runs_on(outcome, f"{self.folder}/disk/a.tmprof: cannot be created: Read-only file system: "
                            "no profile will be written", status=3)

    def test_full_at_the_end(self):
        outcome = self.on_disk("size=16k", "", "profile", "-o", "disk/a.tmprof", OPTIONS.program, 3)
        self.assert_runs_on(outcome, f"{self.folder}/disk/a.tmprof: database or disk is full: no profile; "
                            f"the records are in {self.folder}/disk/a.tmprof.parts", status=3)

    def test_full_even_for_the_records(self):
        outcome = self.on_disk("size=4k", "", "profile", "-o", "disk/a.tmprof", OPTIONS.program, 3)
        self.assert_runs_on(outcome, f"{self.folder}/disk/a.tmprof: database or disk is full: no profile", status=3)

    def test_full_at_the_end_leaves_nothing_half_written(self):
        script = self.script("job", f"mpirun --allow-run-as-root --oversubscribe -n 4 {OPTIONS.topomorph} profile -o disk/a.tmprof "
                             f"{OPTIONS.program} >&2; ls disk/* 2>/dev/null | grep -v record; true")
        mount = f"mount -t tmpfs -o size=16k none {self.folder}/disk && exec {script}"
        outcome = self.run_command("unshare", "-m", "sh", "-c", mount)
        self.assertEqual([line for line in outcome.stdout.split() if "tmprof." in line and "parts" not in line], [], outcome.stderr)

    def test_full_for_the_record_of_an_aborted_job(self):
        fill = "dd if=/dev/zero of=disk/fill bs=4k 2>/dev/null; truncate -s -4k disk/fill;"
        outcome = self.on_disk("size=64k", fill, "profile", "-o", "disk/a.tmprof", OPTIONS.program, "abort")
        self.assertEqual(outcome.status, 7, outcome.stderr)
        self.assertLessEqual(len(outcome.lines), 1)


class BadProfileTest(JobTest):
    """A profile that cannot be read."""

    def kept(self, why, path="a.tmprof", **settings):
        begin = time.monotonic()
        outcome = self.topomorph("run", "-p", path, **settings)
        self.assert_runs_on(outcome, why.format(path=self.folder / path) + ": order kept")
        return time.monotonic() - begin

    def measured(self):
        self.topomorph("profile", "-o", "a.tmprof")
        return self.folder / "a.tmprof"

    def test_absent(self):
        self.kept("{path}: cannot be read: No such file or directory (topomorph profile -o FILE writes a profile)")

    def test_no_profile(self):
        (self.folder / "a.tmprof").write_text("this is no profile\n" * 100)
        self.kept("{path}: is no profile (.tmprof)")

    def test_a_folder(self):
        (self.folder / "a.tmprof").mkdir()
        self.kept("{path}: is a folder")

    def test_a_pipe_is_not_waited_for(self):
        os.mkfifo(self.folder / "a.tmprof")
        self.kept("{path}: is no regular file", TOPOMORPH_ENGINE_TIMEOUT=50)

    def test_a_pipe_with_a_permutation(self):
        os.mkfifo(self.folder / "order")
        outcome = self.topomorph("run", "--permutation", "file:order")
        self.assert_runs_on(outcome, f"{self.folder}/order: is no regular file: order kept")

    def test_a_topology_without_an_end(self):
        path = self.measured()
        os.mkfifo(self.folder / "pipe")
        for file in "/dev/zero", f"{self.folder}/pipe":
            outcome = self.topomorph("run", "-p", path, TOPOMORPH_TOPOLOGY=f"slurm:{file}")
            self.assert_runs_on(outcome, f"{file}: is no regular file: order kept")

    def test_a_topology_that_nobody_can_keep(self):
        outcome = self.topomorph("run", "-p", self.measured(), TOPOMORPH_TOPOLOGY="tree:9999:9999")
        self.assert_runs_on(outcome, 'topology "tree:9999:9999": found a tree of more than 16777216 slots, expected at most that: order kept')

    def test_damaged(self):
        path = self.measured()
        bytes_ = bytearray(path.read_bytes())
        for i in range(4096, len(bytes_)):
            bytes_[i] ^= 0x5A
        path.write_bytes(bytes_)
        outcome = self.topomorph("run", "-p", path)
        self.assertEqual((outcome.stdout, outcome.status, len(outcome.lines)), (LAUNCHERS_ORDER, 0, 1), outcome.stderr)
        self.assertRegex(outcome.lines[0], "a.tmprof.*: order kept$")

    def test_cut(self):
        path = self.measured()
        path.write_bytes(path.read_bytes()[:5000])
        outcome = self.topomorph("run", "-p", path)
        self.assertEqual((outcome.stdout, outcome.status, len(outcome.lines)), (LAUNCHERS_ORDER, 0, 1), outcome.stderr)

    def test_unreadable(self):
        if IS_ROOT:
            self.skipTest("root may read everything")
        self.measured().chmod(0)
        self.kept("{path}: cannot be read: Permission denied")

    def test_of_one_rank(self):
        self.job(OPTIONS.topomorph, "profile", "-o", "a.tmprof", OPTIONS.program, ranks=1)
        self.kept("profile {path} is of 1 rank, this job has 4: no bytes between different ranks (of 1): nothing to continue")


class EngineTest(JobTest):
    """An engine that is not there, or does not do its work."""

    def setUp(self):
        super().setUp()
        self.topomorph("profile", "-o", "a.tmprof")

    def kept(self, engine, why, **settings):
        outcome = self.topomorph("run", "-p", "a.tmprof", TOPOMORPH_ENGINE=engine, **settings)
        self.assert_runs_on(outcome, f"engine {engine}: {why}: order kept")

    def test_missing(self):
        self.kept("/nowhere/engine", "No such file or directory")

    def test_not_executable(self):
        engine = self.script("engine", "exit 0")
        engine.chmod(0o644)
        self.kept(engine, "Permission denied")

    def test_no_program(self):
        engine = self.folder / "engine"
        engine.write_text("no program")
        engine.chmod(0o755)
        outcome = self.topomorph("run", "-p", "a.tmprof", TOPOMORPH_ENGINE=engine)
        self.assertEqual((outcome.stdout, outcome.status, len(outcome.lines)), (LAUNCHERS_ORDER, 0, 1), outcome.stderr)

    def test_crashing(self):
        self.kept(self.script("engine", "kill -SEGV $$"), "was killed by signal 11")

    def test_killed(self):
        self.kept(self.script("engine", "kill -KILL $$"), "was killed by signal 9")

    def test_hanging(self):
        self.kept(self.script("engine", "exec sleep 50"), "no answer within 1 s", TOPOMORPH_ENGINE_TIMEOUT=1)

    def test_of_a_newer_version(self):
        engine = self.script("engine", f'shift 2; exec {OPTIONS.engine} --wire 999 "$@"')
        outcome = self.topomorph("run", "-p", "a.tmprof", TOPOMORPH_ENGINE=engine)
        self.assertRegex(outcome.lines[0], "^engine and library have different versions .*: order kept$")
        self.assertEqual((outcome.stdout, outcome.status, len(outcome.lines)), (LAUNCHERS_ORDER, 0, 1), outcome.stderr)

    def test_of_an_older_version(self):
        self.kept(self.script("engine", "cat >/dev/null; exit 109"),
                  "ended without an answer (exit status 109), it may be of another version")

    def test_hwloc_missing(self):
        # What the dynamic loader says and does when a library of the engine is not there.
        self.kept(self.script("engine", "echo 'error while loading shared libraries: libhwloc.so.15: cannot open' >&2; exit 127"),
                  "needs the library libhwloc.so.15, which is not found")

    def test_no_engine_when_the_profile_is_due(self):
        engine = "/nowhere/engine"
        outcome = self.topomorph("profile", "-o", "b.tmprof", TOPOMORPH_ENGINE=engine)
        self.assert_runs_on(outcome, f"engine {engine}: No such file or directory: no profile; "
                            f"the records are in {self.folder}/b.tmprof.parts")
        recovered = self.run_command(OPTIONS.topomorph, "profile", "--recover", "-o", "b.tmprof")
        self.assertEqual(recovered.lines, ["b.tmprof: recovered from 4 records"])

    def test_missing_for_one_process_only(self):
        # Process 0 asks for the plan: where the others have no engine, nothing is lacking.
        self.topomorph("profile", "-o", "a.tmprof")
        shell = f'if [ "$OMPI_COMM_WORLD_RANK" != 0 ]; then export TOPOMORPH_ENGINE=/nowhere/engine; fi; exec {OPTIONS.program}'
        outcome = self.job(OPTIONS.topomorph, "run", "-p", "a.tmprof", "--topology", "tree:2:2", "sh", "-c", shell)
        self.assertEqual((outcome.stdout, outcome.status), ("processes 0 2 1 3\n", 0), outcome.stderr)


class EndTest(JobTest):
    """Ends that come too early: what was measured can be recovered, and nobody's status changes."""

    def ranks_recovered(self):
        recovered = self.run_command(OPTIONS.topomorph, "profile", "--recover", "-o", "a.tmprof")
        self.assertEqual(recovered.status, 0, recovered.stderr)
        with sqlite3.connect(self.folder / "a.tmprof") as database:
            return database.execute("select source, sum(bytes) from traffic where layer = 'p2p' group by 1").fetchall()

    def waiting_job(self, *words, ranks=2, **settings):
        """A job that has communicated and then sleeps; returns it when all processes do."""
        process = self.start([*map(str, ("mpirun", "--allow-run-as-root", "--oversubscribe", *through_memory("mpirun"), "-n", ranks)),
                              OPTIONS.topomorph, "profile", "-o", "a.tmprof", *words, OPTIONS.program, "sleep"], **settings)
        deadline = time.monotonic() + 50
        while len(list(self.folder.glob("asleep.*"))) < ranks:
            self.assertLess(time.monotonic(), deadline, "the job does not start")
            time.sleep(0.05)
        pids = [int((self.folder / f"asleep.{rank}").read_text()) for rank in range(ranks)]
        return process, pids

    def test_abort(self):
        outcome = self.job(OPTIONS.topomorph, "profile", "-o", "a.tmprof", OPTIONS.program, "abort")
        self.assertEqual(outcome.status, 7, outcome.stderr)
        self.assertFalse((self.folder / "a.tmprof").exists())
        self.assertIn((3, 1000000), self.ranks_recovered())

    def test_exit_without_finalize(self):
        outcome = self.job(OPTIONS.topomorph, "profile", "-o", "a.tmprof", OPTIONS.program, "exit", ranks=1)
        self.assert_runs_on(outcome, f"no MPI_Finalize: what was measured is in {self.folder}/a.tmprof.parts", status=9,
                            stdout="processes 0\n")
        self.assertEqual(self.ranks_recovered(), [(0, 1000000)])

    def test_sigterm_to_the_launcher(self):
        self.environment = PATIENCE
        process, _ = self.waiting_job()
        process.send_signal(signal.SIGTERM)
        outcome = self.finish(process)
        self.assertNotEqual(outcome.status, 0)
        if kills_at_once(OPTIONS.mpiexec):
            self.skipTest("this mpirun leaves its processes no time between SIGTERM and SIGKILL")
        self.assertEqual(outcome.lines, [f"no MPI_Finalize: what was measured is in {self.folder}/a.tmprof.parts"], outcome.stderr)
        self.assertEqual(self.ranks_recovered(), [(0, 1000000), (1, 1000000)])

    def test_sigterm_ends_a_process_as_before(self):
        process, pids = self.waiting_job(ranks=1)
        os.kill(pids[0], signal.SIGTERM)
        outcome = self.finish(process)
        self.assertRegex(outcome.stderr, r"exited on\s+signal 15")
        self.assertEqual(self.ranks_recovered(), [(0, 1000000)])

    def test_a_killed_rank(self):
        self.environment = PATIENCE
        process, pids = self.waiting_job()
        os.kill(pids[1], signal.SIGKILL)
        outcome = self.finish(process)
        self.assertRegex(outcome.stderr, r"exited on\s+signal 9")
        self.assertFalse((self.folder / "a.tmprof").exists())
        self.assertEqual(self.ranks_recovered(), [(0, 1000000)])  # the launcher ends the others with SIGTERM

    def test_an_applications_own_handler_is_left_alone(self):
        process, pids = self.waiting_job(ranks=1, JOB_HANDLES_SIGTERM=1)
        os.kill(pids[0], signal.SIGTERM)
        outcome = self.finish(process)
        self.assertEqual(outcome.status, 4, outcome.stderr)  # its handler calls _exit(4)
        self.assertEqual(outcome.lines, [])

    def test_sigterm_at_any_moment(self):
        """The whole life of a job, in steps: a profile is whole or absent, and nothing else is left."""
        for delay in range(0, 60, 4):
            with self.subTest(delay=delay):
                for path in self.folder.iterdir():
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
                process = self.start([OPTIONS.mpiexec, "--allow-run-as-root", "--oversubscribe", "-n", "2", OPTIONS.topomorph, "profile",
                                      "-o", "a.tmprof", OPTIONS.program])
                time.sleep(delay / 100)
                process.send_signal(signal.SIGTERM)
                self.finish(process)
                deadline = time.monotonic() + 10  # the engine ends when the job has
                while set(self.left()) - {"a.tmprof", "a.tmprof.parts"} and time.monotonic() < deadline:
                    time.sleep(0.05)
                self.assertEqual(set(self.left()) - {"a.tmprof", "a.tmprof.parts"}, set())
                if (self.folder / "a.tmprof").exists():
                    self.assertEqual(self.run_command(OPTIONS.topomorph, "report", "a.tmprof").status, 0)

    def test_a_limit_of_file_size_ends_nobody(self):
        shell = f"ulimit -f 8; exec {OPTIONS.program} 3"  # 4 kB: less than a profile, more than this one's record
        outcome = self.job(OPTIONS.topomorph, "profile", "-o", "a.tmprof", "sh", "-c", shell, ranks=1)
        self.assertEqual((outcome.stdout, outcome.status), ("processes 0\n", 3), outcome.stderr)
        self.assertEqual(len(outcome.lines), 1)
        self.assertRegex(outcome.lines[0], "a.tmprof: .*: no profile; the records are in")
        self.assertEqual(self.left(), ["a.tmprof.parts"])


class CommandLineTest(JobTest):
    """What the runner can see before the job starts."""

    def refused(self, *words):
        outcome = self.run_command(OPTIONS.topomorph, *words, "true")
        self.assertEqual(outcome.status, 2)
        self.assertEqual(len(outcome.lines), 1, outcome.stderr)
        self.assertEqual(outcome.stderr.count("\n"), 1)
        return outcome.lines[0]

    def test_usage_errors_are_one_line_with_our_name(self):
        self.assertRegex(self.refused("run", "--nonsense"), "^run: .*--nonsense.*topomorph run --help")
        self.assertRegex(self.refused("run", "--min-gain", "many"), "^--min-gain is 'many': expected a percentage of 0 or more")

    def test_a_profile_and_a_permutation(self):
        self.assertRegex(self.refused("run", "-p", "a.tmprof", "--permutation", "reverse"), "^-p and --permutation: expected one")

    def test_an_order_that_is_none(self):
        for order in ("sideways", "random:abc", "random:-1", "random:", "file:"):
            self.assertEqual(self.refused("run", "--permutation", order), f"--permutation is '{order}': "
                             "expected identity, reverse, random:SEED (a whole number) or file:PATH")

    def test_costs_of_the_levels_as_numbers(self):
        """They are no path: evaluated where the job is as they were written."""
        show = ("sh", "-c", 'echo "$TOPOMORPH_LEVEL_COSTS"')
        for words, variables in ((("--level-costs", "0.5/6000:41/11.6"), {}), ((), {"TOPOMORPH_LEVEL_COSTS": "0.5/6000:41/11.6"})):
            outcome = self.run_command(OPTIONS.topomorph, "run", *words, *show, **variables)
            self.assertEqual(outcome.stdout, "0.5/6000:41/11.6\n", outcome.stderr)
        outcome = self.run_command(OPTIONS.topomorph, "run", "--level-costs", "links.costs", *show)
        self.assertEqual(outcome.stdout, f"{self.folder}/links.costs\n", outcome.stderr)

    def test_one_runner_inside_another(self):
        outcome = self.topomorph("run", OPTIONS.topomorph, "profile", "-o", "a.tmprof")
        self.assert_runs_on(outcome, "topomorph profile inside topomorph run: profile takes effect",
                            f"profile of 4 ranks: {self.folder}/a.tmprof")

    def test_a_bad_setting_in_the_environment_costs_the_job_nothing(self):
        outcome = self.topomorph("run", "-p", "a.tmprof", TOPOMORPH_MIN_GAIN="much")
        self.assert_runs_on(outcome, "TOPOMORPH_MIN_GAIN is 'much': expected a percentage of 0 or more: order kept")

    def test_ranks_in_different_modes(self):
        """As a script does that looks at the rank; nobody waits for anybody."""
        script = self.script("by_rank", f"""case $OMPI_COMM_WORLD_RANK in
0) exec {OPTIONS.topomorph} run --permutation reverse "$@" ;;
*) exec {OPTIONS.topomorph} profile -o a.tmprof "$@" ;;
esac""")
        outcome = self.job(script, OPTIONS.program)
        self.assert_runs_on(outcome, f"rank 1 on host {os.uname().nodename} has mode profile, rank 0 has mode run: the job runs as without TopoMorph")
        self.assertEqual(self.left(), ["by_rank"])

    def test_no_library_on_this_host(self):
        lonely = self.folder / "topomorph"
        shutil.copy(OPTIONS.topomorph, lonely)
        outcome = self.run_command(lonely, "run", "sh", "-c", "exit 5")
        self.assertEqual((outcome.status, outcome.lines), (5, ["libtopomorph.so is not installed beside this program: the job runs without it"]))
        outcome = self.run_command(lonely, "run", "sh", "-c", "exit 5", OMPI_COMM_WORLD_SIZE=4, OMPI_COMM_WORLD_LOCAL_SIZE=2)
        self.assertEqual((outcome.status, outcome.lines), (2, ["libtopomorph.so is not installed beside this program: not started, "
                                                               "the other hosts would wait forever"]))


if __name__ == "__main__":
    main()
