"""Tests that failed run once more: one that passes then is named and fails nothing, one that fails again fails the run."""
import pathlib
import subprocess
import tempfile
import unittest

TWICE = pathlib.Path(__file__).with_name("twice")
PASSES, FAILS = "true", "false"
PASSES_AGAIN = "test -e was_here || { touch was_here; false; }"


class TwiceTest(unittest.TestCase):
    def run_tests(self, *commands):
        """A build whose tests, named by their numbers, are these commands of the shell."""
        with tempfile.TemporaryDirectory() as folder:
            lines = [f'add_test(case_{number} "sh" "-c" "{command}")' for number, command in enumerate(commands)]
            (pathlib.Path(folder) / "CTestTestfile.cmake").write_text("\n".join(lines))
            return subprocess.run([TWICE, "--test-dir", folder, "--parallel", "2"], capture_output=True, text=True, timeout=100)

    def test_what_passes_runs_once(self):
        done = self.run_tests(PASSES, PASSES)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("again", done.stdout)

    def test_what_passes_alone_is_named(self):
        done = self.run_tests(PASSES, PASSES_AGAIN)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertTrue(done.stdout.endswith("failed beside others and passed by themselves:\n  case_1\n"), done.stdout)

    def test_what_fails_twice_fails_the_run(self):
        done = self.run_tests(PASSES_AGAIN, FAILS)
        self.assertEqual(done.returncode, 8, done.stdout)
        self.assertTrue(done.stdout.endswith("not all of them passed by themselves (above):\n  case_0\n  case_1\n"), done.stdout)

    def test_many_failures_are_believed(self):
        done = self.run_tests(*[FAILS] * 21)
        self.assertEqual(done.returncode, 8, done.stdout)
        self.assertNotIn("again", done.stdout)


if __name__ == "__main__":
    unittest.main()
