"""Submits the job scripts of docs/clusters.md to a Slurm on this machine (tests/cluster/slurm_up), with the module of an installation.

The first script is run three times; its lines and what `topomorph history` then says are those of the page.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "endtoend"))
import jobs  # noqa: E402
from slurm_test import SlurmJobTest  # noqa: E402

import commands_test  # noqa: E402
import pages  # noqa: E402

MODULES = pathlib.Path("/usr/share/modules/init/bash")


def parse_arguments():
    parser = argparse.ArgumentParser()
    for name in ("--cmake", "--build", "--profile", "--page"):
        parser.add_argument(name, type=pathlib.Path)
    return parser.parse_known_args(jobs.REST)


OPTIONS, REST = parse_arguments()
BLOCKS = pages.read_page(OPTIONS.page).blocks
SCRIPTS = [block for block in BLOCKS if block.language == "bash" and "#SBATCH" in block.text]


@unittest.skipUnless(MODULES.exists(), "there are no environment modules (package environment-modules)")
class ClustersPageTest(SlurmJobTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls._installed = tempfile.TemporaryDirectory()
        cls.prefix = pathlib.Path(cls._installed.name).resolve()
        subprocess.run([OPTIONS.cmake, "--install", OPTIONS.build, "--prefix", cls.prefix], check=True, stdout=subprocess.DEVNULL)

    @classmethod
    def tearDownClass(cls):
        if hasattr(cls, "_installed"):
            cls._installed.cleanup()
        super().tearDownClass()

    def setUp(self):
        super().setUp()
        shutil.copytree(OPTIONS.profile, self.folder, dirs_exist_ok=True)

    def command(self, *words):
        # A login would have defined `module`; jobs get the environment they are submitted from. All nodes are this machine:
        # the replay of a trace would find nothing to gain, or whatever the load of the moment makes of it, and a measured
        # network has levels of equal or inverted costs.
        return self.run_command(*words, TOPOMORPH_TRACE=0, TOPOMORPH_MEASURE_NETWORK=0, BASH_ENV=MODULES, MODULEPATH=self.prefix / "share/topomorph/modulefiles", HOME=self.folder,
                                PATH=f"{self.prefix / 'bin'}:{os.environ['PATH']}")

    def submit(self, block):
        """The number of the job."""
        (self.folder / "job.sh").write_text(block.text + "\n")
        submitted = self.command("sbatch", "--parsable", "job.sh")
        self.assertEqual(submitted.status, 0, submitted.stderr)
        return submitted.stdout.strip()

    def output_of(self, number):
        """When the job has ended. `sbatch --wait` looks only every ten seconds."""
        state = ""
        for _ in range(jobs.SECONDS * 5):
            state = self.command("scontrol", "--oneliner", "show", "job", number).stdout
            if not any(f"JobState={word}" in state for word in ("PENDING", "CONFIGURING", "RUNNING", "COMPLETING")):
                break
            time.sleep(0.2)
        self.assertIn("JobState=COMPLETED", state)
        return pathlib.Path(next(word for word in state.split() if word.startswith("StdOut=")).split("=")[1]).read_text()

    def assert_shown(self, shown, text):
        self.assertTrue(commands_test.pattern_of(shown).fullmatch(text), f"{shown}\n{text}")

    def undisturbed(self, text):
        """Without the line that a busy machine adds: the page shows a quiet one."""
        return "".join(line + "\n" for line in text.splitlines() if not line.startswith("    disturbed "))

    def said(self, output):
        """Without what a busy machine adds."""
        return [line.partition("; the network could not be measured reliably")[0] for line in output.splitlines() if line.startswith("topomorph:")]

    def test_three_runs_and_their_history(self):
        lines = [line for _ in range(3) for line in self.said(self.output_of(self.submit(SCRIPTS[0])))]
        shown = BLOCKS[BLOCKS.index(SCRIPTS[0]) + 1].text.splitlines()
        self.assert_shown(shown, "".join(line + "\n" for line in lines))
        session, = [block for block in BLOCKS if block.language == "console"]
        history, = commands_test.commands_of_session(session)
        self.assert_shown(history.expected, self.undisturbed(self.command(*history.text.split()).stdout.rstrip()))

    def test_the_others(self):
        plugins = self.command("srun", "--mpi=list")
        for script in SCRIPTS[1:]:
            if "--mpi=pmix" in script.text and "pmix" not in plugins.stdout + plugins.stderr:
                continue  # this Slurm cannot start Open MPI itself
            with self.subTest(line=script.line):
                output = self.output_of(self.submit(script))
                self.assertRegex(output, r"(?m)^heat .* after 50 steps")
                self.assertRegex(output, r"(?m)^topomorph: (8 ranks on 4 nodes|halo with 8 ranks)")
        self.assertTrue((self.folder / "halo.html").exists())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *REST])
