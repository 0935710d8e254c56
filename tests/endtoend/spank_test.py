"""Slurm's plugin in a real Slurm: an option of srun, sbatch and salloc, and defaults of partitions."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

import jobs
import launching
from clusters import CLUSTER, bring_up_slurm
from site_file_test import WITH_SITE, NO_NAMESPACE
from slurm_test import MPI

PLUGIN = pathlib.Path(jobs.OPTIONS.library).parent / "topomorph" / "topomorph-spank.so"
SRUN = ("srun", "--quiet", "--mpi=pmi2" if launching.is_hydra(jobs.OPTIONS.mpiexec) else "--mpi=pmix", "--oversubscribe")
REVERSED = "processes 3 2 1 0\n"


def wait_until(is_so, seconds=30):
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.1)


class SpankTest(jobs.JobTest):
    """A Slurm whose partition `tuned` has a mode by default, on a machine whose site file is a folder of the class."""

    PLUGSTACK = "required {} partition=tuned:auto"

    @classmethod
    def setUpClass(cls):
        if not PLUGIN.exists():
            raise unittest.SkipTest("built without Slurm's plugin (libslurm-dev)")
        if subprocess.run([WITH_SITE, os.devnull, "true"], capture_output=True, check=False).returncode == NO_NAMESPACE:
            raise unittest.SkipTest("no mount namespaces here, or not root")
        cls.name = f"spank{os.getpid()}"
        cls.shared = pathlib.Path(f"/tmp/topomorph-{cls.name}")
        cls.shared.mkdir()
        cls.site = cls.shared / "site.conf"
        cls.set_site()
        cls.addClassCleanup(shutil.rmtree, cls.shared)
        cls.state = bring_up_slurm(cls.name, "--plugstack", cls.PLUGSTACK.format(PLUGIN), before=(WITH_SITE, cls.site))

    @classmethod
    def tearDownClass(cls):
        if hasattr(cls, "state"):
            subprocess.run([CLUSTER / "slurm_down", "--name", cls.name], check=True, timeout=120)

    @classmethod
    def set_site(cls, *lines):
        cls.site.write_text("".join(line + "\n" for line in (f"records = file:{cls.shared}/records", *lines)))
        cls.site.chmod(0o644)

    def setUp(self):
        super().setUp()
        self.set_site()
        (self.shared / "records").unlink(missing_ok=True)

    def start(self, command, **settings):
        return super().start(command, **MPI, SLURM_CONF=self.state / "slurm.conf", TOPOMORPH_STORE=self.folder / "store", **settings)

    def records(self):
        path = self.shared / "records"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def srun(self, *words, program=(jobs.OPTIONS.program,), nodes=4, **settings):
        return self.run_command(*SRUN, "-N", nodes, "-n", nodes, *words, *program, **settings)


class OptionTest(SpankTest):
    def test_profile_then_run(self):
        profiled = self.srun("--topomorph=profile")
        self.assertEqual((profiled.status, profiled.stdout), (0, jobs.LAUNCHERS_ORDER), profiled.stderr)
        self.assertTrue((self.folder / "topomorph.tmprof").exists(), profiled.stderr)
        run = self.srun("--topomorph=run", TOPOMORPH_PERMUTATION="reverse")
        self.assertEqual((run.status, run.stdout, len(run.lines)), (0, REVERSED, 1), run.stderr)

    def test_without_value_it_is_auto(self):
        outcome = self.srun("--topomorph")
        self.assertRegex("\n".join(outcome.lines), r"job_program with 4 ranks is measured", outcome.stderr)

    def test_off_in_a_partition_that_has_a_default(self):
        self.srun("--topomorph=off", "-p", "tuned")
        self.assertEqual(self.records(), [])

    def test_of_sbatch_holds_for_its_steps(self):
        script = self.script("job.sh", f"{' '.join(SRUN)} -n 4 {jobs.OPTIONS.program}")
        outcome = self.run_command("sbatch", "--wait", "-N4", "-n4", "-o", "job.out", "--topomorph=profile", script)
        self.assertEqual(outcome.status, 0, outcome.stderr + (self.folder / "job.out").read_text())
        self.assertTrue((self.folder / "topomorph.tmprof").exists())

    def test_wrong_words_end_the_command(self):
        outcome = self.srun("--topomorph=fast")
        self.assertNotEqual(outcome.status, 0)
        self.assertIn("--topomorph=fast: expected auto, profile, run or off", outcome.stderr)

    def test_words_of_users_set_no_terminal_and_no_log_to_anything(self):
        folder = self.folder / "n\x1b]0;owned\x07\u009b\nforged"
        folder.mkdir()
        program = folder / "apptainer"
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        name = r"\?\]0;owned\?\?\?forged"  # srun itself repeats the word below, as it is
        self.assertRegex(self.srun("--topomorph=fast\x1b]0;owned\x07\u009b\nforged").stderr, f"error: --topomorph=fast{name}: expected auto, profile, run or off\n")
        outcome = self.srun("--topomorph=run", program=(program,), nodes=2)
        said = rf"topomorph: \S*/n{name}/apptainer runs in a container[^\n]*\n"
        self.assertRegex(outcome.stderr, said)
        self.assertNotRegex(outcome.stderr, "[\x00-\x09\x0b-\x1f\x7f-\x9f]|(?m:^forged)")
        self.assertRegex("".join(path.read_text(errors="replace") for path in self.state.glob("slurmd.n*.log")), said)

    def test_help_has_it(self):
        self.assertIn("--topomorph=auto|profile|run|off", self.run_command("srun", "--help").stdout)

    def test_programs_without_mpi_stay_as_they_are(self):
        outcome = self.srun("--topomorph=run", program=("echo", "done"))
        self.assertEqual((outcome.status, outcome.stdout), (0, 4 * "done\n"), outcome.stderr)

    def test_programs_with_the_address_sanitizer(self):
        source = pathlib.Path(__file__).parent / "lives.c"
        built = subprocess.run([jobs.OPTIONS.mpicc, "-pthread", "-fsanitize=address", "-o", self.folder / "sanitized", source], capture_output=True)
        if built.returncode != 0:
            self.skipTest("the compiler has no AddressSanitizer")
        outcome = self.srun("-p", "tuned", program=(self.folder / "sanitized", "plain"), ASAN_OPTIONS="detect_leaks=0")
        self.assertEqual(outcome.status, 0, outcome.stderr)
        self.assertRegex("\n".join(outcome.lines), "sanitized with 4 ranks is measured")

    def test_several_programs_keep_their_order(self):
        other = self.folder / "other"
        shutil.copy(jobs.OPTIONS.program, other)
        (self.folder / "programs").write_text(f"0-1 {jobs.OPTIONS.program}\n2-3 {other}\n")
        outcome = self.srun("--topomorph=run", "--multi-prog", program=("programs",), TOPOMORPH_PERMUTATION="reverse")
        self.assertEqual((outcome.status, outcome.stdout, len(outcome.lines)), (0, jobs.LAUNCHERS_ORDER, 1), outcome.stderr)
        self.assertRegex(outcome.lines[0], "a job of several programs .*: order kept")


class PartitionTest(SpankTest):
    def job(self):
        """A job script without the word topomorph."""
        script = self.script("job.sh", f"{' '.join(SRUN)} -n 8 {jobs.OPTIONS.program}")
        began = time.monotonic()
        outcome = self.run_command("sbatch", "--wait", "-p", "tuned", "-w", "n[0-3]", "-n8", "--ntasks-per-node=2", "-o", "job.out", script, JOB_QUADS=1)
        self.assertEqual(outcome.status, 0, outcome.stderr)
        return (self.folder / "job.out").read_text(), time.monotonic() - began

    def need_four_hosts(self, record):
        """`record` is of a run with a plan, for which MPICH's processes compare the names of hosts: all nodes are on this one."""
        if launching.is_hydra(jobs.OPTIONS.mpiexec) and record["hosts"] == 1:
            self.skipTest("the MPI library takes the four nodes for one host, where no order is better")
        self.assertEqual(record["hosts"], 4)

    def check_comparison(self, record):
        """`record` is of the run after the measured one. On a busy machine that run can have computed so long that no order gains."""
        self.need_four_hosts(record)
        if record["order"] == "reordered":
            self.assertGreater(record["predicted_gain"], 0, record)
        else:
            self.assertEqual(record["order"], "launcher", record)
            self.assertRegex(record["reason"], r"(predicted gain|would save .* of (the job's|this job,)) .*: order kept", record)

    def test_three_runs_of_a_script_without_a_word(self):
        for _ in range(3):
            output, _ = self.job()
            self.assertIn("processes ", output)
        first, second, third = self.records()
        self.assertEqual((first["mode"], first["order"], first["partition"], first["ranks"], first["hosts"]), ("auto", "launcher", "tuned", 8, 4))
        self.check_comparison(second)
        if second["order"] == "reordered" and third["order"] != "reordered":  # on a busy machine the second run can have taken longer than the first
            self.assertEqual(third["order"], "dropped", (third, output))
            self.assertRegex(third["reason"], "order kept")

    def test_the_switch_between_two_runs(self):
        self.job()
        self.set_site("final mode = off")
        output, _ = self.job()
        self.assertNotIn("topomorph", output)
        self.assertEqual(len(self.records()), 1)
        refused = self.srun("--topomorph=run", TOPOMORPH_PERMUTATION="reverse")
        self.assertEqual((refused.stdout, refused.status), (jobs.LAUNCHERS_ORDER, 0), refused.stderr)
        self.assertEqual(refused.stderr.count("topomorph: the site has switched it off: the job runs without it"), 1, refused.stderr)
        self.set_site()
        self.job()
        self.assertEqual(len(self.records()), 2)
        first, second = self.records()
        self.assertEqual(first["order"], "launcher")
        self.check_comparison(second)

    def test_the_users_switch_comes_before_the_option(self):
        outcome = self.srun("--topomorph=run", TOPOMORPH_MODE="off", TOPOMORPH_PERMUTATION="reverse")
        self.assertEqual((outcome.stdout, outcome.status, outcome.lines), (jobs.LAUNCHERS_ORDER, 0, []), outcome.stderr)

    def test_users_are_told_what_is_final(self):
        self.set_site("final min-gain = 50")
        outcome = self.srun("--topomorph=run", TOPOMORPH_MIN_GAIN="3", TOPOMORPH_PERMUTATION="reverse")
        said = [line for line in outcome.lines if "has no effect" in line]
        self.assertEqual(len(said), 1, outcome.stderr)
        self.assertRegex(said[0], r"(TOPOMORPH_MIN_GAIN=3|--min-gain 3) has no effect: 50 is final \(.*, line 2\)")

    def test_excluded_users_are_told_why_their_option_has_no_effect(self):
        self.set_site(f"exclude-users = {os.getuid()}")
        excluded = self.srun("--topomorph=run", TOPOMORPH_PERMUTATION="reverse")
        self.assertEqual((excluded.stdout, excluded.status), (jobs.LAUNCHERS_ORDER, 0), excluded.stderr)
        self.assertEqual(excluded.lines, ["exclude-users of the site has this job: it runs without TopoMorph"], excluded.stderr)
        silent = self.srun("-p", "tuned")
        self.assertEqual((silent.stdout, silent.stderr), (jobs.LAUNCHERS_ORDER, ""))

    def test_daemons_of_mpirun_and_containers_stay_as_they_are(self):
        for name in "orted", "hydra_pmi_proxy", "apptainer":
            daemon = self.script(name, "echo [$TOPOMORPH_MODE$LD_PRELOAD]")
            outcome = self.srun("-p", "tuned", program=(daemon,))
            self.assertEqual((outcome.stdout, outcome.stderr), (4 * "[]\n", ""), name)

    def test_other_partitions_have_none(self):
        self.srun("-p", "all")
        self.assertEqual(self.records(), [])

    def test_users_variable_comes_before_the_partition(self):
        outcome = self.srun("-p", "tuned", LD_PRELOAD=jobs.OPTIONS.library, TOPOMORPH_MODE="run", TOPOMORPH_PERMUTATION="reverse")
        self.assertEqual(outcome.stdout, REVERSED, outcome.stderr)

    def test_steps_of_one_task_and_programs_without_mpi(self):
        outcome = self.srun("-p", "tuned", program=("sh", "-c", "echo [$TOPOMORPH_MODE]"), nodes=1)
        self.assertEqual((outcome.stdout, outcome.stderr), ("[]\n", ""))
        outcome = self.srun("-p", "tuned", program=("echo", "done"))
        self.assertEqual((outcome.stdout, outcome.stderr), (4 * "done\n", ""))


class BrokenNodeTest(SpankTest):
    """One node of eight that lacks the library, or all of the installation."""

    PLUGSTACK = "optional {} partition=tuned:run"
    ORDER = "processes 0 1 2 3 4 5 6 7\n"

    def break_node(self, hide):
        """Starts the daemon of n3 again, where what the shell command `hide` mounts is not there."""
        pid = int((self.state / "slurmd.n3.pid").read_text())
        os.kill(pid, signal.SIGTERM)
        wait_until(lambda: not pathlib.Path(f"/proc/{pid}").exists())
        hidden = f"mount --make-rprivate / && {hide} && exec slurmd -N n3 -f {self.state}/slurm.conf"
        subprocess.run(["unshare", "--mount", "sh", "-c", hidden], check=True, timeout=60, env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"})
        sinfo = ["sinfo", "-h", "-n", "n3", "-p", "all", "-o", "%t"]
        wait_until(lambda: subprocess.run(sinfo, capture_output=True, text=True, check=False, timeout=60,
                                          env={**os.environ, "SLURM_CONF": f"{self.state}/slurm.conf"}).stdout == "idle\n")

    def test_without_the_installation(self):
        empty = self.folder / "empty"
        empty.mkdir()
        self.break_node(f"mount --bind {empty} {PLUGIN.parents[1]}")
        outcome = self.srun("-p", "tuned", nodes=8, TOPOMORPH_PERMUTATION="reverse")
        self.assertEqual((outcome.status, outcome.stdout), (0, self.ORDER), outcome.stderr)
        self.assertEqual(len(outcome.lines), 1, outcome.stderr)
        self.assertRegex(outcome.lines[0], r"^rank 3 on host .+ is without this library.*: the job runs as without TopoMorph$")

    def test_without_the_library(self):
        part = self.folder / "part"
        shutil.copytree(PLUGIN.parent, part / "topomorph")
        self.break_node(f"mount --bind {part} {PLUGIN.parents[1]}")
        outcome = self.srun("-p", "tuned", nodes=8, TOPOMORPH_PERMUTATION="reverse")
        self.assertEqual((outcome.status, outcome.stdout), (0, self.ORDER), outcome.stderr)
        self.assertEqual(len(outcome.lines), 1, outcome.stderr)
        self.assertRegex(outcome.lines[0], r"^rank 3 on host .+ is without this library")

    def test_no_node_has_it(self):
        outcome = self.srun("--topomorph=run", nodes=8, TOPOMORPH_PERMUTATION="reverse")
        self.assertNotEqual(outcome.stdout, self.ORDER)
        stack = self.state / "plugstack.conf"
        self.addCleanup(stack.write_text, stack.read_text())
        stack.write_text(f"optional {PLUGIN} library={self.folder}/libtopomorph.so\n")
        outcome = self.srun("--topomorph=run", nodes=8, TOPOMORPH_PERMUTATION="reverse")
        self.assertEqual((outcome.status, outcome.stdout), (0, self.ORDER), outcome.stderr)
        self.assertEqual(outcome.stderr.count("libtopomorph.so: No such file or directory: the job runs without it"), 1, outcome.stderr)

    def test_what_the_loader_would_take_for_two_libraries(self):
        """It would take the second from the working folder, which can be anybody's."""
        library = self.folder / "opt:1" / "libtopomorph.so"
        library.parent.mkdir()
        shutil.copy(PLUGIN.parents[1] / "libtopomorph.so", library)
        stack = self.state / "plugstack.conf"
        self.addCleanup(stack.write_text, stack.read_text())
        stack.write_text(f"optional {PLUGIN} library={library}\n")
        outcome = self.srun("--topomorph=run", nodes=8, TOPOMORPH_PERMUTATION="reverse")
        self.assertEqual((outcome.status, outcome.stdout), (0, self.ORDER), outcome.stderr)
        self.assertEqual(outcome.stderr.count(f"{library}: the loader cannot preload it (colon, blank or $ in its path): the job runs without it"), 1,
                         outcome.stderr)


if __name__ == "__main__":
    jobs.main()
