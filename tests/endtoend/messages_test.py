"""Nothing silent, nothing twice: what a user is told of slips in settings, profiles, programs and words, and by how many processes."""
import os
import re
import shutil
import subprocess
import unittest

import jobs
from jobs import OPTIONS, RANKS

ALONE = {name: value for name, value in os.environ.items() if not name.startswith("TOPOMORPH_")}


def alone(*words, cwd=None, **variables):
    """The command line without a launcher."""
    return subprocess.run([OPTIONS.topomorph, *words], capture_output=True, text=True, timeout=60, cwd=cwd,
                          env={**ALONE, **variables})


class SettingsTest(jobs.JobTest):
    """A wrong setting in the environment: one line of one process, the order kept, the job's own status."""

    WRONG = {"TOPOMORPH_COST": "cheap", "TOPOMORPH_WEIGHT": "kilos", "TOPOMORPH_MIN_GAIN": "much", "TOPOMORPH_SEARCH": "some",
             "TOPOMORPH_QUIET": "yes", "TOPOMORPH_STEPS": "two", "TOPOMORPH_ENGINE_TIMEOUT": "-1", "TOPOMORPH_MPMD": "both",
             "TOPOMORPH_REORDER_TOPOLOGIES": "perhaps", "TOPOMORPH_PERMUTATION": "random"}

    def test_every_wrong_setting_keeps_the_order_with_one_line(self):
        for variable, value in self.WRONG.items():
            with self.subTest(variable=variable):
                outcome = self.job(OPTIONS.topomorph, "run", OPTIONS.program, "3", **{variable: value})
                self.assertEqual((outcome.stdout, outcome.status), (jobs.LAUNCHERS_ORDER, 3), outcome.stderr)
                self.assertEqual(len(outcome.lines), 1, outcome.stderr)
                self.assertRegex(outcome.lines[0], f"^{variable} is '{value}': expected .*: order kept$")

    def test_misspelt_variable(self):
        line = "not a setting of TopoMorph, ignored: TOPOMORPH_MINGAIN (TOPOMORPH_MIN_GAIN is meant?)"
        for words in (("profile", "-o", "a.tmprof"), ("run", "--permutation", "identity")):
            outcome = self.topomorph(*words, TOPOMORPH_MINGAIN=3)
            self.assertEqual((outcome.status, outcome.lines.count(line), len(outcome.lines)), (0, 1, 2), outcome.stderr)

    def test_variables_of_installations_are_left_alone(self):
        outcome = self.topomorph("run", "--permutation", "identity", TOPOMORPH_ROOT="/opt", TOPOMORPH_VERSION="9")
        self.assertEqual(len(outcome.lines), 1, outcome.stderr)


class ProfileTest(jobs.JobTest):
    """Which profile is used."""

    def test_profile_of_another_program(self):
        self.topomorph("profile", "-o", "a.tmprof")
        shutil.copy(OPTIONS.program, self.folder / "heat")
        outcome = self.job(OPTIONS.topomorph, "run", "-p", "a.tmprof", "./heat")
        note = f"profile {self.folder}/a.tmprof is of {OPTIONS.program}, this is ./heat: used nevertheless"
        self.assertEqual((outcome.status, outcome.lines[0], len(outcome.lines)), (0, note, 2), outcome.stderr)
        shutil.copy(OPTIONS.program, self.folder)
        outcome = self.job(OPTIONS.topomorph, "run", "-p", "a.tmprof", "./" + os.path.basename(OPTIONS.program))
        self.assertEqual(len(outcome.lines), 1, "the same program elsewhere")

    def test_no_profile_was_named(self):
        outcome = self.topomorph("run")
        self.assertEqual(outcome.lines, [f"{self.folder}/topomorph.tmprof: cannot be read: No such file or directory (topomorph profile "
                                         "writes it, and -p FILE names another profile): order kept"])
        outcome = self.topomorph("run", "-p", "missing")
        self.assertEqual(outcome.lines, [f"{self.folder}/missing: cannot be read: No such file or directory (topomorph profile -o "
                                         "FILE writes a profile): order kept"])


class WithoutMpiTest(jobs.FolderTest):
    """A program that is no MPI program, as far as its loader tells."""

    def said(self, *words):
        return self.run_command(OPTIONS.topomorph, *words).lines

    def test_said_of_programs_that_have_no_mpi(self):
        ending = "unless it opens or starts one that is"
        self.assertEqual(self.said("profile", "-o", "x", "ls"),
                         [f"ls is not linked with an MPI library: nothing is measured {ending}"])
        self.assertEqual(self.said("run", "-p", "missing", "ls", "-l"),
                         [f"ls is not linked with an MPI library: nothing is reordered {ending}"])
        self.assertEqual(self.run_command(OPTIONS.topomorph, "auto", "--quiet", "ls").lines, [])

    def test_not_said_where_nobody_knows(self):
        script = self.script("script", "exit 0")
        for words in (("sh", "-c", "exit 0"), ("env", "ls"), (script,), ("python3", "-c", "pass")):
            self.assertEqual(self.said("profile", *words), [], words)

    def test_one_rank_of_a_job_says_it(self):
        outcome = self.run_command(*jobs.LAUNCH, "-n", RANKS, OPTIONS.topomorph, "profile", "ls")
        self.assertEqual(len(outcome.lines), 1, outcome.stderr)


class UsageTest(jobs.JobTest):
    """Words that are wrong: one line of the job, status 2."""

    def test_one_line_of_a_job(self):
        for words, line in ((("--permutation", "random"), "--permutation is 'random'"), (("--nonsense",), "run: "),
                            (("--cost", "cheap"), "--cost is 'cheap'"), (("-p", "a", "--permutation", "reverse"), "-p and --permutation")):
            outcome = self.topomorph("run", *words)
            self.assertEqual((outcome.status, len(outcome.lines)), (2, 1), outcome.stderr)
            self.assertIn(line, outcome.lines[0])

    def test_other_ranks_end_with_2_without_a_word(self):
        done = alone("run", "--cost", "cheap", "true", OMPI_COMM_WORLD_RANK="1")
        self.assertEqual((done.returncode, done.stderr), (2, ""))
        self.assertIn("--cost", alone("run", "--cost", "cheap", "true").stderr, "a rank that does not know which it is")

    def test_first_rank_of_another_program_speaks(self):
        done = alone("run", "--cost", "cheap", "true", OMPI_COMM_WORLD_RANK="2", OMPI_APP_CTX_NUM_PROCS="2 2", OMPI_NUM_APP_CTX="2")
        self.assertEqual((done.returncode, done.stderr.count("--cost")), (2, 1))


class HelpTest(unittest.TestCase):
    """Help that people can read."""

    def verbs(self):
        return re.findall(r"^  ([a-z]+) +\S", alone("--help").stdout.split("Subcommands:")[1], re.MULTILINE)

    def test_no_syntax_of_the_parser_and_every_default(self):
        self.assertGreater(len(self.verbs()), 10)
        for verb in self.verbs():
            text = alone(verb, "--help").stdout
            for sign in ("{false}", "REQUIRED", "Excludes:", " x 2"):
                self.assertNotIn(sign, text, verb)
            options = re.split(r"^  (?=-)", text.split("Options:\n")[1], flags=re.MULTILINE)[1:]
            for option in options:
                takes_value = re.match(r"(-\w, )?-(-[-\w]+|\w) [A-Z<]|.*\|", option.split("  ")[0]) is not None
                if takes_value:
                    self.assertRegex(option, r"default: |\(required\)", f"{verb}: {option}")

    def test_switches(self):
        self.assertRegex(alone("run", "--help").stdout, r"--quiet, --no-quiet\s.*\(default: off\)")
        self.assertRegex(alone("run", "--help").stdout, r"--reorder-topologies, --no-reorder-topologies\s[^(]*\(default: off\)")

    def test_unknown_topology_and_verb_are_answered_with_the_nearest(self):
        said = alone("map", "--affinity", "cart:2x2", "--topology", "tre:2:2").stderr
        self.assertEqual(said, 'topomorph: unknown topology "tre:2:2", expected tree:ARITY:ARITY:...[@DISTANCE:DISTANCE:...]\n')
        self.assertLess(len(alone("map", "--affinity", "cart:2x2", "--topology", "xxxxxx:2").stderr.split()), 35)
        self.assertEqual(alone("reprot").stderr, "topomorph: unknown verb 'reprot': expected report\n")

    def test_evaluate_has_the_costs_of_map(self):
        words = ("evaluate", "--affinity", "cart:4x4", "--topology", "tree:4:4", "--mapping", "identity")
        for cost, unit in (("hop-bytes", "bytes x distance"), ("bytes", "bytes between hosts"), ("bottleneck", "s")):
            self.assertRegex(alone(*words, "--cost", cost).stdout, rf"(?m)^cost +\S+ {unit} \(--cost {cost}\)$")
        self.assertNotIn("--cost", alone(*words).stdout)
        self.assertEqual(alone(*words, "--cost", "cheap").returncode, 2)


if __name__ == "__main__":
    jobs.main()
