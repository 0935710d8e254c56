"""Tests tools/build with a cmake that only prints: what it tells of the progress, and what it prints of a failure.

usage: build_script_test.py --source FOLDER [unittest arguments]
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

OPTIONS = argparse.Namespace()
PAUSE = 5  # seconds between two lines of progress


class BuildTest(unittest.TestCase):
    def build(self, *lines, status=0, words=()):
        with tempfile.TemporaryDirectory() as folder:
            script = "#!/bin/sh\n" + "\n".join(lines) + f"\nexit {status}\n"
            (pathlib.Path(folder) / "cmake").write_text(script)
            (pathlib.Path(folder) / "cmake").chmod(0o755)
            environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
            return subprocess.run([OPTIONS.source / "tools/build", *words], env=environment, capture_output=True, text=True, check=False, timeout=120)

    def test_progress_begins_with_the_first_step(self):
        """Ninja's first line is of step 0. The pause before it is that of a machine on which configuring takes long."""
        done = self.build('[ "$1" = --build ] || exit 0', f"sleep {PAUSE + 1}", "echo '[0/2] Re-checking globbed directories...'",
                          "echo '[10/30] Building'", words=["--progress", "release"])
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertRegex(done.stderr, r"^build: preset release, in build/release\nbuild: 10 of 30 steps, about [0-9]+ s left\n$")

    def test_a_failure_is_printed(self):
        done = self.build("echo 'what failed'", status=3)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("what failed\n", done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0], *parser.parse_known_args()[1]])
